"""LLM for constraint models (seed paper 001, section 4): request, JSON, steps, code, plan.

It is the pipeline of Hao et al. 2024 in its general variant: no prompt has an example of code or of
steps, but an explanation of how such code is written (section 4.1, figure 3).
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from domains.agents import AgenticTask, Assessment
from pddl2nl.llm import Message
from policies.agents.constraints.scripts import (
    NO_SOLUTION,
    REPAIRS,
    Ask,
    ScriptAttempt,
    ScriptsEnded,
    written_scripts,
)
from policies.agents.procedural.actions import CodeRunner, script_of
from policies.agents.procedural.workspace import shown
from policies.answers.text import without_thoughts
from policies.mechanism import PromptSet
from simulator.agents.sandbox import SandboxLimits

_Text = Annotated[str, Field(min_length=1)]


class RequestFault(ValueError):
    """What is wrong with an answer that should be such JSON, for the model to read."""


class TravelRequest(BaseModel):
    """A request, in the keys of the paper, with the traveller's other wishes in words.

    Attributes:
        org: the city where the trip begins.
        dest: where it leads.
        days: how many days it takes.
        visiting_city_number: how many cities are visited.
        date: its days in their order.
        people_number: how many travel.
        budget: in dollars.
        preferences: all other wishes.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    org: _Text
    dest: _Text
    days: int = Field(ge=1)
    visiting_city_number: int = Field(ge=1)
    date: tuple[datetime.date, ...]
    people_number: int = Field(ge=1)
    budget: int | float = Field(gt=0, allow_inf_nan=False)
    preferences: tuple[_Text, ...]

    @model_validator(mode="after")
    def _dates_fit(self) -> TravelRequest:
        if len(self.date) != self.days:
            raise ValueError(f"there are {len(self.date)} dates for a trip of {self.days} days")
        if any(later <= sooner for sooner, later in zip(self.date, self.date[1:], strict=False)):
            raise ValueError("the dates are not in their order")
        return self

    def as_json(self) -> str:
        """The request as it goes into prompts and files."""
        return self.model_dump_json(indent=2)


def read_request(answer: str) -> TravelRequest:
    """The request in a model's answer, which may stand in a code block.

    Raises:
        RequestFault: it holds none, or one that is not as it should be.
    """
    try:
        return TravelRequest.model_validate_json(script_of(without_thoughts(answer)).strip())
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        raise RequestFault(
            "; ".join(_fault_text(each["loc"], each["msg"]) for each in found)
        ) from error


def _fault_text(place: tuple[int | str, ...], message: str) -> str:
    reason = message.removeprefix("Value error, ")
    return ": ".join(filter(None, (".".join(map(str, place)), reason)))


PipelineEnded: TypeAlias = Literal["no-json", "no-steps"] | ScriptsEnded
"""How a pipeline ends: without a request as JSON, without steps, or as its scripts do."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One answer of the model on the way.

    Args:
        name: what it was asked for.
        text: its answer; for `code`, the script in it.
        fault: what was wrong with it, in a line; empty for nothing.
        output: of a script, what it printed.
    """

    name: Literal["json", "steps", "code"]
    text: str
    fault: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class PipelineRun:
    """What came of a task.

    Args:
        task: its name.
        ended: how it ended.
        assessment: what the task's rule says of the answer.
        answer: what the last script has printed; empty if there is no answer.
        stages: the model's answers in their order.
        attempts: the scripts with what was noticed of each.
        seconds: how long it took.
    """

    task: str
    ended: PipelineEnded
    assessment: Assessment
    answer: str
    stages: tuple[Stage, ...]
    attempts: tuple[ScriptAttempt, ...]
    seconds: float

    @property
    def repairs(self) -> int:
        """How many scripts were written after the first."""
        return max(0, len(self.attempts) - 1)

    def as_data(self) -> dict[str, Any]:
        """The run as JSON can hold it."""
        return {
            "task": self.task,
            "ended": self.ended,
            "solved": self.assessment.solved,
            "reason": self.assessment.reason,
            "parts": dict(self.assessment.parts),
            "answer": self.answer,
            "repairs": self.repairs,
            "seconds": round(self.seconds, 3),
            "stages": [asdict(each) for each in self.stages],
        }


async def run_pipeline(
    task: AgenticTask,
    ask: Ask,
    sandbox: CodeRunner,
    prompts: PromptSet,
    *,
    repairs: int = REPAIRS,
    seconds: float = SandboxLimits().seconds,
    clock: Callable[[], float] = time.perf_counter,
) -> PipelineRun:
    """Solve a travel task by a constraint model that a language model writes.

    Args:
        task: a task of Travel Planner.
        ask: the model.
        sandbox: runs its code.
        prompts: the prompt set.
        repairs: how often code may be mended or written anew.
        seconds: how long a script may run, which the prompt states.
        clock: the time in seconds.

    Raises:
        SandboxUnavailable: code cannot be run on this machine.
    """
    begun = clock()
    pipeline = _Pipeline(task, ask, sandbox, prompts, repairs, seconds)
    stages: list[Stage] = []
    attempts: tuple[ScriptAttempt, ...] = ()
    ended: PipelineEnded = "no-json"
    request = await pipeline.request(stages)
    if request is not None:
        ended = "no-steps"
        steps = await pipeline.steps(request, stages)
        if steps:
            attempts, ended = await pipeline.scripts(request, steps)
            stages += _stages(attempts)
    answer = attempts[-1].output.strip() if ended == "answered" else ""
    found = task.check(answer)
    return PipelineRun(
        task.name, ended, found, answer, tuple(stages), attempts, seconds=clock() - begun
    )


@dataclass(frozen=True, slots=True)
class _Pipeline:
    """The stages of one task, each with its prompt."""

    task: AgenticTask
    ask: Ask
    sandbox: CodeRunner
    prompts: PromptSet
    repairs: int
    seconds: float

    async def request(self, stages: list[Stage]) -> TravelRequest | None:
        """The request as JSON; the model gets one report of a fault."""
        prompt = self._prompt("constraints_json", request=self.task.request.strip())
        messages = [Message("user", prompt)]
        for _ in range(2):
            answer = await self.ask(messages)
            try:
                found = read_request(answer)
            except RequestFault as fault:
                stages.append(Stage("json", answer, str(fault)))
                again = self.prompts.text("constraints_json_again", fault=str(fault))
                messages += [Message("assistant", shown(answer) or "-"), Message("user", again)]
            else:
                stages.append(Stage("json", answer))
                return found
        return None

    async def steps(self, request: TravelRequest, stages: list[Stage]) -> str:
        """The steps that the code is to follow; empty where there are none."""
        prompt = self._prompt("constraints_steps", request=request.as_json())
        steps = without_thoughts(await self.ask([Message("user", prompt)])).strip()
        stages.append(Stage("steps", steps, "" if steps else "There are no steps in the answer."))
        return steps

    async def scripts(
        self, request: TravelRequest, steps: str
    ) -> tuple[tuple[ScriptAttempt, ...], ScriptsEnded]:
        prompt = self._prompt(
            "constraints_code",
            request=request.as_json(),
            steps=shown(steps),
            no_solution=NO_SOLUTION,
            seconds=f"{self.seconds:g}",
        )
        files = {**self.task.tools, "request.json": f"{request.as_json()}\n"}
        return await written_scripts(
            prompt, self.ask, self.sandbox, files, self.prompts, repairs=self.repairs
        )

    def _prompt(self, name: str, **values: str) -> str:
        return self.prompts.text(
            name,
            specification=self.task.specification.strip(),
            tools_specification=self.task.tools_specification.strip(),
            **values,
        )


def _stages(attempts: Sequence[ScriptAttempt]) -> Iterator[Stage]:
    for each in attempts:
        yield Stage("code", each.script, each.fault, each.output)
