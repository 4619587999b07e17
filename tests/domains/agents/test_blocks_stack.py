"""Blocks World as in the ProcLLM paper: one stack, which can be built and is not built yet."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from domains.agents import blocks_stack
from pddl2nl.model import And, Atom, GroundAction, Problem
from pddl2nl.reader import parse_problem, read_domain
from simulator.outcome import Applied
from simulator.world import World

SIZES = st.integers(2, 12).flatmap(lambda b: st.tuples(st.just(b), st.integers(2, b)))


def read(text: str) -> Problem:
    return parse_problem(text, read_domain(domains.domain_file(domains.folder("blocksworld"))))


def pairs(facts: tuple[Atom, ...]) -> dict[str, str]:
    """The block below each block that is on one."""
    return {str(a.args[0]): str(a.args[1]) for a in facts if a.predicate == "on"}


def goal_of(problem: Problem) -> tuple[Atom, ...]:
    assert isinstance(problem.goal, And)
    atoms = tuple(part for part in problem.goal.parts if isinstance(part, Atom))
    assert len(atoms) == len(problem.goal.parts)
    return atoms


def stack_of(problem: Problem) -> list[str]:
    """The goal's blocks from the lowest to the highest."""
    below = pairs(goal_of(problem))
    above = {lower: upper for upper, lower in below.items()}
    stack = [next(lower for lower in above if lower not in below)]
    while stack[-1] in above:
        stack.append(above[stack[-1]])
    return stack


def by_way_of_the_table(problem: Problem) -> list[GroundAction]:
    """All towers taken apart from their tops, then the stack built."""
    below = pairs(problem.init)
    steps: list[GroundAction] = []
    while below:
        top = next(block for block in below if block not in below.values())
        steps += [GroundAction("unstack", (top, below.pop(top))), GroundAction("put-down", (top,))]
    stack = stack_of(problem)
    for lower, upper in itertools.pairwise(stack):
        steps += [GroundAction("pick-up", (upper,)), GroundAction("stack", (upper, lower))]
    return steps


@given(st.integers(0, 10**6), SIZES)
def test_the_stack_has_its_height_and_can_be_built(seed: int, size: tuple[int, int]) -> None:
    blocks, height = size
    problem = read(blocks_stack(random.Random(seed), blocks, height))
    assert len(problem.objects) == blocks
    assert len(goal_of(problem)) == height - 1
    assert len(set(stack_of(problem))) == height
    world = World(problem)
    state = world.initial
    assert not world.goal_reached(state)
    for action in by_way_of_the_table(problem):
        outcome = world.step(state, action)
        assert isinstance(outcome, Applied), outcome
        state = outcome.state
    assert world.goal_reached(state)


def test_seeds_are_reproducible_and_differ() -> None:
    texts = [blocks_stack(random.Random(seed), 6, 4) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize(("blocks", "height"), [(3, 4), (3, 1), (1, 1), (0, 0)])
def test_heights_that_are_no_stack_are_refused(blocks: int, height: int) -> None:
    with pytest.raises(ValueError, match="blocks-world needs a stack of at least two blocks"):
        blocks_stack(random.Random(0), blocks, height)


def test_more_blocks_than_a_task_can_be_made_of_are_refused() -> None:
    with pytest.raises(ValueError, match="blocks-world has at most 1,000 blocks, not 4,000"):
        blocks_stack(random.Random(0), 4_000, 2)
