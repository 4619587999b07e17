"""Runs of lines without numbers: steps, and what stands between them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from policies.answers.meaning.doubt import Likeness
from policies.answers.structure.cues import in_brackets, names_list, opens_aside, turns_away
from policies.answers.structure.layout import Line
from policies.answers.structure.looks import READ, LineJudge, Look, Seen

_LONGEST_GAP = 2
_LONGEST_BEGINNING = 6
_TALES = frozenset({Look.TOLD, Look.HINT})
_RESTATED = 0.5


class Run:
    """Lines between two headings, numbered lists or fences: prose, steps, or both."""

    def __init__(self) -> None:
        self._seen: list[Seen] = []
        self._bullet: Seen | None = None

    def take(self, seen: Seen) -> None:
        """Put a line at its end; a bullet that tells of an action is marked as a step."""
        if not self._is_detail(seen):
            line, look = seen
            if look is Look.HINT:
                look = Look.BROKEN if line.mark == "bullet" else look
                look = Look.OTHER if in_brackets(line.text) else look
            self._seen.append((line, look))
            if line.mark == "bullet":
                self._bullet = self._seen[-1]

    def _is_detail(self, seen: Seen) -> bool:
        """Whether a line stands below a bullet that is a step."""
        if seen[0].mark not in ("bullet", "plain", "heading", "thought"):
            return False
        above = self._bullet
        return above is not None and above[1] in READ and seen[0].indent > above[0].indent

    def parts(self, judge: LineJudge) -> list[Part]:
        """The run cut wherever its steps begin again, as after "So the plan is"."""
        steps = [place for place, (_, look) in enumerate(self._seen) if look is not Look.OTHER]
        if not any(after - before == 1 for before, after in pairwise(steps)):
            # Every step has words of its own: none of them parts one list from the next.
            return [Part(self._seen)]
        meanings = [judge.meaning(self._seen[place][0].text) for place in steps]
        cuts = [0]
        for number in range(1, len(steps)):
            gap = self._seen[steps[number - 1] + 1 : steps[number]]
            if _may_part(gap) or (gap and meanings[number] == meanings[cuts[-1]]):
                named = any(names_list(line.text) for line, _ in gap)
                if named or restates(meanings[number:], meanings[cuts[-1] : number]):
                    cuts.append(number)
        starts = [0, *(steps[number - 1] + 1 for number in cuts[1:])]
        ends = [*(steps[number] for number in cuts[1:]), len(self._seen)]
        return [Part(self._seen[start:end]) for start, end in zip(starts, ends, strict=True)]


def _may_part(gap: Sequence[Seen]) -> bool:
    lines = {line.number for line, _ in gap}
    said = (line.text for line, _ in gap)
    return len(lines) > _LONGEST_GAP or any(names_list(text) or turns_away(text) for text in said)


def restates(after: Sequence[Hashable], before: Sequence[Hashable]) -> bool:
    """Whether steps repeat what the steps before them say, by their meanings."""
    common = set(after) & set(before)
    return len(common) >= _RESTATED * min(len(set(after)), len(set(before)))


@dataclass(frozen=True, slots=True)
class Part:
    """A run, or a part of it, in which no step begins the list again."""

    seen: Sequence[Seen]

    @property
    def items(self) -> int:
        """How many of its lines look like steps."""
        return len(self.read_steps())

    @property
    def told(self) -> bool:
        """Whether it is prose that tells of steps and orders none."""
        looks = {look for _, look in self.seen}
        listed = any(line.mark == "bullet" for line, look in self.seen if look is Look.TOLD)
        return Look.TOLD in looks and not looks & {Look.STEP, Look.EXPLAINED} and not listed

    @property
    def _tells(self) -> bool:
        """Whether it tells of as many steps as it orders."""
        looks = [look for _, look in self.seen]
        tales = looks.count(Look.TOLD) + looks.count(Look.HINT)
        return tales >= looks.count(Look.STEP) + looks.count(Look.EXPLAINED)

    def read_steps(self) -> list[Seen]:
        """Its lines that look like steps, without what stands apart before the first of them."""
        silent = (Look.OTHER, Look.HINT)
        return [self.seen[place] for place in self._places() if self.seen[place][1] not in silent]

    def steps(self, judge: LineJudge) -> list[Seen]:
        """Its steps, those included that may be steps by their place and cannot be read."""
        places = self._places()
        if not places:
            return [(line, Look.BROKEN) for line in self._orders(judge)]
        first = self._reach(self._opening(places[0], judge), -1, judge)
        last = self._reach(places[-1], 1, judge)
        span = [each for each in self.seen[first : last + 1] if each[0].mark != "thought"]
        doubts = [_doubt(each, judge) if each[1] is Look.OTHER else None for each in span]
        dense = Likeness.PROSE not in doubts
        found: list[Seen] = []
        tale = self.told or self._tells
        for (line, look), doubt in zip(span, doubts, strict=True):
            listed = line.mark == "bullet" and doubt is Likeness.WORDS
            spare = doubt in (Likeness.PHRASE, Likeness.WORDS) and dense
            if doubt is Likeness.ORDER or listed or spare:
                found.append((line, Look.BROKEN))
            elif doubt is None and (look not in _TALES or tale or dense):
                found.append((line, look))
            elif line.last and (line.mark == "bullet" or _breaks_off(line.text)):
                found.append((line, Look.BROKEN))
        return found

    def _orders(self, judge: LineJudge) -> list[Line]:
        """The lines that may be steps where none can be read: orders, whole lists of phrases."""
        doubts = [(line, _doubt((line, look), judge)) for line, look in self.seen]
        bullets = [doubt for line, doubt in doubts if line.mark == "bullet"]
        listed = len(bullets) > 1 and 2 * bullets.count(Likeness.PROSE) < len(bullets)
        return [
            line
            for line, doubt in doubts
            if doubt is Likeness.ORDER
            or (listed and line.mark == "bullet" and doubt is not Likeness.PROSE)
        ]

    def _places(self) -> range:
        """Where it stands, from its first step to its last; a broken line only beside a step."""
        looks = [look for _, look in self.seen]
        silent = {Look.OTHER} if self._tells else {Look.OTHER, Look.HINT}
        steps = [place for place, look in enumerate(looks) if look not in silent]
        read = [place for place in steps if looks[place] in READ]
        if not steps:
            return range(0)
        first = read[0] if read else steps[0]
        unread = {Look.BROKEN, Look.HINT} - silent
        while first and looks[first - 1] in unread:
            first -= 1
        return range(first, steps[-1] + 1)

    def _opening(self, first: int, judge: LineJudge) -> int:
        """Where it really opens: with an order before its first step that cannot be read."""
        for place in range(first - 1, max(0, first - _LONGEST_GAP - 1) - 1, -1):
            line, look = self.seen[place]
            if look is Look.BROKEN and judge.likeness(line.text) is Likeness.ORDER:
                return self._opening(place, judge)
        return first

    def _reach(self, place: int, towards: int, judge: LineJudge) -> int:
        """How far from its first or last step it goes on with lines that may be steps."""
        while 0 <= place + towards < len(self.seen):
            beside, (line, look) = self.seen[place][0], self.seen[place + towards]
            listed = line.mark == "bullet"
            adjacent = listed or abs(line.number - beside.number) <= 1
            if look is not Look.OTHER or not adjacent or line.mark != beside.mark:
                break
            doubt = _doubt((line, look), judge)
            spoken = doubt is Likeness.ORDER or (listed and doubt is not Likeness.PROSE)
            if not spoken and not (line.last and (listed or _breaks_off(line.text))):
                break
            place += towards
        return place


def _breaks_off(text: str) -> bool:
    """Whether a few last words, without a sign at their end, may be the beginning of a step."""
    return text[-1:].isalnum() and len(text.split()) <= _LONGEST_BEGINNING


def _doubt(seen: Seen, judge: LineJudge) -> Likeness:
    line, _ = seen
    if line.heading or opens_aside(line.text) or in_brackets(line.text):
        return Likeness.PROSE
    return judge.likeness(line.text)
