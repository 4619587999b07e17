"""Which task becomes the few-shot example, and which are played."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from autoplan.benchmark import benchmark
from autoplan.prepare import Prepared, prepare
from pddl2nl.model import GroundAction, Problem
from policies.symbolic import NoPlan, PlanFound, ReferencePlans
from tests import yard


class Lengths(ReferencePlans):
    """Reference plans of given lengths, by the name of the problem; None where there is none."""

    def __init__(self, lengths: dict[str, int | None]) -> None:
        self._lengths = lengths

    async def plan(self, problem: Problem) -> PlanFound | NoPlan:
        length = self._lengths[problem.name]
        if length is None:
            return NoPlan("unsolvable")
        return PlanFound((GroundAction("rest"),) * length)


def prepared(
    folder: Path, lengths: list[int | None], most: int | None = None
) -> tuple[Prepared, list[str]]:
    (folder / "instances").mkdir()
    (folder / "domain.pddl").write_text(yard.DOMAIN)
    names = [f"yard-{number}" for number in range(1, len(lengths) + 1)]
    for name in names:
        text = yard.PROBLEM.replace("problem yard-1", f"problem {name}")
        (folder / f"instances/{name}.pddl").write_text(text)
    warnings: list[str] = []
    references = Lengths(dict(zip(names, lengths, strict=True)))
    source = benchmark(str(folder))
    ready = asyncio.run(prepare(source, references, most=most, warn=warnings.append))
    return ready, warnings


@pytest.mark.parametrize(
    ("lengths", "example"),
    [
        ([9, 5, 3], "yard-2"),
        ([9, 12, 7], "yard-3"),
        ([1, 2, 20], "yard-2"),
        ([None, 40, None], "yard-2"),
        ([0, 30, 0], "yard-2"),
    ],
)
def test_the_example_is_the_task_with_a_plan_closest_to_five_and_is_not_played(
    lengths: list[int | None], example: str, tmp_path: Path
) -> None:
    ready, _ = prepared(tmp_path, lengths)
    assert ready.example is not None
    problem, plan = ready.example
    assert problem.name == example
    assert len(plan) == lengths[int(example[-1]) - 1]
    assert set(ready.tasks) == {"yard-1", "yard-2", "yard-3"} - {example}


def test_the_first_tasks_are_played_in_their_order(tmp_path: Path) -> None:
    ready, _ = prepared(tmp_path, [5, *[8] * 11], most=10)
    assert list(ready.tasks) == [f"yard-{number}" for number in range(2, 12)]


def test_a_single_task_is_played_without_an_example(tmp_path: Path) -> None:
    ready, _ = prepared(tmp_path, [5])
    assert ready.example is None
    assert list(ready.tasks) == ["yard-1"]


def test_a_task_without_a_reference_plan_is_played_and_noted(tmp_path: Path) -> None:
    ready, warnings = prepared(tmp_path, [5, None, 7])
    lengths = [task.reference and len(task.reference) for task in ready.tasks.values()]
    assert lengths == [None, 7]
    assert len(warnings) == 1
    assert "yard-2.pddl: no reference plan (unsolvable)" in warnings[0]
