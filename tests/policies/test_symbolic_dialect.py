"""Tasks that say `either`, put without types for Fast Downward."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.errors import InputError
from pddl2nl.model import Problem
from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies.symbolic._dialect import with_single_types
from simulator.outcome import Applied
from simulator.world import World
from tests import pddl_strategies, yard

problems = pddl_strategies.small_tasks()


@given(problems, st.data())
def test_a_task_without_types_has_the_same_actions_with_the_same_effects(
    problem: Problem, data: st.DataObject
) -> None:
    try:
        world = World(problem)
    except InputError:
        return
    bare = World(with_single_types(problem))
    state, bare_state = world.initial, bare.initial
    for _ in range(3):
        choices = world.applicable(state)
        assert set(bare.applicable(bare_state)) == set(choices)
        assert bare.goal_reached(bare_state) == world.goal_reached(state)
        if not choices:
            return
        action = data.draw(st.sampled_from(sorted(choices, key=str)))
        outcome, bare_outcome = world.step(state, action), bare.step(bare_state, action)
        assert isinstance(outcome, Applied)
        assert isinstance(bare_outcome, Applied)
        assert bare_outcome.added == outcome.added
        assert bare_outcome.deleted == outcome.deleted
        state, bare_state = outcome.state, bare_outcome.state


@given(problems)
def test_no_either_is_left(problem: Problem) -> None:
    bare = with_single_types(problem)
    assert "either" not in domain_to_pddl(bare.domain) + problem_to_pddl(bare)


def test_no_type_is_called_as_the_planner_calls_its_numbers() -> None:
    text = yard.DOMAIN.replace("truck", "number")
    problem = yard.PROBLEM.replace("truck", "number")
    bare = with_single_types(parse_problem(problem, parse_domain(text, "d"), "p"))
    assert not bare.domain.types


def test_a_task_with_single_types_stays_as_it_is() -> None:
    problem = yard.problem()
    assert with_single_types(problem) is problem


@pytest.mark.parametrize("name", ["is-truck", "really-is-truck"])
def test_a_predicate_for_a_type_takes_no_name_that_is_in_use(name: str) -> None:
    text = yard.DOMAIN.replace("(broken ?t - truck)", f"(broken ?t - truck) ({name} ?x)")
    text = text.replace("(?t - truck ?from", "(?t - (either truck hoist) ?from")
    bare = with_single_types(parse_problem(yard.PROBLEM, parse_domain(text, "d"), "p")).domain
    names = [predicate.name for predicate in bare.predicates]
    assert len(set(names)) == len(names) > 6
