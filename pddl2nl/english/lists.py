"""Enumerations in English."""

from __future__ import annotations

from collections.abc import Sequence


def join(items: Sequence[str], conjunction: str = "and") -> str:
    """Join items as a person does: `a`, `a and b`, `a, b and c`; nothing gives the empty string."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"
