"""Grid problems: keys have to get to other places, through a grid of which some is locked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domains.grids import Cell, connections, grid_cells, neighbours
from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names
from domains.suite import schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Grid problem is made of."""

    columns: int = parameter(3, "places from left to right", least=1)
    rows: int = parameter(2, "places from top to bottom", least=1)
    shapes: int = parameter(1, "shapes of keys and locks", least=1)
    keys: int = parameter(1, "keys, at least one of each shape", least=1)
    locks: int = parameter(1, "places that are locked at the start", least=0)
    moved: int = parameter(1, "keys that have to get to another place", least=1)


SCHEDULE = schedule(
    Parameters,
    (3, 2, 1, 1, 1, 1, range(5, 6)),  # five actions: the example (paper, appendix B)
    (2, 2, 1, 1, 0, 1, range(3, 6)),
    (2, 2, 1, 1, 1, 1, range(4, 7)),
    (3, 2, 1, 2, 1, 1, range(4, 7)),
    (3, 2, 1, 1, 2, 1, range(5, 8)),
    (3, 2, 1, 1, 2, 1, range(6, 9)),
    *((3, 2, 1, 2, 2, 2, range(6, 10)),) * 2,
    *((3, 2, 2, 2, 2, 1, range(7, 11)),) * 2,
    *((3, 3, 2, 2, 3, 1, range(8, 12)),) * 2,
    *((3, 3, 2, 2, 3, 2, range(10, 14)),) * 2,
    *((3, 3, 2, 3, 4, 2, range(11, 16)),) * 2,
    (4, 3, 2, 2, 4, 2, range(12, 17)),
    (4, 3, 2, 3, 5, 2, range(13, 18)),
    (4, 3, 3, 3, 5, 3, range(14, 19)),
    *((4, 4, 3, 3, 7, 2, range(16, 21)),) * 2,
)


@dataclass(frozen=True, slots=True)
class _Vault:
    """The shape of each lock and of each key, and where the keys lie."""

    lock_shapes: Mapping[Cell, str]
    key_shapes: Mapping[str, str]
    lie: Mapping[str, Cell]


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem whose goal gives some of the keys another place.

    It has a plan: every locked place can be opened (see `_vault`) and stays open, and in an open
    grid the robot can carry one key after another to its place.

    Raises:
        ValueError: there are too few keys for the shapes or for the goal, or too few places.
    """
    keys, shapes, moved = parameters.keys, parameters.shapes, parameters.moved
    cells = grid_cells(parameters.columns, parameters.rows)
    if max(shapes, moved) > keys:
        raise ValueError(
            f"grid needs {max(shapes, moved)} keys for its shapes and goals, not {keys}"
        )
    if max(1, parameters.locks) >= len(cells):
        raise ValueError("grid needs two places, and one that is not locked: more columns or rows")
    unused = iter(shuffled_names(rng, len(cells) + shapes + keys))
    places = {cell: next(unused) for cell in cells}
    shape_names = [next(unused) for _ in range(shapes)]
    key_names = list(unused)
    start = rng.choice(cells)
    # At least one key of each shape.
    spare = [rng.choice(shape_names) for _ in key_names[shapes:]]
    key_shapes = dict(zip(key_names, shape_names + spare, strict=True))
    vault = _vault(rng, cells, start, parameters.locks, key_shapes)
    init = [
        *(fact("place", place) for place in places.values()),
        *(fact("shape", shape) for shape in shape_names),
        *(fact("key", key) for key in key_names),
        *connections("conn", places),
        *_state(places, vault),
        fact("arm-empty"),
        fact("at-robot", places[start]),
    ]
    goal = [
        fact("at", key, rng.choice([places[cell] for cell in cells if cell != vault.lie[key]]))
        for key in rng.sample(key_names, moved)
    ]
    objects = [" ".join(numbered_names(len(cells) + shapes + keys))]
    label = parameters.label("grid", "xysklm")
    return problem_text(label, "grid", objects, init, goal)


def _vault(
    rng: random.Random, cells: list[Cell], start: Cell, locks: int, key_shapes: Mapping[str, str]
) -> _Vault:
    """Locks and keys for which a walk from the start can open every lock.

    The walk goes wherever nothing is locked, and then to some lock next to where it has been. That
    lock gets any shape; if no key of it lies where the walk has been, one is put there.
    """
    locked = set(rng.sample([cell for cell in cells if cell != start], locks))
    lock_shapes: dict[Cell, str] = {}
    lie: dict[str, Cell] = {}
    seen = [start]
    while len(seen) < len(cells):
        frontier = [
            cell
            for cell in cells
            if cell not in seen and not set(seen).isdisjoint(neighbours(cell))
        ]
        cell = rng.choice([cell for cell in frontier if cell not in locked] or frontier)
        if cell in locked:
            lock_shapes[cell] = rng.choice(list(key_shapes.values()))
            fitting = [key for key, shape in key_shapes.items() if shape == lock_shapes[cell]]
            if lie.keys().isdisjoint(fitting):
                lie[rng.choice(fitting)] = rng.choice(seen)
        seen.append(cell)
    return _Vault(lock_shapes, key_shapes, {key: rng.choice(cells) for key in key_shapes} | lie)


def _state(places: Mapping[Cell, str], vault: _Vault) -> Iterator[str]:
    for cell, place in places.items():
        if cell in vault.lock_shapes:
            yield fact("locked", place)
            yield fact("lock-shape", place, vault.lock_shapes[cell])
        else:
            yield fact("open", place)
    for key, cell in vault.lie.items():
        yield fact("key-shape", key, vault.key_shapes[key])
        yield fact("at", key, places[cell])
