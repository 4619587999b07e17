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

from policies.translation._wording import PREPOSITIONS, SLOT, without_nouns
from policies.translation._wordings import Wording

_MOST_UNSAID = 1
"""How many parameters a step may leave to what is known of the task."""
_MOST_WAYS = 24
_INSIDE = frozenset({"in", "on", "at"})
_DIRECTED = frozenset({"from", "to", "in", "on"})


@dataclass(frozen=True, slots=True)
class Roles:
    """How a snippet names an action's parameters.

    Attributes:
        action: the action.
        relations: for each parameter the preposition before it, or nothing.
        nouns: for each parameter the noun beside it, or nothing.
    """

    action: str
    relations: tuple[str, ...]
    nouns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """How a step names its objects.

    Attributes:
        verb: the words before the first of them.
        relations: for each object the preposition before it, or nothing.
        nouns: for each object the noun beside it, or nothing.
    """

    verb: tuple[str, ...]
    relations: tuple[str, ...]
    nouns: tuple[str, ...]


RoleTable: TypeAlias = Mapping[tuple[str, ...], tuple[Roles, ...]]
"""The roles of actions by their verbs."""


def role_table(frames: Mapping[str, Sequence[Wording]], nouns: frozenset[str]) -> RoleTable:
    """The roles in some wordings, of those that name every parameter once.

    Args:
        frames: the wordings by their words.
        nouns: the words for kinds of objects.
    """
    named: dict[tuple[tuple[str, ...], str, tuple[str, ...]], tuple[str, ...]] = {}
    for key, wordings in frames.items():
        words = key.split()
        bare = without_nouns(words, nouns)
        verb, relations, beside = _verb(bare), _relations(bare), nouns_beside(words, nouns)
        for wording in wordings:
            if verb and sorted(wording.slots) == list(range(len(relations))):
                order = sorted(range(len(relations)), key=wording.slots.__getitem__)
                place = (verb, wording.action, tuple(relations[n] for n in order))
                # The same wording without its nouns says nothing against them.
                named[place] = max(named.get(place, ()), tuple(beside[n] for n in order))
    table: dict[tuple[str, ...], list[Roles]] = defaultdict(list)
    for (verb, action, relations), beside in named.items():
        table[verb].append(Roles(action, relations, beside))
    return {verb: tuple(roles) for verb, roles in table.items()}


def said_roles(words: Sequence[str], nouns: frozenset[str]) -> Said | None:
    """The verb of a step and what stands beside its objects; None where it says more."""
    bare = without_nouns(words, nouns)
    verb = _verb(bare)
    rest = bare[len(verb) :]
    for before, word in zip(("", *rest), (*rest, ""), strict=True):
        known = word == SLOT or word in PREPOSITIONS or not word
        if not known or (before in PREPOSITIONS and word != SLOT):
            return None
    return Said(verb, _relations(bare), nouns_beside(words, nouns))


def assignments(
    roles: Roles,
    said: Said,
    objects: Sequence[str],
    ranges: Sequence[Collection[str]],
) -> list[Mapping[int, str]]:
    """The ways to give each of a step's objects to a parameter, as many as make it doubtful.

    Args:
        roles: how the parameters are named.
        said: how the objects are named.
        objects: the objects.
        ranges: for each parameter, the objects of its kind.
    """
    if not 0 <= len(roles.relations) - len(objects) <= _MOST_UNSAID:
        return []
    open_to = [
        [
            place
            for place in range(len(ranges))
            if item in ranges[place]
            and _goes_with(number, place, said.relations, roles.relations)
            and is_called(said.nouns[number], place, roles.nouns)
        ]
        for number, item in enumerate(objects)
    ]
    found = (dict(zip(places, objects, strict=True)) for places in _matchings(open_to, ()))
    return list(islice(found, _MOST_WAYS))


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


def is_called(noun: str, place: int, nouns: Sequence[str]) -> bool:
    """Whether a noun may be said of a parameter: not if it is another parameter's alone."""
    return noun == nouns[place] or noun not in nouns or not noun


def _verb(words: Sequence[str]) -> tuple[str, ...]:
    ends = (place for place, word in enumerate(words) if word == SLOT or word in PREPOSITIONS)
    return tuple(words[: next(ends, len(words))])


def _relations(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        before if before in PREPOSITIONS else ""
        for before, word in zip(("", *words), words, strict=False)
        if word == SLOT
    )


def nouns_beside(words: Sequence[str], nouns: frozenset[str]) -> tuple[str, ...]:
    """For each name among words the noun before it, or nothing."""
    return tuple(
        before if before in nouns else ""
        for before, word in zip(("", *words), words, strict=False)
        if word == SLOT
    )
