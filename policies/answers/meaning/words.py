"""The words of a step: tokens, prepositions, and the verbs that any step may use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from pddl2nl.english.verbs import base_form

SLOT = "_"
"""Stands where an object's name was."""

_TOKEN = re.compile(r"[^\W_]+(?:'[a-z]+)?|_|[^\s\w]")
_JOINED = re.compile(r"(?<=[^\W_])[_-](?=[^\W_])")

DETERMINERS = frozenset(
    "a an the this that these those another its their my your our his her same each both "
    "now then again back carefully directly currently finally next just also immediately "
    "straight".split()
)
"""Words that a step may have or not without meaning anything else."""
EMPTY = frozenset("is are be being was were goes going gets too well so also once more".split())
"""Words that name nothing: "next is jig_1"."""

PARTICLES = frozenset("up down off on out in away over".split())
"""Words that can belong to the verb before them."""

RELATIONS: Mapping[tuple[str, ...], str] = {
    tuple(variant.split()): relation
    for relation, variants in {
        "from": "from|from on top of|from top of|from on|from atop|from off|off|off of|out of"
        "|from inside|from within|from in|from at|away from|starting from|starting at"
        "|from behind|from under|from below|from above|from beside|from near",
        "on": "on|onto|on to|on top of|on top|on top off|upon|atop|over|onto top of|to top of"
        "|over top of|in contact with",
        "in": "in|into|in to|inside|inside of|within",
        "to": "to|towards|toward|over to|across to|through to|→|->|=>|reaching"
        "|to behind|to under|to below|to above|to beside|to near",
        "at": "at|near|beside|by the|next to|located at|located in",
        "with": "with|using|by using|by means of|with the help of|by",
        "via": "via|through|by way of",
        "for": "for",
        "of": "of",
        "as": "as",
        "between": "between",
        "under": "under|below|beneath|underneath",
        "along": "along|across|past|around|about|against|behind|above|after|before",
    }.items()
    for variant in variants.split("|")
}
"""Every way to say a preposition, in words, and the plain one it stands for."""
_STARTS = frozenset(words[0] for words in RELATIONS)
_LONGEST = max(map(len, RELATIONS))

_PLACES = frozenset({"from", "to", "on", "in", "at", "under", "via"})
GOALS = frozenset({"to", "on", "in", "at"})

PLACING = frozenset(
    "put place set lay drop release leave insert deposit stack load push bring deliver return "
    "position attach".split()
)
REMOVING = frozenset(
    "take remove lift pick grab get pull collect grasp fetch withdraw extract retrieve gather "
    "seize acquire detach unstack unload".split()
)
MOVING = frozenset(
    "move go transfer bring travel walk transport carry take proceed head relocate navigate "
    "shift step drive ride fly sail run advance return continue switch cross".split()
)
EVERYDAY = PLACING | REMOVING | MOVING
"""Verbs of placing, removing and moving. Which action they mean is told by the objects alone."""


def tokens(text: str) -> list[str]:
    """Lower-case words and signs; `truck_0`, `truck-0` and `truck 0` all become two words."""
    return _TOKEN.findall(_JOINED.sub(" ", text.lower()))


def relation_at(words: Sequence[str], place: int) -> tuple[str, int]:
    """The plain preposition that words say at a place and how many they are; ("", 0) if none."""
    if words[place] in _STARTS:
        for length in range(min(_LONGEST, len(words) - place), 0, -1):
            relation = RELATIONS.get(tuple(words[place : place + length]))
            if relation is not None:
                return relation, length
    return "", 0


_NONE = 99
_COSTS: Mapping[frozenset[str], int] = {
    frozenset(pair.split()): cost
    for cost, pairs in {
        1: "to on|to in|to at|on in|on at|in at",
        2: "from at|from in|from on|with at|with on|with in|of at|for to|of from",
        3: "with to|for with|of with",
        _NONE: "from to|with from|under on|under in|under to|under from|under at",
    }.items()
    for pair in pairs.split("|")
}


ANY = "*"
"""Stands for the preposition where a PDDL name has none."""


@cache
def mismatch(said: str, meant: str) -> int | None:
    """How badly a preposition fits where another is expected; None where it says something else.

    What is said to be in, at or from somewhere is not what is acted on.
    """
    if said == meant:
        return 0
    if meant == ANY:
        return 1 if said else 0
    if not meant and said in _PLACES:
        return None
    if not said or not meant:
        return 1 if (said or meant) not in ("from", "to") else 2
    cost = _COSTS.get(frozenset((said, meant)), 2)
    return None if cost == _NONE else cost


@cache
def verb_of(word: str) -> str | None:
    """The verb that a word is a form of, None where English has none."""
    return base_form(word) if word.isalpha() else None
