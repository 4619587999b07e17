"""Verb phrases for actions, written by rule from their names, parameters and effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pddl2nl.english.collocations import LETTING, base_of, is_agent
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import verb_lemma, word_set
from pddl2nl.english.words import split_name
from pddl2nl.model import ActionSchema
from pddl2nl.verbalizers.action_names import ActionName, read_action_name
from pddl2nl.verbalizers.phrases import definite, is_participle
from pddl2nl.verbalizers.roles import give_roles, main_change
from pddl2nl.verbalizers.scene import (
    CHANGE,
    MATTER,
    SOURCE,
    Phrase,
    Scene,
    agent_first,
    changed_thing,
    changes,
    handling_verb,
    is_move,
    locative,
    scene,
)
from pddl2nl.verbalizers.schema import OBJECT, Facts

_MOVING = word_set("advance drive fly go jump move navigate sail slide step travel walk")


def verb_phrases(action: ActionSchema, known: Facts) -> Iterator[str]:
    """Ways to say an action, the best first; the last one quotes its name."""
    stage = scene(action, known)
    name = read_action_name(
        action.name, _noun_words(stage), [item.name for item in known.domain.actions]
    )
    stage.theme = _theme(stage, name)
    if name.thing:
        _say_matter(stage, name.thing)
    second = _second_deed(stage, name)
    give_roles(stage)
    yield _sentence(stage, name, (), second)
    if name.rest:
        yield _sentence(stage, name, name.rest, second)
    words = noun_phrase(action.name).split()
    unsaid = tuple(word for word in words if word not in name.verb.split())
    yield _sentence(stage, name, unsaid, second)


def _noun_words(stage: Scene) -> frozenset[str]:
    """The words by which parameters are called: of their types and their variables' names."""
    found: set[str] = set()
    for variable, noun in stage.nouns.items():
        found.update(noun.split())
        found.update(word for word in split_name(variable[1:]) if len(word) > 2)
    return frozenset(found)


# --- the theme ------------------------------------------------------------------------------------


def _theme(stage: Scene, name: ActionName) -> str | None:
    """The parameter to which the action is done; None where its name says that itself."""
    if name.thing:
        return None
    for find in (_moved, _handled, _named_after_verb, _of_the_verb, _affected, _named):
        theme = find(stage, name)
        if theme is not None and theme in stage.nouns:
            return theme
    if _wanders(stage, name):
        return None
    return next(iter(stage.nouns), None)


def _moved(stage: Scene, name: ActionName) -> str | None:
    """What is at one place before and at another after."""
    moved = [one.owners[0] for one in changes(stage) if one.owners and is_move(one)]
    patients = [variable for variable in moved if not is_agent(stage.nouns.get(variable, ""))]
    return next(iter((*patients, *moved)), None)


def _wanders(stage: Scene, name: ActionName) -> bool:
    """Whether a mark wanders from one parameter to another, which are then not acted upon."""
    for change in changes(stage):
        if not change.owners and (is_move(change) or name.verb in _MOVING):
            return True
    return False


def _handled(stage: Scene, name: ActionName) -> str | None:
    """What is held, put somewhere, or taken from somewhere."""
    for atom in (*stage.gained, *stage.lost):
        if handling_verb(atom.predicate) and len(atom.args) >= 2:
            return agent_first(stage, atom)[1]
        if len(atom.args) == 1 and handling_verb(atom.predicate):
            return atom.args[0]
    for atom in (*stage.gained, *stage.lost):
        if locative(atom.predicate) and len(atom.args) >= 2:
            return atom.args[0]
    return None


def _named_after_verb(stage: Scene, name: ActionName) -> str | None:
    """The one parameter of which the name speaks right after the verb: `pour-shot-to-shaker`."""
    verb = ("do", *name.verb.split())
    words = [word for word in noun_phrase(stage.action.name).split() if word not in verb]
    found = [v for v, noun in stage.nouns.items() if words and noun == words[0]]
    if len(found) != 1 or _wanders(stage, name) or len(words) < 2:
        return None
    return found[0]


def _of_the_verb(stage: Scene, name: ActionName) -> str | None:
    """The first argument of a fact whose predicate is the verb's participle: `calibrated`."""
    lemma = name.verb.split()[0]
    for atom in stage.gained:
        word = split_name(atom.predicate)[0]
        if atom.args and verb_lemma(word, "VBN") and base_of(word) == lemma:
            return atom.args[0]
    return None


def _affected(stage: Scene, name: ActionName) -> str | None:
    """The first parameter of which a fact changes; not a mark that only wanders by."""
    if _wanders(stage, name):
        return None
    for change in changes(stage):
        if change.owners:
            return change.owners[0]
    firsts = {atom.args[0] for atom in (*stage.gained, *stage.lost) if atom.args}
    return next((variable for variable in stage.nouns if variable in firsts), None)


def _named(stage: Scene, name: ActionName) -> str | None:
    """The parameter whose noun is in the action's name."""
    words = split_name(stage.action.name)
    if _wanders(stage, name):
        return None
    found = (v for v, noun in stage.nouns.items() if noun in words and noun != OBJECT)
    return next(found, None)


def _say_matter(stage: Scene, thing: Sequence[str]) -> None:
    """Parameters of the thing itself: `take the image` of an objective in a mode."""
    here = {a.args[-1] for a in stage.required if a.args and locative(a.predicate) == "at"}
    for atom in stage.gained:
        words = split_name(atom.predicate)
        if not set(thing) & set(words) or not _is_result(words[0]):
            continue
        first = next(iter(stage.nouns), None)
        matters = [term for term in atom.args if term != first and term not in here]
        for place, term in enumerate(matters):
            stage.say(term, "in" if place else "of", MATTER if place else SOURCE)


def _is_result(word: str) -> bool:
    return base_of(word) in ("have", "get") or is_participle(word)


def _second_deed(stage: Scene, name: ActionName) -> str:
    """What follows `and` in a name: `and eat the spawn`, `and loose key {?oldkey}`."""
    if not name.second:
        return ""
    verb, thing = name.second[0], name.second[1:]
    if stage.theme is not None and not thing:
        noun = stage.nouns[stage.theme]
        for variable in stage.nouns:
            if stage.free(variable) and stage.nouns[variable] == noun:
                stage.say(variable, f"and {verb}", -1)
                return ""
    if not thing:
        return f"and {verb}"
    return f"and {verb} {' '.join(thing) if thing[0] == 'no' else definite(thing)}"


# --- the sentence ---------------------------------------------------------------------------------


def _sentence(stage: Scene, name: ActionName, extra: Sequence[str], second: str) -> str:
    phrases = sorted(stage.phrases.values(), key=lambda phrase: phrase.rank)
    owned = [phrase for phrase in phrases if phrase.owner]
    parts = [*_head(stage, name), *_belonging(stage, stage.theme, owned), *name.ways, *extra]
    before, said_second = "", not second
    for phrase in phrases:
        if phrase in owned and (phrase.owner == stage.theme or phrase.owner in stage.phrases):
            continue
        if phrase.rank >= CHANGE and not said_second:
            parts.append(second)
            said_second = True
        parts += _said(stage, phrase, before, owned)
        before = phrase.preposition
    return " ".join(parts if said_second else [*parts, second])


def _said(stage: Scene, phrase: Phrase, before: str, owned: Sequence[Phrase]) -> list[str]:
    preposition = phrase.preposition
    if stage.theme is not None and preposition == "from" and _leaves(stage):
        preposition = ""
    joint = _joined(preposition, before)
    words = [joint, f"{stage.nouns[phrase.variable]} {{{phrase.variable}}}", phrase.tail]
    return [word for word in words if word] + _belonging(stage, phrase.variable, owned)


def _joined(preposition: str, before: str) -> str:
    """A preposition, or `and` in its place after a phrase that opens with the same one."""
    if preposition and preposition == before:
        return "and"
    if preposition.startswith("with") and before.startswith("with"):
        return f"and{preposition.removeprefix('with')}"
    return preposition


def _held(stage: Scene) -> set[str]:
    """What is in somebody's hands before the action, and so does not act by itself."""
    return {
        agent_first(stage, atom)[1]
        for atom in stage.lost
        if handling_verb(atom.predicate) and len(atom.args) >= 2
    }


def _leaves(stage: Scene) -> bool:
    return split_name(stage.action.name)[0] in ("leave", "exit", "enter")


def _belonging(stage: Scene, owner: str | None, owned: Sequence[Phrase]) -> list[str]:
    """The places of a parameter, said right after it: `from rover {?r} at waypoint {?x}`."""
    return [
        f"{phrase.preposition} {stage.nouns[phrase.variable]} {{{phrase.variable}}}"
        for phrase in owned
        if phrase.owner == owner and owner is not None
    ]


def _head(stage: Scene, name: ActionName) -> list[str]:
    """The verb and what it is done to."""
    if name.thing:
        return [name.verb, definite(name.thing)]
    change = main_change(stage, changes(stage))
    if stage.theme is None:
        wanderer = changed_thing(change.predicate) if change and name.verb in _MOVING else "it"
        return [name.verb] if wanderer == "it" else [name.verb, wanderer]
    theme = f"{stage.nouns[stage.theme]} {{{stage.theme}}}"
    if name.verb.split()[0] in LETTING and stage.theme not in _held(stage):
        return ["let", theme, name.verb]
    if change is not None:
        kind = stage.nouns.get(change.old, OBJECT)
        if kind in noun_phrase(stage.action.name).split() and not is_move(change):
            return [name.verb, f"the {kind} of", theme]
    return [name.verb, theme]
