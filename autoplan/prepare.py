"""Everything that has to be known before the first episode: the tasks and the example."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from autoplan.benchmark import Benchmark
from autoplan.kept_plans import kept_plan
from pddl2nl.errors import Remark
from pddl2nl.model import Domain, GroundAction, Problem
from pddl2nl.renaming import Renaming
from policies.symbolic import PlanFound, ReferencePlans, usable_cores

EXAMPLE_LENGTH = 5
"""The plan length of a good few-shot example (seed paper, appendix B)."""
_MOST_REMARKS = 3
EXAMPLE_SECONDS = 4.0
"""How long a plan for one instance, and in all, may take to choose the example; what is under way
is waited for."""


@dataclass(frozen=True, slots=True)
class Task:
    """An instance that is to be played.

    Args:
        path: its file.
        problem: the task as it is played, which may be under other names.
        original: what the file says.
    """

    path: Path
    problem: Problem
    original: Problem


@dataclass(frozen=True, slots=True)
class Prepared:
    """A domain ready to be played; `example` is None where no instance can be spared.

    Args:
        name: the name under which results are filed.
        domain: the domain as it is played.
        tasks: the instances to be played, by name.
        example: the task of the few-shot example, and its plan.
        renaming: from the names in the files to those that are played.
    """

    name: str
    domain: Domain
    tasks: Mapping[str, Task]
    example: tuple[Problem, tuple[GroundAction, ...]] | None
    renaming: Renaming = field(default_factory=Renaming)


async def prepare(
    source: Benchmark,
    references: ReferencePlans,
    *,
    most: int | None,
    warn: Callable[[str], None],
    tell: Callable[[str], None] = lambda _: None,
    examples: int = 1,
    only: str | None = None,
) -> Prepared:
    """Choose the few-shot example and the tasks.

    The example is the instance with the plan length closest to five; it is never played itself.

    Args:
        source: the domain and its instances.
        references: where plans come from that do not lie beside an instance.
        most: how many instances to play, None for all.
        warn: told where no example can be found.
        tell: told what takes a while.
        examples: how many examples there are to be, one or none.
        only: the one instance to play, None for as many as there are to be.
    """
    problems = source.problems
    spare = examples > 0 and len(problems) > 1
    example = await _choose_example(problems, references, tell) if spare else None
    if examples > 0 and len(problems) == 1:
        tell("there is one instance, so the prompts are zero-shot")
    for remark in _remarks(source)[:_MOST_REMARKS]:
        warn(str(remark))
    if spare and example is None:
        warn(
            f"{source.name}: no instance could be solved within {EXAMPLE_SECONDS:g} s to be the "
            "few-shot example, so the prompts are zero-shot"
        )
    spared = [path for path in problems if example is None or path != example[0]]
    played = [path for path in spared if only in (None, path.stem)][:most]
    tasks = {path.stem: Task(path, problems[path], problems[path]) for path in played}
    chosen = (problems[example[0]], example[1]) if example else None
    return Prepared(source.name, source.domain, tasks, chosen)


def _remarks(source: Benchmark) -> Sequence[Remark]:
    """What was tolerated in the files of a benchmark, once for each file."""
    parts: tuple[Domain | Problem, ...] = (source.domain, *source.problems.values())
    return [part.remarks[0] for part in parts if part.remarks]


_Found = tuple[Path, tuple[GroundAction, ...]]


async def _choose_example(
    problems: Mapping[Path, Problem], references: ReferencePlans, tell: Callable[[str], None]
) -> _Found | None:
    """The best of the plans at hand, or of those that are found in the time there is."""
    # Small tasks first: they are likely to have short plans, and a plan of five ends the search.
    small = sorted(problems, key=lambda each: (each.stat().st_size, str(each)))
    kept = dict(_kept(small, problems))
    best = _best(list(kept.items()))
    others = [path for path in small if path not in kept]
    if others and (best is None or _distance(best) > 0):
        tell(f"looking for a few-shot example among {len(others)} instances")
        best = await _searched(others, problems, references, best)
    return best


def _kept(paths: Sequence[Path], problems: Mapping[Path, Problem]) -> Iterator[_Found]:
    for path in paths:
        plan = kept_plan(path, problems[path])
        if plan is not None:
            yield path, plan


async def _searched(
    paths: Sequence[Path],
    problems: Mapping[Path, Problem],
    references: ReferencePlans,
    best: _Found | None,
) -> _Found | None:
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
            (path, each.plan)
            for path, each in zip(batch, found, strict=True)
            if isinstance(each, PlanFound) and each.plan
        ]
        best = _best([*([best] if best else []), *solved])
        if best is not None and _distance(best) == 0:
            break
    return best


def _best(found: Sequence[_Found]) -> _Found | None:
    return min(found, key=_distance, default=None)


def _distance(found: _Found) -> int:
    return abs(len(found[1]) - EXAMPLE_LENGTH)
