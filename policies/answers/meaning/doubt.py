"""What a line is like that names no known action: an order, a phrase about objects, or prose.

The grammar alone decides, never the line's place; whether the place is one for steps is for others
to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from pddl2nl.english.vocabulary import BE_FORMS, MODALS
from policies.answers.meaning.clauses import NO_AGENT, is_lead_in, without_lead_in, without_reason
from policies.answers.meaning.frames import DomainWords, plain_words
from policies.answers.meaning.names import NameFinder
from policies.answers.meaning.text import clauses
from policies.answers.meaning.words import DETERMINERS, SLOT, tokens, verb_of

_STATING = (
    BE_FORMS
    | MODALS
    | {"be", "been", "being", "has", "have", "had", "having", "does", "do", "did", "cannot"}
    | {"not", "no", "never", "none", "nothing", "already", "that", "whether", "if", "unless"}
    | {"becomes", "become", "remains", "remain", "stays", "stay", "needs", "need"}
    | {"requires", "require", "true", "false"}
)
"""Words that make a sentence a statement about the state, or one about another sentence."""
_OF_THE_MIND = frozenset(
    "assume assuming attempt try check confirm consider ensure hope imagine know let list make "
    "note notice observe recall recognize remember repeat say see suppose think understand "
    "verify".split()
)
"""Verbs of thinking and saying: what they ask for changes nothing."""


_CLOSING = frozenset(
    "end finish stop done plan goal result step thank hope enjoy achieve complete".split()
)
"""What an answer may close with, or head a part with."""


_CAUSING = frozenset("have let make get ask tell instruct".split())


class Likeness(Enum):
    """How much a line that cannot be read is like a step."""

    ORDER = auto()
    """It orders something to be done to an object, in a verb that is unknown."""
    PHRASE = auto()
    """It names objects and states nothing about them."""
    WORDS = auto()
    """It begins with a verb, and names no object."""
    PROSE = auto()


class Doubter:
    """Judges lines by their grammar."""

    def __init__(self, words: DomainWords, finder: NameFinder, kinds: frozenset[str]) -> None:
        # "get the chips when the counter is at zero": a snippet's own words state nothing.
        self._stating = _STATING - words.said
        self._words = words
        self._finder = finder
        self._kinds = kinds

    def likeness(self, text: str) -> Likeness:
        """What a bare text is like."""
        for clause, sign in clauses(text):
            *_, version = ("", *without_lead_in(without_reason(clause, self._words.said)))
            found = self._clause(tokens(version))
            if found is not None:
                return found
            if clause and sign not in (":", "|", "-", "–", "—", ",") and not is_lead_in(clause):
                break
        return Likeness.PROSE

    def _clause(self, said: Sequence[str]) -> Likeness | None:
        """What a clause is like; None where it is about no object, so that the next one counts."""
        words, objects = self._finder.mark(said)
        if not words:
            return None
        if not objects and not self._names_kind(words):
            order = _orders(words[0]) and words[0] not in self._kinds
            states = not self._stating.isdisjoint(words)
            silent = states or words[0] in _OF_THE_MIND or words[0] in _CLOSING
            return Likeness.WORDS if order and not silent else None
        caused = words[0] in _CAUSING and (words[1:2] == [SLOT] or self._names_kind(words))
        if not caused and (words[0] in NO_AGENT | {"when", "once"} or words[0] in _OF_THE_MIND):
            return Likeness.PROSE
        if caused:
            return Likeness.ORDER
        plain = plain_words(words)
        if not self._stating.isdisjoint(words) or " ".join(plain) in self._words.facts:
            return Likeness.PROSE
        if self._brings_about(plain):
            return Likeness.PROSE
        if words[0] not in self._kinds and _orders(words[0]):
            return Likeness.ORDER
        return Likeness.PHRASE

    def _brings_about(self, words: Sequence[str]) -> bool:
        """Whether words speak of a fact about an object: `restore the harmony of _`."""
        states = self._words.scenery - self._words.vocabulary - self._kinds
        return any(
            word in states and SLOT in words[place + 1 : place + 3]
            for place, word in enumerate(words[1:], start=1)
        )

    def _names_kind(self, words: Sequence[str]) -> bool:
        """Whether the second word, but for an article, is a kind: `deliver the package`."""
        place = 2 if words[1:2] and words[1] in DETERMINERS else 1
        return words[place : place + 1] != [] and words[place] in self._kinds


def _orders(word: str) -> bool:
    """Whether a word is a verb as orders begin with: `drive`, `driving`."""
    verb = verb_of(word)
    return verb is not None and (verb == word or word.endswith("ing"))
