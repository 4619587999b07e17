"""Floortile problems: some tiles of a floor have to be painted, each in its color."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domains.grids import Cell, grid_cells
from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names, typed
from domains.suite import schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Floortile problem is made of."""

    columns: int = parameter(2, "tiles from left to right", least=1)
    rows: int = parameter(2, "rows of tiles that can be asked for; one more lies below", least=1)
    robots: int = parameter(1, "robots, at most one a column", least=1)
    colors: int = parameter(2, "colors", least=1)
    painted: int = parameter(2, "tiles to paint", least=1)


SCHEDULE = schedule(
    Parameters,
    (2, 2, 1, 2, 2, range(5, 6)),  # the few-shot example has five actions (paper, appendix B)
    (2, 1, 1, 2, 2, range(3, 5)),
    (2, 2, 1, 2, 2, range(4, 7)),
    (2, 2, 2, 2, 2, range(3, 6)),
    (3, 2, 1, 2, 2, range(6, 9)),
    (3, 1, 1, 2, 3, range(6, 9)),
    *((2, 2, 1, 2, 3, range(7, 12)),) * 2,
    (2, 2, 2, 2, 4, range(7, 12)),
    *((2, 2, 1, 2, 4, range(9, 15)),) * 2,
    *((3, 2, 1, 2, 4, range(10, 15)),) * 2,
    *((3, 2, 2, 2, 4, range(8, 15)),) * 2,
    *((2, 3, 2, 2, 5, range(12, 18)),) * 2,
    (3, 2, 2, 2, 6, range(14, 20)),
    (3, 2, 3, 2, 6, range(13, 20)),
    *((2, 3, 1, 2, 6, range(17, 21)),) * 2,
)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem whose goal gives some tiles a color, none of them in the bottom row.

    It has a plan: the robots go down to the bottom row, where there is room for all of them; then
    each row is painted from the row below it, the top row first. All but one robot wait below; the
    first row above the bottom is shared out from left to right.

    Raises:
        ValueError: there are more robots than columns, or more tiles to paint than rows offer.
    """
    columns, rows, painted = parameters.columns, parameters.rows, parameters.painted
    if parameters.robots > columns:
        raise ValueError(f"floortile needs a column a robot, {parameters.robots}, not {columns}")
    if painted > columns * rows:
        raise ValueError(f"floortile needs {painted} tiles to paint, not {columns * rows}")
    cells = grid_cells(columns, rows + 1)
    tiles = dict(zip(cells, shuffled_names(rng, len(cells), "tile"), strict=True))
    robots = numbered_names(parameters.robots, "robot")
    colors = numbered_names(parameters.colors, "color")
    starts = dict(zip(robots, rng.sample(list(tiles.values()), len(robots)), strict=True))
    wanted = rng.sample(cells[: columns * rows], painted)
    objects = [
        typed(numbered_names(len(tiles), "tile"), "tile"),
        typed(robots, "robot"),
        typed(colors, "color"),
    ]
    init = [fact("robot-at", robot, tile) for robot, tile in starts.items()]
    init += [fact("robot-has", robot, rng.choice(colors)) for robot in robots]
    init += [fact("available-color", color) for color in colors]
    init += [fact("clear", tile) for tile in tiles.values() if tile not in starts.values()]
    init += _adjacency(tiles)
    goal = [fact("painted", tiles[cell], rng.choice(colors)) for cell in wanted]
    label = parameters.label("floortile", "xyrcp")
    return problem_text(label, "floor-tile", objects, init, goal)


def _adjacency(tiles: Mapping[Cell, str]) -> Iterator[str]:
    for (column, row), tile in tiles.items():
        below, beside = tiles.get((column, row + 1)), tiles.get((column + 1, row))
        if below:
            yield fact("up", tile, below)
            yield fact("down", below, tile)
        if beside:
            yield fact("left", tile, beside)
            yield fact("right", beside, tile)
