"""Steps with an action's verb and all its objects, which their kinds tell apart.

`lift the crate from the pallet with the hoist` is one lift alone, whatever the snippet makes of
hoist and crate, if only one way to give every parameter one of the objects is of the right kinds
and goes with the prepositions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from policies.translation._wording import PREPOSITIONS, SLOT
from policies.translation._wordings import Wording

_INSIDE = frozenset({"in", "on", "at"})
_DIRECTED = frozenset({"from", "to", "in", "on"})


@dataclass(frozen=True, slots=True)
class Roles:
    """How a snippet names an action's parameters.

    Attributes:
        action: the action.
        relations: for each parameter the preposition before it, or nothing.
    """

    action: str
    relations: tuple[str, ...]


RoleTable: TypeAlias = Mapping[tuple[str, ...], tuple[Roles, ...]]
"""The roles of actions by their verbs."""


def role_table(frames: Mapping[str, Sequence[Wording]]) -> RoleTable:
    """The roles in some wordings, of those that name every parameter once."""
    table: dict[tuple[str, ...], dict[Roles, None]] = defaultdict(dict)
    for key, wordings in frames.items():
        words = key.split()
        verb, relations = _verb(words), _relations(words)
        for wording in wordings:
            if verb and sorted(wording.slots) == list(range(len(relations))):
                placed = dict(zip(wording.slots, relations, strict=True))
                ordered = tuple(placed[place] for place in range(len(relations)))
                table[verb][Roles(wording.action, ordered)] = None
    return {verb: tuple(roles) for verb, roles in table.items()}


def said_roles(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The verb of a step and the prepositions before its objects; None where it says more."""
    verb = _verb(words)
    rest = words[len(verb) :]
    for before, word in zip(("", *rest), (*rest, ""), strict=True):
        known = word == SLOT or word in PREPOSITIONS or not word
        if not known or (before in PREPOSITIONS and word != SLOT):
            return None
    return verb, _relations(words)


def assignments(
    roles: Roles,
    relations: Sequence[str],
    objects: Sequence[str],
    ranges: Sequence[Collection[str]],
) -> list[tuple[str, ...]]:
    """The ways to give every parameter one of a step's objects, two at the most.

    Args:
        roles: how the parameters are named.
        relations: the preposition before each object.
        objects: the objects.
        ranges: for each parameter, the objects of its kind.
    """
    if len(objects) != len(roles.relations):
        return []
    open_to = [
        [
            place
            for place in range(len(ranges))
            if item in ranges[place] and _goes_with(number, place, relations, roles.relations)
        ]
        for number, item in enumerate(objects)
    ]
    found: dict[tuple[str, ...], None] = {}
    for places in islice(_matchings(open_to, ()), 2):
        given = dict(zip(places, objects, strict=True))
        found[tuple(given[place] for place in range(len(objects)))] = None
    return list(found)


def _matchings(
    open_to: Sequence[Sequence[int]], taken: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    if len(taken) == len(open_to):
        yield taken
        return
    for place in open_to[len(taken)]:
        if place not in taken:
            yield from _matchings(open_to, (*taken, place))


def _goes_with(number: int, place: int, said: Sequence[str], named: Sequence[str]) -> bool:
    """Whether an object may be what a parameter stands for, by the prepositions before them."""
    one, other = said[number], named[place]
    if one and list(said).count(one) == 1 and list(named).count(one) == 1:
        return one == other
    if one == other:
        return True
    if one in _DIRECTED or other in _DIRECTED:
        return (one in _INSIDE and other in _INSIDE) or (one == "to" and other in ("in", "on"))
    return True


def _verb(words: Sequence[str]) -> tuple[str, ...]:
    ends = (place for place, word in enumerate(words) if word == SLOT or word in PREPOSITIONS)
    return tuple(words[: next(ends, len(words))])


def _relations(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        before if before in PREPOSITIONS else ""
        for before, word in zip(("", *words), words, strict=False)
        if word == SLOT
    )
