"""Numbered lists: an item is a step itself, or a heading with its steps below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from policies.answers.meaning.doubt import Likeness
from policies.answers.structure.cues import is_aside, opens_aside, states_effects
from policies.answers.structure.layout import Line
from policies.answers.structure.looks import READ, LineJudge, Look, Seen

_LABEL = re.compile(r"\W*(?:(?:step|action)\s+)?\d+\W*", re.IGNORECASE)


@dataclass(slots=True)
class _Below:
    line: Line
    look: Look
    aside: bool
    performed: bool = False
    """Whether its own effects are stated."""


@dataclass(slots=True)
class _Item:
    head: Line
    look: Look
    below: list[_Below] = field(default_factory=list)
    words: Line | None = None
    """What stands below a head that is nothing but its number: `Step 2:`."""
    aside: bool = False
    performed: bool = False

    def __post_init__(self) -> None:
        self.aside = self.head.heading and self.look is Look.OTHER and is_aside(self.head.text)

    def take(self, line: Line, look: Look) -> None:
        if self.labelled and self.words is None:
            self.words = line
        if self._is_detail(line):
            return
        if look is not Look.OTHER:
            self.below.append(_Below(line, look, self.aside))
        elif line.series.endswith("effects") or states_effects(line.text):
            stated = [each for each in self.below if each.line.mark != "bullet"]
            (stated[-1] if stated else self).performed = True
        self.aside = self.aside or (look is Look.OTHER and is_aside(line.text))

    def _is_detail(self, line: Line) -> bool:
        """Whether a line is a bullet below a numbered step below the head."""
        above = self.below[-1].line if self.below else None
        return above is not None and above.mark == "number" and line.mark == "bullet"

    @property
    def labelled(self) -> bool:
        """Whether the head is nothing but a number and a word for it."""
        return _LABEL.fullmatch(self.head.text) is not None

    def read_steps(self, headed: bool) -> list[Seen]:
        """Its steps: the head, or what stands below it, never both.

        Args:
            headed: whether the heads of the list's other items are steps.
        """
        performed = [(each.line, each.look) for each in self.below if each.performed]
        if performed and not self.performed:
            # Steps stated with their effects are done: the head, stated without, sums them up.
            return performed
        if self.look in READ:
            return [(self.head, self.look)]
        return [] if headed else [(each.line, each.look) for each in self.below if not each.aside]

    def unread(self, judge: LineJudge) -> list[Seen]:
        """Its head, where it may be a step and cannot be read."""
        if self.look is Look.BROKEN:
            return [(self.head, Look.BROKEN)]
        said = self.words or self.head
        silent = judge.likeness(said.text) is Likeness.PROSE and not said.last
        aside = opens_aside(said.text) or silent
        return [] if aside else [(said, Look.BROKEN)]


class NumberedList:
    """The items of a numbered list, with what stands below each of them."""

    def __init__(self) -> None:
        self._items: list[_Item] = []
        self._inner: Line | None = None

    @property
    def items(self) -> int:
        """How many items it has."""
        return len(self._items)

    def continues_with(self, line: Line) -> bool:
        """Whether a numbered line is its next item, or the one behind an item that is no step."""
        last = self._items[-1].head.ordinal
        if last is None or line.ordinal is None or (last == 1 and line.ordinal == 1):
            return False
        return last <= line.ordinal <= last + 2

    def resumes_with(self, line: Line) -> bool:
        """Whether a numbered line behind a heading counts on."""
        last = self._items[-1].head.ordinal
        return last is not None and line.ordinal == last + 1

    def nests(self, line: Line) -> bool:
        """Whether a numbered line belongs to a list of its own below the last item."""
        if self._inner is None:
            item = self._items[-1]
            labelled = item.head.series[:1].isalpha() and not line.series[:1].isalpha()
            heading = item.head.heading or labelled
            return item.look not in READ and heading and line.ordinal == 1
        assert self._inner.ordinal is not None
        goes_on = line.ordinal == self._inner.ordinal + 1
        outer = line.series != self._inner.series and self.continues_with(line)
        return goes_on and not outer

    def holds(self, line: Line, look: Look) -> bool:
        """Whether a line belongs to its last item."""
        head = self._items[-1]
        if look in READ and head.look in READ and self._inner is None and self._follows(line):
            return False
        if line.indent > head.head.indent or (line.mark == "number" and self.nests(line)):
            return True
        if line.mark == "bullet":
            return line.indent >= head.head.indent
        if head.look is not Look.OTHER or line.mark != "plain":
            return False
        return (head.labelled and not head.below) or (head.head.heading and look is not Look.OTHER)

    def _follows(self, line: Line) -> bool:
        """Whether a line has the next number, however it is indented."""
        last = self._items[-1].head
        next_one = last.ordinal is not None and line.ordinal == last.ordinal + 1
        return next_one and line.mark == "number" and line.series == last.series

    def take_item(self, line: Line, look: Look) -> None:
        """Begin a new item."""
        self._items.append(_Item(line, look))
        self._inner = None

    def take_below(self, line: Line, look: Look) -> None:
        """Put a line below the last item."""
        if line.mark == "number" and line.indent == self._items[-1].head.indent:
            self._inner = line
        self._items[-1].take(line, look)

    def steps(self, judge: LineJudge) -> list[Seen]:
        """The steps of all items, those included that may be steps and cannot be read."""
        headed = self._headed
        return [
            step for item in self._items for step in item.read_steps(headed) or item.unread(judge)
        ]

    def read_steps(self) -> list[Seen]:
        """The steps of all items that can be read."""
        headed = self._headed
        return [step for item in self._items for step in item.read_steps(headed)]

    @property
    def _headed(self) -> bool:
        """Whether the heads are the steps, so that what stands below them is explanation."""
        return 2 * sum(item.look in READ for item in self._items) > len(self._items)
