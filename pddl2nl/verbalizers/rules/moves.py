"""What an action does to where things are: who leaves which place for which, who holds what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import ANIMAL, CONVEYANCE, DEVICE, PERSON
from pddl2nl.model import TRUE, ActionSchema, Atom
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import OBJECT, Thing, atoms

HOLD = "hold"
"""In the place of a preposition: the place is what holds the thing."""
HOLDING = frozenset({"hold", "carry", "grasp", "grip", "lift"})
SOMEBODY = ""
"""In the place of a variable: whoever acts without being an argument."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A thing's being somewhere.

    Args:
        thing: the variable of what is there, or `SOMEBODY`.
        preposition: `at`, `in`, `on`, or `HOLD`.
        place: the variable of where it is; words where that is no parameter.
        who: the noun of `SOMEBODY`, where the predicate has it: `robot`.
    """

    thing: str
    preposition: str
    place: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Moves:
    """The stays that an action ends, begins, and needs without ending them."""

    ended: tuple[Stay, ...]
    begun: tuple[Stay, ...]
    kept: tuple[Stay, ...]

    def movers(self) -> tuple[str, ...]:
        """What changes its place, in the order of the effects."""
        return tuple(dict.fromkeys(stay.thing for stay in (*self.ended, *self.begun)))

    def of(self, thing: str) -> tuple[Stay | None, Stay | None]:
        """Where a thing leaves from and where it comes to; None where unknown or not unique."""
        return _only(s for s in self.ended if s.thing == thing), _only(
            s for s in self.begun if s.thing == thing
        )


def _only(stays: Iterable[Stay]) -> Stay | None:
    found = list(stays)
    if len(found) > 1:  # on a pallet at a place: the closer one says it
        found = [stay for stay in found if stay.preposition != "at"]
    return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Replacement:
    """A fact that an action replaces by one that differs in its last argument alone."""

    predicate: str
    owners: tuple[str, ...]
    old: str
    new: str


def certain(action: ActionSchema) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
    """The atoms that an action adds and those that it deletes, whatever the situation."""
    effects = [e for e in action.effects if e.condition == TRUE and not e.parameters]
    added = tuple(e.atom for e in effects if e.adds)
    return added, tuple(e.atom for e in effects if not e.adds and e.atom not in added)


def moves(action: ActionSchema, things: Mapping[str, Thing]) -> Moves:
    """What an action does to where things are."""
    added, deleted = certain(action)
    needed = [atom for atom in atoms(action.precondition) if atom not in deleted]
    begun = [atom for atom in added if atom not in needed]
    return Moves(*(tuple(_stays(group, things)) for group in (deleted, begun, needed)))


def _stays(group: Iterable[Atom], things: Mapping[str, Thing]) -> Iterator[Stay]:
    for atom in group:
        if (stay := _stay(atom, things)) is not None:
            yield stay


def _stay(atom: Atom, things: Mapping[str, Thing]) -> Stay | None:
    words = tuple(noun_phrase(atom.predicate).split())
    if not words:
        return None  # a name of signs alone
    match atom.args:
        case (one,):
            return _stay_of_one(words, one, things)
        case (one, other):
            return _stay_of_two(words, one, other, things)
        case _:
            return None


def _stay_of_one(words: tuple[str, ...], one: str, things: Mapping[str, Thing]) -> Stay | None:
    """`at-robot ?place` and `lift-at ?floor` of somebody, `on-table ?block` of the block."""
    if len(words) > 2:
        return None
    named = any(thing.is_called(words[:1]) for thing in things.values())
    if words[-1] == "at" or (words[-1] in w.LOCATIVES and is_somebody(words[0])):
        who = words[0] if is_somebody(words[0]) else ""
        return None if named else Stay(SOMEBODY, words[-1], one, who)
    if len(words) == 2 and words[0] in w.LOCATIVES:
        if is_somebody(words[1]):
            return Stay(SOMEBODY, words[0], one, words[1])
        return Stay(one, words[0], f"the {words[1]}")
    lemma = w.gerund_verb(words[0]) if len(words) == 1 else None
    return Stay(one, HOLD, "somebody") if lemma in HOLDING else None


def _stay_of_two(
    words: tuple[str, ...], one: str, other: str, things: Mapping[str, Thing]
) -> Stay | None:
    if locative := next((word for word in words if word in w.LOCATIVES), None):
        return Stay(one, locative, other)
    preposition = w.governed(words[0]) if len(words) == 1 else None
    if preposition in w.LOCATIVES and other in things and things[other].place:
        return Stay(one, preposition, other)
    if len(words) == 1 and _verb_of(words[0]) in HOLDING:
        return _held(one, other, things)
    return None


def _verb_of(form: str) -> str | None:
    return w.gerund_verb(form) or w.third_person_verb(form) or (form if w.base_verb(form) else None)


def _held(one: str, other: str, things: Mapping[str, Thing]) -> Stay | None:
    """Which of two things holds the other: the one that can, if it is only one of them."""
    able = [term for term in (one, other) if term in things and can_hold(things[term])]
    if len(able) != 1:
        return None
    return Stay(other if able[0] == one else one, HOLD, able[0])


def can_hold(thing: Thing) -> bool:
    """Whether a thing is somebody or a tool that grips."""
    return thing.is_a(PERSON, ANIMAL, CONVEYANCE, DEVICE) or any(
        is_somebody(noun.split()[-1]) for noun in thing.nouns
    )


def is_tool(thing: Thing) -> bool:
    """Whether a thing is a device, or grips as a hand does."""
    grips = any(w.is_machine(noun.split()[-1]) for noun in thing.nouns)
    return grips or thing.is_a(DEVICE)


def is_somebody(noun: str) -> bool:
    """Whether a noun names somebody or a machine that acts."""
    return w.is_machine(noun) or w.is_person_or_vehicle(noun)


def ends_of_move(action: ActionSchema, things: Mapping[str, Thing]) -> dict[str, str]:
    """The parameters that the one move of an action leads from and to; none if there are more."""
    found = moves(action, things)
    pairs = [found.of(mover) for mover in found.movers()]
    ends = {
        (left.place, reached.place)
        for left, reached in pairs
        if left and reached and HOLD not in (left.preposition, reached.preposition)
    }
    if len(ends) != 1 or len(pairs) != 1:
        return {}
    left, reached = ends.pop()
    return {left: "from", reached: "to"} if {left, reached} <= set(things) else {}


def ways_of_move(action: ActionSchema) -> frozenset[str]:
    """The predicates that must hold of where a move leads from and of where it leads to."""
    things = {item.name: Thing(item.name, OBJECT, frozenset(), False) for item in action.parameters}
    ends = tuple(ends_of_move(action, things))
    return frozenset(atom.predicate for atom in atoms(action.precondition) if atom.args == ends)


def value_changes(action: ActionSchema) -> tuple[Replacement, ...]:
    """The facts that an action replaces, except for where things are."""
    added, deleted = certain(action)
    return tuple(
        Replacement(old.predicate, old.args[:-1], old.args[-1], new.args[-1])
        for old in deleted
        for new in added
        if old.predicate == new.predicate and old.args[:-1] == new.args[:-1] and old.args
    )
