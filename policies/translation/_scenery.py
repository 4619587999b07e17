"""Things that the texts speak of and that are no objects: `the ferry`, `the arm`.

An action is the same whether or not they are mentioned: `board the car`, `board the car onto the
ferry`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pddl2nl.compose import Phrases
from pddl2nl.model import Domain
from policies.translation._wording import PREPOSITIONS, SLOT, Phrase, tokens
from policies.translation._wordings import BE

_LONGEST = 3
_BACK = ("it",)
"""Refers to what the step is done to."""


def scenery(domain: Domain, spoken: Phrases | None, nouns: frozenset[str]) -> frozenset[Phrase]:
    """The phrases behind `the` in the snippets of predicates that name no object.

    Args:
        domain: the domain.
        spoken: its snippets, None where the prompt was PDDL.
        nouns: the words for kinds of objects.
    """
    if spoken is None:
        return frozenset({_BACK})
    frames = (
        spoken.predicates[item.name, len(item.parameters)].frame for item in domain.predicates
    )
    found = {phrase for frame in frames for phrase in _phrases(tokens(frame))}
    return frozenset({_BACK} | {phrase for phrase in found if nouns.isdisjoint(phrase)})


def _phrases(words: list[str]) -> Iterator[Phrase]:
    for place, word in enumerate(words):
        if word != "the":
            continue
        rest = words[place + 1 :]
        ends = (
            n for n, each in enumerate(rest) if each == SLOT or each in BE or each in PREPOSITIONS
        )
        end = next(ends, len(rest))
        if 0 < end <= _LONGEST and rest[end : end + 1] != [SLOT] and "of" not in rest[:end]:
            yield tuple(rest[:end])
