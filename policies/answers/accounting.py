"""Which of an answer's lines are the plan, and whether every other line is accounted for.

Steps that follow each other are a list. Lists that say the same are one plan; of several that
differ, one counts only if the answer puts it forward. Between the first and the last step of the
plan every line is a step, or harmless; before and after it, it may also speak of the plan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple, TypeAlias

from pddl2nl.model import GroundAction
from policies.answers.amounts import is_of_plan, is_total
from policies.answers.phrases import Words
from policies.answers.reading import Doubt
from policies.answers.sentences import SENTENCE_END, LineReading, SentenceReader, refers_to_steps
from policies.answers.text import (
    COMMENT,
    Line,
    base_form,
    shortens,
    spelled_out,
    tokens,
    words_of,
)
from policies.answers.words import (
    ARTICLES,
    ASIDE,
    CONDITIONS,
    DUTIES,
    EXAMPLES,
    FINAL,
    FUNCTION_WORDS,
    HAVE,
    LABEL_WORDS,
    NEGATIONS,
    NOTE_LABELS,
    PARTIAL,
    PARTS,
    PLAN_WORDS,
    REVISING,
    REVISIONS,
    SECTIONS,
    SEQUENCE,
    SPOKEN,
    STEP_LABELS,
    SUMMARIES,
    THOUGHT_LABELS,
)

Steps: TypeAlias = tuple[GroundAction | Doubt, ...]

MAX_BELOW = 60
"""The maximum number of lines that explain one step."""
MAX_CANDIDATES = 3
"""The maximum number of equal lists that are tried as the plan."""
_MIN_REPEATED = 2
_ANSWERS = PLAN_WORDS | {"answer"}
END = "[PLAN END]"
_END = re.compile(r"\[\s*plan[ _]end\s*\]|\[end[ _]of[ _]plan\]", re.IGNORECASE)
_BEGIN = re.compile(r"\[\s*plan\s*\]", re.IGNORECASE)
_STATEMENT = re.compile(r"\[\s*statement\s*\]", re.IGNORECASE)
_OTHER_PROBLEM = re.compile(rf"^[^\w\[\n]*{_STATEMENT.pattern}", re.IGNORECASE | re.MULTILINE)
_COMMENTED = re.compile(r"(\([^()]{1,400}\)) ?(?:;+|#|//) ?(.+)")
"""A call, and a comment behind it."""
_NO_PLAN = re.compile(
    r"\b(?:(?:cannot|could not|unable to) (?:find|give|make|produce) (?:a|any|the) (?:\w+ )?"
    r"(?:plan|sequence|solution)|no (?:valid |possible |such )?(?:plan|sequence|solution)"
    r"|(?:goal|task|problem) is"
    r" (?:impossible|unsolvable|unreachable|unachievable|not (?:possible|achievable|reachable))"
    r"|(?:impossible|no way) to (?:achieve|reach|solve)|not possible to (?:achieve|reach|solve)"
    r"|(?:goal|goals|task|problem|state)\b.{0,40}\b(?:cannot|can not|could not|not) be"
    r" (?:achieved|reached|solved|completed|satisfied|fulfilled|met)"
    r"|cannot (?:achieve|reach) (?:the|this|your) goal)\b",
    re.IGNORECASE,
)

_NOT_DONE = re.compile(
    r"\b(?:this|it|that)\b.{0,20}\b(?:not (?:doable|feasible|possible)(?! to)"
    r"|(?:cannot|can not|could not) be (?:achieved|completed|done|reached|solved))"
    r"|\b(?:cannot|could not|no way to|not able to|unable to) (?:do|solve)"
    r" (?:this|it|that|the (?:problem|task))\b|\bi(?:'m giving| am giving| give) up\b",
    re.IGNORECASE,
)
"""The same of "this" or "it", which may be something else beside a plan."""
_THIS_WAY = re.compile(r"\b(?:this|that) way\b|\blike (?:this|that)\b", re.IGNORECASE)
_THAT_WORKS = re.compile(r"\b(?:that|which) works\b", re.IGNORECASE)
"""What explains no plan: "Here is a plan that works:"."""
_CLAUSE_END = re.compile(r"[,.!?;](?:\s|$)")
_REASON = re.compile(rf"{_CLAUSE_END.pattern}|[:(—–]|\b(?:because|since|as|so|due)\b")
_OF_ALL = PLAN_WORDS | frozenset(
    "a action actions achieve achieved achieves all and at available be can conditions constraints"
    " current desired entire exist exists for found from given goal goals here in initial is of"
    " overall problem provided reach reached reaches rules satisfies satisfy situation solve solves"
    " specified start starting state task that the these this to under which whole with"
    " your".split()
)
"""The words that may stand behind "no plan" where all plans are meant."""
_ASKED = re.compile(r"\b(?:goals?|state|task|problem)(?: of|,? where| that)\b", re.IGNORECASE)
"""What stands before a goal in full: "the goal of having A on B"."""
_BETTER = frozenset(
    "shorter fewer less lower smaller better faster quicker cheaper easier simpler optimal".split()
)
"""Words with which a sentence speaks of other plans."""
_SOME = _BETTER | frozenset("earlier immediately more once one single sooner yet".split())
"""Words by which only some plans are meant: "more cheaply"."""
_PERHAPS = frozenset(
    "appears believe guess looks may maybe might perhaps possibly probably seems think whether"
    " ?".split()
)
_POSSIBLE = frozenset("possible available applicable legal".split())
"""Words of a heading for actions of which some may be chosen."""
_ADDING = frozenset("also additionally".split())
_FURTHER = SEQUENCE - {"now"}
_ORDINALS = {
    word: rank
    for rank, words in enumerate(("first firstly", "second secondly", "third thirdly", "fourth"))
    for word in words.split()
}
_CLAUSES = frozenset({",", ";", ".", "and", "then"})
_TAKEN_BACK = frozenset(
    "wait oops mistake wrong incorrect instead actually correction corrected revised drop skip"
    " ignore undo cancel remove scratch disregard discard forget scrap error invalid forgot"
    " forgotten omit replace skipped sorry swap".split()
)
"""Words behind `[PLAN END]` by which a model comes back to its plan."""
_OF_STEPS = NEGATIONS | frozenset(
    "before changed could delete go insert merge missing must need needs rather redundant removed"
    " reorder should superfluous unnecessary".split()
)
"""Words with which a sentence there changes the steps that it refers to."""
_OTHER_PLAN = FINAL | frozenset(
    "alternative alternatively another correct fixed improved option other plan rather right"
    " use".split()
)
_OF_HEADINGS = FUNCTION_WORDS | _ANSWERS | frozenset("b c d ii iii here even one s version".split())
"""Words of headings for another plan, and those that may stand beside one of them."""
_OF_LABELS = (_OF_HEADINGS | LABEL_WORDS | FINAL) - PARTIAL - PARTS - CONDITIONS
"""Words of a label before the steps of a whole plan."""
_REMARKED = frozenset({"note", "notes"})
"""Labels of what may be a further instruction."""
_AHEAD = frozenset("below following next these those only".split())
"""Words with which a sentence before a plan speaks of its steps."""
_IMAGINED = frozenset("if would could cannot not never without".split())
"""Words with which a sentence about the plan speaks of steps that are not taken."""
_DEPARTS = "it may add a step or take one back"
_UNLESS = frozenset("if unless until before otherwise".split())
_QUALIFIED = _UNLESS | frozenset("other without directly".split())
"""Words with which it may speak of what would be without a step, or of the whole task."""


class Seen(NamedTuple):
    """A line, what was read in it, and its place among the lines of its answer."""

    line: Line
    reading: LineReading
    place: int = 0

    @property
    def is_step(self) -> bool:
        return bool(self.reading.steps) and self.line.mark != "note"

    @property
    def title(self) -> frozenset[str]:
        """Its words and those of its label, as a heading for lines below it."""
        text = _THAT_WORKS.sub("", self.line.text)
        return frozenset((*words_of(text), *words_of(self.line.label)))


@dataclass(slots=True)
class StepList:
    """Steps that follow each other.

    Attributes:
        lines: the lines of its steps.
        start: the index of the line that announces it, else of its first line.
        first: the index of its first line among those of the answer.
        last: the index of its last line.
        title: the words of the line that announces it.
        aside: whether it stands under a heading for what is no plan, such as an example.
    """

    lines: list[Seen] = field(default_factory=list)
    start: int = 0
    first: int = 0
    last: int = 0
    title: frozenset[str] = frozenset()
    aside: bool = False

    @property
    def steps(self) -> Steps:
        return tuple(step for each in self.lines for step in each.reading.steps)

    @property
    def announced(self) -> bool:
        return bool(self.title & _ANSWERS) and not self.title & (PARTIAL | REVISIONS)


@dataclass(frozen=True, slots=True)
class Account:
    """What an answer proposes.

    Attributes:
        lines: the lines of its plan; empty where it proposes none.
        doubts: the lines that are not accounted for, with their reasons.
    """

    lines: tuple[Seen, ...]
    doubts: tuple[tuple[Line, str], ...] = ()


def has_end(answer: str) -> bool:
    """Whether an answer says where its plan ends."""
    return _END.search(answer) is not None


def between_marks(answer: str) -> str:
    """What stands between `[PLAN]` and `[PLAN END]`, the protocol's words; else the whole answer.

    The first `[PLAN END]` ends the answer, since a model goes on with problems of its own where
    nothing stops it; unless another plan follows that has an end of its own or is put forward as
    final, or something is taken back.
    """
    end = _END.search(answer)
    others = (_OTHER_PROBLEM.search(answer), end and _STATEMENT.search(answer, end.end()))
    text = answer[: min((each.start() for each in others if each), default=len(answer))]
    parts = _END.split(text)
    behind = "".join(parts[1:])
    spoken = words_of(behind)
    sentences = [each for raw in behind.splitlines() for each in SENTENCE_END.split(raw)]
    revised = (
        not _TAKEN_BACK.isdisjoint(spoken)
        or any(f" {each} " in f" {' '.join(spoken)} " for each in REVISING)
        or any(_changes_steps(words_of(each)) for each in sentences)
    )
    another = any(map(words_of, parts[1:-1])) or any(map(_puts_forward, behind.splitlines()))
    if len(parts) > 1:
        begins = spoken and not words_of(parts[0])
        goes_on = revised or another or begins or _BEGIN.search(behind)
        text = "\n".join(map(_with_end_apart, text.splitlines())) if goes_on else parts[0]
    begun = _BEGIN.split(text)
    one = len(begun) == 2 and words_of(begun[-1]) and not _END.search(begun[0])
    return begun[-1] if one else text


def _changes_steps(words: Words) -> bool:
    """Whether words behind a plan say what a step should or need not be: "Move step 3 up"."""
    orders = len(words) > 1 and base_form(words[0]) == words[0] and not words[1].isdigit()
    return (orders or not _OF_STEPS.isdisjoint(words)) and refers_to_steps(words)


def _with_end_apart(raw: str) -> str:
    """A line in which `[PLAN END]`, in any form, stands alone."""
    return END if _END.fullmatch(raw.strip()) else _END.sub(f"\n{END}\n", raw)


def _puts_forward(raw: str) -> bool:
    """Whether a line is a heading for another plan: "Final plan:", "Better:", "Option B:"."""
    words = frozenset(words_of(raw))
    heads = raw.lstrip().startswith(("#", "**")) or raw.rstrip(" *_").endswith(":")
    final = not words.isdisjoint(FINAL) and not words.isdisjoint(_ANSWERS)
    other = _OTHER_PLAN | _BETTER
    return heads and (final or (bool(words & other) and words <= other | _OF_HEADINGS))


def account(
    lines: Sequence[Line], reader: SentenceReader, *, ended: bool = False, whole: bool = True
) -> Account:
    """Find the plan among the lines of an answer, and what is not accounted for.

    Args:
        lines: the lines.
        reader: reads each of them.
        ended: whether the answer says where it ends, so that it does not break off.
        whole: whether a whole plan is wanted, so that steps may be missing.
    """
    apart = [
        part for line in lines for part in _label_apart(_without_comment(line, reader), reader)
    ]
    seen = _followed([Seen(line, _read(line, reader), n) for n, line in enumerate(apart)], reader)
    begun = any(each.is_step for each in seen) and not ended
    if begun and seen[-1].reading.doubt and (broken := reader.breaks_off(seen[-1].line.words)):
        seen[-1] = seen[-1]._replace(reading=LineReading((broken,)))
    everything = list(_lists(seen))
    lists = _proposed(everything)
    if not lists:
        return _without_steps(seen, everything)
    denied = [each for each in seen if _concludes(each, _BETTER | _QUALIFIED)]
    if any(each.place > lists[-1].last and _denies_all(each) for each in denied):
        return Account(())
    if denied:
        return Account((), ((denied[0].line, "it denies that there is a plan"),))
    candidates = _candidates(lists, max(each.line.rank for each in seen[: lists[-1].start + 1]))
    if not candidates:
        first = lists[-1].lines[0].line
        unclear = "another plan begins here, and it is unclear which one counts"
        return Account((), ((first, unclear),))
    doubtful = [
        (each.lines[0].line, "it may be another plan")
        for each in everything
        if each.aside
        and not candidates[0].aside
        and each.first > candidates[0].last
        and each.title & PLAN_WORDS
        and not each.title & SPOKEN
        and not _repeats(each, candidates[0])
    ]
    if doubtful:
        return Account((), tuple(doubtful))
    found: list[Account] = []
    for each in candidates[:MAX_CANDIDATES]:
        found.append(_accounted(seen, each, reader))
        if not found[-1].doubts and whole:
            found[-1] = replace(found[-1], doubts=tuple(_missing(seen, each, reader)))
        if not found[-1].doubts:
            return found[-1]
    return found[0]


def _accounted(seen: Sequence[Seen], chosen: StepList, reader: SentenceReader) -> Account:
    """The account of an answer whose plan is one of its lists."""
    chosen = _without_repetition(chosen)
    closing = _closing(seen, chosen, reader)
    doubts = [
        (seen[number].line, reason)
        for number in range(closing)
        if (reason := _unaccounted(seen, number, chosen, reader))
    ]
    opening = seen[chosen.start]
    doubtful = bool(chosen.title & (REVISIONS | CONDITIONS - {"back"})) or opening.reading.revises
    if chosen.start == chosen.first > 0 and seen[chosen.first - 1].line.mark != "note":
        opening = seen[chosen.first - 1]
        doubtful = doubtful or reader.changes_steps(opening.line.words)
    choice = chosen.title & _POSSIBLE and not chosen.title & {"plan", "solution", "sequence"}
    if (doubtful or choice) and not chosen.title & FINAL:
        doubts.append((opening.line, "the steps below it may not be the plan"))
    doubts += [(line, "it is unclear whether it is a further step") for line in _behind(chosen)]
    doubts += [
        (each.line, "it may repeat the step above it")
        for above, each in pairwise(chosen.lines)
        if each.line.mark == "plain"
        and each.reading.steps == above.reading.steps
        and each.line.words != above.line.words
    ]
    doubts += [
        (each.line, "it is another step than the one above it")
        for above, each in pairwise(chosen.lines)
        if each.place == above.place + 1
        and _glosses(each.line, above.line)
        and each.reading.steps != above.reading.steps
    ]
    ranks = [_ORDINALS[each.line.words[0]] for each in chosen.lines if _counts_in_words(each)]
    if ranks != sorted(ranks):
        doubts.append((chosen.lines[0].line, "the steps are counted in another order"))
    if line := _begins_anew(seen, chosen):
        doubts.append((line, "it may begin another plan"))
    hashed = [each.line for each in chosen.lines if each.line.hashed]
    if hashed and len(hashed) < len(chosen.lines):
        doubts.append((hashed[0], "it may be a comment"))
    if not doubts:
        doubts += _gaps(seen, chosen)
    noted = False
    for each, aside in _under_headings(seen[closing:]):
        spoken = aside and not reader.orders(each.line.words)
        revises = reader.takes_back(each.line.words) if spoken else each.reading.revises
        revises = revises or _concludes(each, _BETTER)
        reason = "it may change the plan" if revises else _adds(each, chosen, reader)
        if aside and _describes_other(each, chosen, reader):
            reason = reason or "it mentions a step that is not in the plan"
        noted = noted if not _announces(each) else not NOTE_LABELS.isdisjoint(each.title)
        if (aside or noted) and reader.departs_from(each.line.words, chosen.steps):
            reason = reason or _DEPARTS
        if reason := reason or ("" if aside else _goes_on(each, chosen, reader)):
            doubts.append((each.line, reason))
    return Account(tuple(chosen.lines), tuple(doubts))


def _glosses(line: Line, above: Line) -> bool:
    """Whether a line seems to state the step above it again: a call below words, or behind ":"."""
    call = line.text.startswith("(") and not above.text.startswith("(")
    return not line.rank and ((call and above.rank > 0) or above.text.endswith(":"))


def _counts_in_words(each: Seen) -> bool:
    return bool(each.line.words) and each.line.words[0] in _ORDINALS


def _behind(chosen: StepList) -> list[Line]:
    """Sentences with a step behind the last number of a list that do not say what comes next.

    The same holds for lines with a step behind a block of code that holds steps before them.
    """
    for above, each in pairwise(chosen.lines):
        if above.line.block and not each.line.block and each.line.rank != above.line.rank + 1:
            return [each.line]
    last = max((n for n, each in enumerate(chosen.lines) if each.line.rank), default=-1)
    return [
        each.line
        for each in chosen.lines[last + 1 :]
        if last >= 0 and each.line.mark == "plain" and SEQUENCE.isdisjoint(each.line.words[:1])
    ]


def _missing(
    seen: Sequence[Seen], chosen: StepList, reader: SentenceReader
) -> Iterator[tuple[Line, str]]:
    """The lines around a plan by which it may be none, or a part of one."""
    for each in seen[chosen.last + 1 : chosen.last + 2]:
        if reader.leaves_out(each.line.words):
            yield each.line, "steps may be left out"
    above = min(chosen.start, max(0, chosen.first - 1))
    behind = (each for each, aside in _under_headings(seen[chosen.first :]) if not aside)
    for each in (*seen[above : chosen.first], *behind):
        words = (
            tokens(_title_alone(each.line.text, reader)) if _announces(each) else each.line.words
        )
        numbered = each.line.rank > 0 or any(map(str.isdigit, words))
        titled = not SECTIONS.isdisjoint(words[:1]) or (
            numbered and _is_title(seen, each.place, reader)
        )
        known = each.is_step or titled or each.line.text == END or each.line.mark == "note"
        if not known and not reader.is_ordinary(words):
            yield each.line, "it is unclear what it says of the plan"
        like_steps = each.line.mark == chosen.lines[0].line.mark and not _announces(each)
        if not each.is_step and like_steps and reader.orders_kind(words):
            yield each.line, "it may be a step"


def _title_alone(text: str, reader: SentenceReader) -> str:
    """What puts a plan forward as final, without sentences before it that look back.

    So "My plan was wrong. Here is the corrected plan:" says nothing of the steps below it.
    """
    *before, title = SENTENCE_END.split(text)
    words = frozenset(words_of(title))
    orders = any(reader.orders(tokens(each)) for each in before)
    looks_back = not orders and all(_AHEAD.isdisjoint(words_of(each)) for each in before)
    return title if words & FINAL and words & _ANSWERS and looks_back else text


def _begins_anew(seen: Sequence[Seen], chosen: StepList) -> Line | None:
    """The line without a number that begins a list again with its first step, if there is one.

    A sentence stands before it, and none between other steps.
    """
    gaps = [
        each
        for before, each in pairwise(chosen.lines)
        if any(other.line.mark == "plain" for other in seen[before.place + 1 : each.place])
    ]
    again = len(gaps) == 1 and not gaps[0].line.rank
    first = chosen.lines[0].reading.steps[:1]
    return gaps[0].line if again and gaps[0].reading.steps[:1] == first else None


def _under_headings(seen: Sequence[Seen]) -> Iterator[tuple[Seen, bool]]:
    """Lines, and whether they stand under a heading for what is no plan: "Explanation:"."""
    aside = False
    for each in seen:
        aside = _opens_aside(each) if _announces(each) else aside
        yield each, aside


def _opens_aside(each: Seen) -> bool:
    words = each.title
    return _announces(each) and bool(words & ASIDE) and not words & (FINAL | REVISIONS)


def _without_comment(line: Line, reader: SentenceReader) -> Line:
    """A call in a PDDL answer without the comment behind it, unless this may change the step."""
    found = _COMMENTED.fullmatch(line.text) if reader.in_pddl else None
    if found is None or not reader.is_comment(tokens(found[2])):
        return line
    return line._replace(text=found[1])


def _label_apart(line: Line, reader: SentenceReader) -> tuple[Line, ...]:
    """A line as two where a label for a plan stands before steps: "Plan: …", "My solution: …"."""
    label, colon, rest = line.text.partition(": ")
    words = frozenset(words_of(label))
    of_plan = not words.isdisjoint(_ANSWERS) and words <= _OF_LABELS
    if not colon or not of_plan or line.mark not in ("plain", "heading"):
        return (line,)
    if not reader.read(rest).steps:
        return (line,)
    return line._replace(text=f"{label}:"), line._replace(text=rest, mark="plain")


def _read(line: Line, reader: SentenceReader) -> LineReading:
    if line.mark == "note" and line.label in THOUGHT_LABELS:
        return LineReading(about=True, revises=reader.gives_up_steps(line.words))
    if line.label == COMMENT and reader.counts_step(line.words):
        return LineReading(about=True)
    reading = reader.read(line.text)
    if line.mark != "note":
        return reading
    orders = line.label in _REMARKED and any(map(reader.orders_action, _sentences(line.text)))
    return LineReading(about=True, revises=reading.revises or orders)


def _sentences(text: str) -> Iterator[Words]:
    return map(tokens, SENTENCE_END.split(text))


def _followed(seen: Sequence[Seen], reader: SentenceReader) -> list[Seen]:
    """The lines without those that belong to a thought: up to the label of the step it leads to.

    Lines behind a thought that leads to no step are not covered by it.
    """
    kept = list(seen)
    thought: int | None = None
    for number, each in enumerate(seen):
        if each.line.mark == "step" and thought is not None:
            for place in range(thought + 1, number):
                if not reader.mentions_other(seen[place].line.words):
                    kept[place] = seen[place]._replace(reading=LineReading(about=True))
        if each.line.mark == "note":
            thought = number if each.line.label != COMMENT else thought
        elif each.line.mark != "plain":
            thought = None
    return kept


# --- lists


def _lists(seen: Sequence[Seen]) -> Iterator[StepList]:
    current: StepList | None = None
    title: frozenset[str] = frozenset()
    start: int | None = None
    aside = opened = joined = False
    section = ("", 0)
    for number, each in enumerate(seen):
        if each.line.text == END and current:
            current.title |= {"plan"}
        if _announces(each):
            before, section = section, _section(each.line.words)
            joined = section[1] > 1 and section == (before[0], before[1] + 1)
            opened = not (current and _is_section(each, current))
            title, start = each.title, number
            aside = bool(title & ASIDE) and not title & FINAL
        elif each.is_step:
            if (
                current
                and not _continues(each.line, current)
                and (opened or (not joined and _begins_again(each.line, current)))
            ):
                yield current
                current = None
                title, start = (title, start) if opened else (frozenset(), None)
            if current is None:
                begun = number if start is None else start
                current = StepList(start=begun, first=number, title=title, aside=aside)
            if not _repeats_parent(each, current):
                current.lines.append(each)
            current.last, opened, joined = number, False, False
    if current:
        yield current


def _section(words: Words) -> tuple[str, int]:
    """The word and the number of a heading within a plan: "Phase 2: …"; 0 where it has none."""
    word, number = (*words[:2], "", "")[:2]
    return (word, int(number)) if word in SECTIONS and number.isdecimal() else ("", 0)


def _proposed(lists: Sequence[StepList]) -> list[StepList]:
    """The lists that are no examples or explanations.

    "I'll analyze the plan:" opens the plan where the answer has no other list.
    """
    found = [each for each in lists if not each.aside]
    return found or [
        each for each in lists if each.title & PLAN_WORDS and not each.title & EXAMPLES
    ]


def _announces(each: Seen) -> bool:
    """Whether a line is a heading, ends in a colon or counts a phase, and is no step."""
    if each.reading.steps:
        return False
    if each.line.mark == "note":
        return not each.line.text
    counted = each.line.mark == "plain" and _section(each.line.words)[1] > 0
    ends = each.line.text.endswith(":") or each.line.text == END
    return each.line.mark == "heading" or counted or ends


def _is_section(each: Seen, current: StepList) -> bool:
    """Whether a heading opens a section of the same plan: it names no plan, as "Phase 2:"."""
    words = each.title
    if each.line.indent > current.lines[-1].line.indent:
        return True  # it stands below a step
    return not words & (PLAN_WORDS | FINAL | NOTE_LABELS | SUMMARIES) or (
        bool(words & PARTIAL) and not words & FINAL
    )


def _continues(line: Line, current: StepList) -> bool:
    """Whether a line has the next number of a list."""
    return line.rank > 1 and line.rank == current.lines[-1].line.rank + 1


def _begins_again(line: Line, current: StepList) -> bool:
    """Whether a line is the first of a list with numbers, behind another list or sentences."""
    last = current.lines[-1].line
    if line.rank != 1 or line.indent > last.indent:
        return False
    ranked = any(each.line.rank for each in current.lines)
    return ranked or all(each.line.mark == "plain" for each in current.lines)


def _repeats_parent(each: Seen, current: StepList) -> bool:
    """Whether a line below a step says the same step again, as one below a title for it does."""
    if not current.lines:
        return False
    parent = current.lines[-1]
    if each.reading.steps != parent.reading.steps:
        return False
    labelled = each.line.mark == "step" and parent.line.mark != "step"
    title = parent.line.mark in ("heading", "number") or parent.line.text.endswith(":")
    titled = title and each.place == parent.place + 1 and each.line.mark in ("plain", "bullet")
    return labelled or titled or each.line.indent > parent.line.indent


def _candidates(lists: Sequence[StepList], items: int) -> list[StepList]:
    """The lists that may stand for the plan, the last one first; none where that is not clear.

    Args:
        lists: all that are proposed.
        items: the highest number of an item before the last list.
    """
    *others, last = lists
    if others and last.title & SUMMARIES and not last.title & FINAL:
        return [last] if _summarizes(last, others, items) else []
    joined = tuple(step for each in others for step in each.steps)
    final = last.announced or last.title <= FINAL
    if joined == last.steps or (final and last.title & FINAL):
        return [last]
    longest = max(lists, key=lambda each: len(each.steps))
    if all(_repeats(each, longest) for each in lists):
        return [each for each in reversed(lists) if each.steps == longest.steps]
    return []


def _summarizes(last: StepList, others: Sequence[StepList], items: int) -> bool:
    """Whether a list states a plan again: all its steps, or as many as it has items."""
    before = tuple(step for each in others for step in each.steps)
    rest = iter(last.steps)
    whole = len(last.steps) in (len(before), items)
    return whole and all(any(step == other for other in rest) for step in before)


def _repeats(part: StepList, whole: StepList) -> bool:
    """Whether a list says the plan again, or some steps of it in order without being a plan."""
    if part.steps == whole.steps:
        return True
    noted = bool(part.title & NOTE_LABELS) and not part.title & _ANSWERS
    plan = part.announced or (len(part.lines) > 1 and part.lines[0].line.rank == 1 and not noted)
    if plan and part.first < whole.first:
        return False  # "Plan 1:" or a list with numbers, of which "Plan 2:" is no correction
    if part.first > whole.last and not noted and (part.title or part.lines[0].line.rank == 1):
        return False
    rest = iter(whole.steps)
    return all(any(step == other for other in rest) for step in part.steps)


# --- what is not accounted for


def _unaccounted(
    seen: Sequence[Seen], number: int, chosen: StepList, reader: SentenceReader
) -> str:
    """Why a line is not accounted for; empty where it is."""
    each = seen[number]
    if _is_title(seen, number, reader):
        return ""
    # Steps in JSON have thoughts behind them; "Reasoning:" below a plan explains it.
    below = each.line.label == "reasoning" and number > chosen.last
    thought = each.line.label in THOUGHT_LABELS and not below
    if each.line.mark == "note" and not thought:
        return _noted(each, chosen, reader)
    if number < chosen.first and (number <= chosen.start or not chosen.announced):
        if chosen.announced:
            return _above_heading(seen, number, chosen, reader)
        return _before(seen, number, reader)
    if each.line.mark == "note":
        denies = number > chosen.last and not NEGATIONS.isdisjoint(each.line.words)
        denies = denies and reader.departs_from(each.line.words, chosen.steps)
        return "a thought may change the plan" if each.reading.revises or denies else ""
    if each.is_step:
        listed = each.line.mark in ("number", "heading") and not each.reading.revises
        listed = listed and bool(each.reading.rest)
        spoken_of = listed and reader.are_about(each.reading.rest, each.reading.steps)
        return "" if spoken_of else each.reading.doubt
    if each.line.mark == "number":
        talk = number > chosen.last and not each.reading.revises
        talk = talk and reader.talks(each.line.words)
        return each.reading.doubt or ("" if talk else "an item of the list is not a step")
    words = each.line.words
    if is_total(each.line.text) or (is_of_plan(words) and reader.speaks_of_cost(words)):
        return "it is the cost of a plan, and steps follow" if number < chosen.last else ""
    return _between(seen, number, reader)


def _is_title(seen: Sequence[Seen], number: int, reader: SentenceReader) -> bool:
    """Whether a heading or item names what the steps right below it do: "Step 2: Loading"."""
    line, reading = seen[number].line, seen[number].reading
    section = not SECTIONS.isdisjoint(line.words[:1])
    if reading.steps or reading.revises or not (section or line.mark in ("heading", "number")):
        return False
    below = list(takewhile(lambda each: each.is_step, seen[number + 1 : number + MAX_BELOW]))
    if not below or (line.mark == below[0].line.mark == "number"):
        return False
    named = reader.names_object(line.words)
    title = line.words[line.words.index(":") + 1 :] if ":" in line.words else line.words
    if (section or line.mark == "heading") and _shortens_steps(title, below, reader):
        return True
    if _CLAUSES.intersection(line.words):
        return False
    steps = [step for each in below for step in each.reading.steps]
    if named and line.mark == "heading" and reader.entitles(line.words, steps):
        return True
    if named:
        return not section and shortens(title, below[0].line.words)
    own = {base_form(word) or word for each in below for word in each.line.words} | ARTICLES
    if all((base_form(word) or word) in own for word in title):
        return True
    return reader.are_about(title, steps)


def _shortens_steps(title: Words, below: Sequence[Seen], reader: SentenceReader) -> bool:
    """Whether a title names some of the steps below it in their order: "Sail to A and load B"."""
    parts = [tuple(part) for joint, part in groupby(title, _CLAUSES.__contains__) if not joint]
    steps = (each.line.words for each in below)
    named = [reader.without_kinds(part) for part in parts]
    return named != [] and all(
        part != [] and any(shortens(part, step) for step in steps) for part in named
    )


def _above_heading(
    seen: Sequence[Seen], number: int, chosen: StepList, reader: SentenceReader
) -> str:
    """Why a line above the heading of a plan is not accounted for; empty where it is.

    It may speak of the steps of the plan, and of others where the plan is put forward as final.
    """
    each = seen[number]
    heading = next(filter(_announces, _above(seen, number)), each)
    if each.is_step or _opens_aside(heading) or chosen.title & FINAL:
        return ""
    words = each.line.words
    begun = reader.from_verb(words) if "first" in words and reader.is_order(words) else []
    other = begun != [] and not any(shortens(begun, step.line.words) for step in chosen.lines)
    lacks = other or _describes_other(each, chosen, reader)
    return "it describes a step that is not in the plan" if lacks else ""


def _describes_other(each: Seen, chosen: StepList, reader: SentenceReader) -> bool:
    """Whether a line has a step that the plan lacks, and not as one that is denied or imagined."""
    words = words_of(spelled_out(each.line.text))
    real = _IMAGINED.isdisjoint(words) or not {"forget", "only"}.isdisjoint(words)
    return real and reader.mentions_other(each.line.words, chosen.steps)


def _before(seen: Sequence[Seen], number: int, reader: SentenceReader) -> str:
    """Why a line before a plan without a heading is not accounted for; empty where it is."""
    line, reading = seen[number].line, seen[number].reading
    if line.mark == "note" or _is_listed(seen, number, reader):
        return ""
    goes_on = line.mark == "number" and [each.line.rank for each in seen[number + 1 : number + 2]]
    if goes_on == [line.rank + 1] and not seen[number].is_step:
        return reading.doubt or "an item of the list is not a step"
    if seen[number].is_step:
        return reading.doubt  # of a list that says the same
    if line.mark in ("bullet", "number", "step") and reader.is_command(line.words):
        return reading.doubt or "it names no action of the prompt"
    orders = reader.is_order(line.words) or reader.mentions_other(line.words)
    return reading.doubt if orders or not reading.about else ""


def _between(seen: Sequence[Seen], number: int, reader: SentenceReader) -> str:
    """Why a line between two steps is not accounted for; empty where it is."""
    line, reading = seen[number].line, seen[number].reading
    above = next((each for each in _above(seen, number) if each.is_step), None)
    if above is None:
        return reading.doubt
    if reading.revises:
        return reading.doubt or "it may change the plan"
    if _announces(seen[number]) and not CONDITIONS.isdisjoint(line.words):
        return "the steps below it may depend on a condition"
    if reader.is_command(line.words):
        return reading.doubt or "it names no action of the prompt"
    if reader.is_name(line.words):
        return "it names no action of the prompt"
    if reader.repeats(line.words, above.reading.steps):
        return ""
    below = line.indent > above.line.indent or reader.gives_reason(line.words)
    listed = below and above.line.mark in ("number", "heading")
    if listed and reader.are_about(line.words, above.reading.steps):
        return ""
    unclear = "" if reader.is_clear(line.words) else "it is unclear whether it is a step"
    return reading.doubt or unclear


def _above(seen: Sequence[Seen], number: int) -> Iterator[Seen]:
    """The lines above a line and near it, the nearest first."""
    return (seen[place] for place in range(number - 1, max(-1, number - MAX_BELOW), -1))


def _gaps(seen: Sequence[Seen], chosen: StepList) -> Iterator[tuple[Line, str]]:
    """The lines of a list whose numbers do not follow the ones before them, with the reason."""
    missing = "an item of the list before it is missing"
    last = max((each.line.rank for each in seen[: chosen.first]), default=0)
    if len(chosen.lines) > 1 and not last and chosen.lines[0].line.rank > 1:
        yield chosen.lines[0].line, missing
    ranks = [each.line.rank for each in chosen.lines if each.line.rank]
    unsorted = ranks != sorted(ranks) and len(set(ranks)) == len(ranks)
    for each in chosen.lines:
        rank = each.line.rank
        if rank and last and rank not in (1, last, last + 1):
            yield each.line, "the numbers of the list are out of order" if unsorted else missing
        last = rank or last


def _goes_on(each: Seen, chosen: StepList, reader: SentenceReader) -> str:
    """Why a line behind the plan may change it; empty where it does not."""
    if each.line.mark == "note":
        return _noted(each, chosen, reader)
    last = chosen.lines[-1].line.rank
    item = each.line.mark == "number" and last > 0 and each.line.rank == last + 1
    if item and not each.is_step and not reader.talks(each.line.words):
        return each.reading.doubt or "an item of the list is not a step"
    if not each.is_step and reader.orders_kind(each.line.words):
        return "it may add a step"
    if not each.reading.doubt or reader.follows_on(each.line.words):
        return each.reading.doubt
    orders = each.line.mark == "step" or reader.is_order(each.line.words)
    new = orders and not each.reading.steps and not reader.mentions(each.line.words, chosen.steps)
    return each.reading.doubt if new else ""


def _noted(each: Seen, chosen: StepList, reader: SentenceReader) -> str:
    """Why a line under the label of what is no step may change the plan; empty else."""
    if each.reading.revises:
        return "it may change the plan"
    if reader.mentions_other(each.line.words, chosen.steps):
        return "it mentions a step that is not in the plan"
    below = each.line.number > chosen.lines[-1].line.number
    if below and reader.departs_from(each.line.words, chosen.steps):
        return _DEPARTS
    return _adds(each, chosen, reader)


def _adds(each: Seen, chosen: StepList, reader: SentenceReader) -> str:
    """Why a line that speaks of the plan may add a step to it; empty where it does not."""
    words = each.line.words
    if (
        not _FURTHER.isdisjoint(words[:1])
        and _is_duty(words)
        and not each.is_step
        and not reader.talks(words)
    ):
        return "it may add a step"  # "Then the crate has to be loaded."
    if _is_duty(words) and not each.is_step and reader.is_left_open(words, chosen.steps):
        return "it may add a step"
    behind = [words[place + 1 :] for place, word in enumerate(words) if word in _ADDING]
    orders = reader.orders(words) or not DUTIES.isdisjoint(words) or any(map(reader.orders, behind))
    adds = orders and not each.is_step and behind != []
    new = adds and (reader.mentions_other(words) or reader.is_left_open(words, chosen.steps))
    return "it may add a step" if new else ""


def _is_duty(words: Words) -> bool:
    """Whether words state what is to be done: "it must be loaded", "it has to be loaded"."""
    duties = (place for place, word in enumerate(words) if word in DUTIES and word != "will")
    return any(words[n] not in HAVE or words[n + 1 : n + 2] == ("to",) for n in duties)


def _is_listed(seen: Sequence[Seen], number: int, reader: SentenceReader) -> bool:
    """Whether a line stands in a list that a line about the goal or the situation opens."""
    line = seen[number].line
    orders = reader.is_order(line.words) or reader.is_command(line.words)
    if line.mark not in ("bullet", "number") or orders:
        return False
    above = _above(seen, number)
    opening = next((e for e in above if e.line.mark not in ("bullet", "number")), None)
    if opening is None or opening.is_step or not opening.reading.about:
        return False
    return not (PLAN_WORDS | STEP_LABELS).intersection(opening.line.words)


def _without_repetition(chosen: StepList) -> StepList:
    """A list that is the same plan twice, a line or a blank one between, as its second half."""
    half, odd = divmod(len(chosen.lines), 2)
    first, second = chosen.lines[:half], chosen.lines[half:]
    if odd or half < _MIN_REPEATED:
        return chosen
    same = [each.reading.steps for each in first] == [each.reading.steps for each in second]
    gaps = [below.line.number - above.line.number for above, below in pairwise(chosen.lines)]
    apart = second[0].place > first[-1].place + 1 or gaps[half - 1] > max(gaps[: half - 1])
    if not same or not apart:
        return chosen
    return replace(chosen, lines=second)


def _closing(seen: Sequence[Seen], chosen: StepList, reader: SentenceReader) -> int:
    """The index of the line behind the plan from which on the answer speaks about it."""
    end, indent = seen[chosen.last].line.number, seen[chosen.last].line.indent
    for number in range(chosen.last + 1, len(seen)):
        line = seen[number].line
        # A command right behind the last step is no talk about the plan.
        goes_on = line.number == end + 1 and reader.is_command(line.words)
        talk = line.mark in ("plain", "heading", "bullet") and line.indent <= indent
        item = line.mark == "bullet" and line.mark == seen[chosen.last].line.mark
        talk = talk and not item and not reader.gives_reason(line.words)
        talk = talk and (
            _is_about_plan(line.words) or not reader.mentions_other(line.words, chosen.steps)
        )
        if _opens_aside(seen[number]) or (seen[number].reading.about and talk and not goes_on):
            return number
        end = line.number
    return len(seen)


def _is_about_plan(words: Words) -> bool:
    """Whether the subject of a line is the plan: "This plan unstacks the blocks …"."""
    opens = words[:1] in (("this",), ("the",), ("these",))
    return opens and not PLAN_WORDS.isdisjoint(words[1:2])


def _concludes(each: Seen, unless: frozenset[str]) -> bool:
    """Whether a line concludes that there is no plan, and has none of some words.

    "There is no shorter plan" concludes nothing of the kind.
    """
    text = spelled_out(each.line.text)
    thought = each.line.mark == "note" and each.line.label in THOUGHT_LABELS
    found = _NO_PLAN.search(text) or (None if thought else _NOT_DONE.search(text))
    return found is not None and not unless.intersection(each.line.words)


def _denies_outright(each: Seen) -> bool:
    """Whether a line ends in a denial of any plan: "The goal needs that, so there is no plan."."""
    *_, last = _CLAUSE_END.split(spelled_out(each.line.text).rstrip(" .!"))
    found = _NO_PLAN.search(last)
    if found is None or not _UNLESS.isdisjoint(each.line.words):
        return False
    return not PLAN_WORDS.isdisjoint(words_of(found[0])) and not words_of(last[found.end() :])


def _denies_all(each: Seen) -> bool:
    """Whether a line denies any plan for the goal, and not "a plan that skips the loading".

    It says no more than this: "The goal cannot be reached more cheaply" leaves other plans.
    """
    text = spelled_out(each.line.text)
    found = _NO_PLAN.search(text)
    if found is None or _THIS_WAY.search(text) or not _PERHAPS.isdisjoint(each.line.words):
        return False
    behind, *goal = _ASKED.split(_REASON.split(text[found.start() :])[0], maxsplit=1)
    said = set(words_of(behind[found.end() - found.start() :]))
    return _OF_ALL.issuperset(said) and not any(_SOME.intersection(words_of(each)) for each in goal)


def _is_limited(each: Seen) -> bool:
    """Whether a denial is a guess, or one of some plans: "cannot be reached in one step"."""
    text = spelled_out(each.line.text)
    found = _NO_PLAN.search(text)
    behind = _REASON.split(text[found.end() :])[0] if found else ""
    return not _PERHAPS.isdisjoint(each.line.words) or not _SOME.isdisjoint(words_of(behind))


def _without_steps(seen: Sequence[Seen], aside: Sequence[StepList]) -> Account:
    """An answer that proposes no step: it says that there is no plan, or it is not read."""
    sure = [each for each in seen if not _is_limited(each)]
    if any(_concludes(each, _BETTER | _QUALIFIED) or _denies_outright(each) for each in sure):
        return Account(())
    if aside:
        line = seen[aside[-1].start].line
        return Account((), ((line, "the steps below it may not be the plan"),))
    doubtful = [(each.line, each.reading.doubt) for each in seen if each.reading.doubt]
    if not doubtful and seen:
        doubtful = [(seen[-1].line, "it proposes no step")]
    return Account((), tuple(doubtful))
