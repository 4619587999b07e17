"""Clauses for predicates whose whole name reads as English with its arguments.

A name is read as a clause of its own if it can be (`sentences.py`); other patterns are functions
that give a clause, or None where they cannot account for every word and every argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pddl2nl.english.negation import negate
from pddl2nl.english.vocabulary import (
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
from pddl2nl.verbalizers.rules.facts import (
    OBJECT,
    NamingFacts,
    Thing,
    acts,
    atoms,
    is_abbreviated,
    things_of_predicate,
)
from pddl2nl.verbalizers.rules.moves import HOLDING, value_changes, ways_of_move
from pddl2nl.verbalizers.rules.sentences import (
    PART_STATES,
    NamedPredicate,
    be,
    is_doer,
    sentence,
)
from pddl2nl.verbalizers.rules.words import with_article


def sure_clause(predicate: Predicate, known: NamingFacts) -> str | None:
    """The clause for a predicate, None where its name does not read as English as a whole."""
    head = NamedPredicate(
        predicate.name,
        w.words_of(predicate.name, known.words),
        things_of_predicate(predicate, known),
        predicate.name not in known.changed,
        known,
    )
    clause = _clause(head) or ""
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


def _of_me(head: NamedPredicate) -> str | None:
    """`holding ?x`, `have ?x`; `at ?x` where an action takes it from one and gives it to another.

    Who acts is no argument and has no name, so nothing in the domain may be able to do it.
    """
    first, *rest = head.words
    if first == "have" and not head.things and w.is_noun_phrase(rest):
        return f"I have {with_article(tuple(rest))}"
    if len(head.things) != 1 or acts(head.things[0]):
        return None
    slot = head.things[0].slot
    here = first in w.LOCATIVES and _moves(head)
    if rest:  # `has-ticket ?ticket` is no property of the ticket, `at-hive ?hive` none of the hive
        mine = first in ("has", "have", "got") and head.things[0].is_called(rest)
        who = _who_is_somewhere(head.facts)
        if here and not who and head.things[0].is_called(rest):
            return f"I am {first} {slot}"
        owned = f"{who} has {slot}" if who else f"I have {slot}"
        return owned if mine and not head.static else None
    machines = any(map(w.is_machine, head.facts.words - {"hand", "arm"}))
    who = _who_is_somewhere(head.facts)
    if w.gerund_verb(first) in HOLDING and (who or not machines):
        return f"{who} is {first} {slot}" if who else f"I am {first} {slot}"
    if first in ("have", "got") and not head.static:
        return f"I have {slot}"
    return f"I am {first} {slot}" if here else None


def _who_is_somewhere(known: NamingFacts) -> str | None:
    """The only one who is no argument and whose place is stated: `potter-in ?r`, `at-robot ?r`."""
    names = [w.words_of(each.name, known.words) for each in known.domain.predicates]
    behind = [words[1:] for words in names if words[0] == "at"]
    who = {
        words for words in [*behind, *(words[:-1] for words in names if words[-1] in w.LOCATIVES)]
    }
    doers = {words for words in who if is_doer(words)}
    return f"the {' '.join(*doers)}" if len(doers) == 1 and not known.actors else None


def _moves(head: NamedPredicate) -> bool:
    """Whether an action takes a predicate from one thing and gives it to another."""
    effects = [
        {effect.adds for effect in action.effects if effect.atom.predicate == head.name}
        for action in head.facts.domain.actions
    ]
    return {True, False} in effects


def _at_robot(head: NamedPredicate) -> str | None:
    """`at-robot ?x`: the robot is there. `empty-ferry`: the ferry is empty."""
    first, *who = head.words
    if not head.things:
        fits = first in PART_STATES and w.is_noun_phrase(who)
        return f"the {' '.join(who)} {be(who)} {first}" if fits else None
    place = head.things[0]
    fits = (place.noun == OBJECT or place.place) and not place.is_called(who)
    fits = fits and len(head.things) == 1 and first == "at" and is_doer(tuple(who))
    return f"the {' '.join(who)} is at {place.slot}" if fits else None


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
    if not stated and not (head.static and _may_be(thing, head)):
        return None
    noun = f"the {' '.join(words)}" if words[0] in ("first", "last") else with_article(words)
    return f"{thing.slot} is {noun}"


def _may_be(thing: Thing, head: NamedPredicate) -> bool:
    """Whether what a noun names can be what a thing is."""
    if _is_contained(head):
        return False
    person = thing.is_a(PERSON) and is_of_kind(head.bare[-1], PERSON)
    return person or thing.noun == OBJECT or thing.is_called(head.bare[-1:])


def _is_contained(head: NamedPredicate) -> bool:
    """Whether an action asks for a tray `?t` that is `fixer`, which is what the tray contains."""
    own, kinds = head.facts.words, head.facts.kinds
    for action in head.facts.domain.actions:
        asked = {(a.args[0], a.predicate) for a in atoms(action.precondition) if a.args}
        for term, name in asked:
            other = name in kinds and name != head.name and (term, head.name) in asked
            if other and is_abbreviated(w.words_of(name, own), term):
                return not is_abbreviated(head.bare, term)
    return False


def _ability(head: NamedPredicate) -> str | None:
    """`can-fly`, `may-borrow ?x ?y`: it can, or can be flown."""
    if not 0 < len(head.things) < 3 or len(head.words) != 2 or head.words[0] not in MODALS:
        return None
    (x, *others), (modal, verb) = head.things, head.words
    if not w.base_verb(verb) or not (others or acts(x) or w.takes_object(verb)):
        return None
    done = not acts(x) and (verb in head.facts.verbs or any(map(acts, others)))
    if others and (done or not w.takes_object(verb) or x.noun == others[0].noun):
        return None
    does = verb if others or acts(x) else f"be {inflect_verb(verb, 'VBN')}"
    return " ".join([x.slot, modal, does, *(each.slot for each in others)])


def _part_of(head: NamedPredicate) -> str | None:
    """`store-of`, `part-of`: the order of the words is the order of the arguments."""
    *noun, last = head.bare
    if len(head.things) != 2 or last != "of" or not w.is_noun_phrase(noun) or noun[-1] in w.WAYS:
        return None
    x, y = head.things
    if w.participle_verb(noun[0]) and x.is_a(PERSON):
        return None  # `lost-key-of ?person ?door`: they lost it
    return f"{x.slot} is {with_article(tuple(noun))} of {y.slot}"


def _attribute(head: NamedPredicate) -> str | None:
    """`color`, `lock-shape`, `capacity`: the second argument is a value of the first."""
    words = head.bare
    if len(head.things) != 2 or not w.is_noun_phrase(words):
        return None
    x, y = head.things
    nouns = all(is_a(word, "noun") for word in words) and not x.is_called(words)
    if not nouns or x.noun == y.noun or any(map(w.third_person_verb, words[:-1])):
        return None
    # Where some action adds a value without taking one away, there may be several.
    adding = {
        any(change.predicate == head.name for change in value_changes(action))
        for action in head.facts.domain.actions
        for effect in action.effects
        if effect.adds and effect.atom.predicate == head.name
    }
    if False in adding:
        return None
    shared = any(words[-1] in noun.split() for noun in y.nouns)
    fits = shared or (is_of_kind(words[-1], PLACE) if y.place else True in adding)
    return f"the {' '.join(words)} of {x.slot} {be(words)} {y.slot}" if fits else None


def _link(head: NamedPredicate) -> str | None:
    """`road`: a way from the first to the second, if some move is along it in that direction."""
    if len(head.things) != 2 or not head.static or not w.is_noun_phrase(head.words):
        return None
    x, y = head.things
    known = head.facts
    along = any(head.name in ways_of_move(action, known) for action in known.domain.actions)
    fits = along and is_of_kind(head.words[-1], WAY)
    return f"there is {with_article(head.words)} from {x.slot} to {y.slot}" if fits else None


_PATTERNS: tuple[Callable[[NamedPredicate], str | None], ...] = (
    _of_me,
    _at_robot,
    sentence,
    _ability,
    _kind,
    _part_of,
    _attribute,
    _link,
)
