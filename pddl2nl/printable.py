"""Texts of others, fit for a terminal."""

from __future__ import annotations

import re

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tabs and ends of lines, and what turns the direction of a text."""


def printable(text: str) -> str:
    """A text in which no character commands a terminal.

    Such characters stand as JSON escapes (`\\u001b`), so that JSON stays the same JSON.
    """
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
