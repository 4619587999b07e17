"""Verb phrases for actions whose name reads as English and whose effects show every role.

The name is taken apart first: a verb, its object and prepositional phrases, with every word in
its place. Then each parameter must get a role from the name, from what the effects do to it, or
from where the preconditions need it. If a word or a parameter is left over, there is no phrase.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pddl2nl.english.nouns import noun_phrase, split_name
from pddl2nl.english.vocabulary import (
    ANIMAL,
    CONVEYANCE,
    PARTICLES,
    PERSON,
    PREPOSITIONS,
    base_form,
    is_a,
    is_word,
    verb_lemma,
)
from pddl2nl.model import ActionSchema
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import (
    HOLD,
    SOMEBODY,
    Moves,
    NamingFacts,
    Thing,
    certain,
    is_tool,
    moves,
    things_of_action,
    value_changes,
    variable_noun,
    walks,
)
from pddl2nl.verbalizers.rules.predicates import with_article

_TOWARDS = {"at": "to", "in": "into", "inside": "into", "on": "onto"}
_ORDER = ("from", "to", "into", "onto", "on", "in", "at", "over", "via", "with")
"""The order in which phrases follow each other; those of the name come first."""
_OBJECT_IS_GOAL = frozenset({"enter", "board"})
_OBJECT_IS_SOURCE = frozenset({"leave", "exit"})
_PATHS = frozenset({"over", "via", "through", "across"})


@dataclass(frozen=True, slots=True)
class Name:
    """An action's name taken apart.

    Args:
        verb: the verb, with its particle or a way: `pick up`, `move left`.
        lemma: the verb alone.
        object: the words of the object, empty where none is named.
        phrases: prepositions and their nouns' words.
    """

    verb: str
    lemma: str
    object: tuple[str, ...]
    phrases: tuple[tuple[str, tuple[str, ...]], ...]


def parsed(name: str, things: Mapping[str, Thing]) -> Name | None:
    """An action's name as verb, object and phrases; None where some word has no place in it.

    `pick-up-ball` picks up a ball, `put-on-tray` puts something on a tray: what follows the
    particle may be the name of a parameter.
    """
    verb, *rest = noun_phrase(name).split() or [""]
    if not w.base_verb(verb) or verb in PREPOSITIONS | w.WAYS:
        return None
    verb_phrase = verb
    moving = w.is_motion(verb)
    leads_on = len(rest) > 1 and any(thing.is_called(rest[1:]) for thing in things.values())
    particle = (
        bool(rest)
        and rest[0] in PARTICLES
        and base_form(f"{verb}_{rest[0]}") is not None
        and not (leads_on and rest[0] in w.LOCATIVES)
    )
    if particle or (rest and moving and rest[0] in w.WAYS):
        verb_phrase = f"{verb} {rest.pop(0)}"
    parts: list[tuple[str, list[str]]] = [("", [])]
    for word in rest:
        if word in PREPOSITIONS:
            parts.append((word, []))
        else:
            parts[-1][1].append(word)
    (_, named), *phrases = parts
    nouns = [words for _, words in phrases] + ([named] if named else [])
    if not all(map(w.is_noun_phrase, nouns)):
        return None
    return Name(verb_phrase, verb, tuple(named), tuple((p, tuple(words)) for p, words in phrases))


@dataclass
class PhraseDraft:
    """A sentence while its parameters get their roles."""

    name: Name
    things: Mapping[str, Thing]
    moves: Moves
    related: frozenset[str]
    done_to: frozenset[str]
    subject: str | None = None
    theme: str | None = None
    object_phrase: str = ""
    named: list[str] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def say(self, preposition: str, variable: str) -> None:
        """Give a parameter its phrase, unless it has a role."""
        if variable in self.left:
            self.left.remove(variable)
            self.phrases.append(f"{preposition} {self.things[variable].label}")

    @property
    def text(self) -> str:
        """The verb phrase."""
        start = [self.name.verb]
        if self.subject is not None:
            start = ["let", self.things[self.subject].label, self.name.verb]
        phrases = sorted(self.phrases, key=lambda phrase: _rank(phrase.split()[0]))
        return " ".join(filter(None, [*start, self.object_phrase, *self.named, *phrases]))


def _rank(preposition: str) -> int:
    return _ORDER.index(preposition) if preposition in _ORDER else 0


def sure_verb_phrase(action: ActionSchema, known: NamingFacts) -> str | None:
    """The verb phrase of an action, None where a word of its name or a parameter has no role."""
    things = things_of_action(action, known)
    name = parsed(action.name, things)
    if name is None:
        return None
    draft = PhraseDraft(
        name,
        things,
        moves(action, things),
        _related(action),
        _done_to(action, name.lemma),
        left=list(things),
    )
    if not (_say_theme(draft, action) and _say_named_phrases(draft)):
        return None
    _say_moves(draft)
    _say_named_roles(draft)
    _say_places(draft)
    _say_actors(draft)
    _say_values(draft, action)
    return None if draft.left or not _is_sound(draft) else draft.text


def _related(action: ActionSchema) -> frozenset[str]:
    """The parameters of which an effect says more than a state of their own."""
    return frozenset(
        term for effect in action.effects if len(effect.atom.args) > 1 for term in effect.atom.args
    )


def _done_to(action: ActionSchema, lemma: str) -> frozenset[str]:
    """What the action does its verb to, by its effects: `serve` makes `(served ?child)` true."""
    added, deleted = certain(action)
    return frozenset(
        atom.args[0]
        for atom in (*added, *deleted)
        if len(atom.args) == 1 and verb_lemma(atom.predicate, "VBN") == lemma
    )


def _is_sound(draft: PhraseDraft) -> bool:
    lemma = draft.name.lemma
    if w.is_motion(lemma) and draft.theme and not _moves(draft, draft.theme):
        return False
    if lemma in w.OWN_MOTION and draft.subject is None:
        return False
    if draft.object_phrase:
        return w.takes_object(lemma) or " " in draft.name.verb
    return w.takes_none(lemma) or bool(draft.moves.movers() == (SOMEBODY,) and w.is_motion(lemma))


def _moves(draft: PhraseDraft, theme: str) -> bool:
    """Whether the effects bear a verb of motion out: the theme moves, or has been what it says."""
    return theme in draft.moves.movers() or theme in draft.done_to


# --- what the verb is about -----------------------------------------------------------------------


def _say_theme(draft: PhraseDraft, action: ActionSchema) -> bool:
    """Find what the action is done to; False where that is unknown."""
    named = draft.name.object
    candidates = [v for v, thing in draft.things.items() if named and thing.is_called(named)]
    if named and not candidates:
        draft.object_phrase = _unspoken_object(named, action) or ""
        return bool(draft.object_phrase)
    if not candidates:
        candidates = _affected(draft, action)
    candidates = _those_that_move(draft, candidates)
    if len(candidates) == 1 and (loaded := _what_it_holds(draft, candidates[0])):
        candidates = [loaded]
    if len(candidates) > 1:
        return False
    if not candidates:
        return not draft.things or draft.moves.movers() == (SOMEBODY,)
    _put_theme(draft, candidates[0])
    return True


def _those_that_move(draft: PhraseDraft, candidates: list[str]) -> list[str]:
    moving = [variable for variable in candidates if variable in draft.moves.movers()]
    return moving if len(moving) == 1 else candidates


def _unspoken_object(named: tuple[str, ...], action: ActionSchema) -> str | None:
    """The noun phrase for an object that is no parameter, if the effects speak of it.

    What is only added is `a sawmill`.
    """
    added, deleted = (
        {atom.predicate for atom in atoms if named[-1] in split_name(atom.predicate)}
        for atoms in certain(action)
    )
    if not added | deleted:
        return None
    return f"the {' '.join(named)}" if deleted else with_article(named)


def _what_it_holds(draft: PhraseDraft, named: str) -> str | None:
    """The one thing that comes to or leaves what the name names, as in `load-truck`."""
    movers = [variable for variable in draft.moves.movers() if variable in draft.things]
    if len(movers) != 1 or movers[0] == named:
        return None
    stays = (*draft.moves.ended, *draft.moves.begun)
    return movers[0] if any(stay.place == named for stay in stays) else None


def _affected(draft: PhraseDraft, action: ActionSchema) -> list[str]:
    """What changes its place; else whose state changes; else the only parameter there is."""
    movers = [variable for variable in draft.moves.movers() if variable in draft.things]
    if movers:
        return movers
    if SOMEBODY in draft.moves.movers():
        return []
    added, deleted = certain(action)
    if len(draft.done_to & set(draft.things)) == 1:
        return list(draft.done_to & set(draft.things))
    states = {atom.args[0] for atom in (*added, *deleted) if len(atom.args) == 1}
    scenes = {stay.place for stay in draft.moves.kept if stay.thing in draft.things}
    changed = [variable for variable in draft.things if variable in states - scenes]
    return changed or (list(draft.things) if len(draft.things) == 1 else [])


def _put_theme(draft: PhraseDraft, variable: str) -> None:
    """The theme as the verb's object, or, where it acts by itself, as its subject."""
    draft.left.remove(variable)
    draft.theme = variable
    thing = draft.things[variable]
    lemma = draft.name.lemma
    walks = thing.is_a(PERSON, ANIMAL) and w.is_motion(lemma)
    carried = any(stay.preposition == HOLD for stay in draft.moves.ended if stay.thing == variable)
    moves = variable in draft.moves.movers() and not carried
    walks = walks or (lemma in w.OWN_MOTION and moves)
    if walks or not w.takes_object(lemma):
        draft.subject = variable
    else:
        draft.object_phrase = thing.label


# --- everything else ------------------------------------------------------------------------------


def _say_named_phrases(draft: PhraseDraft) -> bool:
    """The phrases in the name: `from-cart` with a parameter of type cart."""
    for preposition, words in draft.name.phrases:
        fitting = [v for v in draft.left if draft.things[v].is_called(words)]
        if len(fitting) > 1:
            fitting = [v for v in fitting if role_of(v) == preposition] or fitting
        if len(fitting) > 1:
            return False
        if fitting:
            draft.say(preposition, fitting[0])
        else:
            draft.named.append(f"{preposition} the {' '.join(words)}")
    return True


def _say_moves(draft: PhraseDraft) -> None:
    """Where the theme, or whoever acts, leaves from and comes to."""
    mover = draft.theme if draft.theme in draft.moves.movers() else SOMEBODY
    left, reached = draft.moves.of(mover if mover is not None else SOMEBODY)
    travels = left is not None and left.preposition != HOLD and not _is_scene(draft, left.place)
    if left is not None:
        if left.preposition == HOLD:
            _say_holder(draft, left.place)
        elif _is_scene(draft, left.place):
            draft.say(left.preposition, left.place)
        elif draft.name.lemma in _OBJECT_IS_SOURCE:
            _as_object(draft, left.place)
        else:
            draft.say("from", left.place)
    if mover == SOMEBODY and left is not None and left.who and not draft.object_phrase:
        takes = w.takes_object(draft.name.lemma) and draft.name.lemma not in w.OWN_MOTION
        draft.object_phrase = f"the {left.who}" if takes and is_a(left.who, "noun") else ""
    if reached is not None:
        if reached.preposition == HOLD:
            _say_holder(draft, reached.place)
        elif draft.name.lemma in _OBJECT_IS_GOAL:
            _as_object(draft, reached.place)
        elif _is_scene(draft, reached.place) or not (
            travels or _is_containing(draft, reached.place)
        ):
            draft.say(reached.preposition, reached.place)
        else:
            draft.say(_TOWARDS[reached.preposition], reached.place)


def _say_holder(draft: PhraseDraft, holder: str) -> None:
    """A hand is what it is done with; a person is who does it."""
    if holder in draft.left and walks(draft.things[holder]):
        _put_subject(draft, holder)
    else:
        draft.say("with", holder)


def _put_subject(draft: PhraseDraft, variable: str) -> None:
    if draft.subject is None:
        draft.subject = variable
        draft.left.remove(variable)


def _as_object(draft: PhraseDraft, variable: str) -> None:
    if variable in draft.left and not draft.object_phrase:
        draft.left.remove(variable)
        draft.object_phrase = draft.things[variable].label


def _is_scene(draft: PhraseDraft, place: str) -> bool:
    """Whether somebody else is and stays at a place: then it is where the action takes place."""
    return any(s.place == place and s.thing != draft.theme for s in draft.moves.kept)


def _is_containing(draft: PhraseDraft, place: str) -> bool:
    return place in draft.things and draft.things[place].is_a(CONVEYANCE, "c")


def _say_named_roles(draft: PhraseDraft) -> None:
    """Parameters whose names are prepositions, or say from or to."""
    for variable in tuple(draft.left):
        if variable[1:] in _PATHS:
            draft.say(variable[1:], variable)
            continue
        role = role_of(variable)
        stated = any(phrase.startswith(f"{role} ") for phrase in draft.phrases)
        if role and not stated and w.is_motion(draft.name.lemma):
            draft.say(role, variable)


def _say_places(draft: PhraseDraft) -> None:
    """Where somebody is and stays while the action takes place; which way it goes."""
    for stay in draft.moves.kept:
        if stay.preposition != HOLD and stay.place in draft.left:
            draft.say(stay.preposition, stay.place)
    ways = [v for v in draft.left if draft.things[v].is_called(("direction",))]
    if len(ways) == 1:
        draft.say("in", ways[0])
    alone = len(draft.left) == 1 and not draft.phrases and draft.theme is None
    if alone and draft.things[draft.left[0]].place:
        draft.say("at", draft.left[0])


def _say_actors(draft: PhraseDraft) -> None:
    """Who does it, and with what; only one of each kind, since two could not be distinguished."""
    # A person may as well be the one who is served; a robot only comes first where it acts.
    first = next(iter(draft.things), "")
    if first in draft.left and draft.things[first].is_called(("robot",)):
        _put_subject(draft, first)
    tools = [v for v in draft.left if is_tool(draft.things[v]) and v not in draft.related]
    if len(tools) == 1:
        draft.say("with", tools[0])


def _say_values(draft: PhraseDraft, action: ActionSchema) -> None:
    """Values that are replaced: `changing the capacity from {?s1} to {?s2}`."""
    for change in value_changes(action):
        words = tuple(noun_phrase(change.predicate).split())
        if {change.old, change.new} <= set(draft.left) and w.is_noun_phrase(words):
            draft.left = [v for v in draft.left if v not in (change.old, change.new)]
            old, new = (draft.things[v].label for v in (change.old, change.new))
            whose = "".join(
                f" of {draft.things[v].slot}" for v in change.owners if v in draft.things
            )
            draft.phrases.append(f"with the {' '.join(words)}{whose} going from {old} to {new}")


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
