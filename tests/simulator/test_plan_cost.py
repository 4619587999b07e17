"""What plans cost: the sum that the fluent `total-cost` has after the last step."""

from __future__ import annotations

import random
import re
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.interop import plan_to_unified_planning, to_unified_planning
from pddl2nl.model import GroundAction, Problem
from pddl2nl.writer import action_to_pddl, problem_to_pddl
from simulator.outcome import Applied
from simulator.world import World
from tests import fares

prices = st.decimals(0, 1000, allow_nan=False, places=2).map(float)
tables = st.fixed_dictionaries(dict.fromkeys(fares.FARES, prices))


def total_cost(problem: Problem, plan: tuple[GroundAction, ...]) -> Fraction:
    """The value of `total-cost` in the last state, by the text of the files alone."""
    values = {
        function: Fraction(value)
        for function, value in re.findall(r"\(= (\([^()]+\)) ([^()]+)\)", problem_to_pddl(problem))
    }
    schemas = {each.name: each for each in problem.domain.actions}
    for step in plan:
        text = action_to_pddl(schemas[step.name])
        for parameter, name in zip(schemas[step.name].parameters, step.args, strict=True):
            text = re.sub(re.escape(parameter.name) + r"\b", name, text)
        for by in re.findall(r"\(increase \(total-cost\) (\([^()]+\)|[\d.]+)\)", text):
            values["(total-cost)"] += values[by] if by.startswith("(") else Fraction(by)
    return values["(total-cost)"]


def walk(world: World, dice: random.Random, steps: int) -> tuple[GroundAction, ...]:
    """Actions at random, each applicable in the state after those before."""
    state, plan = world.initial, []
    for _ in range(steps):
        choices = world.applicable(state)
        if not choices:
            break
        outcome = world.step(state, dice.choice(choices))
        assert isinstance(outcome, Applied)
        state, plan = outcome.state, [*plan, outcome.action]
    return tuple(plan)


@given(tables, st.randoms(use_true_random=False), st.integers(0, 12))
def test_a_plan_costs_what_total_cost_has_become_in_its_last_state(
    table: dict[str, float], dice: random.Random, steps: int
) -> None:
    problem = fares.problem(fares=table)
    world = World(problem)
    plan = walk(world, dice, steps)
    assert world.plan_cost(plan) == float(total_cost(problem, plan))
    assert world.plan_cost(plan) == world.plan_cost(plan[::-1])


def test_unified_planning_finds_a_plan_as_dear() -> None:
    from unified_planning.engines import SequentialPlanValidator

    problem = fares.problem()
    steps = [("ride", "a", "c"), ("ride", "c", "b"), ("ride", "b", "d"), ("dry-off",)]
    plan = tuple(GroundAction(name, tuple(args)) for name, *args in steps)
    task = to_unified_planning(problem)
    result = SequentialPlanValidator().validate(task, plan_to_unified_planning(plan, task))
    ((_, cost),) = result.metric_evaluations.items()
    assert result.status.name == "VALID"
    assert float(cost) == World(problem).plan_cost(plan) == 7


def test_a_task_without_a_metric_measures_plans_by_their_length() -> None:
    plan = (GroundAction("ride", ("a", "b")), GroundAction("ride", ("b", "d")))
    free = fares.DRY.replace("(increase (total-cost) (fare ?a ?b))", "")
    free = free.replace("(increase (total-cost) 1.5)", "")
    for problem in (fares.problem(metric=""), fares.problem(free)):
        assert not problem.has_metric
        assert World(problem).plan_cost(plan) == 2
    assert World(fares.problem()).plan_cost(plan) == 14.5
