"""Blocksworld problems: from one random state to the towers of another."""

from __future__ import annotations

import bisect
import itertools
import math
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text
from domains.suite import ScheduleEntry, scaled_schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Blocksworld problem is made of."""

    blocks: int = parameter(4, "blocks", least=2)


# An optimal plan moves whole blocks (two actions each), so its length is even: six stands in for
# the five actions that a few-shot example should have (paper, appendix B).
SCHEDULE = (
    ScheduleEntry(Parameters(blocks=4), range(6, 7)),
    *(ScheduleEntry(Parameters(blocks=3), range(4, 9)),) * 3,
    *(ScheduleEntry(Parameters(blocks=4)),) * 6,
    *(ScheduleEntry(Parameters(blocks=5)),) * 6,
    *(ScheduleEntry(Parameters(blocks=6), range(10, 21)),) * 3,
    *(ScheduleEntry(Parameters(blocks=7), range(14, 21)),) * 2,
)

# See docs/domains.md for the sizes at which planners give up.
SCALED = scaled_schedule(Parameters(blocks=blocks) for blocks in range(7, 17))

Tower = tuple[str, ...]  # from the lowest block to the highest


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem whose goal names the `on` facts of a random state.

    It has a plan: every state of the blocks can be reached from every other by way of the table.
    """
    names = numbered_names(parameters.blocks)
    towers = random_towers(rng, names)
    goal = _open_goal(rng, names, towers)
    init = [fact("handempty"), *facts_of(towers)]
    objects = [" ".join(names)]
    label = parameters.label("blocksworld", "b")
    return problem_text(label, "blocksworld-4ops", objects, init, goal)


def _open_goal(rng: random.Random, names: list[str], towers: list[Tower]) -> list[str]:
    reached = set(on_facts(towers))
    while True:
        goal = list(on_facts(random_towers(rng, names)))
        if not reached.issuperset(goal):
            return goal


def random_towers(rng: random.Random, names: list[str]) -> list[Tower]:
    """A state drawn uniformly from all states of these blocks."""
    count = len(names)
    sizes = range(1, count + 1)
    # The number of ways to line n blocks up in k towers is a Lah number: C(n-1, k-1) n! / k!.
    ways = [math.comb(count - 1, k - 1) * math.factorial(count) // math.factorial(k) for k in sizes]
    towers = _drawn(rng, sizes, ways)
    order = rng.sample(names, count)
    cuts = [0, *sorted(rng.sample(range(1, count), towers - 1)), count]
    return [tuple(order[start:end]) for start, end in itertools.pairwise(cuts)]


def _drawn(rng: random.Random, sizes: range, ways: list[int]) -> int:
    """A size, drawn with its number of ways as its weight, which may be too large for a float."""
    total = sum(ways)
    if total < sys.float_info.max:
        return rng.choices(sizes, ways)[0]
    place = bisect.bisect_right(list(itertools.accumulate(ways)), rng.randrange(total))
    return sizes[place]


def on_facts(towers: Iterable[Tower]) -> Iterator[str]:
    """What is on what in some towers, as PDDL atoms."""
    for tower in towers:
        for lower, upper in itertools.pairwise(tower):
            yield fact("on", upper, lower)


def facts_of(towers: Iterable[Tower]) -> Iterator[str]:
    """Where the blocks of some towers are and which are clear, as PDDL atoms."""
    for tower in towers:
        yield fact("ontable", tower[0])
        yield from on_facts([tower])
        yield fact("clear", tower[-1])
