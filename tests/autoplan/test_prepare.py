"""Which task becomes the few-shot example, and which are played."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from autoplan.experiment.benchmarks import Benchmark, benchmark
from autoplan.preparation.tasks import References, SelectedTask, TaskSelection, select_tasks
from pddl2nl.model import GroundAction, Problem
from policies.symbolic import NoPlan, PlanFound, ReferencePlans
from tests import yard


class Lengths(ReferencePlans):
    """Reference plans of given lengths, by the name of the problem; None where there is none."""

    def __init__(self, lengths: dict[str, int | None]) -> None:
        self._lengths = lengths

    async def plan(self, problem: Problem, most_seconds: float = 0.0) -> PlanFound | NoPlan:
        length = self._lengths[problem.name]
        if length is None:
            return NoPlan("time-limit")
        return PlanFound((GroundAction("rest"),) * length)


def laid_out(folder: Path, number: int) -> Benchmark:
    """A folder with some copies of a task."""
    (folder / "instances").mkdir()
    (folder / "domain.pddl").write_text(yard.DOMAIN)
    for name in (f"yard-{each}" for each in range(1, number + 1)):
        text = yard.PROBLEM.replace("problem yard-1", f"problem {name}")
        (folder / f"instances/{name}.pddl").write_text(text)
    return benchmark(str(folder))


def prepared(
    folder: Path, lengths: list[int | None], most: int | None = None, examples: int = 1
) -> tuple[TaskSelection, list[str]]:
    source = laid_out(folder, len(lengths))
    names = [f"yard-{number}" for number in range(1, len(lengths) + 1)]
    references = Lengths(dict(zip(names, lengths, strict=True)))
    warnings: list[str] = []
    ready = asyncio.run(
        select_tasks(source, references, most=most, warn=warnings.append, examples=examples)
    )
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


def test_without_examples_all_tasks_are_played(tmp_path: Path) -> None:
    ready, warnings = prepared(tmp_path, [5, 5], examples=0)
    assert (ready.example, list(ready.tasks), warnings) == (None, ["yard-1", "yard-2"], [])


def test_where_nothing_can_be_solved_the_prompts_are_zero_shot_and_it_is_said(
    tmp_path: Path,
) -> None:
    ready, warnings = prepared(tmp_path, [None, None])
    assert (ready.example, list(ready.tasks)) == (None, ["yard-1", "yard-2"])
    assert len(warnings) == 1
    assert "no instance could be solved within 4 s" in warnings[0]


def test_plans_at_hand_are_taken_before_any_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    for number, middle in ((1, 2), (2, 3), (3, 3)):
        steps = [yard.PLAN[0], yard.PLAN[1], *(GroundAction("rest"),) * (middle - 1), yard.PLAN[2]]
        if number == 3:
            steps = steps[1:]  # this one is wrong
        text = "; a plan\n" + "\n".join(map(str, steps)).upper()
        (tmp_path / f"plans/yard-{number}.plan").write_text(text)
    source = laid_out(tmp_path, 3)
    ready = asyncio.run(select_tasks(source, Lengths({}), most=None, warn=pytest.fail))
    assert ready.example is not None
    assert (ready.example[0].name, len(ready.example[1])) == ("yard-2", 5)


# --- reference plans ------------------------------------------------------------------------------


def reference(
    folder: Path, length: int | None, *, kept_first: bool = False
) -> tuple[object, list[str]]:
    """The reference of a task, asked for twice, and the warnings."""
    source = laid_out(folder, 1)
    ((path, problem),) = source.problems.items()
    warnings: list[str] = []
    references = References(Lengths({"yard-1": length}), warnings.append, kept_first=kept_first)
    task = SelectedTask(path, problem, problem)

    async def twice() -> list[object]:
        return await asyncio.gather(references.of(task), references.of(task))

    one, other = asyncio.run(twice())
    assert one is other
    return one.plan if isinstance(one, PlanFound) else one, warnings


def test_the_reference_plan_is_ffs(tmp_path: Path) -> None:
    assert reference(tmp_path, 7) == ((GroundAction("rest"),) * 7, [])


def test_a_task_without_a_reference_plan_is_noted_once_with_its_limit(tmp_path: Path) -> None:
    found, warnings = reference(tmp_path, None)
    assert isinstance(found, NoPlan)
    assert found.solvability == "unknown"
    assert len(warnings) == 1
    assert "yard-1.pddl: no reference plan (time-limit), so 100 steps are allowed" in warnings[0]


def test_a_plan_at_hand_stands_in_for_one_that_ff_does_not_find(tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans/yard-1.plan").write_text("\n".join(map(str, yard.PLAN)))
    assert reference(tmp_path, None) == (yard.PLAN, [])


def test_the_plan_at_hand_goes_first_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans/yard-1.plan").write_text("\n".join(map(str, yard.PLAN)))
    assert reference(tmp_path, 7, kept_first=True) == (yard.PLAN, [])


def test_that_there_is_one_instance_and_what_was_tolerated_is_told(tmp_path: Path) -> None:
    source = laid_out(tmp_path, 1)
    (path,) = source.problems
    path.write_text(path.read_text().replace("(:domain yard)", "(:domain garden)"))
    told: list[str] = []
    asyncio.run(
        select_tasks(
            benchmark(str(tmp_path)),
            Lengths({"yard-1": 5}),
            most=None,
            warn=told.append,
            tell=told.append,
        )
    )
    assert told[0] == "there is one instance, so the prompts are zero-shot"
    assert told[1].startswith(f"{path}:")
    assert ": note: " in told[1]
    assert len(told) == 2
