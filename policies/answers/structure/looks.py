"""What a line looks like when it is read on its own, and who says so."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum, auto
from typing import Protocol, TypeAlias

from policies.answers.meaning.doubt import Likeness
from policies.answers.structure.layout import Line


class Look(Enum):
    """What a line looks like when it is read on its own."""

    STEP = auto()
    """A step, and nothing else but remarks."""
    EXPLAINED = auto()
    """A step, followed by words about it."""
    TOLD = auto()
    """A step told as an event: "the truck drives"."""
    HINT = auto()
    """It tells of an action, but names none."""
    BROKEN = auto()
    """It begins like a step, but names no action."""
    OTHER = auto()


class LineJudge(Protocol):
    """Says what single lines look like."""

    def look(self, line: str) -> Look:
        """What a line looks like."""
        ...

    def meaning(self, line: str) -> Hashable:
        """What a line says, equal for lines that say the same."""
        ...

    def repeats(self, line: str) -> bool:
        """Whether a line stands for steps like those before it."""
        ...

    def likeness(self, line: str) -> Likeness:
        """What a line that looks like nothing may be where steps are expected."""
        ...


Seen: TypeAlias = tuple[Line, Look]

READ = frozenset({Look.STEP, Look.EXPLAINED, Look.TOLD})
"""The looks of lines that name an action."""
