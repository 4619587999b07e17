"""An action's name taken apart: a verb, its object and prepositional phrases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pddl2nl.english.vocabulary import (
    PARTICLES,
    PREPOSITIONS,
    base_form,
)
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import Thing
from pddl2nl.verbalizers.rules.words import Words, words_of

_ENDS = frozenset({"to", "from", "into", "onto"})


@dataclass(frozen=True, slots=True)
class Name:
    """An action's name taken apart.

    Args:
        verb: the verb, with its particle or a way: `pick up`, `move left`.
        lemma: the verb alone.
        object: the words of the object, empty where none is named.
        phrases: prepositions and their nouns' words.
        result: the state that the verb brings about: `twist open`; a particle behind the object.
    """

    verb: str
    lemma: str
    object: tuple[str, ...]
    phrases: tuple[tuple[str, tuple[str, ...]], ...]
    result: str = ""


def parsed(
    name: str, things: Mapping[str, Thing], own: frozenset[str], places: frozenset[str]
) -> Name | None:
    """An action's name as verb, object and phrases; None where some word has no place in it.

    `pick-up-ball` picks up a ball, `put-on-tray` puts something on a tray: what follows the
    particle may be the name of a parameter, one of the places that something comes to.
    """
    verb, *rest = words_of(name, own) or ("",)
    if not w.can_be_verb(verb) or verb in PREPOSITIONS | w.WAYS:
        return None
    reached = [things[variable] for variable in places & set(things)]
    verb_phrase, result = verb, ""
    if _has_particle(verb, rest, reached):
        verb_phrase = f"{verb} {rest.pop(0)}"
    elif len(rest) > 1 and rest[-1] in PARTICLES and _is_phrasal(verb, rest[-1]):
        result = rest.pop()
    named = any(thing.is_called(rest) for thing in things.values())
    if len(rest) == 1 and w.is_state(rest[0]) and verb in w.COMPARED:
        return None  # `air-dry ?clay`
    if len(rest) == 1 and w.is_state(rest[0]) and rest[0] not in w.WAYS and not named:
        result = rest.pop()
    (_, object_words), *phrases = _phrases(rest)
    if phrases and not phrases[-1][1] and phrases[-1][0] in _ENDS:  # `walk-to ?from ?to`
        phrases.pop()
    nouns = [words for _, words in phrases] + ([object_words] if object_words else [])
    if not all(_may_be_named(words, things) for words in nouns):
        return None
    return Name(verb_phrase, verb, object_words, tuple(phrases), result)


def _is_phrasal(verb: str, particle: str) -> bool:
    return base_form(f"{verb}_{particle}") is not None


def _has_particle(verb: str, rest: Sequence[str], reached: Iterable[Thing]) -> bool:
    """Whether the word behind a verb belongs to it: `pick-up`, `move-left`, `sail-in`."""
    if not rest or rest[:2] == ["out", "of"]:
        return False
    if w.is_motion(verb) and rest[0] in w.WAYS:
        return True
    if len(rest) > 1 and rest[0] in w.LOCATIVES and any(t.is_called(rest[1:]) for t in reached):
        return False
    if w.is_motion(verb):
        return rest[0] in PARTICLES | {"in", "inside", "outside"}
    return rest[0] in PARTICLES and _is_phrasal(verb, rest[0])


def _phrases(words: Iterable[str]) -> list[tuple[str, Words]]:
    """The object's words behind an empty preposition, then each preposition with its noun's."""
    parts: list[tuple[str, Words]] = [("", ())]
    for word in " ".join(words).replace("out of", "out_of").split():
        if word == "out_of" or word in PREPOSITIONS:
            parts.append((word.replace("_", " "), ()))
        else:
            preposition, noun = parts.pop()
            parts.append((preposition, (*noun, word)))
    return parts


def _may_be_named(words: Sequence[str], things: Mapping[str, Thing]) -> bool:
    """Whether words can be a noun phrase, or are what a parameter is called."""
    if not words:
        return False
    known = w.is_noun(words[-1]) or w.names_thing(words[-1])
    return known or any(thing.is_called(words) for thing in things.values())
