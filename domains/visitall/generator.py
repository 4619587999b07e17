"""Visitall problems: a grid with holes, of whose places some have to be visited."""

from __future__ import annotations

import random
from collections.abc import Iterator

from domains.problem_text import fact, problem_text, shuffled_names, typed
from domains.suite import Entry


def _entry(
    columns: int, rows: int, holes: int, goals: int, plan_lengths: range = range(3, 21)
) -> Entry:
    parameters = {"columns": columns, "rows": rows, "holes": holes, "goals": goals}
    return Entry(parameters, plan_lengths)


SCHEDULE = (
    _entry(3, 2, 0, 4, range(5, 6)),  # the few-shot example has five actions (paper, appendix B)
    _entry(2, 2, 0, 3),
    _entry(3, 2, 0, 3),
    _entry(3, 2, 0, 5),
    _entry(4, 2, 0, 5),
    *(_entry(3, 3, 2, 4),) * 3,
    _entry(4, 2, 1, 5),
    _entry(3, 3, 1, 5),
    _entry(3, 3, 1, 6),
    _entry(3, 3, 0, 6),
    _entry(3, 3, 0, 8),
    *(_entry(4, 3, 2, 6),) * 2,
    *(_entry(4, 3, 2, 9),) * 2,
    *(_entry(4, 4, 4, 8),) * 2,
    *(_entry(4, 4, 3, 12, range(12, 21)),) * 2,
)

Cell = tuple[int, int]


def generate(rng: random.Random, *, columns: int, rows: int, holes: int, goals: int) -> str:
    """A problem on a connected grid.

    Args:
        rng: the source of all choices.
        columns: the width of the grid, in places.
        rows: the height of the grid, in places.
        holes: how many places are taken out; those left stay connected.
        goals: how many places, not counting the robot's first one, have to be visited.

    Raises:
        ValueError: the grid has too few places for the holes and the goals.
    """
    if min(columns, rows, goals) < 1 or not 0 <= holes < columns * rows - goals:
        raise ValueError("visitall needs at least one goal and places for its goals and the robot")
    cells = _grid(rng, columns, rows, holes)
    order = rng.sample(cells, len(cells))
    names = dict(zip(order, shuffled_names(rng, len(cells), "place"), strict=True))
    start, *others = order
    init = [fact("at-robot", names[start]), fact("visited", names[start])]
    init += [
        fact("connected", names[cell], names[other])
        for cell in cells
        for other in _neighbours(cell)
        if other in names
    ]
    goal = [fact("visited", names[cell]) for cell in others[:goals]]
    label = f"visitall-x{columns}-y{rows}-h{holes}-g{goals}"
    return problem_text(label, "grid-visit-all", [typed(names.values(), "place")], init, goal)


def _grid(rng: random.Random, columns: int, rows: int, holes: int) -> list[Cell]:
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    for _ in range(holes):
        # Every connected grid has a cell that can go, for instance a leaf of a spanning tree.
        for cell in rng.sample(cells, len(cells)):
            rest = [other for other in cells if other != cell]
            if _connected(rest):
                cells = rest
                break
    return cells


def _connected(cells: list[Cell]) -> bool:
    unseen = set(cells[1:])
    pending = cells[:1]
    while pending:
        found = unseen.intersection(_neighbours(pending.pop()))
        unseen -= found
        pending += found
    return not unseen


def _neighbours(cell: Cell) -> Iterator[Cell]:
    column, row = cell
    yield column, row - 1
    yield column - 1, row
    yield column + 1, row
    yield column, row + 1
