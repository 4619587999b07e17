"""How the generators write a problem: one fact a line, in the order given."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence


def fact(predicate: str, *objects: str) -> str:
    """A ground atom as PDDL text."""
    return f"({' '.join((predicate, *objects))})"


def typed(names: Iterable[str], kind: str) -> str:
    """A line of the objects section that declares names of one type."""
    return f"{' '.join(names)} - {kind}"


def numbered_names(count: int, stem: str = "object") -> list[str]:
    """The names `stem_0`, `stem_1`, … in that order."""
    return [f"{stem}_{number}" for number in range(count)]


def shuffled_names(rng: random.Random, count: int, stem: str = "object") -> list[str]:
    """The names `stem_0`, `stem_1`, … in random order, so that a number says nothing of a role."""
    return rng.sample(numbered_names(count, stem), count)


def problem_text(
    name: str, domain: str, objects: Sequence[str], init: Iterable[str], goal: Iterable[str]
) -> str:
    """A PDDL problem.

    Args:
        name: the name of the problem.
        domain: the name that the domain file gives itself.
        objects: the lines of the objects section (see `typed`).
        init: the initial facts (see `fact`).
        goal: the facts whose conjunction is the goal.
    """
    lines = [f"(define (problem {name})", f"  (:domain {domain})"]
    lines += ["  (:objects", *(f"    {line}" for line in objects), "  )"]
    lines += ["  (:init", *(f"    {line}" for line in init), "  )"]
    lines += ["  (:goal", "    (and", *(f"      {line}" for line in goal), "    )", "  )", ")"]
    return "\n".join(lines) + "\n"
