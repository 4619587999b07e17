"""Blocksworld problems: from one random state to the towers of another."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator

from domains.problem_text import fact, numbered_names, problem_text
from domains.suite import Entry

# An optimal plan moves whole blocks (two actions each), so its length is even: six stands in for
# the five actions that a few-shot example should have (paper, appendix B).
SCHEDULE = (
    Entry({"blocks": 4}, range(6, 7)),
    *(Entry({"blocks": 3}, range(4, 9)),) * 3,
    *(Entry({"blocks": 4}),) * 6,
    *(Entry({"blocks": 5}),) * 6,
    *(Entry({"blocks": 6}, range(10, 21)),) * 3,
    *(Entry({"blocks": 7}, range(14, 21)),) * 2,
)

Tower = tuple[str, ...]  # from the lowest block to the highest


def generate(rng: random.Random, *, blocks: int) -> str:
    """A problem with `blocks` blocks whose goal names the `on` facts of a random state.

    Raises:
        ValueError: there are fewer than two blocks, so no goal could be open.
    """
    if blocks < 2:
        raise ValueError(f"blocksworld needs at least 2 blocks, not {blocks}")
    names = numbered_names(blocks)
    towers = _random_towers(rng, names)
    goal = _open_goal(rng, names, towers)
    init = [fact("handempty"), *_state(towers)]
    objects = [" ".join(numbered_names(blocks))]
    return problem_text(f"blocksworld-b{blocks}", "blocksworld-4ops", objects, init, goal)


def _open_goal(rng: random.Random, names: list[str], towers: list[Tower]) -> list[str]:
    reached = set(_on_facts(towers))
    while True:
        goal = list(_on_facts(_random_towers(rng, names)))
        if not reached.issuperset(goal):
            return goal


def _random_towers(rng: random.Random, names: list[str]) -> list[Tower]:
    """A state drawn uniformly from all states of these blocks."""
    count = len(names)
    sizes = range(1, count + 1)
    # The number of ways to line n blocks up in k towers is a Lah number: C(n-1, k-1) n! / k!.
    ways = [math.comb(count - 1, k - 1) * math.factorial(count) // math.factorial(k) for k in sizes]
    (towers,) = rng.choices(sizes, ways)
    order = rng.sample(names, count)
    cuts = [0, *sorted(rng.sample(range(1, count), towers - 1)), count]
    return [tuple(order[start:end]) for start, end in itertools.pairwise(cuts)]


def _on_facts(towers: Iterable[Tower]) -> Iterator[str]:
    for tower in towers:
        for lower, upper in itertools.pairwise(tower):
            yield fact("on", upper, lower)


def _state(towers: Iterable[Tower]) -> Iterator[str]:
    for tower in towers:
        yield fact("ontable", tower[0])
        yield from _on_facts([tower])
        yield fact("clear", tower[-1])
