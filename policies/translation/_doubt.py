"""What a line may be that names no known action: an order, a phrase about objects, or prose.

The grammar alone decides, never the line's place; whether the place is one for steps is for others
to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from pddl2nl.english.vocabulary import BE_FORMS, MODALS, is_base_verb
from policies.translation._naming import NameFinder
from policies.translation._phrasebook import Phrasebook
from policies.translation._reading import is_lead_in, without_lead_in
from policies.translation._sentences import clauses, without_reason
from policies.translation._verbs import verb_place
from policies.translation._wording import (
    SLOT,
    essential,
    related,
    tokens,
    without_nouns,
)

_STATING = (
    BE_FORMS
    | MODALS
    | {"be", "been", "being", "has", "have", "had", "having", "does", "do", "did", "cannot"}
    | {"not", "no", "never", "none", "nothing", "already", "that", "whether", "if", "unless"}
    | {"becomes", "become", "remains", "remain", "stays", "stay", "needs", "need"}
    | {"requires", "require", "true", "false"}
)
"""Words that make a sentence a statement about the state, or one about another sentence."""
_NO_AGENT = frozenset(
    "this these those it its they there here thus therefore hence however but so since because "
    "when once all both each every either neither which what why how where who whose".split()
)
_OF_THE_MIND = frozenset(
    "assume assuming check confirm consider ensure hope imagine know let list make note notice "
    "observe recall recognize remember repeat say see suppose think understand verify".split()
)
"""Verbs of thinking and saying: what they ask for changes nothing."""
_DETERMINERS = frozenset({"the", "a", "an", "this", "that", "all", "both", "each", "every"})


class Doubt(Enum):
    """How much a line that cannot be read is like a step."""

    ORDER = auto()
    """It orders something to be done to an object, in a verb that is unknown."""
    PHRASE = auto()
    """It names objects and states nothing about them."""
    NONE = auto()
    """It is prose."""


class Doubter:
    """Judges lines by their grammar."""

    def __init__(self, book: Phrasebook, finder: NameFinder, nouns: frozenset[str]) -> None:
        self._book = book
        # "get the chips when the counter is at zero": a snippet's own words state nothing.
        spoken = {word for key in book.ranks[0] for word in key.split()}
        self._stating = _STATING - book.forms.keys() - spoken
        self._finder = finder
        self._nouns = nouns

    def doubt(self, text: str) -> Doubt:
        """What a bare text may be."""
        pieces, signs = clauses(text, self._book.breaks)
        for clause, sign in zip(pieces, signs, strict=True):
            *_, version = ("", *without_lead_in(without_reason(clause)))
            found = self._clause(tokens(version))
            if found is not None:
                return found
            if clause and sign not in (":", "|", "-", "–", "—", ",") and not is_lead_in(clause):
                break
        return Doubt.NONE

    def _clause(self, said: Sequence[str]) -> Doubt | None:
        """What a clause may be; None where it is about no object, so that the next one counts."""
        words, objects = self._finder.mark(said)
        if not objects and not self._names_kind(words):
            return None
        if words[0] in _NO_AGENT or words[0] in _OF_THE_MIND:
            return Doubt.NONE
        if not self._stating.isdisjoint(words) or self._is_fact(essential(words)):
            return Doubt.NONE
        if self._does(words):
            return Doubt.ORDER
        return Doubt.PHRASE if objects else None

    def _names_kind(self, words: Sequence[str]) -> bool:
        """Whether the second word, but for an article, is a kind: `deliver the package`."""
        place = 2 if words[1:2] and words[1] in _DETERMINERS else 1
        return words[place : place + 1] != [] and words[place] in self._nouns

    def _does(self, words: Sequence[str]) -> bool:
        """Whether words begin with a verb, or tell what somebody does in a verb that is known."""
        place = verb_place(words, self._book.forms)
        if place is not None and (place == 0 or words[place].endswith("s")):
            return True
        return words[0] not in self._nouns and words[0] != SLOT and is_base_verb(words[0])

    def _is_fact(self, words: Sequence[str]) -> bool:
        """Whether words say, or ask, that a predicate holds: `restore the harmony of _`."""
        if not self._book.states.isdisjoint(words[1:]):
            return True
        keys = (" ".join(related(words)), " ".join(related(without_nouns(words, self._nouns))))
        return not self._book.facts.isdisjoint(keys)
