"""Everything that has to be known before the first episode: tasks, reference plans, the example."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from autoplan.benchmark import Benchmark
from pddl2nl.model import Domain, GroundAction, Problem
from policies.symbolic import NoPlan, PlanFound, ReferencePlans

EXAMPLE_LENGTH = 5
"""The plan length of a good few-shot example (seed paper, appendix B)."""


@dataclass(frozen=True, slots=True)
class Task:
    """An instance that is to be played.

    Args:
        path: its file.
        problem: what the file says.
        reference: the reference plan, None where none was found.
    """

    path: Path
    problem: Problem
    reference: tuple[GroundAction, ...] | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A domain ready to be played; `example` is None where no instance can be spared."""

    name: str
    domain: Domain
    tasks: Mapping[str, Task]
    example: tuple[Problem, tuple[GroundAction, ...]] | None


async def prepare(
    source: Benchmark,
    references: ReferencePlans,
    *,
    most: int | None,
    warn: Callable[[str], None],
    examples: int = 1,
    only: str | None = None,
) -> Prepared:
    """Choose the few-shot example, and find the reference plans.

    The example is the instance with the plan length closest to five; it is never played itself.

    Args:
        source: the domain and its instances.
        references: where reference plans come from.
        most: how many instances to play, None for all.
        warn: told of every instance without a reference plan.
        examples: how many examples there are to be, one or none.
        only: the one instance to play, None for as many as there are to be.
    """
    problems = source.problems
    spare = examples > 0 and len(problems) > 1
    example = await _choose_example(problems, references) if spare else None
    spared = [path for path in problems if example is None or path != example[0]]
    played = [path for path in spared if only in (None, path.stem)][:most]
    tasks = {}
    # All at once: the planner takes as many at a time as there are cores.
    plans = await asyncio.gather(*(references.plan(problems[path]) for path in played))
    for path, found in zip(played, plans, strict=True):
        if isinstance(found, NoPlan):
            warn(f"{path}: no reference plan ({found.reason}), so a fixed step limit is used")
        plan = found.plan if isinstance(found, PlanFound) else None
        tasks[path.stem] = Task(path, problems[path], plan)
    chosen = (problems[example[0]], example[1]) if example else None
    return Prepared(source.name, source.domain, tasks, chosen)


async def _choose_example(
    problems: Mapping[Path, Problem], references: ReferencePlans
) -> tuple[Path, tuple[GroundAction, ...]] | None:
    best: tuple[Path, tuple[GroundAction, ...]] | None = None
    # Small tasks first: they are likely to have short plans, and a plan of five ends the search.
    for path in sorted(problems, key=lambda each: each.stat().st_size):
        found = await references.plan(problems[path])
        if isinstance(found, NoPlan) or not found.plan:
            continue
        if best is None or _distance(found.plan) < _distance(best[1]):
            best = (path, found.plan)
        if _distance(found.plan) == 0:
            break
    return best


def _distance(plan: tuple[GroundAction, ...]) -> int:
    return abs(len(plan) - EXAMPLE_LENGTH)
