"""Verb phrases for actions, written by rule from their names, parameters and effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pddl2nl.english.collocations import WAYS, base_of
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import PARTICLES, PREPOSITIONS, is_a, is_base_verb, is_word
from pddl2nl.english.words import split_name
from pddl2nl.model import ActionSchema, Atom
from pddl2nl.verbalizers.roles import (
    MATTER,
    SOURCE,
    Phrase,
    Scene,
    active_verb,
    changes,
    give_roles,
    is_move,
    locative,
    scene,
)
from pddl2nl.verbalizers.schema import Facts

_LEAVING = frozenset("leave exit enter depart arrive".split())


@dataclass(frozen=True, slots=True)
class Name:
    """An action's name taken apart.

    Args:
        verb: the verb with its particle, `pick up`.
        thing: the words that name what the verb is about, where it is no parameter: `image`.
        ways: the words that say how or whither: `up`, `slow`.
        rest: words that found no place.
    """

    verb: str
    thing: tuple[str, ...]
    ways: tuple[str, ...]
    rest: tuple[str, ...]


def verb_phrases(action: ActionSchema, known: Facts) -> Iterator[str]:
    """Ways to say an action, the best first; the last one quotes its name."""
    stage = scene(action, known)
    name = _read_name(action, stage)
    stage.theme = _theme(stage, name)
    if name.thing and stage.theme is None:
        _say_matter(stage, name.thing)
    give_roles(stage)
    yield _phrase(stage, name, ())
    if name.rest:
        yield _phrase(stage, name, name.rest)
    words = tuple(noun_phrase(action.name).split())
    yield _phrase(stage, name, tuple(word for word in words if word not in name.verb.split()))
    yield f"{_phrase(stage, name, ())} by {action.name}"


# --- the name -------------------------------------------------------------------------------------


def _read_name(action: ActionSchema, stage: Scene) -> Name:
    words = noun_phrase(action.name).split()
    verb, words = _verb(words)
    nouns = _noun_words(stage)
    ways = tuple(word for word in words if word in WAYS and word not in nouns)
    others = [word for word in words if word not in WAYS or word in nouns]
    thing = _thing(others, nouns)
    used = {*thing, *nouns, *PREPOSITIONS}
    rest = tuple(word for word in others if word not in used and word != "and")
    return Name(verb, thing, ways, rest)


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """The verb that a name starts with, its particle included, and the words that are left."""
    if words[0] == "do" and len(words) > 1:
        places = [i for i in range(1, len(words)) if is_base_verb(words[i])]
        last = places[-1] if places else 0
        if last:
            return words[last], [*words[1:last], *words[last + 1 :]]
    if words[0] == "pick" and words[1:2] != ["up"]:
        return "pick up", words[1:]
    if is_base_verb(words[0]) and words[0] not in WAYS:
        if words[1:2] and words[1] in PARTICLES and (len(words) == 2 or words[0] != "move"):
            return f"{words[0]} {words[1]}", words[2:]
        return words[0], words[1:]
    for place, word in enumerate(words):
        if is_base_verb(word) and word not in WAYS:
            return word, [*words[:place], *words[place + 1 :]]
    if all(word in WAYS for word in words):
        return "move", words
    if lemma := base_of(words[0]):
        return lemma, words[1:]
    return ("do", words) if is_word(words[0]) else (words[0], words[1:])


def _noun_words(stage: Scene) -> frozenset[str]:
    """The words by which parameters are called: of their types and their variables' names."""
    found: set[str] = set()
    for variable, noun in stage.nouns.items():
        found.update(noun.split())
        found.update(word for word in split_name(variable[1:]) if len(word) > 2)
    return frozenset(found)


def _thing(words: Sequence[str], nouns: frozenset[str]) -> tuple[str, ...]:
    """The nouns right after the verb, unless they name a parameter."""
    found: list[str] = []
    for word in words:
        if word in PREPOSITIONS or word == "and":
            break
        if word in nouns or word[0].isdigit():
            break
        found.append(word)
    while found and not (is_a(found[-1], "noun") or not is_word(found[-1])):
        found.pop()
    return tuple(found)


# --- the theme ------------------------------------------------------------------------------------


def _theme(stage: Scene, name: Name) -> str | None:
    """The parameter to which the action is done; None where its name says that itself."""
    if name.thing:
        return None
    for find in (_moved, _handled, _named_in_verb, _named_in_name, _affected):
        theme = find(stage, name)
        if theme is not None and theme in stage.nouns:
            return theme
    replaced = next(changes(stage), None)
    if replaced is not None and not replaced.owners:
        return None
    return next(iter(stage.nouns), None)


def _moved(stage: Scene, name: Name) -> str | None:
    for change in changes(stage):
        if change.owners and is_move(stage, change):
            return change.owners[0]
    return None


def _handled(stage: Scene, name: Name) -> str | None:
    """What is put somewhere, taken from somewhere, or held."""
    for atom in (*stage.gained, *stage.lost):
        if active_verb(atom.predicate) and len(atom.args) >= 2:
            from pddl2nl.verbalizers.roles import _agent_first

            return _agent_first(stage, atom)[1]
    for atom in (*stage.gained, *stage.lost):
        if locative(atom.predicate) and len(atom.args) >= 2:
            return atom.args[0]
    return None


def _named_in_verb(stage: Scene, name: Name) -> str | None:
    """The first argument of a fact whose predicate is the verb's participle: `calibrated`."""
    lemma = name.verb.split()[0]
    for atom in stage.gained:
        if atom.args and base_of(split_name(atom.predicate)[0]) == lemma:
            return atom.args[0]
    return None


def _named_in_name(stage: Scene, name: Name) -> str | None:
    words = split_name(stage.action.name)
    for variable, noun in stage.nouns.items():
        if noun in words and noun != "object":
            return variable
    return None


def _affected(stage: Scene, name: Name) -> str | None:
    effects: tuple[Atom, ...] = (*stage.gained, *stage.lost)
    replaced = next(changes(stage), None)
    if replaced is not None:
        return replaced.owners[0] if replaced.owners else None
    return next((atom.args[0] for atom in effects if atom.args), None)


def _say_matter(stage: Scene, thing: Sequence[str]) -> None:
    """Parameters of the thing itself: `take the image` of an objective in a mode."""
    for atom in stage.gained:
        words = split_name(atom.predicate)
        if not set(thing) & set(words):
            continue
        first = next(iter(stage.nouns), None)
        matters = [term for term in atom.args if term != first]
        for place, term in enumerate(matters):
            stage.say(term, "of" if place == 0 else "in", MATTER if place else SOURCE)


# --- the sentence ---------------------------------------------------------------------------------


def _phrase(stage: Scene, name: Name, extra: Sequence[str]) -> str:
    phrases = sorted(stage.phrases.values(), key=lambda phrase: phrase.rank)
    parts = [_head(stage, name), *name.ways, *extra]
    before = ""
    for phrase in phrases:
        joint = "and" if phrase.preposition == before else phrase.preposition
        parts.append(f"{joint} {_named(stage, phrase)}")
        before = phrase.preposition
    return " ".join(parts)


def _named(stage: Scene, phrase: Phrase) -> str:
    return f"{stage.nouns[phrase.variable]} {{{phrase.variable}}}"


def _head(stage: Scene, name: Name) -> str:
    if name.thing:
        return f"{name.verb} the {' '.join(name.thing)}"
    if stage.theme is None:
        return name.verb
    subject = f"{stage.nouns[stage.theme]} {{{stage.theme}}}"
    return f"let {subject} {name.verb}" if name.verb in _LEAVING else f"{name.verb} {subject}"
