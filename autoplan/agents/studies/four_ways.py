"""Whole trips planned in the four ways of the multi-step paper's Table 1, one run for each task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from domains.agents.travel import TourTask
from pddl2nl.llm import ChatModel
from policies import PromptSet, Sampling
from policies.agents.constraints import TaskRun, run_form, run_pipeline
from policies.agents.constraints.scripts import REPAIRS
from policies.agents.procedural import (
    Agent,
    AgentModels,
    AgentRun,
    CodeRunner,
    human_network,
    questions_to,
    without_network,
)
from policies.agents.react import STEPS, run_react
from simulator.agents.sandbox import SandboxLimits


@dataclass(frozen=True, slots=True)
class Way:
    """A row of Table 1.

    Args:
        title: the method.
        gathering: what gathers the information.
        tools: what uses the tools.
        planning: what plans.
        published: what the paper reports of it on TravelPlanner; empty for nothing comparable.
    """

    title: str
    gathering: str
    tools: str
    planning: str
    published: str = ""


WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "react": Way("End-to-end ReAct", "model", "model", "model", "0.6 % of trips with GPT-4"),
        "constraints": Way("LLM for constraint models", "model", "model's code", "z3"),
        "agentic": Way("Agentic LLM system", "model", "model's code", "model's code"),
        "planner": Way(
            "Task planner LLM",
            "by a network",
            "model's code",
            "model's code",
            "both flights more than twice as often as agentic, with Codestral-22b",
        ),
    }
)
"""The rows of Table 1 by our names for them. The published figures are of other splits of the
benchmark, or of other models. The 93.9 % of constraint models are with examples of code, which ours
are without."""


Row: TypeAlias = Mapping[str, Any]
"""One task in one way: the run as its own `as_data` keeps it, and `way`, one of `WAYS`."""


@dataclass(frozen=True, slots=True)
class TripStudio:
    """What all runs share.

    Args:
        model: the model.
        writes: whether it writes any text; the offline model writes none.
        sandbox: runs code and tools.
        prompts: the prompt set.
        sampling: how the model's answers are drawn.
        repairs: how often a script may be mended or written anew.
        seconds: how long a script, or z3, may run.
        horizon: how many actions an agent may take; None for the papers' numbers.
        own: whether constraint models are the project's also with a model, which fills in a form.
    """

    model: ChatModel
    writes: bool
    sandbox: CodeRunner
    prompts: PromptSet
    sampling: Sampling
    repairs: int = REPAIRS
    seconds: float = SandboxLimits().seconds
    horizon: int | None = None
    own: bool = False

    def can_run(self, way: str) -> bool:
        """Whether the model, or a stand-in for it, can take part in a way."""
        return self.writes or way != "react"

    async def run(self, way: str, task: TourTask) -> Row:
        """Plan one trip in one way.

        Where the model writes no text, constraint models are those of the project: they get the
        constraints of the task, not its request.

        Raises:
            PermanentModelError, TransientModelError: the model does not answer.
            SandboxUnavailable: code cannot be run on this machine.
        """
        questions = questions_to(self.model, self.sampling, 1)
        found: TaskRun | AgentRun
        if way == "constraints" and (self.own or not self.writes):
            ask = questions.ask if self.writes else None
            found = await run_form(task, ask, self.prompts, seconds=self.seconds)
        elif way == "constraints":
            found = await run_pipeline(
                task.task,
                questions.ask,
                self.sandbox,
                self.prompts,
                repairs=self.repairs,
                seconds=self.seconds,
            )
        elif way == "react":
            steps = self.horizon or STEPS
            react = run_react(task.task, questions.ask, self.sandbox, self.prompts, steps=steps)
            found = await react
        else:
            network = human_network("trips") if way == "planner" else without_network(solver=True)
            models = AgentModels.all_the_same(questions)
            working = (self.sandbox, self.prompts, self.horizon)
            found = await Agent("multistep", network, models, *working).run(task.task)
        return {"way": way, **found.as_data()}
