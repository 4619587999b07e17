"""How large the tasks are: a small example, then 45 tasks from the smallest to the largest.

The ends are those of the test tasks of the IPC 2023 Learning Track, except for Sokoban's mazes (up
to 48 x 48 cells, not 100 x 100), Rovers' waypoints (up to 100) and Floortile's floors (up to
24 x 24).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

TASKS = 45


def _grown(low: int, high: int, place: float) -> int:
    """A number between two: slowly at first, so that many tasks are small."""
    return round(low + (high - low) * place**2)


def _blocksworld(place: float) -> tuple[int, ...]:
    return (_grown(5, 500, place),)


def _childsnack(place: float) -> tuple[int, ...]:
    children = _grown(4, 290, place)
    return children, (2 * children) // 5, _grown(3, 10, place), _grown(1, 20, place), children // 10


def _floortile(place: float) -> tuple[int, ...]:
    columns, rows = _grown(2, 24, place), _grown(2, 23, place)
    return columns, rows, min(columns, _grown(1, 8, place)), 2, columns * rows


def _miconic(place: float) -> tuple[int, ...]:
    return _grown(4, 195, place), _grown(2, 480, place)


def _rovers(place: float) -> tuple[int, ...]:
    rovers, waypoints = _grown(1, 30, place), _grown(4, 100, place)
    goals = _grown(1, 30, place)
    return rovers, waypoints, _grown(2, 20, place), rovers, 3, goals, goals, goals


def _sokoban(place: float) -> tuple[int, ...]:
    side = _grown(7, 48, place)
    return side, side, side * side // 6, _grown(1, 40, place), 12


def _spanner(place: float) -> tuple[int, ...]:
    nuts = _grown(1, 240, place)
    return _grown(4, 98, place), 2 * nuts, nuts


def _transport(place: float) -> tuple[int, ...]:
    return _grown(5, 99, place), _grown(3, 50, place), _grown(1, 190, place), 3


def _schedule(
    example: tuple[int, ...], size: Callable[[float], tuple[int, ...]]
) -> tuple[tuple[int, ...], ...]:
    return (example, *(size(number / (TASKS - 1)) for number in range(TASKS)))


SIZES: Mapping[str, tuple[tuple[int, ...], ...]] = MappingProxyType(
    {
        "blocksworld": _schedule((4,), _blocksworld),
        "childsnack": _schedule((2, 1, 1, 1, 0), _childsnack),
        "floortile": _schedule((2, 2, 1, 2, 2), _floortile),
        "miconic": _schedule((3, 2), _miconic),
        "rovers": _schedule((1, 3, 1, 1, 2, 1, 0, 1), _rovers),
        "sokoban": _schedule((5, 5, 2, 1, 3), _sokoban),
        "spanner": _schedule((2, 1, 1), _spanner),
        "transport": _schedule((3, 1, 1, 2), _transport),
    }
)
"""The parameters of each domain's generator, in their order, for the example and each task."""
