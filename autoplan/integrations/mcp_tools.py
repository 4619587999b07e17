"""The tools of the Model Context Protocol, each a method of `PlanningTools`: what a client may
give, what it gets, and how long that may take.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

import anyio
import anyio.to_process
import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import Field

import domains
from autoplan.experiment.benchmarks import Benchmark, card
from autoplan.integrations.mcp_tasks import (
    SEARCH_MEMORY,
    OpenTask,
    TaskShelf,
    TaskSource,
    english,
    grade,
    offered,
    place_of,
    problem_of,
    rehearsed,
    sentences_of,
    task_of,
    verdict,
    why,
)
from autoplan.integrations.playable import PlayableTask
from pddl2nl.errors import InputError
from policies.mechanism import take_step
from policies.symbolic import NoPlan, Solvability, SymbolicPlanner
from simulator.queries import within

MAX_PDDL_LENGTH = 200_000
MAX_ANSWER_LENGTH = 100_000
MAX_ACTION_LENGTH = 2_000
"""Characters of each text that a client gives."""
SECONDS = 10.0
"""How long one call may work."""
MAX_SECONDS = 60.0
"""How long a client may have a planner search; many clients wait no longer for an answer."""
_PLACES = 2
"""How many calls about texts are worked on at the same time, each in a process of its own."""
_SESSION = "mcp-session-id"

Id = Annotated[str, Field(max_length=100, description="the id that start_task gave")]
Pddl = Annotated[str, Field(max_length=MAX_PDDL_LENGTH)]
InForm = Annotated[
    Literal["nl", "template", "pddl"],
    Field(description="the texts are English (nl), template English or PDDL"),
]
InStyle = Annotated[Literal["paper", "brief"], Field(description="how English is composed")]
Named = Annotated[str, Field(max_length=100, description="a domain of list_domains")]
Instance = Annotated[
    int | Annotated[str, Field(max_length=100)],
    Field(description="the number (from 1) or the name of an instance of that domain"),
]
OwnDomain = Annotated[Pddl, Field(description="a domain of your own, as a text of PDDL")]
OwnProblem = Annotated[Pddl, Field(description="a problem of domain_pddl, as a text of PDDL")]
OwnWords = Annotated[
    dict[str, Any],
    Field(
        description="snippets of your own for domain_pddl: "
        '{"domain": "garden", "source": "by hand", "predicates": {"full": "{?c} is full"}, '
        '"actions": {"fill": "fill {?c} at {?p}"}}'
    ),
]
Seconds = Annotated[float, Field(gt=0, le=MAX_SECONDS, description="how long the search may take")]
_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True)  # the library takes slots for default values
class ListedDomain:
    """A domain, what it is about, and how many instances it has."""

    name: str
    summary: str
    instances: int


@dataclass(frozen=True)  # the library takes slots for default values
class TextsOfTask:
    """A task as a player reads it first; `task` is its id for the other tools."""

    task: str
    instance: str
    step_limit: int
    domain_text: str
    problem_text: str


@dataclass(frozen=True)  # the library takes slots for default values
class Played:
    """What came of a step; `finish` says why the task is over, null while it goes on."""

    observation: str
    refused: bool
    solved: bool
    finish: str | None
    steps_left: int


@dataclass(frozen=True)  # the library takes slots for default values
class Solved:
    """What a search has found.

    `solvability` is `solvable` with a plan, `unsolvable` where it is proved that there is none, and
    `unknown` otherwise; without a plan, `reason` says why.
    """

    solvability: Solvability
    plan: list[str] | None
    plan_pddl: list[str] | None
    reason: str | None
    seconds: float


class PlanningTools:
    """The tools, each a method whose docstring a client reads.

    Args:
        seconds: how long one call may work.
        folders: domains that are offered beside the bundled ones.
    """

    def __init__(
        self, shelf: TaskShelf, seconds: float = SECONDS, folders: Sequence[str] = ()
    ) -> None:
        self._shelf, self._seconds = shelf, seconds
        own = offered(folders)
        self._folders = dict(zip(own, folders, strict=True))
        self._own = [_of_folder(each) for each in own.values()]
        self._places = anyio.CapacityLimiter(_PLACES)
        self._searches = anyio.CapacityLimiter(_PLACES)

    async def list_domains(self) -> list[ListedDomain]:
        """List the planning domains of this server."""
        return await anyio.to_thread.run_sync(_bundled) + self._own

    async def start_task(
        self,
        ctx: Context,
        domain: Named | None = None,
        instance: Instance = 1,
        domain_pddl: OwnDomain | None = None,
        problem_pddl: OwnProblem | None = None,
        lexicon: OwnWords | None = None,
        form: InForm = "nl",
        style: InStyle = "paper",
    ) -> TextsOfTask:
        """Begin a task of a listed domain (domain, instance) or of your own (domain_pddl,
        problem_pddl): its id and its texts."""
        source = self._source(domain, instance, domain_pddl, problem_pddl, lexicon)
        if source.domain is None:
            # A client's text may take for ever, and a thread cannot be ended.
            await self._apart(rehearsed, source, form, style)
        task = await self._in_time(task_of, source, form, style)
        return _texts(self._shelf.add(_owner(ctx), task), task)

    async def get_texts(self, ctx: Context, task: Id) -> TextsOfTask:
        """The texts of a task once more, as at its beginning."""
        return _texts(task, self._shelf.get(_owner(ctx), task).task)

    async def act(
        self,
        ctx: Context,
        task: Id,
        action: Annotated[str, Field(max_length=MAX_ACTION_LENGTH)],
    ) -> Played:
        """Try one action, as a sentence in the words of the task, or in PDDL: what it did, or why
        it is refused. A refused action costs a step and changes nothing."""
        return await self._in_time(_played, self._shelf.get(_owner(ctx), task), action)

    async def look(self, ctx: Context, task: Id) -> Played:
        """Describe the current state of a task in words. It costs a step."""
        return await self._in_time(_played, self._shelf.get(_owner(ctx), task))

    async def end_task(self, ctx: Context, task: Id) -> str:
        """Forget a task that is not played on."""
        self._shelf.end(_owner(ctx), task)
        return "The task is forgotten."

    async def validate_plan(
        self,
        plan: Annotated[Pddl, Field(description="one ground action a line, as (move a b)")],
        domain: Named | None = None,
        instance: Instance = 1,
        domain_pddl: OwnDomain | None = None,
        problem_pddl: OwnProblem | None = None,
        lexicon: OwnWords | None = None,
    ) -> dict[str, Any]:
        """Whether a plan in PDDL solves a task, a listed one (domain, instance) or your own
        (domain_pddl, problem_pddl); if not, at which step it fails, and why."""
        source = self._source(domain, instance, domain_pddl, problem_pddl, lexicon)
        return await self._apart(verdict, source, plan)

    async def convert_pddl(
        self,
        domain_pddl: OwnDomain,
        problem_pddl: OwnProblem | None = None,
        lexicon: OwnWords | None = None,
        style: InStyle = "paper",
    ) -> dict[str, Any]:
        """Say a PDDL domain, and a problem of it, in English that loses nothing."""
        return await self._apart(english, domain_pddl, problem_pddl, _as_text(lexicon), style)

    async def score_answer(
        self,
        response: Annotated[str, Field(max_length=MAX_ANSWER_LENGTH)],
        domain: Named | None = None,
        instance: Instance = 1,
        domain_pddl: OwnDomain | None = None,
        problem_pddl: OwnProblem | None = None,
        lexicon: OwnWords | None = None,
        form: InForm = "nl",
        style: InStyle = "paper",
    ) -> dict[str, Any]:
        """Read the plan in a whole answer to a task, listed or your own, and grade it. The words
        are those of start_task or convert_pddl in this form and style."""
        source = self._source(domain, instance, domain_pddl, problem_pddl, lexicon)
        return await self._apart(grade, source, response, form, style)

    async def solve(
        self,
        domain: Named | None = None,
        instance: Instance = 1,
        domain_pddl: OwnDomain | None = None,
        problem_pddl: OwnProblem | None = None,
        lexicon: OwnWords | None = None,
        seconds: Seconds = SECONDS,
    ) -> Solved:
        """Search for a plan of a task, listed or your own, with greedy best-first search and the
        heuristic FF: the plan in English and in PDDL, or that none was found, or that it is proved
        that there is none. The plan need not be shortest, and the costs of actions are ignored."""
        source = self._source(domain, instance, domain_pddl, problem_pddl, lexicon)
        problem = await self._apart(problem_of, source)
        async with self._searches:
            with SymbolicPlanner(workers=1) as planner:
                found = await planner.solve(problem, "ff", seconds=seconds, memory=SEARCH_MEMORY)
        taken = round(found.seconds, 3)
        if isinstance(found, NoPlan):
            return Solved(found.solvability, None, None, why(found, seconds), taken)
        words = await self._apart(sentences_of, source, found.plan)
        if words is None:
            fault = "the planner's plan does not solve the task in the simulator"
            return Solved("unknown", None, None, fault, taken)
        return Solved("solvable", words, [*map(str, found.plan)], None, taken)

    def _source(
        self,
        domain: str | None,
        instance: int | str,
        domain_pddl: str | None,
        problem_pddl: str | None,
        lexicon: dict[str, Any] | None,
    ) -> TaskSource:
        place = None if domain is None else place_of(domain, self._folders)
        return TaskSource(place, instance, domain_pddl, problem_pddl, _as_text(lexicon))

    async def _in_time(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do something with a bundled task; what may take for ever asks for the time."""

        def timed() -> _T:
            with within(self._seconds):
                return work(*args, **kwargs)

        return await anyio.to_thread.run_sync(timed)

    async def _apart(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do something with a client's text in a process that is ended when its time is up."""
        async with self._places:
            with anyio.fail_after(self._seconds):
                done = partial(work, *args, **kwargs)
                return await anyio.to_process.run_sync(done, cancellable=True)


def _owner(ctx: Context) -> str | None:
    """Whose tasks a request may see.

    Over stdio there is one client. Over HTTP a session has an id that the library has given it
    and that every request bears; the protocol of 2026 has no sessions, so a task's id is its key.
    """
    headers = ctx.headers
    if headers is None:
        return "stdio"
    if ctx.protocol_version not in HANDSHAKE_PROTOCOL_VERSIONS:
        return None
    return f"session {headers.get(_SESSION)}"


def _bundled() -> list[ListedDomain]:
    cards = map(card, domains.names())
    return [ListedDomain(each.name, each.summary, len(each.instances)) for each in cards]


def _of_folder(read: Benchmark) -> ListedDomain:
    actions = dict.fromkeys(schema.name for each in read.domains for schema in each.actions)
    return ListedDomain(read.name, f"Actions: {', '.join(actions)}.", len(read.problems))


def _as_text(lexicon: dict[str, Any] | None) -> str | None:
    """A client's snippets as a file has them."""
    text = None if lexicon is None else json.dumps(lexicon, ensure_ascii=False, indent=2)
    if text is not None and len(text) > MAX_PDDL_LENGTH:
        raise InputError(f"lexicon: it may have {MAX_PDDL_LENGTH:,} characters as JSON at most")
    return text


def _texts(name: str, task: PlayableTask) -> TextsOfTask:
    shown = task.presentation
    return TextsOfTask(name, task.name, task.step_limit, shown.domain_text, shown.problem_text)


def _played(opened: OpenTask, step: str | None = None) -> Played:
    """What comes of a step, or of looking around."""
    episode = opened.episode
    with opened.turn:
        if episode.finished:
            over = "it is solved" if episode.solved else "its steps are used up"
            raise InputError(f"the task is over, since {over}; begin another one with start_task")
        seen = episode.look() if step is None else take_step(episode, opened.task.step_of(step))
        left = opened.task.step_limit - episode.steps
        refused = seen.mistake is not None
        return Played(seen.text, refused, bool(episode.solved), episode.finish, left)
