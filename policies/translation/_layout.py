"""The lines of an answer with their layout: numbers, bullets, indents, bold type, headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Mark: TypeAlias = Literal["number", "bullet", "heading", "plain", "fence"]

_NUMBERED = re.compile(
    r"^(?:[#>*_\s]|\\)*\(?(?:(?:step|action|phase|part)\s+(?P<step>\d{1,3})\b|(?P<item>\d{1,3})"
    r"(?:\.(?!\d)|\)|:))",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^(?:[-*•+–◦▪|]|[a-z][.)]|[ivx]{1,4}[.)])\s+")
_HASHES = re.compile(r"^#{1,6}\s")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank.

    Attributes:
        number: 0-based place among the answer's lines.
        text: the line as it stands.
        indent: blanks before it (a tab counts four).
        mark: what it begins with.
        ordinal: its own number, where it has one.
        heading: whether it is laid out as a heading, or ends in a colon.
    """

    number: int
    text: str
    indent: int
    mark: Mark
    ordinal: int | None
    heading: bool


def laid_out(text: str) -> Iterator[Line]:
    """The lines of a text that are not blank."""
    for number, raw in enumerate(text.splitlines()):
        line = raw.expandtabs(4).rstrip()
        content = line.strip()
        if not content:
            continue
        yield _line(number, content, len(line) - len(line.lstrip()))


def _line(number: int, content: str, indent: int) -> Line:
    if content.startswith("```"):
        return Line(number, content, indent, "fence", None, False)
    bare = content.strip("*_ ")
    hashed = _HASHES.match(content) is not None
    numbered = _NUMBERED.match(content)
    ends = bare.endswith(":") or content.endswith(":") or content.rstrip("*_ ").endswith(":")
    bold = content.startswith("**") and content.rstrip(" :.").endswith("**")
    bulleted = _BULLET.match(content) is not None
    if numbered:
        ordinal = int(numbered["step"] or numbered["item"])
        return Line(number, content, indent, "number", ordinal, ends or hashed)
    if bulleted:
        return Line(number, content, indent, "bullet", None, ends)
    if hashed or ends or bold:
        return Line(number, content, indent, "heading", None, True)
    return Line(number, content, indent, "plain", None, False)
