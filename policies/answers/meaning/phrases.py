"""A verb phrase taken apart: its verb, its objects with what stands before each, and other words.

The snippets of a prompt and the steps of an answer are taken apart alike, so that they can be
compared part by part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from policies.answers.meaning.words import DETERMINERS, EMPTY, PARTICLES, SLOT, relation_at

AGENT = "by:"
"""Stands before who acts: what an order acts on, or what it acts with."""
_DIRECTIONS = frozenset({"from", "to"})
_SIGNS = frozenset(",;:.()'\"!?")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an object is named.

    Attributes:
        relations: the prepositions that may stand before it; an empty one for none.
        nouns: the words directly before or behind it that name its kind.
        label: the other words since the object before it.
        joined: whether it is joined to the object before it by `and`.
        direction: `from` or `to` where another preposition follows it: "from the space behind _".
    """

    relations: tuple[str, ...]
    nouns: frozenset[str] = frozenset()
    label: frozenset[str] = frozenset()
    joined: bool = False
    direction: str = ""


@dataclass(frozen=True, slots=True)
class VerbPhrase:
    """A verb with its objects, in order, and its other words.

    Attributes:
        verb: the verb as it stands.
        particle: the word directly behind it that may belong to it: `up`; empty where none does.
        places: where its objects are named.
        words: the other words that mean something.
        things: those of them that are no prepositions: things that are no objects, say.
        strangers: those that stand where an object may: directly behind the verb or a preposition.
    """

    verb: str
    particle: str
    places: tuple[Place, ...]
    words: frozenset[str]
    things: frozenset[str]
    strangers: frozenset[str] = frozenset()

    @property
    def nouns(self) -> frozenset[str]:
        """The words beside its objects that name their kinds."""
        return frozenset(noun for place in self.places for noun in place.nouns)


@dataclass(slots=True)
class _Parts:
    """What has been taken apart so far."""

    kinds: frozenset[str]
    places: list[Place] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    strangers: set[str] = field(default_factory=set)
    relations: tuple[str, ...] = ("",)
    waiting: list[str] = field(default_factory=list)
    label: set[str] = field(default_factory=set)
    joined: bool = False
    particle: str = ""
    open: str = ""
    direction: str = ""

    def relate(self, relation: str, said: str) -> None:
        """Take a preposition; one without an object was a particle, or of another thing."""
        if self.open and self.relations[-1] in _DIRECTIONS:
            self.direction = self.relations[-1]
        self._note_stranger()
        self._leave_open()
        self._settle()
        self.relations = (relation,)
        self.open = said
        self.joined = False

    def join(self) -> None:
        """Take an `and`: what follows stands where the object before it stands."""
        self.joined = True
        if self.places and not self.waiting:
            self.relations = self.places[-1].relations

    def begin_anew(self) -> None:
        """What follows `and` is a phrase like the one before it: `A to B and C to D`."""
        self.joined = False
        self.relations = ("",)

    def name(self) -> None:
        """Take an object."""
        nouns: list[str] = []
        while self.waiting and self.waiting[-1] in self.kinds:
            nouns.insert(0, self.waiting.pop())
        self._settle()
        label = frozenset(self.label)
        self.places.append(
            Place(self.relations, frozenset(nouns), label, self.joined, self.direction)
        )
        self.relations, self.joined, self.open, self.direction = ("",), False, "", ""
        self.label.clear()

    def end(self) -> None:
        """Nothing follows."""
        self._note_stranger()
        self._leave_open()
        self._settle()

    def _note_stranger(self) -> None:
        """Note a word that stands where an object may, and that no object follows."""
        if self.open or not self.places:
            others = [word for word in self.waiting if word not in self.kinds]
            self.strangers.update(others[:1])

    def _leave_open(self) -> None:
        """Put down a preposition that no object follows: `switch _ on`."""
        if not self.open or self.waiting:
            return
        if self.open in PARTICLES and not self.particle:
            self.particle = self.open
        else:
            self.words.add(self.relations[-1])

    def _settle(self) -> None:
        for word in self.waiting:
            # "down down" is not "down".
            again = f"{word}2" if word in self.words else word
            self.words.add(again)
            self.things.add(again)
        self.label.update(self.waiting)
        self.waiting.clear()


def take_apart(words: Sequence[str], kinds: frozenset[str]) -> VerbPhrase:
    """A verb phrase's parts.

    Args:
        words: its words, the verb first, with `_` for every object.
        kinds: the words for kinds of objects.
    """
    parts = _Parts(kinds)
    place = 1
    while place < len(words):
        word = words[place]
        relation, length = relation_at(words, place)
        if word == SLOT:
            if parts.joined and words[place + 1 : place + 2] == ["to"]:
                parts.begin_anew()
            parts.name()
        elif place == 1 and word in PARTICLES:
            length = 1
            _take_particle(parts, word, words[2:3])
        elif relation:
            parts.relate(relation, word)
        elif word == AGENT:
            parts.relations = ("", "with")
        elif word == "and":
            parts.join()
        elif (
            parts.places
            and word in kinds
            and words[place - 1] == SLOT
            and words[place + 1 : place + 2] != [SLOT]
        ):
            last = parts.places[-1]
            parts.places[-1] = replace(last, nouns=last.nouns | {word})
        elif word not in DETERMINERS | EMPTY | _SIGNS:
            parts.waiting.append(word)
            parts.joined = parts.joined and word in kinds
        place += max(length, 1)
    parts.end()
    return VerbPhrase(
        words[0],
        parts.particle,
        tuple(parts.places),
        frozenset(parts.words),
        frozenset(parts.things),
        frozenset(parts.strangers),
    )


def _take_particle(parts: _Parts, word: str, following: Sequence[str]) -> None:
    """A word that may belong to the verb or begin a phrase: `switch on _`, `put in _`."""
    parts.particle = word
    relation, _ = relation_at([word], 0)
    if relation and following != []:
        parts.relations = ("", relation)
