"""How files and outputs are put into prompts."""

from __future__ import annotations

import re

MAX_SHOWN = 100_000
"""The maximum number of characters of a file or an output in a prompt."""

_MARKS = re.compile(r"^(?=\*\*\*|## )", re.MULTILINE)


def shown(text: str) -> str:
    """A text as part of a prompt: cut to a length, and with no line that could pass for a mark.

    The marks around files and outputs begin with `***` or `## `; a line in a file that begins so is
    moved by one blank, so that no file can pretend to end and to be followed by something else.
    """
    more = len(text) - MAX_SHOWN
    kept = text if more <= 0 else f"{text[:MAX_SHOWN]}\n[{more} more characters are not shown]"
    return _MARKS.sub(" ", kept)


def numbered(text: str) -> str:
    """The lines of a text with their numbers."""
    return "\n".join(f"{number}: {line}" for number, line in enumerate(text.splitlines(), 1))
