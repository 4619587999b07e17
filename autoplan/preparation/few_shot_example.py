"""The few-shot example of a domain: chosen, or the one that was asked for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from autoplan.preparation.kept_plans import kept_plan
from pddl2nl.errors import InputError
from pddl2nl.model import Domain, GroundAction, Problem
from pddl2nl.reader import read_problem
from policies.symbolic import PlanFound, ReferencePlans, usable_cores

EXAMPLE_LENGTH = 5
"""The plan length of a good few-shot example (seed paper, appendix B)."""
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


"""None is asked for."""


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
    kept = list(_kept(small, problems))
    best = _best(kept)
    known = {each.path for each in kept}
    others = [path for path in small if path not in known]
    if others and (best is None or _distance(best) > 0):
        tell(f"looking for a few-shot example among {len(others)} instances")
        best = await _searched(others, problems, references, best)
    return best


def _kept(paths: Sequence[Path], problems: Mapping[Path, Problem]) -> Iterator[PlannedTask]:
    for path in paths:
        plan = kept_plan(path, problems[path])
        if plan is not None:
            yield PlannedTask(path, problems[path], plan)


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
        best = _best([*([best] if best else []), *solved])
        if best is not None and _distance(best) == 0:
            break
    return best


def _best(found: Sequence[PlannedTask]) -> PlannedTask | None:
    return min(found, key=_distance, default=None)


def _distance(found: PlannedTask) -> int:
    return abs(len(found.plan) - EXAMPLE_LENGTH)
