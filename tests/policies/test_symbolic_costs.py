"""Planners by the task's metric: the cheapest plan, which is not the shortest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pddl2nl.model import Atom
from policies.symbolic import NoPlan, PlanFound, ReferencePlans, SymbolicPlanner
from simulator.validation import validate_in
from simulator.world import World
from tests import fares

DRY, WET = fares.problem(fares.DRY), fares.problem()


@pytest.fixture(scope="module")
def planner() -> Iterator[SymbolicPlanner]:
    with SymbolicPlanner(2) as found:
        yield found


def solve(planner: SymbolicPlanner, name: str, task: Any = DRY, *, by_cost: bool = True) -> Any:
    return asyncio.run(planner.solve(task, name, seconds=20, by_cost=by_cost))


def reference(planner: SymbolicPlanner, folder: Path, task: Any, *, by_cost: bool) -> Any:
    return asyncio.run(ReferencePlans(planner, folder, by_cost=by_cost).plan(task))


@pytest.mark.parametrize("name", ["lmcut", "blind", "lama", "up:fast-downward-opt"])
def test_lm_cut_lama_and_engines_find_the_cheapest_plan(
    planner: SymbolicPlanner, name: str
) -> None:
    whole = fares.problem(fares.DRY.replace("1.5", "2"), {"a b": 12, "a c": 1, "c b": 2, "b d": 2})
    for task in (whole, DRY):
        world, found = World(task), solve(planner, name, task)
        assert validate_in(world, found.plan).valid
        assert world.plan_cost(found.plan) == (5 if task is whole else 5.5)
        assert len(found.plan) == 3


@pytest.mark.parametrize("name", ["blind", "lama"])
def test_cheap_plans_are_found_with_conditional_effects(
    planner: SymbolicPlanner, name: str
) -> None:
    assert World(WET).plan_cost(solve(planner, name, WET).plan) == 5.5


@pytest.mark.parametrize("name", ["brfs", "ff", "lama-first"])
def test_the_others_plan_whatever_actions_cost(planner: SymbolicPlanner, name: str) -> None:
    anyhow = replace(DRY, goal=Atom("at", ("d",)))
    found = solve(planner, name, anyhow)
    assert isinstance(found, PlanFound)
    assert len(found.plan) == 2


@pytest.mark.parametrize("name", ["lmcut", "lama"])
def test_without_costs_in_play_or_without_a_metric_the_shortest_plan_is_found(
    planner: SymbolicPlanner, name: str
) -> None:
    assert len(solve(planner, name, by_cost=False).plan) == 2
    assert len(solve(planner, name, fares.problem(fares.DRY, metric="")).plan) == 2


@pytest.mark.parametrize("price", [0.000001, 3e9, -1.0])
def test_costs_that_fast_downward_cannot_add_up_are_refused(
    planner: SymbolicPlanner, price: float
) -> None:
    found = solve(planner, "lmcut", fares.problem(fares.DRY, {**fares.FARES, "d a": price}))
    assert isinstance(found, NoPlan)
    assert found.reason == "unsupported"
    assert "its costs are out of range" in found.detail


@pytest.mark.parametrize("task", [DRY, WET], ids=["LM-cut", "blind"])
def test_a_reference_plan_by_cost_is_proved_to_be_the_cheapest_and_kept(
    planner: SymbolicPlanner, tmp_path: Path, task: Any
) -> None:
    found = reference(planner, tmp_path, task, by_cost=True)
    assert found.optimal
    assert World(task).plan_cost(found.plan) == 5.5
    with SymbolicPlanner() as closed:
        pass
    again = reference(closed, tmp_path, task, by_cost=True)
    assert again == replace(found, seconds=0.0)
    by_length = reference(planner, tmp_path, task, by_cost=False)
    assert (len(by_length.plan), by_length.optimal) == (len(found.plan) - 1, False)


def test_the_reference_plan_is_ffs_where_none_is_proved_to_be_the_cheapest(
    planner: SymbolicPlanner, tmp_path: Path
) -> None:
    dear = fares.problem(fares.DRY, {**fares.FARES, "d a": 3e9})
    found = reference(planner, tmp_path, dear, by_cost=True)
    assert (len(found.plan), found.optimal) == (2, False)
    no_metric = reference(planner, tmp_path, fares.problem(metric=""), by_cost=True)
    assert not no_metric.optimal
