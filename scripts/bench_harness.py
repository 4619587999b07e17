"""What the harness costs beside the model's own time: wall clock, processor and memory, and peers'.

    python scripts/bench_harness.py [--scenario a b64 b256] [--client NAME ...]
                                    [--inspect-python PATH]

A chat-completions server in a process of its own answers every request after a fixed time. Each
client plays the same number of episodes of ten turns against it, in a process of its own. Needs the
development dependencies; for Inspect AI, the Python of an environment with `inspect-ai` in it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INSPECT = "Inspect AI"
TURNS = 10
PROMPT = "You control a ferry that carries cars between locations, one at a time. " * 60
OBSERVATION = "I can see that car_0 is at location_1 and that the ferry is empty. " * 6
ANSWER = "Think: I do not know yet where everything is.\nInstruction: look around"
FERRY = Path(__file__).resolve().parents[1] / "domains" / "ferry" / "domain.pddl"
INSTANCES = 4
LOCATIONS = ("l0", "l1", "l2")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A server's time for an answer, in seconds, and how much is asked of it at once."""

    latency: float
    episodes: int
    connections: int

    @property
    def ideal(self) -> float:
        """The seconds that it takes if the client costs nothing."""
        return self.episodes * TURNS * self.latency / self.connections


SCENARIOS: Mapping[str, Scenario] = {
    "a": Scenario(1.0, 128, 64),
    "b64": Scenario(0.2, 500, 64),
    "b256": Scenario(0.2, 500, 256),
}


Message = dict[str, str]
Ask = Callable[[Sequence[Message], int], Awaitable[str]]
"""Puts a conversation and a seed to the server; gives the answer's text."""
Play = Callable[[], object]
Prepare = Callable[[str, Scenario], Play]
"""Does what is not measured, imports above all, for a server's address; gives what is."""


# --- the server


async def serve(latency: float) -> None:
    """Answer every request alike, on a free port of 127.0.0.1, until standard input is closed."""
    from aiohttp import web

    message = {"role": "assistant", "content": ANSWER, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    usage = {"prompt_tokens": 1500, "completion_tokens": 16, "total_tokens": 1516}
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000, "model": "m"}
    body = json.dumps({**head, "choices": [choice], "usage": usage}).encode()

    async def answer(request: web.BaseRequest) -> web.Response:
        await request.read()
        await asyncio.sleep(latency)
        return web.Response(body=body, content_type="application/json")

    loop = asyncio.get_running_loop()
    handler = web.Server(answer, access_log=None)
    server = await loop.create_server(handler, "127.0.0.1", 0, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


@contextlib.contextmanager
def served(latency: float) -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    command = [sys.executable, __file__, "--serve", str(latency)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()


# --- clients in a loop: no harness around them


async def converse(ask: Ask, seed: int) -> None:
    """One episode: each answer and an observation are added to what is asked next."""
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": OBSERVATION}]
    for _ in range(TURNS):
        answer = await ask(messages, seed)
        messages.append({"role": "assistant", "content": answer})
        messages.append({"role": "user", "content": OBSERVATION})


async def play_all(size: Scenario, ask: Ask) -> None:
    """All episodes, as many at the same time as there may be connections."""
    waiting = iter(range(size.episodes))

    async def work() -> None:
        for seed in waiting:
            await converse(ask, seed)

    async with asyncio.TaskGroup() as group:
        for _ in range(size.connections):
            group.create_task(work())


def aiohttp_alone(url: str, size: Scenario) -> Play:
    """The floor: HTTP, JSON in and out, and nothing else."""
    import aiohttp

    async def play() -> None:
        connector = aiohttp.TCPConnector(limit=size.connections)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def ask(messages: Sequence[Message], seed: int) -> str:
                body = {"model": "m", "messages": messages, "temperature": 0.0, "seed": seed}
                async with session.post(f"{url}/chat/completions", json=body) as response:
                    content = await response.json()
                return str(content["choices"][0]["message"]["content"])

            await play_all(size, ask)

    return lambda: asyncio.run(play())


def sdk(transport: str) -> Prepare:
    """The `openai` SDK on one of its transports."""

    def prepare(url: str, size: Scenario) -> Play:
        import openai

        async def play() -> None:
            http: Any = getattr(openai, transport)()
            client = openai.AsyncOpenAI(api_key="none", base_url=url, http_client=http)

            async def ask(messages: Sequence[Message], seed: int) -> str:
                sent: Any = messages
                answer = await client.chat.completions.create(
                    model="m", messages=sent, temperature=0.0, seed=seed
                )
                return answer.choices[0].message.content or ""

            async with client:
                await play_all(size, ask)

        return lambda: asyncio.run(play())

    return prepare


def our_client(url: str, size: Scenario) -> Play:
    """The client for chat models: pace, retries, time-outs, refused parameters."""
    from pddl2nl.llm import Message as ChatMessage
    from pddl2nl.llm import OpenAIModel, Pace, Request

    async def play() -> None:
        client = OpenAIModel("m", base_url=url, pace=Pace(size.connections))

        async def ask(messages: Sequence[Message], seed: int) -> str:
            sent = [ChatMessage(each["role"], each["content"]) for each in messages]  # type: ignore[arg-type]
            return (await client.complete(Request(tuple(sent), seed=seed))).text

        await play_all(size, ask)

    return lambda: asyncio.run(play())


# --- whole evaluations


def inspect_ai(url: str, size: Scenario) -> Play:
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
    samples = [Sample(input=list(opening), id=number) for number in range(size.episodes)]
    task = Task(dataset=MemoryDataset(samples), solver=ten_turns())

    def play() -> None:
        most = size.connections
        config = GenerateConfig(max_connections=most, temperature=0.0, seed=1)
        model = get_model("openai-api/local/m", config=config, base_url=url, api_key="none")
        with tempfile.TemporaryDirectory(prefix="bench-harness-") as logs:
            (log,) = eval(task, model=model, max_samples=most, display="none", log_dir=logs)
        if log.status != "success":
            raise SystemExit(f"Inspect ended with the status {log.status}: {log.error}")

    return play


def evaluation(url: str, size: Scenario) -> Play:
    """`autoplan eval`: prompts, translation, simulator, cache of answers and results on disk."""
    folder = Path(tempfile.mkdtemp(prefix="bench-harness-"))
    os.environ["AUTOPLAN_CACHE"] = str(folder / "cache")
    write_harbour(folder / "harbour")
    # Finds the reference plans, and imports all that there is to import.
    evaluate(url, size, folder, "first", [0])

    def play() -> None:
        evaluate(url, size, folder, "results", range(1, 1 + size.episodes // INSTANCES))
        shutil.rmtree(folder)

    return play


def evaluate(url: str, size: Scenario, folder: Path, out: str, seeds: Sequence[int]) -> None:
    """Play every instance with every seed, and see that each episode has ten turns."""
    import autoplan
    from autoplan import cli

    asked = ["eval", "--mechanism", "react", "--domain", str(folder / "harbour")]
    asked += ["--model", "compat/m", "--base-url", url, "--validator", "own"]
    asked += ["--max-connections", str(size.connections), "--out", str(folder / out)]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = cli.main([*asked, "--seed", *map(str, seeds)])
    calls = list(autoplan.load(folder / out)["calls"]) if status == 0 else []
    if calls != [TURNS] * (INSTANCES * len(seeds)):
        raise SystemExit(f"autoplan eval: status {status}, {len(calls)} episodes: {set(calls)}")


def write_harbour(folder: Path) -> None:
    """A domain whose instances all have plans of five steps, hence a limit of ten.

    The ferry has to fetch one car, carry it on and come home; the other cars stay where they are.
    """
    (folder / "instances").mkdir(parents=True)
    shutil.copy(FERRY, folder / "domain.pddl")
    # One more than are played: it becomes the example in the prompts.
    for number in range(1, INSTANCES + 2):
        (folder / "instances" / f"instance-{number}.pddl").write_text(problem(number))


def problem(idle_cars: int) -> str:
    """The problem with this number of cars that stay where they are."""
    cars = [f"c{number}" for number in range(idle_cars + 1)]
    facts = [
        "(empty-ferry) (at-ferry l0) (at c0 l1)",
        *(f"(car {car})" for car in cars),
        *(f"(at {car} {LOCATIONS[number % 3]})" for number, car in enumerate(cars[1:])),
        *(f"(location {each})" for each in LOCATIONS),
        *(f"(not-eq {one} {two})" for one in LOCATIONS for two in LOCATIONS if one != two),
    ]
    return f"""(define (problem harbour-{idle_cars}) (:domain ferry)
      (:objects {" ".join((*cars, *LOCATIONS))})
      (:init {" ".join(facts)})
      (:goal (and (at c0 l2) (at-ferry l0))))"""


CLIENTS: Mapping[str, Prepare] = {
    "aiohttp": aiohttp_alone,
    "sdk on aiohttp": sdk("DefaultAioHttpClient"),
    "sdk on httpx": sdk("DefaultAsyncHttpxClient"),
    "our client": our_client,
    "autoplan eval": evaluation,
    INSPECT: inspect_ai,
}


def measured(client: str, url: str, size: Scenario) -> tuple[float, float, float]:
    """Let a client play in this process: seconds of the clock, of the processor, and peak MB."""
    play = CLIENTS[client](url, size)
    clock, processor = time.perf_counter(), time.process_time()
    play()
    return (
        time.perf_counter() - clock,
        time.process_time() - processor,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def row(client: str, name: str, python: str) -> str:
    """A line of the table: the client plays in a process of its own."""
    scenario = SCENARIOS[name]
    with served(scenario.latency) as url:
        command = [python, __file__, "--scenario", name, "--client", client, "--single", url]
        environment = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
        done = subprocess.run(
            command, stdout=subprocess.PIPE, text=True, check=True, env=environment
        )
    seconds, processor, megabytes = json.loads(done.stdout.splitlines()[-1])
    milliseconds = processor / (scenario.episodes * TURNS) * 1000
    return (
        f"| {client} | {seconds:.1f} | {seconds / scenario.ideal:.2f} "
        f"| {milliseconds:.2f} | {megabytes:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenario", nargs="+", choices=SCENARIOS, default=list(SCENARIOS))
    parser.add_argument("--client", nargs="+", choices=CLIENTS, default=list(CLIENTS))
    parser.add_argument("--inspect-python", metavar="PATH", help="a Python with inspect-ai")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--single", metavar="URL", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve is not None:
        asyncio.run(serve(options.serve))
        return
    if options.single:
        size = SCENARIOS[options.scenario[0]]
        print(json.dumps(measured(options.client[0], options.single, size)))
        return
    pythons = {client: sys.executable for client in CLIENTS} | {INSPECT: options.inspect_python}
    for name in options.scenario:
        each = SCENARIOS[name]
        size = f"{each.episodes} episodes of {TURNS} turns, {each.connections} connections"
        print(
            f"\n({name}) {each.latency * 1000:.0f} ms an answer, {size}, ideal {each.ideal:.1f} s\n"
        )
        print("| client | seconds | of ideal | ms of processor a call | MB at the peak |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for client in options.client:
            if pythons[client]:
                print(row(client, name, pythons[client]), flush=True)


if __name__ == "__main__":
    main()
