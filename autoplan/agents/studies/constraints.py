"""The constraint pipeline over tasks of Travel Planner (seed paper 001, section 4)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from domains.agents import AgenticTask
from domains.agents.travel import PARTS
from pddl2nl.llm import ChatModel
from policies import PromptSet, Sampling
from policies.agents.constraints import PipelineRun, run_pipeline
from policies.agents.constraints.scripts import REPAIRS
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import Sandbox, SandboxLimits

AT_ONCE = 4
"""The number of tasks that are solved at the same time; each may run a script."""
WHOLE = "all of it"
"""The row of a table that says how many tasks are solved as their rule wants it."""


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """How a pipeline is run.

    Args:
        repairs: how often code may be mended or written anew.
        seconds: how long a script may run.
        seed: sent to the model.
        sampling: how its answers are drawn.
    """

    repairs: int = REPAIRS
    seconds: float = SandboxLimits().seconds
    seed: int = 1
    sampling: Sampling = Sampling()


async def study_pipeline(
    tasks: Sequence[AgenticTask],
    model: ChatModel,
    settings: PipelineSettings,
    done: Callable[[PipelineRun], object] = lambda _: None,
) -> list[PipelineRun]:
    """Solve tasks, several at once.

    Args:
        tasks: the tasks.
        model: what writes JSON, steps and code.
        settings: how.
        done: is called with every run as soon as it has ended.

    Raises:
        PermanentModelError: no call of the model can succeed.
        SandboxUnavailable: code cannot be run on this machine.
    """
    free = asyncio.Semaphore(AT_ONCE)
    sandbox, prompts = Sandbox(SandboxLimits(seconds=settings.seconds)), PromptSet()

    async def one(task: AgenticTask) -> PipelineRun:
        async with free:
            questions = questions_to(model, settings.sampling, settings.seed)
            run = await run_pipeline(
                task,
                questions.ask,
                sandbox,
                prompts,
                repairs=settings.repairs,
                seconds=settings.seconds,
            )
            done(run)
            return run

    return list(await asyncio.gather(*map(one, tasks)))


def solved_up_to(runs: Sequence[PipelineRun]) -> Mapping[str, int]:
    """How many tasks are solved up to each part, as seed paper 000 counts them (Table 1).

    The last row, `WHOLE`, counts those whose answer has no fault at all.
    """
    names = tuple(PARTS)
    counts = {
        name: sum(all(run.assessment.parts[each] for each in names[: place + 1]) for run in runs)
        for place, name in enumerate(names)
    }
    return {**counts, WHOLE: sum(bool(run.assessment.solved) for run in runs)}
