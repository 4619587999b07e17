"""What is proved of reachable states, against the states themselves, on random ADL tasks."""

from __future__ import annotations

from itertools import combinations, islice

from hypothesis import assume, given

from pddl2nl.errors import PddlError
from pddl2nl.model import Problem, conjuncts
from simulator.applicable import TooManyActionsError
from simulator.relaxation import Relaxation
from simulator.statespace import StateSpace, explore
from simulator.world import World
from tests import yard
from tests.pddl_strategies import small_tasks

MAX_STATES = 60


def explored(problem: Problem) -> StateSpace:
    try:
        space = explore(World(problem), MAX_STATES)
    except PddlError:
        assume(False)
        raise
    assume(len(space.states) > 1)
    return space


@given(small_tasks())
def test_pairs_that_hold_in_some_state_are_among_the_reachable_ones(problem: Problem) -> None:
    space = explored(problem)
    try:
        pairs = Relaxation(space.world, space.world.possible(5_000)).pairs(space.states[0].facts)
    except TooManyActionsError:
        assume(False)
    for state in space.states[:20]:
        facts = sorted(state.facts, key=str)
        assert all(pairs.may_hold(pair) for pair in islice(combinations(facts, 2), 40))
        assert pairs.may_hold(facts)


@given(small_tasks())
def test_conditions_of_actions_that_are_applicable_may_be_met(problem: Problem) -> None:
    space = explored(problem)
    try:
        pairs = Relaxation(space.world, space.world.possible(5_000)).pairs(space.states[0].facts)
    except TooManyActionsError:
        assume(False)
    actions = {action for steps in space.steps for action, _ in steps}
    assert all(pairs.may_be_met(space.world.precondition(action)) for action in actions)


@given(small_tasks())
def test_ways_lead_where_they_are_said_to(problem: Problem) -> None:
    space = explored(problem)
    found = space.seen_from(0)
    for number in islice(found, 15):
        state = space.states[0]
        for action in found.way_to(number):
            state = space.world.step(state, action).state  # type: ignore[union-attr]
        assert state == space.states[number]
        assert found.holding(state.facts) is not None


@given(small_tasks())
def test_a_way_without_a_fact_never_passes_it(problem: Problem) -> None:
    space = explored(problem)
    found = space.seen_from(0)
    for fact in sorted({fact for state in space.states for fact in state.facts}, key=str)[:12]:
        way = found.way_without(fact)
        if way is None:
            # Then each state with the goal is behind one with the fact: remove these, and look.
            allowed = {n for n, state in enumerate(space.states) if fact not in state.facts}
            seen = {0} & allowed
            while grown := {
                after for n in seen for _, after in space.steps[n] if after in allowed - seen
            }:
                seen |= grown
            assert not seen & space.goals
            continue
        state = space.states[0]
        assert fact not in state.facts
        for action in way:
            state = space.world.step(state, action).state  # type: ignore[union-attr]
            assert fact not in state.facts
        assert space.world.goal_reached(state)


def test_a_truck_is_never_in_two_places() -> None:
    world = World(yard.problem())
    pairs = Relaxation(world, world.possible()).pairs(world.initial.facts)
    there, away = (
        next(f for f in explore(world, 100).numbers if f.args == ("lorry", place))
        for place in ("quay", "shed")
    )
    assert pairs.may_hold((there,))
    assert pairs.may_hold((away,))
    assert not pairs.may_hold((there, away))


def test_without_a_landmark_the_goal_is_out_of_reach() -> None:
    world = World(yard.problem())
    parts = conjuncts(world.problem.goal)
    relaxation = Relaxation(world, world.possible())
    needed = next(f for f in explore(world, 100).numbers if f.args == ("lorry", "shed"))
    goal = world.ground(world.problem.goal)
    assert parts
    assert relaxation.pairs(world.initial.facts).may_be_met(goal)
    assert not relaxation.pairs(world.initial.facts, without=needed).may_be_met(goal)
