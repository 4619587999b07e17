"""Sokoban problems: all stones have to be pushed to places that are marked."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass

from domains.grids import Cell, connected, grid_cells, neighbours
from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, typed

_DIRECTIONS = {(0, -1): "up", (0, 1): "down", (-1, 0): "left", (1, 0): "right"}


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Sokoban problem is made of."""

    columns: int = parameter(5, "cells from left to right", least=3)
    rows: int = parameter(5, "cells from top to bottom", least=3)
    walls: int = parameter(2, "cells that are wall, if there is room", least=0)
    stones: int = parameter(1, "stones", least=1)
    pulls: int = parameter(4, "pulls, a stone, by which the start is made", least=1)


@dataclass(frozen=True, slots=True)
class Push:
    """A step of the plan by which a problem is known to be solvable.

    Args:
        stone: the stone's name.
        places: where the player stands, where the stone lies, and where it is pushed.
    """

    stone: str
    places: tuple[str, str, str]


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem made backwards, from stones in their goals, by a player who pulls them away.

    It has a plan: every pull, taken back, is a push. At least one stone begins away from its goal.

    Raises:
        ValueError: there is no room for the stones, or none of them can be pulled.
    """
    text, _ = with_pushes(rng, parameters)
    return text


def with_pushes(rng: random.Random, parameters: Parameters) -> tuple[str, list[Push]]:
    """The problem that `generate` gives, and the pushes that solve it, in order.

    Raises:
        ValueError: as `generate` does.
    """
    count = parameters
    floor = _floor(rng, count)
    if 3 * count.stones > len(floor):
        raise ValueError(f"sokoban needs three free cells a stone, not {len(floor)} in all")
    for _ in range(20):
        goals = rng.sample(floor, count.stones)
        player, stones, pushes = _pulled(rng, count, set(floor), goals)
        if not set(stones) <= set(goals):
            return _text(count, floor, goals, player, stones), pushes
    raise ValueError("sokoban found no stone that can be pulled; there may be too many walls")


def _floor(rng: random.Random, count: Parameters) -> list[Cell]:
    """The cells that are no wall; all of them are connected."""
    floor = grid_cells(count.columns, count.rows)
    for cell in rng.sample(floor, min(len(floor), 2 * count.walls)):
        if count.columns * count.rows - len(floor) == count.walls:
            break
        left = [each for each in floor if each != cell]
        if _stays_connected(cell, left):
            floor = left
    return floor


def _stays_connected(cell: Cell, left: list[Cell]) -> bool:
    """Whether the cells around one that becomes wall are still connected, near by or at all."""
    column, row = cell
    around = {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} & set(left)
    beside = [each for each in neighbours(cell) if each in around]
    if len(beside) < 2:
        return True
    near = sorted(around, key=lambda each: each not in beside)
    return connected(near) or connected(left)


def _pulled(
    rng: random.Random, count: Parameters, floor: set[Cell], goals: list[Cell]
) -> tuple[Cell, list[Cell], list[Push]]:
    """Where player and stones are after the player has pulled them about, and the way back."""
    stones, names, pushes = list(goals), numbered_names(len(goals), "stone"), list[Push]()
    player = rng.choice(sorted(floor.difference(stones)))
    for _ in range(count.pulls * count.stones):
        free = floor.difference(stones)
        within = _reached(player, free)
        ways = [
            (number, step)
            for number, stone in enumerate(stones)
            for step in _DIRECTIONS
            if _moved(stone, step) in within and _moved(stone, step, 2) in free
        ]
        if not ways:
            break
        number, step = rng.choice(ways)
        back = stones[number]
        stones[number], player = _moved(back, step), _moved(back, step, 2)
        pushes.append(Push(names[number], (_place(player), _place(stones[number]), _place(back))))
    return player, stones, pushes[::-1]


def _place(cell: Cell) -> str:
    return f"pos-{cell[0] + 1}-{cell[1] + 1}"


def _moved(cell: Cell, step: tuple[int, int], times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1]


def _reached(start: Cell, free: set[Cell]) -> set[Cell]:
    """The cells that a player can get to without a push."""
    seen, pending = {start}, deque([start])
    while pending:
        for cell in neighbours(pending.popleft()):
            if cell in free and cell not in seen:
                seen.add(cell)
                pending.append(cell)
    return seen


def _text(
    count: Parameters, floor: list[Cell], goals: list[Cell], player: Cell, stones: list[Cell]
) -> str:
    places = {cell: _place(cell) for cell in floor}
    names = numbered_names(len(stones), "stone")
    init = [fact("at", "player_0", places[player])]
    for name, cell in zip(names, stones, strict=True):
        init.append(fact("at", name, places[cell]))
        if cell in goals:
            init.append(fact("at-goal", name))
    taken = {player, *stones}
    init += [fact("clear", places[cell]) for cell in floor if cell not in taken]
    init += [fact("is-goal" if cell in goals else "is-nongoal", places[cell]) for cell in floor]
    for cell in floor:
        for step, direction in _DIRECTIONS.items():
            if _moved(cell, step) in places:
                init.append(fact("move-dir", places[cell], places[_moved(cell, step)], direction))
    objects = [
        typed(_DIRECTIONS.values(), "direction"),
        typed(["player_0"], "player"),
        typed(names, "stone"),
        typed(places.values(), "location"),
    ]
    goal = [fact("at-goal", name) for name in names]
    label = count.label("sokoban", "xyws")
    return problem_text(label, "sokoban", objects, init, goal)
