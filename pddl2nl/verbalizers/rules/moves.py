"""Where things are before and after an action, by the names of its conditions and effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pddl2nl.model import ActionSchema, Atom
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import (
    OBJECT,
    NamingFacts,
    Thing,
    atoms,
    can_hold,
    certain,
    is_somebody,
    is_value,
    walks,
)
from pddl2nl.verbalizers.rules.words import words_of

HOLD = "hold"
"""In the place of a preposition: the place is what holds the thing."""


HOLDING = frozenset({"hold", "carry", "grasp", "grip", "lift", "wear"})
POSTURES = frozenset({"hang", "lean", "rest", "sit", "stand"})
HAVING = frozenset({"have", "has", "got", "own", "owns"})


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


@dataclass(frozen=True, slots=True)
class FactChange:
    """An effect that takes place whatever the situation, with the words of its predicate."""

    atom: Atom
    words: tuple[str, ...]
    added: bool


def changes(action: ActionSchema, own: frozenset[str]) -> tuple[FactChange, ...]:
    """What an action makes true, then what it makes false."""
    added, deleted = certain(action)
    return (
        *(FactChange(atom, words_of(atom.predicate, own), True) for atom in added),
        *(FactChange(atom, words_of(atom.predicate, own), False) for atom in deleted),
    )


def moves(action: ActionSchema, things: Mapping[str, Thing], own: frozenset[str]) -> Moves:
    """What an action does to where things are."""
    added, deleted = certain(action)
    needed = [atom for atom in atoms(action.precondition) if atom not in deleted]
    begun = [atom for atom in added if atom not in needed]
    return Moves(*(tuple(_stays(group, things, own)) for group in (deleted, begun, needed)))


def _stays(
    group: Iterable[Atom], things: Mapping[str, Thing], own: frozenset[str]
) -> Iterator[Stay]:
    for atom in group:
        if (stay := stay_of(atom, things, own)) is not None:
            yield stay


def stay_of(atom: Atom, things: Mapping[str, Thing], own: frozenset[str]) -> Stay | None:
    """Where an atom has something be, None where it is about something else."""
    words = words_of(atom.predicate, own)
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
        if is_somebody(words[1]) and (words[0] == "at" or one not in things or things[one].place):
            return Stay(SOMEBODY, words[0], one, words[1])
        if one in things and things[one].is_called(words[1:]):
            return Stay(SOMEBODY, words[0], one)  # no hive is at the hive
        return Stay(one, words[0], f"the {words[1]}")
    lemma = verb_of(words[0]) if len(words) == 1 else None
    return Stay(one, HOLD, "somebody") if lemma in HOLDING or words[0] in HAVING else None


def _stay_of_two(
    words: tuple[str, ...], one: str, other: str, things: Mapping[str, Thing]
) -> Stay | None:
    if locative := next((word for word in words if word in w.LOCATIVES), None):
        return Stay(one, locative, other)
    if len(words) == 2 and one in things and things[one].is_called(words[:1]):
        words = words[1:]  # `filter-mounted ?filter ?telescope`
    if len(words) == 2 and other in things and things[other].is_called(words[1:]):
        words = words[:1]  # `holding-frame ?keeper ?frame`
    noun = things[other].noun if other in things else ""
    preposition = w.governed_at(words[0], noun) if len(words) == 1 else None
    verb = w.third_person_verb(words[0]) if len(words) == 1 else None
    if verb == "contain":
        return Stay(other, "in", one)
    if verb in POSTURES:
        return Stay(one, "on", other)
    rests = verb is not None and not w.takes_object(verb)
    if preposition in w.LOCATIVES and other in things:
        return Stay(one, preposition, other)
    if rests and other in things and things[other].place:
        return Stay(one, "at", other)
    if len(words) == 1 and verb_of(words[0]) in HOLDING:
        return _held(one, other, things)
    held = len(words) == 1 or (other in things and things[other].is_called(words[1:]))
    if words[0] in HAVING and held and one in things and walks(things[one]):
        return Stay(other, HOLD, one)  # `has-key ?guard ?room`: they have no room
    return None


def verb_of(form: str) -> str | None:
    """The base form of a verb in one of three forms: `holding`, `holds`, `hold`."""
    return w.gerund_verb(form) or w.third_person_verb(form) or (form if w.base_verb(form) else None)


def _held(one: str, other: str, things: Mapping[str, Thing]) -> Stay | None:
    """Which of two things holds the other: the one that can, if it is only one of them."""
    able = [term for term in (one, other) if term in things and can_hold(things[term])]
    if len(able) != 1:
        return None
    return Stay(other if able[0] == one else one, HOLD, able[0])


def ends_of_move(
    action: ActionSchema, things: Mapping[str, Thing], own: frozenset[str]
) -> dict[str, str]:
    """The parameters that the one move of an action leads from and to; none if there are more.

    A value whose replacement is all that happens is such an end, too: `tune ?antenna ?old ?new`.
    """
    found = moves(action, things, own)
    pairs = [found.of(mover) for mover in found.movers()]
    ends = {
        (left.place, reached.place)
        for left, reached in pairs
        if left and reached and HOLD not in (left.preposition, reached.preposition)
    }
    if not pairs and len(action.effects) == 2:
        ends = {
            (change.old, change.new)
            for change in value_changes(action)
            if change.owners and change.old in things and not is_value(things[change.old])
        }
    unclear = len(pairs) > 1 and any(None in pair for pair in pairs)
    if len(ends) != 1 or unclear:
        return {}
    left, reached = ends.pop()
    return {left: "from", reached: "to"} if {left, reached} <= set(things) else {}


def ways_of_move(action: ActionSchema, known: NamingFacts) -> frozenset[str]:
    """The predicates that must hold of where a move leads from and of where it leads to."""
    things = {item.name: Thing(item.name, OBJECT, frozenset(), False) for item in action.parameters}
    ends = tuple(ends_of_move(action, things, known.words))
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
