"""One line of an answer, read as the steps it proposes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.translation._binding import Binder
from policies.translation._clauses import Clause, ClauseReader
from policies.translation._doubt import Doubt, Doubter
from policies.translation._naming import NameFinder
from policies.translation._phrasebook import Phrasebook
from policies.translation._reading import is_lead_in
from policies.translation._sentences import bare, clauses
from policies.translation._wording import PREPOSITIONS, SLOT, tokens

_REPEAT = re.compile(
    r"[.…\s]*(?:repeat|do the same|and so (?:on|forth)|continue (?:like this|this process"
    r"|in (?:this|the same) (?:way|manner|fashion)))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9]+")
_LABELS = frozenset(":-–—|")
_JOINTS = frozenset(",;.")


@dataclass(frozen=True, slots=True)
class LineReading:
    """What a line proposes.

    Attributes:
        steps: an action each, None for what looks like a step and cannot be read.
        whole: whether the line says nothing else but remarks in brackets.
        told: whether it tells of an action ("the truck drives"), instead of ordering it.
    """

    steps: tuple[GroundAction | None, ...]
    whole: bool
    told: bool = False


class StepReader:
    """Reads lines against a phrasebook and the objects at hand; never guesses."""

    def __init__(self, problem: Problem, book: Phrasebook, names: ObjectNames) -> None:
        self._book = book
        self._finder = NameFinder.of(names)
        self._nouns = book.nouns | self._finder.nouns
        binder = Binder(problem, book)
        self._clauses = ClauseReader(book, self._finder, self._nouns, binder)
        self._doubter = Doubter(book, self._finder, self._nouns)

    def read(self, line: str) -> LineReading | None:
        """The steps of a line; None where it does not look like a step at all."""
        if not self._may_name_action(line):
            return LineReading((None,), whole=True) if self.repeats(line) else None
        pieces, signs = clauses(self._spoken_calls(bare(line)), self._book.breaks)
        place, first, whole = self._first(pieces, signs)
        if first is None:
            return None
        steps, told = list(first.steps), first.told
        for clause, sign in zip(pieces[place + 1 :], signs[place:], strict=False):
            if not clause or is_lead_in(clause):
                continue
            more = self._clauses.read(clause, steps) if sign in _JOINTS else None
            if more is None or None in more.steps:
                lost = self._is_lost(clause, sign, more is not None)
                steps += [None] * lost
                whole = whole and lost
            elif whole or sign == ";" or not (more.told or set(more.steps) & set(steps)):
                steps += more.steps
                told = told or more.told
        return LineReading(tuple(steps), whole, told)

    def repeats(self, line: str) -> bool:
        """Whether a line stands for steps like those before it: `and so on`."""
        return _REPEAT.match(bare(line)) is not None

    def _may_name_action(self, line: str) -> bool:
        """Whether a line holds a word in which a step could begin: few lines need a closer look."""
        if not self._book.forms.keys().isdisjoint(_WORD.findall(line.lower())):
            return True
        return "(" in line and self._book.calls.search(line) is not None

    def doubt(self, line: str) -> Doubt:
        """What a line that `read` makes nothing of may be, standing where steps stand."""
        return self._doubter.doubt(self._spoken_calls(bare(line)))

    def _first(
        self, pieces: Sequence[str], signs: Sequence[str]
    ) -> tuple[int, Clause | None, bool]:
        """The first clause that reads like a step, its place, and whether only labels precede it.

        Behind a sentence of prose only an order counts; what a sequence lost before it is kept.
        """
        only_labels, before = True, ""
        lost: tuple[None, ...] = ()
        for place, (clause, sign) in enumerate(zip(pieces, signs, strict=True)):
            found = self._clauses.read(clause, [])
            if found and (only_labels or self._counts(found, clause, before)):
                return place, Clause((*lost, *found.steps), found.told), only_labels
            label = not clause or sign in _LABELS or (sign == "," and is_lead_in(clause))
            if not label and sign not in (".", ";"):
                break
            if sign == ";" and self._is_lost(clause, sign, known=False):
                lost = (*lost, None)
            only_labels, before = only_labels and label, sign
        return 0, None, False

    def _counts(self, found: Clause, clause: str, sign: str) -> bool:
        """Whether a clause behind prose and a sign is a step."""
        if None in found.steps:
            return sign == ";" and self._is_lost(clause, sign, known=True)
        return not found.told

    def _is_lost(self, clause: str, sign: str, known: bool) -> bool:
        """Whether a further clause is a step although it cannot be read.

        Args:
            clause: the clause.
            sign: what stands before it; `;` if it continues a sequence of steps.
            known: whether it begins with a verb that the lexicon knows.
        """
        if sign == ";":
            return self._doubter.doubt(clause) is not Doubt.NONE
        return known and self._doubter.doubt(clause) is Doubt.ORDER

    def _spoken_calls(self, text: str) -> str:
        """`(stack b a)` and `stack(b, a)` as words, where nothing but objects is in brackets."""

        def spoken(found: re.Match[str]) -> str:
            name = self._book.called(found["a"] or found["b"])
            inner = found["x"] if found["a"] else found["y"]
            words, _ = self._finder.mark([name, *tokens(inner.replace(",", " "))])
            rest = set(words[1:]) - {SLOT} - self._nouns - PREPOSITIONS
            if rest and found["b"]:
                return found.group()
            return f" {name} {inner.replace(',', ' ')} ; "

        return self._book.calls.sub(spoken, text).strip() if "(" in text else text
