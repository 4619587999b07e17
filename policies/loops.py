"""Loops between wrong proposals: noticed, and broken (seed paper 001, section 4.1)."""

from __future__ import annotations

from collections.abc import Sequence

MOST_REPEATED = 2
"""After so many repetitions in a row, a conversation has no future."""
MOST_CONVERSATIONS = 2
"""How many conversations are begun: one, and a fresh one where it has got stuck."""


def is_stuck(repeated: Sequence[bool]) -> bool:
    """Whether a conversation goes round in circles.

    One repetition is told to the model, and may be overcome; something new ends the count.

    Args:
        repeated: for each of its proposals in order whether it repeats what has failed before.
    """
    last = repeated[-MOST_REPEATED:]
    return len(last) == MOST_REPEATED and all(last)
