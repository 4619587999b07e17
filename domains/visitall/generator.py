"""Visitall problems: a grid with holes, of whose places some have to be visited."""

from __future__ import annotations

import random
from dataclasses import dataclass

from domains.grids import Cell, connected, grid_cells, neighbours
from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, problem_text, shuffled_names, typed
from domains.suite import scaled_schedule, schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Visitall problem is made of."""

    columns: int = parameter(3, "places from left to right", least=1)
    rows: int = parameter(3, "places from top to bottom", least=1)
    holes: int = parameter(0, "places taken out of the grid, which stays connected", least=0)
    goals: int = parameter(5, "places to visit, not counting the robot's first one", least=1)


SCHEDULE = schedule(
    Parameters,
    (3, 2, 0, 4, range(5, 6)),  # the few-shot example has five actions (paper, appendix B)
    (2, 2, 0, 3),
    (3, 2, 0, 3),
    (3, 2, 0, 5),
    (4, 2, 0, 5),
    *((3, 3, 2, 4),) * 3,
    (4, 2, 1, 5),
    (3, 3, 1, 5),
    (3, 3, 1, 6),
    (3, 3, 0, 6),
    (3, 3, 0, 8),
    *((4, 3, 2, 6),) * 2,
    *((4, 3, 2, 9),) * 2,
    *((4, 4, 4, 8),) * 2,
    *((4, 4, 3, 12, range(12, 21)),) * 2,
)

# Whole grids, of which every place has to be visited (paper, appendix B). See docs/domains.md for
# the sizes at which planners give up.
_GRIDS = ((5, 4), (7, 3), (6, 4), (5, 5), (9, 3), (7, 4), (6, 5), (8, 4), (7, 5), (6, 6))
SCALED = scaled_schedule(
    Parameters(columns, rows, holes=0, goals=columns * rows - 1) for columns, rows in _GRIDS
)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem on a connected grid, so that the robot can visit every place of it.

    Raises:
        ValueError: the grid has too few places for the holes and the goals.
    """
    columns, rows = parameters.columns, parameters.rows
    holes, goals = parameters.holes, parameters.goals
    if holes + goals >= columns * rows:
        raise ValueError(
            f"visitall needs more than {holes + goals} places for its holes and goals, "
            f"not {columns * rows}"
        )
    cells = _grid(rng, columns, rows, holes)
    order = rng.sample(cells, len(cells))
    names = dict(zip(order, shuffled_names(rng, len(cells), "place"), strict=True))
    start, *others = order
    init = [fact("at-robot", names[start]), fact("visited", names[start])]
    init += [
        fact("connected", names[cell], names[other])
        for cell in cells
        for other in neighbours(cell)
        if other in names
    ]
    goal = [fact("visited", names[cell]) for cell in others[:goals]]
    label = parameters.label("visitall", "xyhg")
    return problem_text(label, "grid-visit-all", [typed(names.values(), "place")], init, goal)


def _grid(rng: random.Random, columns: int, rows: int, holes: int) -> list[Cell]:
    cells = grid_cells(columns, rows)
    for _ in range(holes):
        # Every connected grid has a cell that can go, for instance a leaf of a spanning tree.
        for cell in rng.sample(cells, len(cells)):
            rest = [other for other in cells if other != cell]
            if connected(rest):
                cells = rest
                break
    return cells
