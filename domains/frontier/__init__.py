"""Fresh tasks of eight domains of the IPC 2023 Learning Track, for every seed.

The sizes grow as those of the track's test tasks do, from a few objects to hundreds: a small
example, then 45 tasks. The ends are those of the test tasks, except for Sokoban's mazes (up to
48 x 48 cells, not 100 x 100), Rovers' waypoints (up to 100) and Floortile's floors (up to 24 x 24).
Models cannot have seen the tasks: each seed gives others. Every generator's docstring says why its
tasks can be solved.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from domains._layout import DOMAIN_FILE, domain_file, folder
from domains.suite import ANY_LENGTH, Generator, ScheduleEntry, problem, write_instances

TASKS = 45


def _grown(low: int, high: int, place: float) -> int:
    """A number between two: slowly at first, so that many tasks are small."""
    return round(low + (high - low) * place**2)


def _childsnack(place: float) -> tuple[int, ...]:
    children = _grown(4, 290, place)
    return children, (2 * children) // 5, _grown(3, 10, place), _grown(1, 20, place), children // 10


def _floortile(place: float) -> tuple[int, ...]:
    columns, rows = _grown(2, 24, place), _grown(2, 23, place)
    return columns, rows, min(columns, _grown(1, 8, place)), 2, columns * rows


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
        "blocksworld": _schedule((4,), lambda place: (_grown(5, 500, place),)),
        "childsnack": _schedule((2, 1, 1, 1, 0), _childsnack),
        "floortile": _schedule((2, 2, 1, 2, 2), _floortile),
        "miconic": _schedule((3, 2), lambda place: (_grown(4, 195, place), _grown(2, 480, place))),
        "rovers": _schedule((1, 3, 1, 1, 2, 1, 0, 1), _rovers),
        "sokoban": _schedule((5, 5, 2, 1, 3), _sokoban),
        "spanner": _schedule((2, 1, 1), _spanner),
        "transport": _schedule((3, 1, 1, 2), _transport),
    }
)
"""The parameters of each domain's generator, in their order, for the example and each task."""


NAMES = tuple(SIZES)
__all__ = ["NAMES", "TASKS", "domain_of", "generator", "tasks", "write"]


def generator(name: str) -> Generator[Any]:
    """What makes the tasks of one of the domains; its schedule begins with a small example.

    Raises:
        KeyError: there is no such domain.
    """
    own = (Path(__file__).parent / name).is_dir()
    module = importlib.import_module(f"domains{'.frontier' if own else ''}.{name}.generator")
    entries = tuple(ScheduleEntry(module.Parameters(*size), ANY_LENGTH) for size in SIZES[name])
    return Generator(f"frontier-{name}", module.Parameters, module.generate, entries, "ff")


def tasks(name: str, seed: int) -> Iterator[str]:
    """The texts of a domain's problems for a seed: an example, and 45 tasks that grow."""
    source = generator(name)
    for number, entry in enumerate(source.schedule):
        yield problem(source, entry.parameters, f"{seed}/{number}")


def domain_of(name: str) -> Path:
    """The domain file of one of the domains."""
    own = Path(__file__).parent / name / DOMAIN_FILE
    return own if own.is_file() else domain_file(folder(name))


def write(place: Path, name: str, seed: int) -> None:
    """Write a folder that can be played: the domain, and `instances/instance-1.pddl` and so on."""
    write_instances(place / "instances", list(tasks(name, seed)))
    text = domain_of(name).read_text(encoding="utf-8")
    (place / DOMAIN_FILE).write_text(text, encoding="utf-8", newline="\n")
