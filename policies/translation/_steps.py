"""One line of an answer, read as the steps it proposes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pddl2nl.model import Atom, GroundAction, Problem, objects_by_type
from pddl2nl.naming import ObjectNames
from policies.translation._naming import NameFinder
from policies.translation._phrasebook import (
    PLACING,
    REMOVING,
    Phrasebook,
    Wording,
    static_atoms,
)
from policies.translation._reading import is_lead_in, plain, without_lead_in
from policies.translation._wording import (
    PREPOSITIONS,
    SLOT,
    essential,
    related,
    tokens,
    without_nouns,
)

_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_BREAK = re.compile(
    r"(\s+[-–—]+>?\s+|\s*[–—→⇒]+\s*|\s*->\s*|\s*=>\s*|[:;!?|]+\s*|\.(?=\s|$)|,(?=\s|$))"
)
_NEXT = re.compile(r"\s+(?:and\s+then|and|then)\s+")
_REASON = re.compile(
    r"\s+(?:because|since|so|which|where|while|given|thus|therefore|as|leaving|making|using)\b.*"
)
_PERFORM = re.compile(
    r"^(?:perform|execute|apply|use|carry out)\s+(?:the\s+)?(?:action\s+)?"
    r"(.+?)(?:\s+action)?\s+(?:on|with|to|for)\s+(?=.)"
)
_PERFORMED = re.compile(
    r"^(.+?)\s+performs?\s+(?:the\s+|an?\s+)?(?:action\s+)?(\w+)(?:\s+action)?(?=\s|$)"
)
_ITEM = re.compile(r"^(?:(?:[a-z]|[ivx]{1,4})[.)]|\d+(?:\.\d+)+[.)]?)\s+|^[|\s]+")
_TYPESET = re.compile(r"\\(?:text|textbf|mathrm|texttt)\s*\{([^{}]*)\}|\$")
_ENCLOSED = re.compile(r"^[\[{]([^\[\]{}]*)[\]}]$")
_REPEAT = re.compile(r"(?:repeat|do the same|and so on)\b", re.IGNORECASE)
_LIGHT = frozenset({*PLACING, *REMOVING, "move", "transfer", "grab", "drop"})


@dataclass(frozen=True, slots=True)
class LineReading:
    """What a line proposes.

    Attributes:
        steps: an action each, None for what looks like a step and cannot be read.
        whole: whether the line says nothing else but remarks in brackets.
    """

    steps: tuple[GroundAction | None, ...]
    whole: bool


class StepReader:
    """Reads lines against a phrasebook and the objects at hand; never guesses."""

    def __init__(self, problem: Problem, book: Phrasebook, names: ObjectNames) -> None:
        self._book = book
        self._finder = NameFinder.of(names)
        self._nouns = book.nouns | self._finder.nouns
        self._verb = _any_word({*book.verbs, *_LIGHT})
        self._facts = frozenset(problem.init)
        self._objects = [item.name for item in problem.all_objects]
        self._members = {kind: set(all_) for kind, all_ in objects_by_type(problem).items()}
        self._schemas = {item.name: item for item in problem.domain.actions}
        self._static = {
            item.name: static_atoms(problem.domain, item) for item in problem.domain.actions
        }

    def read(self, line: str) -> LineReading | None:
        """The steps of a line; None where it does not look like a step at all."""
        if not self._verb.search(line) and not self._book.calls.search(line):
            return LineReading((None,), whole=True) if _REPEAT.match(plain(line)) else None
        text = self._spoken_calls(_bare(line))
        pieces = _BREAK.split(_REMARK.sub(" ", text))
        clauses = [piece.strip() for piece in pieces[::2]]
        signs = [piece.strip() for piece in pieces[1::2]] + ["."]
        place, found = self._first(clauses, signs)
        if found is None:
            return None
        steps = list(found)
        for clause, sign in zip(clauses[place + 1 :], signs[place:], strict=False):
            if not clause:
                continue
            more = self._clause(clause, steps) if sign in ",;." else None
            if more is None or None in more:
                return LineReading(tuple(steps), whole=False)
            steps += more
        return LineReading(tuple(steps), whole=True)

    def _starts(self, words: Sequence[str]) -> bool:
        return bool(words) and (words[0] in self._book.verbs or words[0] in _LIGHT)

    def _first(
        self, clauses: Sequence[str], signs: Sequence[str]
    ) -> tuple[int, list[GroundAction | None] | None]:
        """The first clause that reads like a step; only labels may stand before it."""
        for place, (clause, sign) in enumerate(zip(clauses, signs, strict=True)):
            steps = self._clause(clause, [])
            if steps is not None:
                return place, steps
            label = sign != "" and sign in ":-–—|"
            if clause and not label and not (sign == "," and is_lead_in(clause)):
                break
        return 0, None

    def _clause(
        self, clause: str, before: Sequence[GroundAction | None]
    ) -> list[GroundAction | None] | None:
        """The steps of a clause; None where it does not begin like one."""
        for version in without_lead_in(clause):
            said = _PERFORM.sub(r"\1 ", _PERFORMED.sub(r"\2 \1", version))
            for text in dict.fromkeys((said, _REASON.sub("", said))):
                steps = self._joined(text, before)
                if steps is not None:
                    return steps
            words = tokens(said)
            if self._starts(words) and self._names_something(words):
                return [None]
        return None

    def _names_something(self, words: Sequence[str]) -> bool:
        """Whether words are about an object, known or not, or break off before they name one."""
        _, objects = self._finder.mark(words)
        return bool(objects) or not self._nouns.isdisjoint(words) or self._cut_off(words)

    def _cut_off(self, words: Sequence[str]) -> bool:
        """Whether words that name no object could be the beginning of a step."""
        rest = related(essential(words))
        while len(rest) > 1 and (rest[-1] in self._nouns or rest[-1] in self._finder.beginnings):
            rest.pop()
        key = " ".join(rest)
        return any(each == key or each.startswith(key + " ") for each in self._book.ranks[0])

    def _joined(
        self, text: str, before: Sequence[GroundAction | None]
    ) -> list[GroundAction | None] | None:
        """A clause as one step, or as several that `and` or `then` joins."""
        whole = self._action(text, before)
        if whole is not None:
            return [whole]
        steps: list[GroundAction | None] = []
        parts = _NEXT.split(text)
        if len(parts) == 1:
            return None
        for part in parts:
            action = self._action(part, [*before, *steps])
            if action is None:
                return None
            steps.append(action)
        return steps

    def _action(self, text: str, before: Sequence[GroundAction | None]) -> GroundAction | None:
        words, objects = self._finder.mark(tokens(text))
        if "it" in words and before and before[-1] and before[-1].args:
            place = words.index("it")
            objects.insert(words[:place].count(SLOT), before[-1].args[0])
            words[place] = SLOT
        kept = essential(words)
        keys = (" ".join(related(kept)), " ".join(related(without_nouns(kept, self._nouns))))
        for number, rank in enumerate(self._book.ranks):
            for key in keys:
                wordings = rank.get(key)
                if wordings:
                    action = self._choose(wordings, objects)
                    # Another verb may mean an action only where its objects can be meant too.
                    loose = number == len(self._book.ranks) - 1
                    return action if action and (not loose or self._fits(action)) else None
        return None

    def _choose(self, wordings: Sequence[Wording], objects: Sequence[str]) -> GroundAction | None:
        actions = {action: None for wording in wordings for action in self._bind(wording, objects)}
        if len(actions) > 1:
            actions = {action: None for action in actions if self._fits(action)}
        return next(iter(actions)) if len(actions) == 1 else None

    def _bind(self, wording: Wording, objects: Sequence[str]) -> Iterator[GroundAction]:
        values: dict[int, str] = {}
        agree = all(
            values.setdefault(slot, item) == item
            for slot, item in zip(wording.slots, objects, strict=True)
        )
        parameters = self._schemas[wording.action].parameters
        missing = [place for place in range(len(parameters)) if place not in values]
        if not agree or len(missing) > 1:
            return
        if not missing:
            args = tuple(values[place] for place in range(len(parameters)))
            yield GroundAction(wording.action, args)
            return
        fitting = []
        for item in self._objects:
            filled = {**values, missing[0]: item}
            action = GroundAction(
                wording.action, tuple(filled[place] for place in range(len(parameters)))
            )
            if self._fits(action) and self._hold(action, self._static[action.name]):
                fitting.append(action)
        # What is left unsaid must follow from facts that never change.
        if len(fitting) == 1:
            yield fitting[0]

    def _fits(self, action: GroundAction) -> bool:
        """Whether the objects are of the right kinds, by type or by facts such as `(truck t0)`."""
        parameters = self._schemas[action.name].parameters
        typed = all(
            any(item in self._members[kind] for kind in parameter.types)
            for parameter, item in zip(parameters, action.args, strict=True)
        )
        return typed and self._hold(
            action, [a for a in self._static[action.name] if len(a.args) < 2]
        )

    def _hold(self, action: GroundAction, atoms: Iterable[Atom]) -> bool:
        """Whether atoms of an action's precondition hold in the beginning."""
        names = (parameter.name for parameter in self._schemas[action.name].parameters)
        values = dict(zip(names, action.args, strict=True))
        return all(
            Atom(atom.predicate, tuple(values.get(term, term) for term in atom.args)) in self._facts
            for atom in atoms
        )

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

        return self._book.calls.sub(spoken, text).strip()


def _bare(line: str) -> str:
    """A line in lower case, without its number, letter, markup and enclosing brackets."""
    text = _ITEM.sub("", plain(_TYPESET.sub(r"\1", line)).lower())
    return _ENCLOSED.sub(r"\1", text)


@lru_cache(256)
def _any_word_of(words: frozenset[str]) -> re.Pattern[str]:
    choices = "|".join(sorted(map(re.escape, words)))
    return re.compile(rf"(?<![a-z0-9])(?:{choices})(?![a-z])", re.IGNORECASE)


def _any_word(words: Iterable[str]) -> re.Pattern[str]:
    """Finds a word in which a step could begin: what lacks one need not be looked at closer."""
    return _any_word_of(frozenset(words))
