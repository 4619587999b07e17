"""The words of a step: articles and fillers dropped, the many ways to say a place made one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

SLOT = "_"
Phrase: TypeAlias = tuple[str, ...]
_TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|_|[^\sa-z0-9_]")
_JOINED = re.compile(r"(?<=[a-z0-9])[_-](?=[a-z0-9])")
_SKIPPED = frozenset({"a", "an", "the"})
_FILLERS = frozenset(
    {"now", "then", "again", "back", "carefully", "directly", "currently", "finally", "next"}
)
_RELATIONS: Mapping[tuple[str, ...], str] = {
    tuple(words.split()): relation
    for relation, variants in {
        "from": "from|from on top of|from top of|from on|from atop|from off|off|off of|out of"
        "|from inside|from within|from in|from at|away from",
        "on": "on|onto|on to|on top of|on top|on top off|upon|atop|over|onto top of|to top of"
        "|over top of",
        "in": "in|into|in to|inside|inside of|within",
        "to": "to|towards|toward",
        "with": "with|using|by using|by means of|with the help of",
    }.items()
    for words in variants.split("|")
}
_RELATION_STARTS = frozenset(words[0] for words in _RELATIONS)
_LONGEST_RELATION = max(map(len, _RELATIONS))
PREPOSITIONS = _RELATION_STARTS | {"at", "under", "by", "near", "through", "via"}


def tokens(text: str) -> list[str]:
    """Lower-case words and signs; `truck_0`, `truck-0` and `truck 0` all become two words."""
    return _TOKEN.findall(_JOINED.sub(" ", text.lower()))


def essential(words: Iterable[str]) -> list[str]:
    """Words without articles and fillers."""
    return [word for word in words if word not in _SKIPPED and word not in _FILLERS]


def related(words: Sequence[str]) -> list[str]:
    """Words with every variant of a preposition in its plain form: `onto` becomes `on`."""
    if _RELATION_STARTS.isdisjoint(words):
        return list(words)
    result: list[str] = []
    start = 0
    while start < len(words):
        if words[start] not in _RELATION_STARTS:
            result.append(words[start])
            start += 1
            continue
        for length in range(min(_LONGEST_RELATION, len(words) - start), 0, -1):
            relation = _RELATIONS.get(tuple(words[start : start + length]))
            if relation is not None:
                result.append(relation)
                start += length
                break
        else:
            result.append(words[start])
            start += 1
    return result


def without_nouns(words: Sequence[str], nouns: frozenset[str]) -> list[str]:
    """Words without the nouns that stand directly before or after an object's name."""
    if nouns.isdisjoint(words):
        return list(words)
    kept: list[str] = []
    for place, word in enumerate(words):
        before = place > 0 and words[place - 1] == SLOT
        if word in nouns and before:
            continue
        if word == SLOT:
            while kept and kept[-1] in nouns and len(kept) > 1:
                kept.pop()
        kept.append(word)
    return kept


def without_phrases(
    words: Sequence[str], phrases: Collection[Phrase]
) -> tuple[list[str], frozenset[Phrase]]:
    """Words without some phrases and the prepositions before them, and which phrases these were.

    A phrase at the beginning stays, and so does one beside a name, which is part of the name.
    """
    kept: list[str] = []
    found: set[Phrase] = set()
    place = 0
    while place < len(words):
        length = _phrase_at(words, place, phrases) if kept and kept[-1] != SLOT else 0
        if length:
            found.add(tuple(words[place : place + length]))
            if kept[-1] in PREPOSITIONS and len(kept) > 1:
                kept.pop()
        else:
            kept.append(words[place])
        place += length or 1
    return kept, frozenset(found)


def _phrase_at(words: Sequence[str], place: int, phrases: Collection[Phrase]) -> int:
    """How many words of a phrase stand at a place, with no name behind them."""
    for length in range(max(map(len, phrases), default=0), 0, -1):
        behind = words[place + length] if place + length < len(words) else ""
        if tuple(words[place : place + length]) in phrases and behind != SLOT:
            return length
    return 0


def in_phrase_order(words: Sequence[str]) -> tuple[list[str], list[int]] | None:
    """Words with their prepositional phrases in alphabetical order, and where each `_` stood.

    `lift _ with _ from _` and `lift _ from _ with _` give the same words. None where two phrases
    begin alike, so that their order tells them apart.
    """
    starts = [place for place, word in enumerate(words) if place and word in PREPOSITIONS]
    phrases = sorted((words[start], start, end) for start, end in pairwise((*starts, len(words))))
    if len({relation for relation, _, _ in phrases}) < len(phrases):
        return None
    head = range(starts[0] if starts else len(words))
    places = [*head, *(place for _, start, end in phrases for place in range(start, end))]
    slots = [place for place, word in enumerate(words) if word == SLOT]
    return [words[place] for place in places], [
        slots.index(place) for place in places if words[place] == SLOT
    ]
