"""The steps of an answer grouped into lists by layout: numbered items, and runs of other lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from policies.answers.meaning.doubt import Likeness
from policies.answers.structure.cues import changes_task, is_aside, is_offered, joins
from policies.answers.structure.items import NumberedList
from policies.answers.structure.layout import Line, is_phase
from policies.answers.structure.looks import READ, LineJudge, Look, Seen
from policies.answers.structure.runs import Part, Run, restates


@dataclass(frozen=True, slots=True)
class Title:
    """The heading above a list.

    Attributes:
        aside: whether what stands below it explains or describes.
        changed: whether it, or a heading before it, leaves the problem that was asked.
        offers: whether it puts its list forward as the outcome.
        joins: whether it may stand inside a numbered list.
        goes_on: whether it may stand between two parts of one plan.
        number: how many headings there were before it.
    """

    aside: bool = False
    changed: bool = False
    offers: bool = False
    joins: bool = False
    goes_on: bool = False
    number: int = 0

    def followed_by(self, text: str) -> Title:
        """The title that a further heading makes."""
        return Title(
            aside=is_aside(text),
            changed=self.changed or changes_task(text),
            offers=is_offered(text),
            joins=joins(text),
            goes_on=joins(text) and not is_aside(text),
            number=self.number + 1,
        )


@dataclass(frozen=True, slots=True)
class StepList:
    """Steps that belong together by their layout.

    Attributes:
        lines: the lines of the steps.
        title: what stands above them.
        items: how many items the list has, steps or not.
        told: whether it only tells of steps, without being laid out as a list.
        heading: the number of the heading above the last part of it.
    """

    lines: tuple[Seen, ...]
    title: Title
    items: int
    told: bool
    heading: int

    @property
    def read(self) -> int:
        """How many of its steps name an action."""
        return sum(look in READ for _, look in self.lines)

    def followed_by(self, part: StepList) -> StepList:
        """The list with another part at its end."""
        lines, items = (*self.lines, *part.lines), self.items + part.items
        return StepList(lines, self.title, items, self.told, part.heading)


def step_lists(seen: Iterable[Seen], judge: LineJudge) -> list[StepList]:
    """The lists of an answer's lines, in order.

    Where nothing can be read, the plan must be among what cannot: it is not dropped in silence.
    """
    gathering = _Gathering(judge)
    for line, look in seen:
        gathering.take(line, look)
    lists = [item for item in gathering.finished() if item.lines]
    solid = [item for item in lists if 2 * len(item.lines) >= item.items]
    unread = [item for item in solid if any(look not in READ for _, look in item.lines)]
    read = [item for item in lists if item.read]
    return _joined([item for item in solid if item.read], judge) or unread or read or solid


def _joined(lists: Iterable[StepList], judge: LineJudge) -> list[StepList]:
    """The lists, those that are parts of one plan put together: its phases, say."""
    result: list[StepList] = []
    for item in lists:
        if result and _goes_on(result[-1], item, judge):
            item = result.pop().followed_by(item)
        result.append(item)
    return result


def _goes_on(before: StepList, after: StepList, judge: LineJudge) -> bool:
    """Whether a list takes up where the one before it ends, under a heading of its own."""
    title = after.title
    if not title.goes_on or title.number == before.heading or title.changed != before.title.changed:
        return False
    if before.told or after.told or before.title.aside:
        return False
    earlier, later = (
        [judge.meaning(line.text) for line, _ in each.lines] for each in (before, after)
    )
    return not restates(later, earlier)


class _Gathering:
    """Puts each line into the list to which it belongs by its layout."""

    def __init__(self, judge: LineJudge) -> None:
        self._judge = judge
        self._title = Title()
        self._found: list[tuple[Title, NumberedList | Run]] = []
        self._numbered: NumberedList | None = None
        self._earlier: NumberedList | None = None
        self._run: Run | None = None

    def take(self, line: Line, look: Look) -> None:
        if line.mark == "fence":
            self._run = None
        elif self._numbered is not None and self._numbered.holds(line, look):
            self._numbered.take_below(line, look)
        elif self._numbered is not None and self._judge.repeats(line.text):
            self._numbered.take_item(line, look)
        elif line.mark == "number":
            self._take_numbered(line, look)
        else:
            self._take_free(line, look)

    def finished(self) -> list[StepList]:
        """The lists, in order."""
        return [
            self._list(title, part)
            for title, found in self._found
            for part in (found.parts(self._judge) if isinstance(found, Run) else [found])
        ]

    def _list(self, title: Title, part: NumberedList | Part) -> StepList:
        steps = part.read_steps() if title.aside else part.steps(self._judge)
        told = isinstance(part, Part) and part.told
        return StepList(tuple(steps), title, part.items, told, title.number)

    def _take_numbered(self, line: Line, look: Look) -> None:
        self._run = None
        last = self._numbered or self._earlier
        if last is None or not self._belongs(line, look, last):
            last = NumberedList()
            self._found.append((self._title, last))
        self._numbered = self._earlier = last
        last.take_item(line, look)

    def _belongs(self, line: Line, look: Look, last: NumberedList) -> bool:
        """Whether a numbered line is the next item of the last numbered list."""
        if last is self._numbered:
            return last.continues_with(line)
        return last.resumes_with(line) and (
            self._title.goes_on or (self._title.joins and look in READ)
        )

    def _take_free(self, line: Line, look: Look) -> None:
        if self._is_title(line, look):
            self._run = None
            self._numbered = None
            self._title = self._title.followed_by(line.text)
            return
        if self._run is None:
            self._run = Run()
            self._found.append((self._title, self._run))
        self._run.take((line, look))

    def _is_title(self, line: Line, look: Look) -> bool:
        if look is Look.BROKEN and line.mark == "heading":
            titled = line.text.startswith("#") or is_phase(line.text)
            return titled or self._judge.likeness(line.text) is Likeness.PROSE
        return look is Look.OTHER and line.heading
