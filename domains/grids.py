"""Rectangular grids: where the robots of several domains move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domains.problem_text import fact

Cell = tuple[int, int]  # the column from the left, the row from the top


def grid_cells(columns: int, rows: int) -> list[Cell]:
    """All cells of a grid, row by row from the top."""
    return [(column, row) for row in range(rows) for column in range(columns)]


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The four cells next to a cell, whether the grid has them or not."""
    column, row = cell
    yield column, row - 1
    yield column - 1, row
    yield column + 1, row
    yield column, row + 1


def connected(cells: list[Cell]) -> bool:
    """Whether every one of some cells can be reached from every other through them."""
    unseen = set(cells[1:])
    pending = cells[:1]
    while pending:
        found = unseen.intersection(neighbours(pending.pop()))
        unseen -= found
        pending += found
    return not unseen


def connections(predicate: str, places: Mapping[Cell, str]) -> Iterator[str]:
    """The facts that relate each place of a grid to those next to it."""
    for cell, place in places.items():
        for other in neighbours(cell):
            if other in places:
                yield fact(predicate, place, places[other])
