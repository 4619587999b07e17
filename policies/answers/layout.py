"""An answer as lines: how each is marked, how far it is indented, what stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from policies.answers.text import plain, words_of
from policies.answers.words import LABEL_WORDS, NOTE_LABELS, STEP_LABELS

Mark = Literal["number", "bullet", "step", "note", "heading", "plain"]
"""What opens a line: a number, a bullet, a label of a step (`Instruction:`), a label of what is no
step (`Think:`), a heading, or nothing."""

_MARK = re.compile(
    r"(?P<bullet>(?:[-*•–◦▪+>→]|\\item)[ \t]+)?"
    r"(?:(?P<heading>#{1,6})[ \t]*)?"
    r"(?:[*_`]{1,3})?"
    r"(?:(?:step|action|move|instruction)[ \t]*#?(?P<named>\d{1,4})[ \t]*"
    r"(?:[.:)\-–—][ \t]*|(?=[*_]))"
    r"|\(?(?P<number>\d{1,4})(?:[.):]|\.\))(?=[\s*_`(\[]|[A-Za-z])"
    r"|\[[ xX]\][ \t]+)?",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"((?:[A-Za-z]+[ /-]){0,3}[A-Za-z]+)(?:[ ]#?\d{1,3})?[ ]?:[ ]+(?=\S)|([A-Za-z ]{2,40}):$"
)
_THOUGHT = re.compile(r"\W*(?:think|thought|reasoning)\b.{0,3}:", re.IGNORECASE)
_ORDER = re.compile(r"(?=[*_]{0,2}\b(?:instruction|action)[*_]{0,2}:[*_]{0,2}\s)", re.IGNORECASE)
_RULE = re.compile(r"\s*[-=_*]{3,}\s*")
_COMMENTS = {False: (";", "--", "%", "//"), True: (";", "--", "%", "//", "#")}
"""What opens a comment, outside a block of code and in one."""
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an answer.

    Attributes:
        number: its place in the answer, from 1.
        text: what stands in it, without its mark.
        mark: what opens it.
        indent: the number of columns before it.
        rank: its number in a list; 0 for none.
        label: its label in lower case; empty for none.
    """

    number: int
    text: str
    mark: Mark
    indent: int
    rank: int = 0
    label: str = ""


def laid_out(answer: str) -> list[Line]:
    """The lines of an answer that hold any words."""
    found: list[Line] = []
    fenced = False
    for number, raw in _split(answer):
        if _FENCE.fullmatch(raw):
            fenced = not fenced
            if fenced:  # what stands in a block of its own is put forward as the plan
                found.append(Line(number, "plan:", "heading", 0))
        elif raw.lstrip().startswith(_COMMENTS[fenced]) and words_of(raw):
            found.append(Line(number, f"# {plain(raw)}", "plain", 0))
        elif (line := _line(number, raw)) is not None:
            found.append(line)
    return found


def _split(answer: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; one that thinks and then orders is two."""
    for number, raw in enumerate(answer.splitlines(), start=1):
        for part in _ORDER.split(raw) if _THOUGHT.match(raw) else (raw,):
            yield number, part


def _line(number: int, raw: str) -> Line | None:
    if not raw.strip() or _RULE.fullmatch(raw):
        return None
    stripped = raw.expandtabs(4).lstrip()
    indent = len(raw.expandtabs(4)) - len(stripped)
    found = _MARK.match(stripped)
    assert found is not None
    text = plain(stripped[found.end() :])
    rank = int(found["number"] or found["named"] or 0)
    bold = stripped.startswith(("**", "__")) and stripped.rstrip(" :").endswith(("**", "__"))
    mark: Mark = "plain"
    if found["number"] or found["named"]:
        mark = "number"
    elif found["bullet"]:
        mark = "bullet"
    if found["heading"] or (bold and mark == "plain"):
        mark = "heading" if mark == "plain" else mark
    if not any(map(str.isalnum, text)) and "…" not in text:
        return None
    return _labelled(Line(number, text, mark, indent, rank))


def _labelled(line: Line) -> Line:
    """A line without its label, if what stands before its colon is one."""
    found = _LABEL.match(line.text)
    if found is None:
        return line
    label = (found[1] or found[2]).lower()
    words = set(words_of(label))
    rest = line.text[found.end() :]
    if not words - NOTE_LABELS:
        return Line(line.number, rest, "note", line.indent, line.rank, label)
    if words & STEP_LABELS and rest and not words - STEP_LABELS - LABEL_WORDS:
        rank = line.rank
        mark: Mark = line.mark if line.mark == "number" else "step"
        return Line(line.number, rest, mark, line.indent, rank, label)
    return line
