"""The parameters of an instance generator: whole numbers that say what a problem is made of."""

from __future__ import annotations

from dataclasses import Field, astuple, dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class ParameterSet:
    """What the generators' `Parameters` have in common: none of their numbers is too small.

    Raises:
        ValueError: a number is below what its field declares as the least.
    """

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if value < least(item):
                raise ValueError(f"{item.name} must be at least {least(item)}, not {value}")

    def label(self, domain: str, letters: str) -> str:
        """The name of a problem: its domain, and its parameters in order, a letter before each."""
        numbers = zip(letters, astuple(self), strict=False)
        return "-".join([domain, *(f"{letter}{number}" for letter, number in numbers)])


def parameter(default: int, meaning: str, *, least: int) -> int:
    """Declares a field of a `ParameterSet`.

    Args:
        default: its value where none is given; all defaults together make a small problem.
        meaning: a noun phrase for the help of the command line.
        least: the smallest value that makes sense.
    """
    declared: int = field(default=default, metadata={"meaning": meaning, "least": least})
    return declared


def is_declared(item: Field[Any]) -> bool:
    """Whether a field of a class was made by `parameter`."""
    return {"meaning", "least"} <= item.metadata.keys()


def meaning(declared: Field[Any]) -> str:
    """What a field of a `ParameterSet` stands for, as a noun phrase."""
    return str(declared.metadata["meaning"])


def least(declared: Field[Any]) -> int:
    """The smallest value that a field of a `ParameterSet` may have."""
    return int(declared.metadata["least"])
