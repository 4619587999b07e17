"""The tasks of a domain before its first episode: which are played, the few-shot example, other
names for the control experiment, and reference plans.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import domains
from autoplan.experiment.benchmarks import Benchmark
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.model import Domain, GroundAction, Problem
from pddl2nl.obfuscation import Renaming, renaming
from pddl2nl.reader import read_problem
from policies.symbolic import NoPlan, PlanFound, ReferencePlans, usable_cores
from simulator.applicable import TooManyActionsError
from simulator.effects import UndefinedCostError
from simulator.validation import validate_in
from simulator.world import World

_STEP = re.compile(r"\(([^()]+)\)")


def kept_plan(path: Path, problem: Problem) -> tuple[GroundAction, ...] | None:
    """The plan kept beside a task's file; None where there is none, or it misses the goal."""
    try:
        lines = domains.kept_plan(path)
    except (OSError, UnicodeDecodeError):
        return None
    found = [_STEP.search(line) for line in lines or () if not line.lstrip().startswith(";")]
    named = (each[1].lower().split() for each in found if each)
    steps = tuple(GroundAction(name, tuple(args)) for name, *args in named)
    return steps if steps and validate_in(World(problem), steps).valid else None


EXAMPLE_LENGTH = 5
"""The plan length of a good few-shot example (the paper, appendix B)."""
EXAMPLE_SECONDS = 4.0
"""How long a plan for one instance, and in all, may take to choose the example; what is under way
is waited for."""
GIVEN_SECONDS = 60.0
"""How long a plan for an example that was asked for may take."""


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task with a plan."""

    path: Path
    problem: Problem
    plan: tuple[GroundAction, ...]


async def given_example(path: Path, domain: Domain, references: ReferencePlans) -> PlannedTask:
    """An example that was asked for, with the plan kept beside it or found now.

    Raises:
        InputError: it is no task of the domain, or has no plan.
    """
    problem = read_problem(path, domain)
    kept = kept_plan(path, problem)
    if kept is not None:
        return PlannedTask(path, problem, kept)
    found = await references.plan(problem, GIVEN_SECONDS)
    if not isinstance(found, PlanFound) or not found.plan:
        reason = found.reason if not isinstance(found, PlanFound) else "its goal holds at the start"
        raise InputError(f"cannot be the example: no plan ({reason})", source=str(path))
    return PlannedTask(path, problem, found.plan)


async def choose_example(
    problems: Mapping[Path, Problem], references: ReferencePlans, tell: Callable[[str], None]
) -> PlannedTask | None:
    """The best of the plans at hand, or of those that are found in the time there is."""
    # Small tasks first: they are likely to have short plans, and a plan of five ends the search.
    small = sorted(problems, key=lambda each: (each.stat().st_size, str(each)))
    plans = ((path, kept_plan(path, problems[path])) for path in small)
    kept = [PlannedTask(path, problems[path], plan) for path, plan in plans if plan is not None]
    best = min(kept, key=_distance, default=None)
    known = {each.path for each in kept}
    others = [path for path in small if path not in known]
    if others and (best is None or _distance(best) > 0):
        tell(f"looking for a few-shot example among {len(others)} instances")
        best = await _searched(others, problems, references, best)
    return best


async def _searched(
    paths: Sequence[Path],
    problems: Mapping[Path, Problem],
    references: ReferencePlans,
    best: PlannedTask | None,
) -> PlannedTask | None:
    """The best plan of some tasks and the one at hand, as many at a time as there are cores."""
    waiting, begun = iter(paths), time.monotonic()
    while time.monotonic() - begun < EXAMPLE_SECONDS:
        batch = list(islice(waiting, usable_cores()))
        if not batch:
            break
        found = await asyncio.gather(
            *(references.plan(problems[path], EXAMPLE_SECONDS) for path in batch)
        )
        solved = [
            PlannedTask(path, problems[path], each.plan)
            for path, each in zip(batch, found, strict=True)
            if isinstance(each, PlanFound) and each.plan
        ]
        best = min([*([best] if best else []), *solved], key=_distance, default=None)
        if best is not None and _distance(best) == 0:
            break
    return best


def _distance(found: PlannedTask) -> int:
    return abs(len(found.plan) - EXAMPLE_LENGTH)


_MAX_REMARKS = 3


@dataclass(frozen=True, slots=True)
class SelectedTask:
    """An instance to be played: `problem` may be under other names than its file's `original`."""

    path: Path
    problem: Problem
    original: Problem


@dataclass(frozen=True, slots=True)
class TaskSelection:
    """A domain ready to be played; `example` is None where no instance can be spared.

    Args:
        renaming: from the names in the files to those that are played.
        example_name: which task the example is: an instance, or a file from elsewhere.
    """

    name: str
    domain: Domain
    tasks: Mapping[str, SelectedTask]
    example: tuple[Problem, tuple[GroundAction, ...]] | None
    renaming: Renaming = field(default_factory=Renaming)
    example_name: str | None = None


async def select_tasks(
    source: Benchmark,
    references: ReferencePlans,
    *,
    most: int | None,
    warn: Callable[[str], None],
    tell: Callable[[str], None] = lambda _: None,
    examples: int = 1,
    only: Collection[Path] = (),
    example_file: Path | None = None,
) -> TaskSelection:
    """Choose the few-shot example and the tasks.

    The example is the instance 0 of a folder of the paper's dataset, elsewhere the instance with
    the plan length closest to five; it is never played itself.

    Args:
        references: where plans come from that do not lie beside an instance.
        most: how many instances to play, None for all.
        warn: gets a message where no example can be found.
        tell: gets a message on what takes a while.
        examples: how many examples there are to be, one or none.
        only: the instances to play, none for as many as there are to be.
        example_file: the file of the example, None to have it chosen.

    Raises:
        InputError: the file given is no task of the domain, or has no plan; or the example itself
            is to be played.
    """
    problems = source.problems
    kept = next(filter(domains.is_example, problems), None)
    if examples > 0 and example_file is None:
        example_file = kept
    spare = examples > 0 and example_file is None and len(problems) > 1
    example = await choose_example(problems, references, tell) if spare else None
    if example_file is not None:
        example = await given_example(example_file, source.domain, references)
    if examples > 0 and example is None and len(problems) == 1:
        tell("there is one instance, so the prompts are zero-shot")
    read: tuple[Domain | Problem, ...] = (source.domain, *problems.values())
    for each in [each for each in read if each.remarks][:_MAX_REMARKS]:
        warn(str(each.remarks[0]))  # once for each file
    if spare and example is None:
        warn(
            f"{source.name}: no instance could be solved within {EXAMPLE_SECONDS:g} s to be the "
            "few-shot example, so the prompts are zero-shot"
        )
    taken = None if example is None else example.path.resolve()
    spared = [path for path in problems if path != kept and path.resolve() != taken]
    if shown := next((path for path in only if path in problems and path not in spared), None):
        raise InputError(
            f"{shown.stem} is the few-shot example of {source.name}, and not played itself; ask "
            "for another instance, or for --examples 0"
        )
    played = [path for path in spared if not only or path in only][:most]
    tasks = {path.stem: SelectedTask(path, problems[path], problems[path]) for path in played}
    if example is None:
        return TaskSelection(source.name, source.domain, tasks, None)
    name = example.path.stem if example.path in problems else str(example.path)
    chosen = (example.problem, example.plan)
    return TaskSelection(source.name, source.domain, tasks, chosen, example_name=name)


def without_metric(selection: TaskSelection) -> str | None:
    """A note on a domain some tasks of which are not measured by cost, None where all are."""
    lacking = sum(not task.problem.has_metric for task in selection.tasks.values())
    if not lacking:
        return None
    if all(action.cost is None for action in selection.domain.actions):
        return f"{selection.name}: no action has a cost, so plans are measured by their length"
    return (
        f"{selection.name}: {counted(lacking, 'task')} without (:metric minimize (total-cost)), "
        "where plans are measured by their length"
    )


def undefined_cost(selection: TaskSelection) -> str | None:
    """A note on the first task with an action whose cost is undefined, None where there is none.

    Searches by cost leave such an action out, and a plan with it has no cost.
    """
    for name, task in selection.tasks.items():
        world = World(task.problem)
        try:
            for action in world.possible():
                if world.precondition(action).possible:
                    world.cost(action)
        except UndefinedCostError as error:
            return f"{selection.name} {name}: {error.message}"
        except TooManyActionsError:
            continue
    return None


def obfuscated(selection: TaskSelection, spec: str | None) -> TaskSelection:
    """The same tasks with the same reference plans and example, under other names.

    Args:
        spec: which names, as `pddl2nl.obfuscation.renaming` takes it; None for its own.

    Raises:
        InputError: there is no such scheme, or the domain has tasks.
    """
    if spec is None:
        return selection
    if selection.domain.tasks:
        raise InputError(f"--obfuscate: {selection.name} has a task network, which is not renamed")
    example = selection.example
    tasks = [task.problem for task in selection.tasks.values()]
    names = renaming(selection.domain, spec, [*([example[0]] if example else []), *tasks])
    if example is not None:
        example = names.problem(example[0]), tuple(map(names.action, example[1]))
    return replace(
        selection,
        domain=names.domain(selection.domain),
        tasks={
            name: replace(task, problem=names.problem(task.problem))
            for name, task in selection.tasks.items()
        },
        example=example,
        renaming=names,
    )


STEPS_WITHOUT_REFERENCE = 100
"""The step limit of a task without one."""

Plan: TypeAlias = tuple[GroundAction, ...]


@dataclass(frozen=True, slots=True)
class References:
    """Finds the reference plan of a task: FF's, or else the one kept beside its instance.

    Without one, it knows whether that is proved: whether the task is unsolvable.

    Args:
        warn: gets a message on every task of which nobody knows whether there is a plan.
        kept_first: whether the one kept beside its instance goes before FF's.
    """

    plans: ReferencePlans
    warn: Callable[[str], None]
    kept_first: bool = False
    _under_way: dict[Path, asyncio.Future[PlanFound | NoPlan]] = field(default_factory=dict)

    async def of(self, task: SelectedTask) -> PlanFound | NoPlan:
        """The reference plan in the names of the task's file, or why there is none."""
        if task.path not in self._under_way:
            self._under_way[task.path] = asyncio.ensure_future(self._find(task))
        return await self._under_way[task.path]

    async def _find(self, task: SelectedTask) -> PlanFound | NoPlan:
        if self.kept_first and (kept := kept_plan(task.path, task.original)) is not None:
            return PlanFound(kept)
        found = await self.plans.plan(task.original)
        if isinstance(found, PlanFound):
            return found
        if (kept := kept_plan(task.path, task.original)) is not None:
            return PlanFound(kept)
        if found.solvability == "unknown":
            limit = f"so {STEPS_WITHOUT_REFERENCE} steps are allowed"
            self.warn(f"{task.path}: no reference plan ({found.reason}), {limit}")
        return found
