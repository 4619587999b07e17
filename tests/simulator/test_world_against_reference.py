"""On random tasks with all of PDDL's conditions and effects, the World does what PDDL says."""

from __future__ import annotations

import random
from itertools import product
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pddl2nl.model import Atom, Condition, ForAll, Not, Problem, conjuncts
from simulator import grounding
from simulator.outcome import Applied, Refused, Unsatisfied
from simulator.world import World
from tests.simulator.reference import ARITIES, Facts, Reference, conditions, problems

pytestmark = pytest.mark.long

relaxed = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
STEPS = 6


def base(facts: Facts) -> Facts:
    return frozenset(fact for fact in facts if fact.predicate not in ("reach", "alone", "far"))


@relaxed
@given(problems(), st.integers(0, 2**32))
def test_a_walk_sees_the_same_states_actions_and_goals(problem: Problem, seed: int) -> None:
    walk(problem, seed)


@relaxed
@given(problems(), st.integers(0, 2**32))
def test_quantifiers_that_are_not_written_out_mean_the_same(problem: Problem, seed: int) -> None:
    with mock.patch.object(grounding, "_MAX_INSTANCES", 1):
        walk(problem, seed)


def walk(problem: Problem, seed: int) -> None:
    """Walk at random, and compare what is seen with the reference."""
    world, reference, chance = World(problem), Reference(problem), random.Random(seed)
    state, facts = world.initial, reference.close(frozenset(problem.init))
    for _ in range(STEPS):
        assert state.atoms() == facts
        applicable = world.applicable(state)
        assert len(set(applicable)) == len(applicable)
        assert set(applicable) == reference.applicable(facts)
        assert world.goal_reached(state) is reference.holds(problem.goal, facts, {})
        if not applicable:
            break
        outcome = world.step(state, chance.choice(applicable))
        assert isinstance(outcome, Applied)
        after = reference.close(base(reference.successor(facts, outcome.action)))
        assert outcome.added == base(after) - base(facts)
        assert outcome.deleted == base(facts) - base(after)
        state, facts = outcome.state, after


@relaxed
@given(problems())
def test_every_action_is_applied_or_refused_with_its_false_conjuncts(
    problem: Problem,
) -> None:
    world, reference = World(problem), Reference(problem)
    facts = reference.close(frozenset(problem.init))
    for action, schema, binding in reference.actions():
        outcome = world.step(world.initial, action)
        failing = [
            part
            for part in conjuncts(schema.precondition)
            if not reference.holds(part, facts, binding)
        ]
        if isinstance(outcome, Applied):
            assert not failing
            continue
        assert isinstance(outcome, Refused)
        stated = [fault.condition for fault in outcome.faults if isinstance(fault, Unsatisfied)]
        assert len(stated) == len(outcome.faults)
        quantified = [part for part in failing if isinstance(part, ForAll | Not)]
        assert bool(stated)
        assert quantified or len(stated) <= len(failing)
        assert not any(reference.holds(condition, facts, {}) for condition in stated)


@relaxed
@given(problems())
def test_the_unmet_goal_is_empty_exactly_when_the_goal_holds(problem: Problem) -> None:
    world, reference = World(problem), Reference(problem)
    facts = reference.close(frozenset(problem.init))
    unmet = world.unmet_goal(world.initial)
    assert bool(unmet) is not reference.holds(problem.goal, facts, {})
    assert not any(reference.holds(part, facts, {}) for part in unmet)


@relaxed
@given(problems(), conditions(("?a", "?b"), 3, derived=True), st.data())
def test_any_condition_holds_where_the_definition_says(
    problem: Problem, condition: Condition, data: st.DataObject
) -> None:
    world, reference = World(problem), Reference(problem)
    facts = reference.close(frozenset(problem.init))
    names = [item.name for item in problem.all_objects]
    binding = {name: data.draw(st.sampled_from(names)) for name in ("?a", "?b")}
    expected = reference.holds(condition, facts, binding)
    assert world.holds(condition, world.initial, binding) is expected


@relaxed
@given(problems(), st.data())
def test_the_applicable_actions_do_not_depend_on_what_was_asked_before(
    problem: Problem, data: st.DataObject
) -> None:
    world = World(problem)
    changing = {
        effect.atom.predicate for schema in problem.domain.actions for effect in schema.effects
    }
    names = [item.name for item in problem.all_objects]
    pool = [
        Atom(predicate, args)
        for predicate in sorted(changing)
        for args in product(names, repeat=ARITIES[predicate])
    ]
    for _ in range(4):
        state = world.state_of(frozenset(data.draw(st.sets(st.sampled_from(pool), max_size=12))))
        assert world.applicable(state) == World(problem).applicable(state)


@relaxed
@given(problems(), st.integers(0, 2**32))
def test_what_is_applicable_or_holds_anywhere_is_among_what_is_possible(
    problem: Problem, seed: int
) -> None:
    world, dice = World(problem), random.Random(seed)
    possible = world.possible()
    assert list(possible) == sorted(possible, key=lambda action: (action.name, action.args))
    state = world.initial
    facts = world.changing(possible, 10_000)
    assert list(facts) == sorted(facts, key=lambda fact: (fact.predicate, fact.args))
    for _ in range(5):
        actions = world.applicable(state)
        assert set(actions) <= set(possible)
        assert state.facts <= set(facts)
        if not actions:
            break
        outcome = world.step(state, dice.choice(actions))
        assert isinstance(outcome, Applied)
        state = outcome.state
