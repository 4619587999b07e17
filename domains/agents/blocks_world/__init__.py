"""Blocks World as in the ProcLLM paper: one stack of a given height, the other blocks free."""

from __future__ import annotations

import itertools
import random

from domains.blocksworld.generator import facts_of, on_facts, random_towers
from domains.problem_text import fact, numbered_names, problem_text

__all__ = ["blocks_stack"]

MAX_BLOCKS = 1_000
"""The study has 9 at most; the time to make a task grows with the square of their number."""


def blocks_stack(rng: random.Random, blocks: int, height: int) -> str:
    """A problem for the bundled blocksworld domain, as PDDL text (ProcLLM paper, section 5).

    The blocks stand in random towers. The goal says which block is on which in one stack of
    randomly chosen blocks, and nothing of the others; it is open at the start. It has a plan: all
    blocks can be put on the table, and the stack built from there.

    Args:
        blocks: how many blocks there are (b).
        height: how many of them the stack has (h).

    Raises:
        ValueError: the stack has fewer than two blocks, or more than there are; or there are more
            than `MAX_BLOCKS`.
    """
    if blocks > MAX_BLOCKS:
        raise ValueError(f"blocks-world has at most {MAX_BLOCKS:,} blocks, not {blocks:,}")
    if not 2 <= height <= blocks:
        raise ValueError(
            "blocks-world needs a stack of at least two blocks, and no more than there are, not "
            f"height={height} with blocks={blocks}"
        )
    names = numbered_names(blocks, "block")
    towers = random_towers(rng, names)
    reached = set(on_facts(towers))
    while True:
        stack = rng.sample(names, height)
        goal = [fact("on", upper, lower) for lower, upper in itertools.pairwise(stack)]
        if not reached.issuperset(goal):
            break
    init = [fact("handempty"), *facts_of(towers)]
    name = f"blocks-world-b{blocks}-h{height}"
    return problem_text(name, "blocksworld-4ops", [" ".join(names)], init, goal)
