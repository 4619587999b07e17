"""An action's name taken apart: a verb, its object and prepositional phrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import (
    PARTICLES,
    PREPOSITIONS,
    base_form,
    is_word,
)
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import Thing, is_abbreviated, variable_noun
from pddl2nl.verbalizers.rules.words import words_of

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
    if verb == "let" and len(rest) == 1 and w.can_be_verb(rest[0]):
        return Name(rest[0], rest[0], (), (), "let")
    verb_phrase = verb
    moving = w.is_motion(verb)
    reached = (things[variable] for variable in places & set(things))
    leads_on = len(rest) > 1 and any(thing.is_called(rest[1:]) for thing in reached)
    particle = (
        bool(rest)
        and rest[0] in (PARTICLES | {"in", "inside", "outside"} if moving else PARTICLES)
        and rest[:2] != ["out", "of"]
        and (moving or base_form(f"{verb}_{rest[0]}") is not None)
        and not (leads_on and rest[0] in w.LOCATIVES)
    )
    trailing = ""
    if particle or (rest and moving and rest[0] in w.WAYS):
        verb_phrase = f"{verb} {rest.pop(0)}"
    elif len(rest) > 1 and rest[-1] in PARTICLES and base_form(f"{verb}_{rest[-1]}") is not None:
        trailing = rest.pop()
    named_so = any(thing.is_called(rest) or is_abbreviated(rest, v) for v, thing in things.items())
    result = rest.pop() if len(rest) == 1 and w.is_state(rest[0]) and not named_so else ""
    if trailing:
        result = trailing
    parts: list[tuple[str, list[str]]] = [("", [])]
    for word in " ".join(rest).replace("out of", "out_of").split():
        if word == "out_of":
            parts.append(("out of", []))
        elif word in PREPOSITIONS:
            parts.append((word, []))
        else:
            parts[-1][1].append(word)
    (_, named), *phrases = parts
    nouns = [words for _, words in phrases] + ([named] if named else [])
    if phrases and not phrases[-1][1] and phrases[-1][0] in _ENDS:  # `walk-to ?from ?to`
        phrases.pop()
        nouns = [words for words in nouns if words]
    if not all(_may_be_named(words, things) for words in nouns):
        return None
    spoken = tuple((preposition, tuple(words)) for preposition, words in phrases)
    return Name(verb_phrase, verb, tuple(named), spoken, result)


def _may_be_named(words: Sequence[str], things: Mapping[str, Thing]) -> bool:
    """Whether words can be a noun phrase, or are what a parameter is called."""
    if not words:
        return False
    known = w.is_noun(words[-1]) or w.names_thing(words[-1])
    return known or any(thing.is_called(words) for thing in things.values())


_FROM = frozenset("from source src origin".split())


_TO = frozenset("to destination dest dst target".split())


_AFFIXES = ("source", "from", "src", "dest", "dst")


def _role_words(variable: str) -> tuple[str, ...]:
    """The words of a variable's name, an affix that shows a role taken from the rest: `carsrc`."""
    words = variable_noun(variable).split()
    return tuple(word if is_word(word) else _affix(word) or word for word in words)


def _affix(word: str) -> str | None:
    """What a run-together word begins or ends with that shows a role."""
    fitting = (affix for affix in _AFFIXES if word.startswith(affix) or word.endswith(affix))
    return next(map(noun_phrase, fitting), None)


def role_of(variable: str) -> str | None:
    """`from` or `to`, where a variable's name says that a change begins or ends with it."""
    words = set(_role_words(variable))
    if words & _FROM and not words & _TO:
        return "from"
    if words & _TO and not words & _FROM:
        return "to"
    return None
