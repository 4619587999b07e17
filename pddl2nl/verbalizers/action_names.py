"""Names of actions taken apart: the verb, what it is about, and how it is done."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pddl2nl.english.collocations import WAYS, base_of
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import PARTICLES, PREPOSITIONS, is_a, is_base_verb, is_word
from pddl2nl.verbalizers.phrases import is_mostly_adjective

_PREFIXES = ("un", "re", "de", "dis")


@dataclass(frozen=True, slots=True)
class ActionName:
    """An action's name taken apart.

    Args:
        verb: the verb with its particle, `pick up`.
        thing: the words that name what the verb is about, where it is no parameter: `image`.
        ways: the words that say how or whither: `up`, `slow`, `small`.
        rest: words that found no place.
        second: the words after `and`.
    """

    verb: str
    thing: tuple[str, ...]
    ways: tuple[str, ...]
    rest: tuple[str, ...]
    second: tuple[str, ...]


def read_action_name(name: str, nouns: Collection[str], others: Collection[str]) -> ActionName:
    """Take a name apart.

    Args:
        name: the action's PDDL name.
        nouns: the words by which its parameters are called.
        others: the names of all actions of the domain: where `paint-up` and `paint-down` stand side
            by side, `up` is a direction and not a part of the verb.
    """
    words = noun_phrase(name).split()
    second: tuple[str, ...] = ()
    if "and" in words[1:-1]:
        place = words.index("and", 1)
        words, second = words[:place], tuple(words[place + 1 :])
    if words[0] in ("action", "operator", "op") and words[1:]:
        return ActionName("perform", tuple(words), (), (), second)
    verb, left = _verb(words, _directions(words[0], others), nouns)
    thing = _thing(left, nouns)
    loose = [word for word in left[len(thing) :] if word not in nouns and word not in thing]
    ways = tuple(word for word in loose if word in WAYS or is_mostly_adjective(word))
    rest = _with_prepositions(left, [word for word in loose if word not in ways])
    return ActionName(verb, thing, ways, rest, second)


def _with_prepositions(words: Sequence[str], loose: Sequence[str]) -> tuple[str, ...]:
    """The words of a name that found no place, with the prepositions that stand before them."""
    rest: list[str] = []
    for place, word in enumerate(words):
        if word not in loose or word in PREPOSITIONS:
            continue
        if place and words[place - 1] in PREPOSITIONS:
            rest.append(words[place - 1])
        elif word == "no":
            rest.append("with")
        rest.append(word)
    return tuple(rest)


def _directions(verb: str, others: Collection[str]) -> frozenset[str]:
    """The words that follow a verb by turns in a domain's actions: up and down."""
    tails = [
        words[1]
        for words in (noun_phrase(name).split() for name in others)
        if len(words) > 1 and words[0] == verb
    ]
    found = WAYS.intersection(tails)
    return frozenset(found) if len(found) > 1 else frozenset()


def is_verblike(word: str) -> bool:
    """Whether a word can be an English verb, or is one with a prefix such as `unstack`."""
    if is_base_verb(word):
        return True
    return any(word.startswith(p) and is_base_verb(word[len(p) :]) for p in _PREFIXES)


def _verb(
    words: list[str], directions: frozenset[str], nouns: Collection[str]
) -> tuple[str, list[str]]:
    """The verb that a name starts with, its particle included, and the words that are left."""
    first, rest = words[0], words[1:]
    if first == "do" and (place := _last_verb(rest)) is not None:
        return rest[place], [*rest[:place], *rest[place + 1 :]]
    if first == "pick" and rest[:1] != ["up"]:
        return "pick up", rest
    if is_verblike(first) and first not in WAYS:
        bound = first in ("switch", "turn") or not (
            rest and rest[0] in ("on", "in") and set(rest[1:2]) & set(nouns)
        )
        particle = rest and rest[0] in PARTICLES - directions
        if particle and bound and not (first == "move" and rest[1:]):
            return f"{first} {rest[0]}", rest[1:]
        return first, rest
    if all(word in WAYS for word in words):
        return "move", words
    for place, word in enumerate(words):
        if is_verblike(word) and word not in WAYS and not is_mostly_adjective(word):
            return word, [*words[:place], *words[place + 1 :]]
    for place in range(1, len(words)):
        lemma = base_of(words[place])
        if lemma and not is_a(words[place], "noun"):
            return lemma, [*words[:place], *words[place + 1 :]]
    lemma = base_of(first)
    return (lemma, rest) if lemma else (("do", words) if is_word(first) else (first, rest))


def _last_verb(words: Sequence[str]) -> int | None:
    places = [
        place
        for place, word in enumerate(words)
        if is_base_verb(word) and not (is_a(word, "adj") and not word.endswith("e"))
    ]
    return places[-1] if places else None


def _thing(words: Sequence[str], nouns: Collection[str]) -> tuple[str, ...]:
    """The nouns right after the verb, with a number that goes with them, unless they are a
    parameter."""
    found: list[str] = []
    for word in words:
        if word in PREPOSITIONS or word in nouns or word in WAYS:
            break
        found.append(word)
    while found and not _can_end(found):
        found.pop()
    return tuple(found)


def _can_end(words: Sequence[str]) -> bool:
    last = words[-1]
    if last[0].isdigit() or len(last) == 1:
        return len(words) > 1
    return not is_mostly_adjective(last) and (is_a(last, "noun") or not is_word(last))
