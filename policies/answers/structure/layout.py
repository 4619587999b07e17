"""The lines of an answer with their layout: numbers, bullets, indents, bold type, headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Mark: TypeAlias = Literal["number", "bullet", "heading", "plain", "fence", "label", "thought"]

_NUMBERED = re.compile(
    r"^(?:_|[^\w()\[\]{}|<\"'`~+•–◦▪→.,:;-])*\(?"
    r"(?:(?P<label>step|action)\s+(?P<step>\d{1,4})\b|(?P<item>\d{1,4})(?:\.(?!\d)|\)|:))",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^[\W_]*(?:(?:step\s*)?\d{1,4}[\W_]+)?"
    r"(?:(?P<step>instructions?|(?:next\s+)?action|command|next(?:\s+(?:step|instruction|move))?|do"
    r"|first|then|finally|lastly|after that)"
    r"|(?P<thought>think(?:ing)?|thoughts?|reason(?:ing)?|rationale|why|explanation|observation"
    r"|(?:resulting\s+|new\s+)?(?:state|situation)|results?|effects?|preconditions?|check|note))"
    r"(?:\s*#?\d{1,4})?[*_\s]*:[*_\s]*(?P<text>.*)$",
    re.IGNORECASE,
)
_SECOND_LABEL = re.compile(
    r"(?<=\S)\s+(?=[*_]*(?:instruction|action|think|thought)[*_]*:)", re.IGNORECASE
)
_PHASE = re.compile(r"^\W*(?:phase|part|stage|section)\s+(?:\d{1,2}|[ivx]{1,4})\b", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-*•+–◦▪|~→➤✓✅☐]|>>|[-=]+>|[a-z][.)]|[ivx]{1,4}[.)])\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z(*`])")
_NEXT_ITEM = re.compile(r"(?<=[.;,:!])\s+(?=\(?\d{1,4}[.)]\s)")
_HASHES = re.compile(r"^#{1,6}\s")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank.

    Attributes:
        number: 0-based place among the answer's lines.
        text: the line as it stands, or one sentence or numbered item of several in it.
        indent: blanks before it (a tab counts four).
        mark: what it begins with.
        ordinal: its own number, where it has one.
        series: how its number is written; items of one list are mostly written alike.
        heading: whether it is laid out as a heading, or ends in a colon.
        last: whether the answer ends with it, perhaps in the middle.
    """

    number: int
    text: str
    indent: int
    mark: Mark
    ordinal: int | None
    series: str
    heading: bool
    last: bool = False


def is_phase(text: str) -> bool:
    """Whether a heading names a phase of a plan: `Phase 1: …`."""
    return _PHASE.match(text) is not None


def laid_out(text: str) -> Iterator[Line]:
    """The lines of a text that are not blank.

    Prose is taken apart into sentences, and several numbered items in one line into items.
    """
    waiting = False
    for number, raw in enumerate(text.splitlines()):
        line = raw.expandtabs(4).rstrip()
        indent = len(line) - len(line.lstrip())
        for content in filter(None, _SECOND_LABEL.split(line.strip())):
            labelled = _labelled(number, content, indent)
            if labelled is not None:
                # "Instruction:" and nothing behind it: the next line is the instruction.
                waiting = labelled.mark == "label" and not labelled.text
                if not waiting:
                    yield labelled
            elif waiting and not content.startswith("```"):
                waiting = False
                yield Line(number, content, indent, "label", None, "", False)
            else:
                for item in _items(content):
                    yield from _sentences(_line(number, item, indent))


def _labelled(number: int, content: str, indent: int) -> Line | None:
    """A line that says itself what it is: `Instruction: …`, `**Think:** …`."""
    found = _LABEL.match(content) if ":" in content[:60] else None
    if found is None:
        return None
    text = found["text"].strip()
    if found["step"]:
        return Line(number, text, indent, "label", None, found["step"].lower(), False)
    return Line(number, text or content, indent, "thought", None, found["thought"].lower(), False)


def _items(content: str) -> list[str]:
    """The numbered items of one line: `1. load the crate. 2. drive to b.`"""
    items = _NEXT_ITEM.split(content) if _NUMBERED.match(content) else [content]
    if len(items) == 1:
        return items
    ordinals = [int(found["item"] or 0) for item in items if (found := _NUMBERED.match(item))]
    first = ordinals[0] if ordinals else 0
    return items if ordinals == list(range(first, first + len(items))) else [content]


def _sentences(line: Line) -> Iterator[Line]:
    announced = line.mark == "heading" and not line.text.startswith(("#", "**"))
    if not announced and line.mark != "plain":
        yield line
        return
    parts = _SENTENCE_END.split(line.text)
    if len(parts) == 1:
        yield line
        return
    # What is announced, the last sentence announces: "Wait, that fails. The plan is:"
    for sentence in parts[:-1]:
        yield replace(line, text=sentence, mark="plain", heading=False)
    yield replace(line, text=parts[-1])


def _line(number: int, content: str, indent: int) -> Line:
    if content.startswith("```"):
        return Line(number, content, indent, "fence", None, "", False)
    bare = content.strip("*_ ")
    hashed = _HASHES.match(content) is not None
    numbered = _NUMBERED.match(content)
    ends = bare.endswith(":") or content.endswith(":") or content.rstrip("*_ ").endswith(":")
    bold = content.startswith("**") and content.rstrip(" :.").endswith("**")
    if numbered:
        ordinal = int(numbered["step"] or numbered["item"])
        series = (numbered["label"] or "").lower() + "#" * hashed + "*" * bold
        return Line(number, content, indent, "number", ordinal, series, ends or hashed or bold)
    if _BULLET.match(content):
        return Line(number, content, indent, "bullet", None, "", ends)
    if hashed or ends or bold or _PHASE.match(content):
        return Line(number, content, indent, "heading", None, "", True)
    return Line(number, content, indent, "plain", None, "", False)
