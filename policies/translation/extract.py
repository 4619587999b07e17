"""Where in an answer the plan is: the lines that propose it, and nothing that explains it.

An answer may state its plan twice, try and give up, review an example, explain every step, or
invent further problems. The steps are grouped into lists by their layout; the last list that is as
complete as the others is the plan.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from pddl2nl.compose import squash
from policies.translation._layout import Line, laid_out


class Look(Enum):
    """What a line looks like when it is read on its own."""

    STEP = auto()
    """A step, and nothing else but remarks."""
    EXPLAINED = auto()
    """A step, followed by words about it."""
    BROKEN = auto()
    """It begins like a step, but names no action."""
    OTHER = auto()


Judge = Callable[[str], Look]

_PLAN = re.compile(r"\[\s*PLAN\s*\]", re.IGNORECASE)
_PLAN_END = re.compile(
    r"\[\s*(?:PLAN[\s_-]*END|END[\s_-]*(?:OF[\s_-]*)?PLAN|/PLAN)\s*\]", re.IGNORECASE
)
_STATEMENT = re.compile(r"^\W*\[\s*STATEMENT\s*\]", re.IGNORECASE | re.MULTILINE)
_EXPLAINS = re.compile(
    r"\b(?:explan|explain|reason|rationale|because|why|verif|check|analy[sz]|justif|key steps"
    r"|break ?down|walk ?through|works|details|let'?s see how|in the example|for example)",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    r"\b(?:initial|starting|goal|pre-?conditions?|prerequisites?|effects?|requirements?"
    r"|restrictions?|available actions|actions? (?:available|definitions?)|rules|results?|state"
    r"|notes?)\b",
    re.IGNORECASE,
)
_PROPOSES = re.compile(r"\b(?:plan|steps|solution|sequence|summary|follow)", re.IGNORECASE)
_PARTS = re.compile(
    r"\b(?:plan|steps|solution|sequence|summary|instead|alternativ|correct|mistake|wait|again|actually"
    r"|explan|because|however|but)",
    re.IGNORECASE,
)
_OFFERED = re.compile(
    r"\b(?:final|complete|full|resulting)\s+(?:action\s+)?(?:plan|sequence|steps|answer|solution)",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:modif|adjust|alter|chang|assum|relax|hypothe|if (?:we|it|you|the)\b.*(?:allow|accept|add"
    r"|includ)|suppos)",
    re.IGNORECASE,
)
_IMPOSSIBLE = re.compile(
    r"\b(?:(?:not|n't|isn't|never|no longer) (?:be )?(?:possible|achievable|feasible|attainable"
    r"|reachable|solvable)|impossible|unachievable|unattainable|unsolvable|infeasible"
    r"|(?:cannot|can't|can not|could not|couldn't|unable to) (?:be )?(?:achiev|reach|attain"
    r"|solv|fulfil|accomplish|satisf)\w*|prevents? (?:us|me|you|one) from achieving"
    r"|no (?:valid |feasible |possible )?(?:plan|solution"
    r"|sequence of actions|way to (?:achieve|reach))|(?:plan|goal)s? (?:does not|doesn't) exist)",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(r"\b(?:goal|conclu|plan|objective|achiev|problem|task)", re.IGNORECASE)
_QUALIFIED = re.compile(
    r"\b(?:fewer|shorter|without|until|unless|otherwise|before|simultaneously|if)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n")
_AS_COMPLETE = 0.6


@dataclass(slots=True)
class _List:
    """Steps that belong together by their layout."""

    lines: list[tuple[Line, Look]] = field(default_factory=list)
    title: str = ""
    aside: bool = False
    changed: bool = False
    items: int = 0
    last_ordinal: int | None = None

    @property
    def steps(self) -> int:
        return len(self.lines)

    @property
    def offered(self) -> bool:
        """Whether it is put forward as the outcome, for the problem as it was asked."""
        named = _OFFERED.search(self.title) is not None
        return named and _CHANGED.search(self.title) is None

    @property
    def sound(self) -> int:
        return sum(look in (Look.STEP, Look.EXPLAINED) for _, look in self.lines)


def proposed(answer: str, judge: Judge) -> tuple[str, ...]:
    """The lines of an answer that propose its plan, in order; none where it proposes no plan.

    Args:
        answer: the whole answer.
        judge: says what a single line looks like.
    """
    region, tagged = _region(answer, judge)
    lines = list(laid_out(region))
    looks = [judge(line.text) if line.mark != "fence" else Look.OTHER for line in lines]
    lists = _lists(lines, looks)
    chosen = _chosen(lists)
    if chosen is None:
        return ()
    if not tagged and _given_up(lines, chosen):
        return ()
    return tuple(line.text for line, _ in chosen.lines)


def _region(answer: str, judge: Judge) -> tuple[str, bool]:
    """The part of an answer in which the plan must be, and whether tags enclose it."""
    end = _PLAN_END.search(answer)
    before = answer[: end.start()] if end else answer
    starts = list(_PLAN.finditer(before))
    if starts:
        inside = before[starts[-1].end() :]
        if _has_step(inside, judge):
            return (_until_statement(inside), end is not None)
    if end and _has_step(before, judge):
        return before, False
    return _until_statement(answer), False


def _until_statement(text: str) -> str:
    found = _STATEMENT.search(text)
    return text[: found.start()] if found and text[: found.start()].strip() else text


def _has_step(text: str, judge: Judge) -> bool:
    return any(judge(line) is not Look.OTHER for line in text.splitlines() if line.strip())


# --- lists ----------------------------------------------------------------------------------------


class _Gathering:
    """Puts each step into a list: numbered items, what is below them, and runs of other lines."""

    def __init__(self) -> None:
        self.lists: list[_List] = []
        self._title = ""
        self._aside = False
        self._changed = False
        self._numbered: _List | None = None
        self._numbered_indent = 0
        self._item_is_step = False
        self._below: _List | None = None
        self._run: _List | None = None
        self._waiting: list[tuple[Line, Look]] = []
        self._gap: list[str] = []
        self.unread = _List()
        self._item_aside = False

    def take(self, line: Line, look: Look) -> None:
        if line.mark == "fence":
            self._end_run()
        elif line.mark == "number" and not self._is_below(line):
            self._take_numbered(line, look)
        elif self._is_below(line):
            self._take_below(line, look)
        else:
            self._take_free(line, look)

    def _is_below(self, line: Line) -> bool:
        """Whether a line belongs to the numbered item before it."""
        if self._numbered is None:
            return False
        if line.indent > self._numbered_indent:
            return True
        return line.mark == "bullet" and line.indent >= self._numbered_indent

    def _take_numbered(self, line: Line, look: Look) -> None:
        current = self._numbered
        follows = (
            current is not None
            and line.ordinal is not None
            and current.last_ordinal is not None
            and line.ordinal in (current.last_ordinal, current.last_ordinal + 1)
            and not (line.ordinal == 1 and current.last_ordinal == 1)
        )
        if current is None or not follows:
            current = self._new()
            self._numbered, self._below = current, None
        self._numbered_indent = line.indent
        self._end_run()
        self._item_aside = False
        current.items += 1
        current.last_ordinal = line.ordinal
        self._item_is_step = look in (Look.STEP, Look.EXPLAINED)
        if look is not Look.OTHER:
            current.lines.append((line, look))

    def _take_below(self, line: Line, look: Look) -> None:
        if look is Look.OTHER and _is_aside(line.text):
            self._item_aside = True
        if look not in (Look.STEP, Look.EXPLAINED, Look.BROKEN) or self._item_aside:
            return
        if self._item_is_step:
            return
        if self._below is None:
            self._below = self._new()
        self._below.lines.append((line, look))
        self._below.items += 1

    def _take_free(self, line: Line, look: Look) -> None:
        if look is Look.OTHER or (look is Look.EXPLAINED and line.mark == "plain"):
            self._waiting = []
            self._gap.append(line.text)
            if line.heading:
                self._end_run()
                self._numbered = None
                self._entitle(line)
            return
        if self._run is not None and self._starts_again(line):
            self._end_run()
        self._gap = []
        if self._run is None:
            # A broken line may open a plan, but only a real step after it can tell.
            self._waiting.append((line, look))
            if look is Look.BROKEN:
                self.unread.lines.append((line, look))
                return
            self._run = self._new()
        added = self._waiting or [(line, look)]
        self._run.lines += added
        self._run.items += len(added)
        self._waiting = []

    def _starts_again(self, line: Line) -> bool:
        """Whether the words since the last step part one list from the next."""
        if not self._gap or self._run is None:
            return False
        same = squash(line.text) == squash(self._run.lines[0][0].text)
        return same or len(self._gap) > 2 or any(map(_PARTS.search, self._gap))

    def _end_run(self) -> None:
        self._run = None
        self._waiting = []
        self._gap = []

    def _entitle(self, line: Line) -> None:
        if not line.heading:
            return
        self._title = line.text
        self._aside = _is_aside(line.text)
        self._changed = self._changed or _CHANGED.search(line.text) is not None

    def _new(self) -> _List:
        made = _List(title=self._title, aside=self._aside, changed=self._changed)
        self.lists.append(made)
        return made


def _is_aside(title: str) -> bool:
    """Whether what stands below a title explains or describes, and proposes nothing."""
    if _EXPLAINS.search(title):
        return True
    return _DESCRIBES.search(title) is not None and _PROPOSES.search(title) is None


def _lists(lines: Sequence[Line], looks: Sequence[Look]) -> list[_List]:
    gathering = _Gathering()
    for line, look in zip(lines, looks, strict=True):
        gathering.take(line, look)
    solid = [item for item in gathering.lists if 2 * item.steps >= item.items]
    # Where nothing can be read, the plan must be among what cannot: it is not dropped in silence.
    unread = [gathering.unread] if gathering.unread.lines else []
    return [item for item in solid if item.sound] or [i for i in solid if i.steps] or unread


def _chosen(lists: Sequence[_List]) -> _List | None:
    """The last list that is about as long as the longest, or that is said to be the outcome.

    Explanations count only where there is nothing else.
    """
    plans = [item for item in lists if not item.aside] or list(lists)
    if not plans:
        return None
    plans = [item for item in plans if 2 * item.sound >= item.steps] or plans
    longest = max(item.steps for item in plans)
    return [item for item in plans if item.offered or item.steps >= _AS_COMPLETE * longest][-1]


# --- no plan --------------------------------------------------------------------------------------


def _given_up(lines: Sequence[Line], chosen: _List) -> bool:
    """Whether an answer concludes that there is no plan, or plans only for another start."""
    if chosen.offered:
        return False
    first = chosen.lines[0][0].number
    last = chosen.lines[-1][0].number
    impossible = [line.number for line in lines if _concludes_impossible(line.text)]
    if any(number > last for number in impossible):
        return True
    return chosen.changed and any(number < first for number in impossible)


def _concludes_impossible(text: str) -> bool:
    return any(
        _IMPOSSIBLE.search(sentence)
        and _CONCLUSION.search(sentence)
        and not _QUALIFIED.search(sentence)
        for sentence in _SENTENCE.split(text)
    )
