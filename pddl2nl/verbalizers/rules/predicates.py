"""Clauses for predicates whose whole name reads as English with its arguments.

A name is read as a clause of its own if it can be (`sentences.py`); other patterns are functions
that give a clause, or None where they cannot account for every word and every argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pddl2nl.english.negation import negate
from pddl2nl.english.vocabulary import (
    CONVEYANCE,
    DEVICE,
    MODALS,
    PERSON,
    PLACE,
    WAY,
    inflect_verb,
    is_a,
    is_of_kind,
)
from pddl2nl.model import Predicate
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import OBJECT, NamingFacts, Thing, certain, things_of_predicate
from pddl2nl.verbalizers.rules.moves import HOLDING, value_changes, ways_of_move
from pddl2nl.verbalizers.rules.sentences import (
    PART_STATES,
    NamedPredicate,
    acts,
    be,
    core_of,
    is_doer,
    sentence,
)
from pddl2nl.verbalizers.rules.words import Words, with_article


def sure_clause(predicate: Predicate, known: NamingFacts) -> str | None:
    """The clause for a predicate, None where its name does not read as English as a whole."""
    head = NamedPredicate(
        predicate.name,
        w.words_of(predicate.name, known.words),
        things_of_predicate(predicate, known),
        predicate.name not in known.changed,
        predicate.name not in known.multiple,
        known,
    )
    clause = (_clause(head) if head.words else None) or ""
    for thing in head.things:
        clause = clause.replace(f" at {thing.slot}", f" {w.located('at', thing.noun)} {thing.slot}")
    return clause or None


def _clause(head: NamedPredicate) -> str | None:
    first, *rest = head.words
    if first in ("not", "non") and rest:
        known = {w.words_of(each.name, head.facts.words) for each in head.facts.domain.predicates}
        alone = head.static or tuple(rest) not in known
        positive = _clause(replace(head, words=tuple(rest))) if alone else None
        return negate(positive) if positive else None
    return next((text for pattern in _PATTERNS if (text := pattern(head))), None)


def _state_of_all(head: NamedPredicate) -> str | None:
    """`nothing-is-moving`: as it stands. `empty-ferry`: the ferry is empty. `wearing-suit`."""
    first, *rest = head.words
    if head.things or not rest:
        return None
    if (lemma := w.gerund_verb(first)) and w.takes_object(lemma) and w.is_noun_phrase(rest):
        return f"I am {first} {with_article(tuple(rest))}"
    if first == "have" and w.is_noun_phrase(rest):
        return f"I have {with_article(tuple(rest))}"
    if first in ("nothing", "everything") and core_of(tuple(rest)):
        return " ".join(head.words if "is" in rest else (first, "is", *rest))
    fits = first in PART_STATES and w.is_noun_phrase(rest)
    return f"the {' '.join(rest)} {be(rest)} {first}" if fits else None


def _somebody_is(head: NamedPredicate) -> str | None:
    """`at ?x` where an action takes it from one and gives it to another: I am there."""
    if len(head.things) != 1:
        return None
    thing, (first, *rest) = head.things[0], head.words
    who = head.facts.actor or "I"
    having = first in ("have", "got") or (first == "has" and not acts(thing))
    if having and not head.static and (not rest or thing.is_called(rest)):
        return f"{who} {'have' if who == 'I' else 'has'} {thing.slot}"
    if rest:
        return None
    machines = any(map(w.is_machine, head.facts.words - {"hand", "arm"}))
    held = w.gerund_verb(first) or (not head.static and w.verb_of(first))
    if held in HOLDING and not machines and not acts(thing):
        return f"{who} {'am' if who == 'I' else 'is'} {inflect_verb(held, 'VBG')} {thing.slot}"
    if head.words[0] not in w.LOCATIVES:
        return None
    for action in head.facts.domain.actions:
        added, deleted = certain(action)
        if {head.name} <= {a.predicate for a in added} & {a.predicate for a in deleted}:
            return f"{who} {'am' if who == 'I' else 'is'} {first} {thing.slot}"
    return None


def _at_robot(head: NamedPredicate) -> str | None:
    """`at-robot ?x`: the robot is there."""
    preposition, *who = head.words
    if len(head.things) != 1 or preposition != "at" or not is_doer(tuple(who)):
        return None
    place = head.things[0]
    fits = (place.noun == OBJECT or place.place) and not place.is_called(who)
    return f"the {' '.join(who)} is {preposition} {place.slot}" if fits else None


def _kind(head: NamedPredicate) -> str | None:
    """`truck`, `is-depot`: what never changes and is a noun says what a thing is."""
    words = head.bare
    stated = words != head.words
    if len(head.things) != 1 or not words:
        return None
    thing = head.things[0]
    if not w.is_noun_phrase(words) and head.name not in head.facts.kinds:
        return None
    if w.is_state(words[0]) and thing.is_called(words[1:]):
        return f"{thing.slot} is {words[0]}"
    person = len(words) == 1 and thing.is_a(PERSON) and is_of_kind(words[0], PERSON)
    if not stated and not person and not (head.static and _may_be(thing, words[-1])):
        return None
    return f"{thing.slot} is {with_article(words)}"


def _may_be(thing: Thing, noun: str) -> bool:
    """Whether what a noun names can be what a thing is by its type."""
    if thing.noun == OBJECT or thing.is_called((noun,)):
        return True
    kinds = (PERSON, PLACE, CONVEYANCE, DEVICE) if thing.noun in _ANY_PLACE else _BUT_PLACES
    return any(thing.is_a(kind) and is_of_kind(noun, kind) for kind in kinds)


_ANY_PLACE = frozenset(
    "area cell location node place position site spot tile waypoint zone".split()
)
_BUT_PLACES = (PERSON, CONVEYANCE, DEVICE)


def _ability(head: NamedPredicate) -> str | None:
    """`can-fly`: it can, or can be flown."""
    words = (
        ("is allowed to", *head.words[2:]) if head.words[:2] == ("allowed", "to") else head.words
    )
    known = words[0] in MODALS | {"is allowed to"} and len(words) == 2 and w.base_verb(words[1])
    if not known or not 0 < len(head.things) < 3:
        return None
    modal, verb = words
    slot = head.things[0].slot
    if len(head.things) == 2:
        x, y = head.things
        fits = w.takes_object(verb) and (acts(x) or (not acts(y) and x.noun != y.noun))
        return f"{slot} {modal} {verb} {head.things[1].slot}" if fits else None
    if acts(head.things[0]):
        return f"{slot} {modal} {verb}"
    return f"{slot} {modal} be {inflect_verb(verb, 'VBN')}" if w.takes_object(verb) else None


def _usable(head: NamedPredicate) -> str | None:
    """`open-with ?chest ?key`: what it may be opened with."""
    verb, *rest = head.words
    if not head.static or rest != ["with"] or not w.base_verb(verb) or not w.takes_object(verb):
        return None
    participle = inflect_verb(verb, "VBN")
    match head.things:
        case (one,):
            return f"I may {verb} with {one.slot}"
        case (one, other):
            return f"{one.slot} may be {participle} with {other.slot}"
        case _:
            return None


def _joined_by(head: NamedPredicate) -> str | None:
    """`connected-by-rail`: a state with how it came about and what it governs."""
    state, *rest = head.bare
    if len(head.things) != 2 or len(rest) < 2 or rest[0] != "by" or not w.is_noun_phrase(rest[1:]):
        return None
    x, y = head.things
    usual = w.governed(state)
    return f"{x.slot} is {state} {' '.join(rest)} {usual} {y.slot}" if usual else None


def _there_is(head: NamedPredicate) -> str | None:
    """`door-between ?x ?y`, and `gas-leak ?x` of a place: there is one."""
    *noun, last = head.words
    slots = [thing.slot for thing in head.things]
    if len(slots) == 2 and last == "between" and w.is_noun_phrase(noun):
        return f"there {be(noun)} {with_article(tuple(noun))} between {slots[0]} and {slots[1]}"
    place = len(slots) == 1 and bool(head.things[0].nouns & head.facts.places)
    nouns = all(is_a(word, "noun") and not w.gerund_verb(word) for word in head.words)
    if not (place and nouns and w.is_noun_phrase(head.words)) or w.is_state(head.words[0]):
        return None
    if is_of_kind(last, PLACE, PERSON) or head.things[0].is_called(head.words):
        return None
    return f"there {be(head.words)} {with_article(head.words)} at {slots[0]}"


def _lacking(head: NamedPredicate) -> str | None:
    """`no-wagon`: it has none. `has-paid`: it has."""
    first, *rest = head.words
    if len(head.things) != 1 or not rest:
        return None
    own = " ".join(head.things[0].nouns).split()
    if first == "no" and w.is_noun_phrase(rest) and not set(rest) & set(own):
        return f"{head.things[0].slot} has no {' '.join(rest)}"
    perfect = first == "has" and len(rest) == 1 and w.is_participle(rest[0])
    return f"{head.things[0].slot} has {rest[0]}" if perfect else None


def _part_of(head: NamedPredicate) -> str | None:
    """`store-of`, `part-of`: the order of the words is the order of the arguments."""
    *noun, last = head.bare
    if len(head.things) != 2 or last != "of" or not w.is_noun_phrase(noun) or noun[-1] in w.WAYS:
        return None
    return f"{head.things[0].slot} is {with_article(tuple(noun))} of {head.things[1].slot}"


def _attribute(head: NamedPredicate) -> str | None:
    """`color`, `lock-shape`, `capacity`: the second argument is a value of the first."""
    words = head.bare
    if len(head.things) != 2 or not w.is_noun_phrase(words):
        return None
    x, y = head.things
    nouns = all(is_a(word, "noun") for word in words) and not x.is_called(words)
    if not nouns or any(map(w.third_person_verb, words[:-1])):
        return None  # `reachable-floor` may have several
    actions = head.facts.domain.actions
    replaced = any(c.predicate == head.name for each in actions for c in value_changes(each))
    if x.noun == y.noun or not (_shares_noun(words, y) or (replaced and not y.place)):
        return None
    if not head.single:
        return None
    return f"the {' '.join(words)} of {x.slot} {be(words)} {y.slot}"


def _link(head: NamedPredicate) -> str | None:
    """`road`: a way from the first to the second, if some move is along it in that direction."""
    if len(head.things) != 2 or not head.static or not w.is_noun_phrase(head.words):
        return None
    x, y = head.things
    known = head.facts
    along = any(head.name in ways_of_move(action, known) for action in known.domain.actions)
    fits = along and is_of_kind(head.words[-1], WAY)
    return f"there is {with_article(head.words)} from {x.slot} to {y.slot}" if fits else None


def _shares_noun(words: Words, thing: Thing) -> bool:
    """Whether a thing's noun has the last of some words, or is of the kind that these name."""
    if any(words[-1] in noun.split() for noun in thing.nouns):
        return True
    return is_of_kind(words[-1], PLACE) and thing.noun != OBJECT and thing.place


_PATTERNS: tuple[Callable[[NamedPredicate], str | None], ...] = (
    _somebody_is,
    _at_robot,
    _state_of_all,
    sentence,
    _lacking,
    _there_is,
    _ability,
    _usable,
    _kind,
    _joined_by,
    _part_of,
    _attribute,
    _link,
)
