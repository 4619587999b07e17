"""Fresh tasks of eight domains of the IPC 2023 Learning Track, for every seed.

The sizes grow as those of the track's test tasks do, from a few objects to hundreds. Models cannot
have seen the tasks: each seed gives others. Every generator's docstring says why its tasks can be
solved.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domains._layout import DOMAIN_FILE, domain_file
from domains._loader import folder
from domains.frontier.sizes import SIZES, TASKS
from domains.suite import ANY_LENGTH, Generator, ScheduleEntry, problem, write_instances

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
