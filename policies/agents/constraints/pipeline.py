"""LLM for constraint models (multi-step paper, section 4): request, JSON, steps, code, plan.

It is the pipeline of Hao et al. 2024 in its general variant: no prompt has an example of code or of
steps, but an explanation of how such code is written (section 4.1, figure 3).
"""

from __future__ import annotations

import datetime
import math
import time
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from domains.agents import AgenticTask, Assessment
from domains.agents.travel import Tour, TourTask
from domains.agents.travel.tour import Mode
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

RunEnded: TypeAlias = (
    Literal["no-json", "no-steps", "other-wishes", "out-of-time", "horizon"] | ScriptsEnded
)
"""How a run ends: without a request as JSON, without steps, with wishes that the own encoding does
not know, at its time limit, after its last turn, or as scripts do."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One answer of the model on the way.

    Args:
        name: what it was asked for.
        text: its answer; for `code`, the script in it.
        fault: what was wrong with it, in a line; empty for nothing.
        output: what a script printed, or the observation after a turn.
    """

    name: Literal["json", "steps", "code", "turn"]
    text: str
    fault: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class TaskRun:
    """What came of a task.

    Args:
        task: its name.
        ended: how it ended.
        assessment: what the task's rule says of the answer.
        answer: what it is judged by; empty if there is no answer.
        stages: the model's answers in their order.
        seconds: how long it took.
        attempts: the scripts with what was noticed of each.
    """

    task: str
    ended: RunEnded
    assessment: Assessment
    answer: str
    stages: tuple[Stage, ...]
    seconds: float
    attempts: tuple[ScriptAttempt, ...] = ()

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


class TourForm(TravelRequest):
    """A request with the wishes that the project's own encoding knows; `preferences` has the rest.

    Attributes:
        room_types: which types of room are welcome; empty for any.
        need: what the house rules may not forbid.
        cuisines: which cuisines are wanted, each at some meal.
        without: which ways of travelling are not wanted.
        latest_departure: no flight leaves after this time.
    """

    room_types: tuple[Literal["Entire home/apt", "Private room", "Shared room"], ...]
    need: Literal["pets", "parties", "smoking", "visitors", "children under 10"] | None
    cuisines: tuple[_Text, ...]
    without: tuple[Mode, ...]
    latest_departure: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] | None

    def tour(self, cities: tuple[str, ...]) -> Tour:
        """The trip that is asked for, among cities that may be visited."""
        return Tour(
            origin=self.org,
            cities=cities,
            visits=self.visiting_city_number,
            dates=tuple(day.isoformat() for day in self.date),
            people=self.people_number,
            budget=math.floor(self.budget),
            latest_departure=self.latest_departure or "",
            room_types=self.room_types,
            need=self.need or "",
            cuisines=self.cuisines,
            without=self.without,
        )


_Request = TypeVar("_Request", bound=TravelRequest)


def read_request(answer: str, form: type[_Request]) -> _Request:
    """The request in a model's answer, which may stand in a code block.

    Raises:
        RequestFault: it holds none, or one that is not as it should be.
    """
    try:
        return form.model_validate_json(script_of(without_thoughts(answer)).strip())
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        places = (".".join(map(str, each["loc"])) for each in found)
        reasons = (each["msg"].removeprefix("Value error, ") for each in found)
        faults = zip(places, reasons, strict=True)
        raise RequestFault("; ".join(": ".join(filter(None, fault)) for fault in faults)) from error


async def run_pipeline(
    task: AgenticTask,
    ask: Ask,
    sandbox: CodeRunner,
    prompts: PromptSet,
    *,
    repairs: int = REPAIRS,
    seconds: float = SandboxLimits().seconds,
) -> TaskRun:
    """Solve a task of Travel Planner by a constraint model that a language model writes.

    Its code is mended or written anew at most `repairs` times. The prompt states for how many
    `seconds` a script may run.

    Raises:
        SandboxUnavailable: code cannot be run on this machine.
    """
    begun, stages = time.perf_counter(), list[Stage]()
    attempts: tuple[ScriptAttempt, ...] = ()
    ended: RunEnded = "no-json"
    if request := await _request(task, ask, prompts, stages, TravelRequest):
        ended, known = "no-steps", request.as_json()
        prompt = _prompt(task, prompts, "constraints_steps", request=known)
        steps = without_thoughts(await ask([Message("user", prompt)])).strip()
        stages.append(Stage("steps", steps, "" if steps else "There are no steps in the answer."))
        if steps:
            limits = {"no_solution": NO_SOLUTION, "seconds": f"{seconds:g}"}
            prompt = _prompt(
                task, prompts, "constraints_code", request=known, steps=shown(steps), **limits
            )
            files = {**task.tools, "request.json": f"{known}\n"}
            attempts, ended = await written_scripts(
                prompt, ask, sandbox, files, prompts, repairs=repairs
            )
            stages += (Stage("code", each.script, each.fault, each.output) for each in attempts)
    answer = attempts[-1].output.strip() if ended == "answered" else ""
    taken = time.perf_counter() - begun
    return TaskRun(task.name, ended, task.check(answer), answer, tuple(stages), taken, attempts)


async def run_form(
    task: TourTask, ask: Ask | None, prompts: PromptSet, *, seconds: float
) -> TaskRun:
    """Solve a whole trip by the project's own encoding; the model fills in a form of wishes.

    The multi-step paper (section 8) finds models good at that. A wish for which the form has no key
    is not passed over: there is no plan then.

    Args:
        task: a whole trip, of which the data are used, and the request.
        ask: the model; None for nobody, where the trip's own wishes are solved.
        prompts: the prompt set.
        seconds: how long z3 may take.
    """
    from policies.agents.constraints.encoding import solve_tour  # z3 is of the extra

    begun, stages = time.perf_counter(), list[Stage]()
    answer, reason, tour = "", "", task.tour
    ended: RunEnded = "answered"
    if ask is not None:
        form = await _request(task.task, ask, prompts, stages, TourForm)
        if form is None:
            ended = "no-json"
        elif form.preferences:
            ended, reason = "other-wishes", f"Not encoded: {' '.join(form.preferences)}"
        else:
            tour = form.tour(task.tour.cities)
    if ended == "answered":
        found = solve_tour(tour, task.data, seconds=seconds)
        ended, answer, reason = found.ended, found.answer, found.reason
    assessment = task.task.check(answer)
    assessment = replace(assessment, reason=reason or assessment.reason)
    taken = time.perf_counter() - begun
    return TaskRun(task.name, ended, assessment, answer, tuple(stages), taken)


async def _request(
    task: AgenticTask, ask: Ask, prompts: PromptSet, stages: list[Stage], form: type[_Request]
) -> _Request | None:
    """The request as JSON; the model gets one report of a fault."""
    request, filled = task.request.strip(), form is TourForm
    prompt = _prompt(task, prompts, "constraints_json", request=request, form=filled)
    messages = [Message("user", prompt)]
    for _ in range(2):
        answer = await ask(messages)
        try:
            found = read_request(answer, form)
        except RequestFault as fault:
            stages.append(Stage("json", answer, str(fault)))
            again = prompts.text("constraints_json_again", fault=str(fault))
            messages += [Message("assistant", shown(answer) or "-"), Message("user", again)]
        else:
            stages.append(Stage("json", answer))
            return found
    return None


def _prompt(task: AgenticTask, prompts: PromptSet, name: str, **values: object) -> str:
    return prompts.text(
        name,
        specification=task.specification.strip(),
        tools_specification=task.tools_specification.strip(),
        **values,
    )
