"""An agent at a task of its own, outside of an episode: the benchmarks of seed paper 000."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from domains.agents import AgenticTask, Assessment, TaskTexts
from policies.agents.procedural.actions import (
    ActionSet,
    CodeRunner,
    MultiStepActions,
    ProcActions,
)
from policies.agents.procedural.agent import Agent, AgentWork, Cycle
from policies.agents.procedural.asking import AgentModels
from policies.agents.procedural.network import TaskNetwork
from policies.agents.procedural.task_files import (
    HORIZONS,
    AgentKind,
    workspace_of,
)
from policies.agents.procedural.verifier import AnswerCheck, Verifier, functions_of
from policies.agents.procedural.workspace import ANSWER
from policies.mechanism import PromptSet

_ENDS: Mapping[bool | None, str] = MappingProxyType(
    {True: "solved", False: "wrong", None: "unread"}
)


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """How an agent works.

    Args:
        kind: its action set.
        network: what it follows.
        horizon: how many actions it may take, None for the papers' number.
    """

    kind: AgentKind
    network: TaskNetwork
    horizon: int | None = None


@dataclass(frozen=True, slots=True)
class AgentRun:
    """What came of an agent's work on a task.

    Args:
        task: the task's name.
        work: what the agent has done.
        assessment: what the task's rule says of the answer, as it stands at the end.
        calls: how often models were asked.
        seconds: how long it took.
    """

    task: str
    work: AgentWork
    assessment: Assessment
    calls: int
    seconds: float

    @property
    def cycles(self) -> int:
        """How many actions the agent has taken."""
        return len(self.work.cycles)

    @property
    def ended(self) -> str:
        """How it ended: `solved`, `wrong` (verified, and yet no solution), `unread`, `horizon`."""
        if self.work.ended == "horizon":
            return "horizon"
        return _ENDS[self.assessment.solved]

    @property
    def solved(self) -> bool | None:
        """Whether all tasks were verified in time, and the answer does what was asked for.

        None where the answer could not be read. An agent that reaches the horizon has failed,
        whatever stands in its answer: an episode ends in a terminal state or by timeout (seed paper
        000, section 3).
        """
        return False if self.work.ended == "horizon" else self.assessment.solved

    def as_data(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "task": self.task,
            "solved": self.solved,
            "ended": self.ended,
            "reason": self.assessment.reason,
            "parts": dict(self.assessment.parts),
            "cycles": self.cycles,
            "tolerated": sum(bool(each.tolerated) for each in self.work.cycles),
            "calls": self.calls,
            "seconds": round(self.seconds, 3),
            "work": self.work.as_data(),
        }


async def work_in_files(
    settings: AgentSettings,
    texts: TaskTexts,
    models: AgentModels,
    runner: CodeRunner,
    prompts: PromptSet,
    check: AnswerCheck,
    on_cycle: Callable[[Cycle], object] = lambda _: None,
) -> AgentWork:
    """Have an agent work on a task's texts; `check` is the rule for networks that name it.

    Raises:
        InputError: a check that the network names cannot be loaded.
        PermanentModelError, TransientModelError: a model does not answer.
    """
    kind, network, tools = settings.kind, settings.network, texts.tools
    actions: ActionSet = ProcActions(runner, tools)
    if kind == "multistep":
        actions = MultiStepActions(runner, models.coder, models.repairer, prompts, tools)
    agent = Agent(
        models.agent,
        actions,
        Verifier(models.verifier, prompts, check, functions_of(network)),
        prompts,
        settings.horizon or HORIZONS[kind],
    )
    return await agent.work(network, workspace_of(kind, texts), on_cycle)


async def run_task(
    task: AgenticTask,
    settings: AgentSettings,
    models: AgentModels,
    runner: CodeRunner,
    prompts: PromptSet,
    on_cycle: Callable[[Cycle], object] = lambda _: None,
) -> AgentRun:
    """Have an agent work on a task.

    Raises:
        InputError: a check that the network names cannot be loaded.
        PermanentModelError, TransientModelError: a model does not answer.
    """

    async def answer_check(answer: str) -> Assessment:
        return task.check(answer)

    calls, begun = models.calls, time.perf_counter()
    work = await work_in_files(settings, task, models, runner, prompts, answer_check, on_cycle)
    seconds = time.perf_counter() - begun
    assessment = task.check(work.workspace.text(ANSWER))
    return AgentRun(task.name, work, assessment, models.calls - calls, seconds)
