"""Claims decided by `Truth` in its different ways, against a planner on another encoding."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import domains
from pddl2nl.model import And, Atom, Domain, Effect, GroundAction, Not, Problem, conjuncts
from pddl2nl.reader import read_domain, read_problem
from policies.symbolic import PlanFound, SymbolicPlanner
from policies.truth import Proof, Truth, states_along
from simulator.world import World

NAMES = ("blocksworld", "ferry", "grid", "rovers", "floortile")


@pytest.fixture(scope="module")
def planner() -> Iterator[SymbolicPlanner]:
    with SymbolicPlanner() as planner:
        yield planner


def task(name: str, number: int = 1) -> Problem:
    folder = domains.folder(name)
    domain = read_domain(domains.domain_file(folder))
    return read_problem(Path(folder) / "instances" / f"instance-{number}.pddl", domain)


def nontrivial(truth: Truth, plan: tuple[GroundAction, ...]) -> list[Atom]:
    world = truth.world
    facts = {fact for state in states_along(world, plan) for fact in state.facts}
    goal = conjuncts(world.problem.goal)
    return sorted((f for f in facts - world.initial.facts if f not in goal), key=str)


def with_a_mark(problem: Problem, fact: Atom) -> Problem:
    """The task in which a plan has to avoid a fact: whoever makes it true can do no more.

    This is another encoding than that of `truth.never`: it changes effects, not preconditions.
    """
    dead = Atom("dead")
    actions = []
    for schema in problem.domain.actions:
        marks = tuple(
            replace(effect, atom=dead, condition=And((effect.condition, *_same(effect, fact))))
            for effect in schema.effects
            if effect.adds and effect.atom.predicate == fact.predicate
        )
        condition = And((schema.precondition, Not(dead)))
        effects = (*schema.effects, *marks)
        actions.append(replace(schema, precondition=condition, effects=effects))
    named = tuple(item for item in problem.objects if item.name in fact.args)
    others = tuple(item for item in problem.objects if item not in named)
    predicates = (
        *problem.domain.predicates,
        replace(problem.domain.predicates[0], name="dead", parameters=()),
    )
    domain: Domain = replace(
        problem.domain,
        actions=tuple(actions),
        predicates=predicates,
        constants=(*problem.domain.constants, *named),
    )
    return replace(problem, domain=domain, objects=others, goal=And((problem.goal, Not(dead))))


def _same(effect: Effect, fact: Atom) -> list[Atom]:
    pairs = zip(effect.atom.args, fact.args, strict=True)
    return [Atom("=", pair) for pair in pairs if pair[0] != pair[1]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("max_states", [0, 10_000])
async def test_landmarks_are_those_of_another_encoding(
    name: str, max_states: int, planner: SymbolicPlanner
) -> None:
    truth = Truth(World(task(name)), planner, max_states=max_states)
    plan = await truth.plan()
    assert plan is not None
    facts = nontrivial(truth, plan)[:6]
    proofs = [await truth.landmark(fact) for fact in facts]
    answers = await asyncio.gather(
        *(planner.solve(with_a_mark(truth.world.problem, each), "brfs") for each in facts)
    )
    assert all(proof is not None for proof in proofs)
    assert [not proof.holds for proof in proofs if proof] == [
        isinstance(answer, PlanFound) for answer in answers
    ]


@pytest.mark.parametrize("name", NAMES)
async def test_small_and_large_spaces_agree(name: str, planner: SymbolicPlanner) -> None:
    """What is enumerated and what is proved by pairs of facts and by planners is the same."""
    world = World(task(name))
    small, large = Truth(world, planner), Truth(world, planner, max_states=0)
    assert small.explored.complete
    assert not large.explored.complete
    known = world.changing(world.possible(), 100_000)[::9][:12]
    for fact in known:
        one, other = await small.reachable((fact,)), await large.reachable((fact,))
        assert one is not None
        assert other is not None
        assert one.holds == other.holds
    shortest, optimal = await small.shortest(), await large.shortest()
    assert shortest is not None
    assert optimal is not None
    assert len(shortest) == len(optimal)
    for action in world.applicable(world.initial)[:4]:
        one, other = await small.best(action), await large.best(action)
        assert one is not None
        assert other is not None
        assert one.holds == other.holds


async def test_plans_that_show_something_can_be_carried_out(planner: SymbolicPlanner) -> None:
    world = World(task("ferry"))
    for max_states in (0, 10_000):
        truth = Truth(world, planner, max_states=max_states)
        fact = Atom("on", (next(f.args[0] for f in world.initial.facts if f.predicate == "at"),))
        proof = await truth.reachable((fact,))
        assert proof is not None
        assert proof.holds
        assert fact in states_along(world, proof.plan)[-1].facts


async def test_what_no_action_can_do_is_disproved_at_once(planner: SymbolicPlanner) -> None:
    world = World(task("ferry"))
    car = next(f.args[0] for f in world.initial.facts if f.predicate == "at")
    truth = Truth(world, planner)
    never = await truth.ever_applicable(GroundAction("sail", (car, car)))
    assert never == Proof(False, "no action")
    assert await truth.ever_applicable(GroundAction("fly", ())) == Proof(False, "no action")


async def test_a_task_without_a_plan_has_no_landmarks_and_no_best_step(
    planner: SymbolicPlanner,
) -> None:
    problem = task("blocksworld")
    block = problem.objects[0].name
    hopeless = replace(problem, goal=Atom("on", (block, block)))
    for max_states in (0, 10_000):
        truth = Truth(World(hopeless), planner, max_states=max_states)
        assert await truth.landmark(Atom("holding", (block,))) is None
        assert await truth.best(truth.world.applicable(truth.world.initial)[0]) is None
