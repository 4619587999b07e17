"""On real domains, known plans reach their goals and unified-planning sees the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pddl2nl.interop import to_unified_planning
from pddl2nl.model import Atom, GroundAction, Problem
from pddl2nl.reader import read_domain, read_problem
from simulator.outcome import Applied
from simulator.plans import read_plan
from simulator.state import State
from simulator.validation import UnifiedPlanningValidator, validate_in
from simulator.world import World

SMALL = ("blocksworld", "ferry", "floortile", "grid", "logistics", "rovers", "satellite")


def solved_tasks(shared: Path) -> list[tuple[Path, Path]]:
    """The problem files of all domains that have a plan, each with its plan."""
    pairs = []
    for plan in sorted(shared.glob("apb/*/plans/*_gold_plan.txt")):
        name = plan.name.replace("_gold_plan.txt", ".pddl")
        problem = plan.parent.parent / "instances" / name
        if problem.is_file():
            pairs.append((problem, plan))
    return pairs


def load(path: Path) -> Problem:
    return read_problem(path, read_domain(path.parent.parent / "domain.pddl"))


def test_every_known_plan_reaches_its_goal(shared: Path) -> None:
    pairs = solved_tasks(shared)
    assert len(pairs) > 400
    for problem, plan in pairs:
        verdict = validate_in(World(load(problem)), read_plan(plan))
        assert verdict.valid is True, (plan, verdict)


def test_a_plan_without_one_of_its_steps_is_judged_as_unified_planning_judges(
    shared: Path,
) -> None:
    chance = random.Random(7)
    pairs = [pair for pair in solved_tasks(shared) if pair[0].parent.parent.name in SMALL]
    other = UnifiedPlanningValidator()
    for problem_path, plan_path in chance.sample(pairs, 10):
        problem, plan = load(problem_path), read_plan(plan_path)
        world = World(problem)
        for left_out in chance.sample(range(len(plan)), min(3, len(plan))):
            shorter = plan[:left_out] + plan[left_out + 1 :]
            ours, theirs = validate_in(world, shorter), other.validate(problem, shorter)
            assert (ours.valid, ours.failed_step) == (theirs.valid, theirs.failed_step)


@pytest.mark.parametrize("name", SMALL)
def test_a_random_walk_goes_through_the_states_that_unified_planning_sees(
    name: str, shared: Path
) -> None:
    from unified_planning.engines import UPSequentialSimulator

    path = min((shared / "apb" / name / "instances").glob("*.pddl"), key=lambda p: p.stat().st_size)
    problem = load(path)
    world, other = World(problem), to_unified_planning(problem)
    simulator = UPSequentialSimulator(other, error_on_failed_checks=False)
    chance, state, theirs = random.Random(1), world.initial, simulator.get_initial_state()
    for _ in range(6):
        applicable = world.applicable(state)
        # Its own list of applicable actions is not asked for: its grounder fails on some domains.
        for action in {*applicable, *_guesses(problem, chance, 30)}:
            if not world.misfits(action):
                args = tuple(other.object(arg) for arg in action.args)
                seen = simulator.is_applicable(theirs, other.action(action.name), args)
                assert seen is (action in applicable), action
        assert world.goal_reached(state) is simulator.is_goal(theirs)
        if not applicable:
            break
        chosen = chance.choice(applicable)
        outcome = world.step(state, chosen)
        assert isinstance(outcome, Applied)
        args = tuple(other.object(arg) for arg in chosen.args)
        theirs = simulator.apply(theirs, other.action(chosen.name), args)
        state = outcome.state
        assert _true_in(other, theirs, state) == state.atoms()


def _guesses(problem: Problem, chance: random.Random, number: int) -> Iterator[GroundAction]:
    """Actions with any objects for arguments."""
    names = [item.name for item in problem.all_objects]
    for schema in chance.choices(problem.domain.actions, k=number):
        yield GroundAction(schema.name, tuple(chance.choices(names, k=len(schema.parameters))))


def _true_in(problem: Any, theirs: Any, ours: State) -> frozenset[Atom]:
    """What holds in their state, of what holds in ours and of all their initial values."""
    terms = problem.environment.expression_manager
    asked = {Atom(fact.predicate, fact.args) for fact in ours.atoms()}
    for expression in problem.initial_values:
        if expression.fluent().type.is_bool_type():
            asked.add(Atom(expression.fluent().name, tuple(map(str, expression.args))))
    return frozenset(
        atom
        for atom in asked
        if theirs.get_value(
            terms.FluentExp(
                problem.fluent(atom.predicate),
                tuple(terms.ObjectExp(problem.object(arg)) for arg in atom.args),
            )
        ).bool_constant_value()
    )
