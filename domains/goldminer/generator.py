"""Goldminer problems: rock all around, and gold under soft rock in the column farthest away."""

from __future__ import annotations

import random
from dataclasses import dataclass

from domains.grids import connections, grid_cells
from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names, typed
from domains.suite import schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Goldminer problem is made of."""

    columns: int = parameter(3, "places from left to right; the first column is free", least=2)
    rows: int = parameter(2, "places from top to bottom", least=1)
    hard: int = parameter(1, "places of hard rock, which a bomb does not break", least=0)


SCHEDULE = schedule(
    Parameters,
    (2, 2, 0, range(5, 6)),  # the few-shot example has five actions (paper, appendix B)
    (2, 1, 0),
    (2, 2, 1, range(4, 8)),
    (2, 3, 1, range(5, 8)),
    (2, 4, 1, range(6, 10)),
    (3, 1, 0),
    (3, 2, 0, range(7, 12)),
    (3, 1, 1),
    (3, 2, 1, range(8, 12)),
    (3, 2, 2, range(8, 16)),
    *((3, 3, 2, range(9, 15)),) * 2,
    *((3, 3, 4, range(10, 17)),) * 2,
    (4, 2, 2, range(12, 17)),
    (4, 2, 4, range(12, 18)),
    (4, 3, 3, range(13, 18)),
    (3, 4, 5, range(13, 18)),
    (4, 3, 6, range(15, 19)),
    (4, 4, 7, range(15, 20)),
    (4, 4, 9, range(17, 21)),
)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem with one piece of gold, whose goal is to hold it.

    It has a plan: the laser opens a way through the gold's row up to the last place before the
    gold; from there a bomb breaks the rock over the gold, which is soft.

    Raises:
        ValueError: there is too little rock for the places of hard rock.
    """
    columns, rows, hard = parameters.columns, parameters.rows, parameters.hard
    cells = grid_cells(columns, rows)
    free = [cell for cell in cells if cell[0] == 0]
    gold = (columns - 1, rng.randrange(rows))
    rock = [cell for cell in cells if cell not in free and cell != gold]
    if hard > len(rock):
        raise ValueError(
            f"goldminer needs {hard} places of rock besides the gold's, not {len(rock)}"
        )
    places = dict(zip(cells, shuffled_names(rng, len(cells), "loc"), strict=True))
    solid = set(rng.sample(rock, hard))
    init = [
        fact("arm-empty"),
        fact("robot-at", places[rng.choice(free)]),
        fact("bomb-at", places[rng.choice(free)]),
        fact("laser-at", places[rng.choice(free)]),
        fact("gold-at", places[gold]),
        fact("soft-rock-at", places[gold]),
        *(fact("clear", places[cell]) for cell in free),
        *(fact("hard-rock-at" if cell in solid else "soft-rock-at", places[cell]) for cell in rock),
        *connections("connected", places),
    ]
    objects = [typed(numbered_names(len(places), "loc"), "loc")]
    label = parameters.label("goldminer", "xyh")
    return problem_text(label, "gold-miner-typed", objects, init, [fact("holds-gold")])
