"""Inspect AI under the same load. Runs in an environment of its own, with `inspect-ai` in it."""

from __future__ import annotations

import tempfile

from harness.load import OBSERVATION, PROMPT, TURNS, Load, Play, measure


def inspect_ai(load: Load) -> Play:
    """A task of one sample an episode, and a solver that asks ten times."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig, get_model
    from inspect_ai.solver import Generate, Solver, TaskState, solver

    @solver
    def ten_turns() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            for _ in range(TURNS):
                state = await generate(state)
                state.messages.append(ChatMessageUser(content=OBSERVATION))
            return state

        return solve

    opening = [ChatMessageSystem(content=PROMPT), ChatMessageUser(content=OBSERVATION)]
    samples = [Sample(input=list(opening), id=number) for number in range(load.episodes)]
    task = Task(dataset=MemoryDataset(samples), solver=ten_turns())

    def play(load: Load) -> None:
        config = GenerateConfig(max_connections=load.connections, temperature=0.0, seed=1)
        model = get_model("openai-api/local/m", config=config, base_url=load.url, api_key="none")
        with tempfile.TemporaryDirectory(prefix="bench-harness-") as logs:
            (log,) = eval(
                task, model=model, max_samples=load.connections, display="none", log_dir=logs
            )
        if log.status != "success":
            raise SystemExit(f"Inspect ended with the status {log.status}: {log.error}")

    return play


if __name__ == "__main__":
    measure({"Inspect AI": inspect_ai})
