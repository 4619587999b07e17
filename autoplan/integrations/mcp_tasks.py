"""What tools of the Model Context Protocol do: tasks under way, each found by its owner alone, and
what is asked about PDDL that comes as text: its English, a plan, its verdict, an answer's grade.

To the latter come values, and plain values come back, so that a process of its own can do it, and
be ended.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

import domains
from autoplan.experiment.benchmarks import Benchmark, benchmarks
from autoplan.grade.score import findings, grade_reading
from autoplan.integrations.playable import Form, PlayableTask, playable_task, playable_tasks
from pddl2nl.compose import PAPER, StyleName
from pddl2nl.conversion import convert
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import parse_lexicon
from pddl2nl.model import Domain, GroundAction, Problem
from pddl2nl.reader.domain import parse_domain
from pddl2nl.reader.problem import parse_problem
from pddl2nl.verbalizers import AUTO, AutoVerbalizer
from policies.symbolic import GIBIBYTE, NoPlan
from simulator import Episode, present_pddl
from simulator.outcome import Refused
from simulator.plans import parse_plan
from simulator.validation import validate_in

TASKS_OF_A_SESSION = 16
TASKS_ALTOGETHER = 1_000
IDLE_SECONDS = 30 * 60.0
"""A task that nobody has touched for so long is dropped."""
_UNGUESSABLE = 16
"""Bytes of chance in an id."""


@dataclass
class OpenTask:
    """A task under way.

    Args:
        owner: the session that it belongs to; None where the protocol has no sessions, so that
            whoever knows the id plays.
        touched: when it was last asked for, in seconds of the monotonic clock.
        turn: held by whoever acts, so that two requests at once come one after the other.
    """

    owner: str | None
    task: PlayableTask
    episode: Episode
    touched: float
    turn: Lock = field(default_factory=Lock)


class TaskShelf:
    """Keeps the tasks of all sessions, by ids that nobody can guess."""

    def __init__(self) -> None:
        self._tasks: dict[str, OpenTask] = {}

    def add(self, owner: str | None, task: PlayableTask) -> str:
        """Begin an attempt at a task; returns its id.

        Raises:
            InputError: its owner, or all together, have too many under way.
        """
        self._drop_idle()
        own = [each for each in self._tasks.values() if each.owner == owner]
        if owner is not None and len(own) >= TASKS_OF_A_SESSION:
            raise InputError(f"{len(own)} tasks are under way; end one of them with end_task")
        if len(self._tasks) >= TASKS_ALTOGETHER:
            raise InputError("the server has too many tasks under way; try again later")
        name = secrets.token_urlsafe(_UNGUESSABLE)
        self._tasks[name] = OpenTask(owner, task, task.episode(), time.monotonic())
        return name

    def get(self, owner: str | None, name: str) -> OpenTask:
        """A task of an owner.

        Raises:
            InputError: there is none of that id; one of another owner is as good as none.
        """
        self._drop_idle()
        found = self._tasks.get(name)
        if found is None or found.owner != owner:
            raise InputError("there is no such task, or it was idle for too long; use start_task")
        found.touched = time.monotonic()
        return found

    def end(self, owner: str | None, name: str) -> None:
        """Forget a task.

        Raises:
            InputError: there is none of that id.
        """
        self.get(owner, name)
        del self._tasks[name]

    def _drop_idle(self) -> None:
        oldest = time.monotonic() - IDLE_SECONDS
        for name in [name for name, each in self._tasks.items() if each.touched < oldest]:
            del self._tasks[name]


MAX_TEXT = 1_000
"""The maximum number of characters of each text about what a client sent."""
MAX_UNTRANSLATED = 10
"""The maximum number of untranslated steps that come back."""
SEARCH_MEMORY = 2 * GIBIBYTE
"""Bytes that a planner may hold."""


@dataclass(frozen=True, slots=True)
class TaskSource:
    """Where a task comes from: a listed domain and an instance of it, or texts of PDDL.

    Args:
        domain: the name of a bundled domain, or a folder that the server offers.
        instance: its number (from 1) or name.
        lexicon: a client's snippets for its domain, as JSON.
    """

    domain: str | None = None
    instance: int | str = 1
    domain_pddl: str | None = None
    problem_pddl: str | None = None
    lexicon: str | None = None


def offered(folders: Sequence[str]) -> dict[str, Benchmark]:
    """The folders that a server offers beside the bundled domains, by name.

    Raises:
        InputError: one is no folder of tasks, or has the name of another domain.
    """
    found = benchmarks(folders)
    for folder, (name, read) in zip(folders, found.items(), strict=True):
        if not Path(folder).is_dir():
            raise InputError(
                "is not a folder; the bundled domains are offered anyway", source=folder
            )
        if name in _bundled():
            raise InputError("has the name of a bundled domain; rename the folder", source=folder)
        for part in read.parts():
            AutoVerbalizer().lexicon(part.domain)  # a lexicon that does not fit is refused now
    return found


def _bundled() -> tuple[str, ...]:
    return (*domains.names(), *domains.scaled_names())


def place_of(name: str, folders: Mapping[str, str]) -> str:
    """Where the domain of a name is, as `playable_tasks` takes it; no other folder is looked into.

    Args:
        folders: the folders that the server offers, by name.

    Raises:
        InputError: there is none of that name.
    """
    if name in _bundled():
        return name
    if name in folders:
        return folders[name]
    known = (*_bundled(), *folders)
    near = did_you_mean(name, known) or f"; there are {', '.join(known)}"
    raise InputError(f"this server has no domain {name!r}{near}")


def task_of(source: TaskSource, form: Form = "nl", style: StyleName = PAPER) -> PlayableTask:
    """The task of a source, ready to be played.

    Raises:
        InputError: there is no such instance, a text is no PDDL or no lexicon, or it is unclear
            which is meant.
    """
    if source.domain is not None:
        _check_one(source)
        tasks = playable_tasks(source.domain, source.instance, form=form, style=style)
        return next(iter(tasks.values()))
    problem, lexicon = _given(source)
    return playable_task(problem, form=form, style=style, verbalizer=lexicon or AUTO)


def _given(source: TaskSource) -> tuple[Problem, Lexicon | None]:
    """A client's own task, and its snippets."""
    _check_one(source)
    domain = parse_domain(source.domain_pddl or "", "domain_pddl")
    problem = parse_problem(source.problem_pddl or "", domain, "problem_pddl")
    return problem, _snippets(source.lexicon, domain)


def _snippets(text: str | None, domain: Domain) -> Lexicon | None:
    return None if text is None else parse_lexicon(text, domain, Path("lexicon"))


def _check_one(source: TaskSource) -> None:
    """See that either a domain of the server or the texts of a task are given."""
    given = {text is not None for text in (source.domain_pddl, source.problem_pddl)}
    if given != {source.domain is None}:
        raise InputError(
            "name either a listed domain and an instance, or both domain_pddl and problem_pddl"
        )
    if source.domain is not None and source.lexicon is not None:
        raise InputError("lexicon goes with domain_pddl, not with a domain of the server")


def rehearsed(source: TaskSource, form: Form, style: StyleName) -> None:
    """Make a client's task ready and ask for a step of it, to see that this can be done in time.

    Raises:
        InputError: as `task_of`.
    """
    task_of(source, form, style).step_of("")


def english(
    domain_pddl: str, problem_pddl: str | None, lexicon: str | None, style: StyleName
) -> dict[str, str | None]:
    """A domain, and a problem of it, in English.

    Raises:
        InputError: a text is no PDDL or no lexicon.
    """
    domain = parse_domain(domain_pddl, "domain_pddl")
    problems = [] if not problem_pddl else [parse_problem(problem_pddl, domain, "problem_pddl")]
    texts = convert(domain, problems, _snippets(lexicon, domain), style=style)
    problem_text = texts.problems[0].text.text if texts.problems else None
    return {"domain_text": texts.domain_text.text, "problem_text": problem_text}


def problem_of(source: TaskSource) -> Problem:
    """The problem of a source, for a planner.

    Raises:
        InputError: as `task_of`.
    """
    if source.domain is None:
        return _given(source)[0]
    return task_of(source, form="pddl").world.problem


def sentences_of(source: TaskSource, plan: Sequence[GroundAction]) -> list[str] | None:
    """The steps of a plan in English, None for a plan that does not solve the task."""
    task = task_of(source)
    if not validate_in(task.world, plan).valid:
        return None
    return [*map(task.presentation.narrator.action, plan)]


def why(found: NoPlan, seconds: float) -> str:
    """Why there is no plan, in a line."""
    reasons: dict[str, str] = {
        "unsolvable": "the search has proved that there is no plan",
        "gave-up": "the search has ended without a plan, and without a proof that there is none",
        "time-limit": f"no plan was found in {seconds:g} seconds",
        "memory-limit": f"no plan was found in {SEARCH_MEMORY // GIBIBYTE} GiB of memory",
    }
    unable = _shortened(f"the planner cannot work on this task: {found.detail}")
    return reasons.get(found.reason, unable)


def verdict(source: TaskSource, plan: str) -> dict[str, object]:
    """Whether a plan in PDDL solves a task, and if not, at which step (from 1) it fails, and why.

    Raises:
        InputError: there is no such task, or a line of the plan is no action.
    """
    task = task_of(source)
    steps = parse_plan(plan, "plan")
    found = validate_in(task.world, steps)
    voices = (task.presentation.narrator, present_pddl(task.world.problem).narrator)
    if found.failed_step is not None:
        refused = Refused(steps[found.failed_step], found.faults)
        reasons = [voice.refused(refused) for voice in voices]
    else:
        unmet = found.unmet_goal
        reasons = [voice.unfinished(unmet) if unmet else "" for voice in voices]
    return {
        "valid": bool(found.valid),
        "steps": len(steps),
        "failed_step": None if found.failed_step is None else found.failed_step + 1,
        "reason": _shortened(reasons[0]) or None,
        "reason_pddl": _shortened(reasons[1]) or None,
    }


def grade(source: TaskSource, response: str, form: Form, style: StyleName) -> dict[str, object]:
    """What an answer to a task is worth, as `autoplan score` reports it; long texts are cut.

    Raises:
        InputError: there is no such task.
    """
    task = task_of(source, form, style)
    graded = grade_reading(task.world, task.presentation.narrator, task.reader.read(response))
    return {
        **findings(graded),
        "first_error": graded.first_error and _shortened(graded.first_error),
        "untranslated": [*map(_shortened, graded.reading.untranslated[:MAX_UNTRANSLATED])],
    }


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…"
