"""What a player is shown about its steps: all of it, or less, for ablations."""

from __future__ import annotations

from dataclasses import dataclass, fields

NEUTRAL_TEXT = "What is the next step?"
"""Stands in the place of what the player is not shown."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the player is shown after a step.

    Args:
        positive: that an action was carried out.
        negative: that an action was refused, and why; that a sentence was not understood.
        unfinished: that the goal is not reached, where the player says so.
        state: the state after each action, too.
    """

    positive: bool = True
    negative: bool = True
    unfinished: bool = True
    state: bool = False

    def __str__(self) -> str:
        kinds = (kind.name for kind in fields(self))
        return " ".join(kind for kind in kinds if getattr(self, kind)) or "none"


ALL_FEEDBACK = Feedback()
