"""Clauses for predicates whose whole name reads as English with its arguments.

Each pattern is a function that takes a predicate's words and things and gives a clause, or None
where it cannot account for every word. The first that can is taken; there is no other preference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pddl2nl.english.negation import negate
from pddl2nl.english.nouns import indefinite, is_mass, noun_phrase
from pddl2nl.english.vocabulary import (
    ANIMAL,
    CONVEYANCE,
    DEVICE,
    MODALS,
    PERSON,
    PLACE,
    PREPOSITIONS,
    WAY,
    inflect_verb,
    is_a,
    is_of_kind,
    is_plural,
)
from pddl2nl.model import Predicate
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import (
    HOLDING,
    OBJECT,
    NamingFacts,
    Thing,
    is_somebody,
    things_of_predicate,
    walks,
    ways_of_move,
)

Words: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedPredicate:
    """A predicate whose name the patterns turn into a clause.

    Args:
        name: the predicate's name.
        words: what is still to be accounted for.
        things: its arguments.
        static: whether no action changes it.
        single: whether no action adds a second value to a first argument.
        facts: what is known of its domain.
    """

    name: str
    words: Words
    things: tuple[Thing, ...]
    static: bool
    single: bool
    facts: NamingFacts


Pattern: TypeAlias = Callable[[NamedPredicate], str | None]


def sure_clause(predicate: Predicate, known: NamingFacts) -> str | None:
    """The clause for a predicate, None where its name does not read as English as a whole."""
    head = NamedPredicate(
        predicate.name,
        tuple(noun_phrase(predicate.name).split()),
        things_of_predicate(predicate, known),
        predicate.name not in known.changed,
        predicate.name not in known.multiple,
        known,
    )
    return _clause(head) if head.words else None


def _clause(head: NamedPredicate) -> str | None:
    first, *rest = head.words
    if first in ("not", "non") and rest:
        positive = _clause(replace(head, words=tuple(rest))) if head.static else None
        return negate(positive) if positive else None
    if first in ("is", "are") and rest:
        return _first("is", replace(head, words=tuple(rest)))
    return _first("", head)


def _first(opening: str, head: NamedPredicate) -> str | None:
    """What the first pattern says that can account for all words behind an opening."""
    patterns = PATTERNS.get((opening, len(head.things)), ())
    return next((clause for pattern in patterns if (clause := pattern(head))), None)


def with_article(words: Words) -> str:
    """A noun phrase with the indefinite article where it takes one."""
    phrase = " ".join(words)
    return phrase if is_mass(phrase) or is_plural(words[-1]) else indefinite(phrase)


def be(subject: Sequence[str]) -> str:
    """`are` for a subject in the plural, else `is`."""
    return "are" if is_plural(subject[-1]) else "is"


def _acts(thing: Thing) -> bool:
    """Whether a thing may do something by itself."""
    called = " ".join(thing.nouns).split()
    return thing.is_a(PERSON, ANIMAL, CONVEYANCE) or any(w.is_machine(noun) for noun in called)


def _is_value(thing: Thing) -> bool:
    """Whether a thing is a number or an amount."""
    return thing.is_a("q") or any(_VALUES.intersection(noun.split()) for noun in thing.nouns)


_VALUES = frozenset({"count", "level", "num", "number", "numb", "quantity", "time", "value"})


def _is_doer(words: Words) -> bool:
    """Whether words name somebody who is somewhere and needs no introduction: `robot`, `lift`."""
    return bool(words) and is_somebody(words[-1])


# --- no argument ----------------------------------------------------------------------------------


def _state_of_all(head: NamedPredicate) -> str | None:
    """`hand-empty`: the hand is empty. `nothing-is-moving`: as it stands."""
    words = head.words
    if "is" in words[1:-1]:
        place = words.index("is")
        subject, state = words[:place], words[place + 1 :]
        if len(state) == 1 and (w.is_state(state[0]) or w.gerund_verb(state[0])):
            if subject in (("nothing",), ("everything",)):
                return " ".join(words)
            return f"the {' '.join(words)}" if w.is_noun_phrase(subject) else None
        return None
    if len(words) > 1 and w.is_state(words[-1]) and w.is_noun_phrase(words[:-1]):
        return f"the {' '.join(words[:-1])} {be(words[:-1])} {words[-1]}"
    if len(words) > 1 and words[0] in _PART_STATES and w.is_noun_phrase(words[1:]):
        return f"the {' '.join(words[1:])} {be(words[1:])} {words[0]}"
    return None


# --- one argument ---------------------------------------------------------------------------------


def _state(head: NamedPredicate) -> str | None:
    """`clear`, `locked`, `boarded`."""
    if len(head.words) != 1 or not w.is_state(head.words[0]):
        return None
    word, thing = head.words[0], head.things[0]
    verb = "has" if w.is_own_doing(word, by_person=walks(thing)) else "is"
    return f"{thing.slot} {verb} {word}"


def _doing(head: NamedPredicate) -> str | None:
    """`moving`: it moves, or, where somebody unspoken does it (`holding ?block`), is moved."""
    lemma = w.gerund_verb(head.words[0]) if len(head.words) == 1 else None
    if lemma is None:
        return None
    slot, acts = head.things[0].slot, _acts(head.things[0])
    if w.takes_none(lemma) and acts:
        return f"{slot} is {head.words[0]}"
    if lemma in HOLDING and not acts:
        return f"{slot} is being {inflect_verb(lemma, 'VBN')}"
    return None


def _kind(head: NamedPredicate) -> str | None:
    """`truck`, `cave-entrance`: what never changes and is a noun says what a thing is."""
    thing = head.things[0]
    if not w.is_noun_phrase(head.words):
        return None
    if w.is_state(head.words[0]) and thing.is_called(head.words[1:]):
        return f"{thing.slot} is {head.words[0]}"
    if not head.static or not _may_be(thing, head.words[-1]):
        return None
    return f"{thing.slot} is {with_article(head.words)}"


def _may_be(thing: Thing, noun: str) -> bool:
    """Whether what a noun names can be what a thing is by its type."""
    if thing.noun == OBJECT or thing.is_called((noun,)):
        return True
    return any(
        thing.is_a(kind) and is_of_kind(noun, kind) for kind in (PERSON, PLACE, CONVEYANCE, DEVICE)
    )


def _named(head: NamedPredicate) -> str | None:
    """After `is`: `(is-depot ?p)`."""
    fits = w.is_noun_phrase(head.words) and not w.is_state(head.words[-1])
    return f"{head.things[0].slot} is {with_article(head.words)}" if fits else None


def _gerund(head: NamedPredicate) -> str | None:
    """After `is`: `(is-moving ?r)`."""
    fits = len(head.words) == 1 and w.gerund_verb(head.words[0])
    return f"{head.things[0].slot} is {head.words[0]}" if fits else None


def _part_state(head: NamedPredicate) -> str | None:
    """`engine-on`, `gripper-empty`: the state of a part, or of the thing that is named."""
    *part, state = head.words
    if not part or not w.is_state(state) or not w.is_noun_phrase(part):
        return None
    thing = head.things[0]
    if thing.is_called(part) or tuple(part) == (thing.noun,):
        return f"{thing.slot} is {state}"
    if _is_value(thing) or state not in _PART_STATES:
        return None
    return f"the {' '.join(part)} of {thing.slot} {be(part)} {state}"


_PART_STATES = frozenset("available closed empty free full locked off open unlocked".split())
"""States of a part, `tank-empty`; others may be the whole's (`talon-playable ?card`), and `on` may
be a preposition (`pancake-on ?plate`)."""


def _someone_at(head: NamedPredicate) -> str | None:
    """`at-robot`, `lift-at`, `gold-at`: what is not among the arguments is somewhere."""
    place = head.things[0]
    if head.words[-1] in w.LOCATIVES:
        preposition, who = head.words[-1], head.words[:-1]
    elif head.words[0] in w.LOCATIVES and (place.noun == OBJECT or place.place):
        preposition, who = head.words[0], head.words[1:]
        if not _is_doer(who):
            return None
    else:
        return None
    if place.is_called(who) or not who or not is_a(who[-1], "noun"):
        return None
    if _is_doer(who) and preposition != "on":
        return f"the {' '.join(who)} is {preposition} {place.slot}"
    if preposition != "at" or not w.is_noun_phrase(who):
        return None
    return f"there is {with_article(who)} {preposition} {place.slot}"


def _somewhere(head: NamedPredicate) -> str | None:
    """`on-table`, `in-storage`, `by-coast`."""
    preposition, *where = head.words
    # More than one word is a name rather than a place: `at_kitchen_bread ?bread`.
    named = len(where) == 1 and w.is_noun_phrase(where)
    fits = preposition in _WHERE and named and not _is_doer(tuple(where))
    # Whether `(at_sample ?place)` puts the sample at the place or the place at it is unknown.
    if not fits or head.things[0].is_called(where) or _may_hold(head.things[0], preposition):
        return None
    return f"{head.things[0].slot} is {preposition} the {' '.join(where)}"


def _may_hold(thing: Thing, preposition: str) -> bool:
    return preposition in w.LOCATIVES and thing.place


_WHERE = w.LOCATIVES | {"near", "by", "behind", "under", "above", "below", "outside"}


def _having(head: NamedPredicate) -> str | None:
    """`has-wharf`."""
    verb, *what = head.words
    if verb not in ("has", "holds", "contains") or not w.is_noun_phrase(what):
        return None
    return f"{head.things[0].slot} {verb} {with_article(tuple(what))}"


def _ability(head: NamedPredicate) -> str | None:
    """`can-fly`: it can, or can be flown."""
    if len(head.words) != 2 or head.words[0] not in MODALS or not w.base_verb(head.words[1]):
        return None
    modal, verb = head.words
    slot = head.things[0].slot
    if _acts(head.things[0]):
        return f"{slot} {modal} {verb}"
    return f"{slot} {modal} be {inflect_verb(verb, 'VBN')}" if w.takes_object(verb) else None


# --- two arguments --------------------------------------------------------------------------------


def _placed(head: NamedPredicate) -> str | None:
    """`on`, `in-city`, `robot-at`: the words beside the preposition name an argument."""
    x, y = head.things
    words = head.words
    if x.place and not y.place:
        return None  # `(at ?place ?thing)`: not the usual order
    if complex_one := w.COMPLEX.get(" ".join(words)):
        return f"{x.slot} is {complex_one} {y.slot}"
    if len(words) == 1 and words[0] in _BETWEEN_TWO:
        return f"{x.slot} is {words[0]} {y.slot}"
    if len(words) > 1 and words[0] in w.LOCATIVES:
        fits = x.is_called(words[1:]) or y.is_called(words[1:])
        return f"{x.slot} is {words[0]} {y.slot}" if fits else None
    if len(words) > 1 and words[-1] in w.LOCATIVES and x.is_called(words[:-1]):
        return f"{x.slot} is {words[-1]} {y.slot}"
    return None


_BETWEEN_TWO = w.LOCATIVES | {"near", "beside"}


def _related(head: NamedPredicate) -> str | None:
    """`connected`, `connected-to`, `connected-by-land`: a state with the preposition it governs."""
    state, *rest = head.words
    if not w.is_state(state) or state in PREPOSITIONS:
        return None
    x, y = head.things
    if head.static and x.noun == y.noun and state not in w.MUTUAL:
        return None  # authors write `(right-of a b)` for either order
    usual = None if _is_value(y) else w.governed(state)
    if len(rest) == 1 and rest[0] in PREPOSITIONS:
        return f"{x.slot} is {state} {rest[0]} {y.slot}"
    if usual and len(rest) > 1 and rest[0] == "by" and w.is_noun_phrase(rest[1:]):
        return f"{x.slot} is {state} {' '.join(rest)} {usual} {y.slot}"
    return f"{x.slot} is {state} {usual} {y.slot}" if usual and not rest else None


def _part_of(head: NamedPredicate) -> str | None:
    """`store-of`, `part-of`: the order of the words is the order of the arguments."""
    *noun, last = head.words
    fits = last == "of" and w.is_noun_phrase(noun) and noun[-1] not in w.WAYS
    return (
        f"{head.things[0].slot} is {with_article(tuple(noun))} of {head.things[1].slot}"
        if fits
        else None
    )


def _verb(head: NamedPredicate) -> str | None:
    """`requires`, `holding`, `has`; a bare verb only where somebody does it to something."""
    *subject, word = head.words
    x, y = head.things
    if subject and not x.is_called(subject):
        return None
    if lemma := w.third_person_verb(word):
        if lemma in _ORDERS and x.noun == y.noun:
            return None  # authors write `(follows a b)` for either order
        if w.takes_none(lemma) and y.place and not w.governed_by_verb(lemma):
            return None  # `(starts run station)`: at it
        transitive = w.takes_object(lemma) or w.governed_by_verb(lemma)
        return f"{x.slot} {word} {w.governed_by_verb(lemma)}{y.slot}" if transitive else None
    if lemma := w.gerund_verb(word):
        fits = w.governed_by_verb(lemma) or (w.takes_object(lemma) and (_acts(x) or not _acts(y)))
        fits = fits and not _is_value(y) and (bool(w.governed_by_verb(lemma)) or not y.place)
        return f"{x.slot} is {word} {w.governed_by_verb(lemma)}{y.slot}" if fits else None
    return None


_ORDERS = frozenset({"follow", "precede", "succeed"})


def _has_named(head: NamedPredicate) -> str | None:
    """`has-type`, `has-key`: the words name the second argument."""
    verb, *what = head.words
    x, y = head.things
    if verb not in ("has", "holds", "contains") or not what or not _shares_noun(what, y):
        return None
    return f"{x.slot} {verb} the {' '.join(what)} {y.slot}"


def _attribute(head: NamedPredicate) -> str | None:
    """`color`, `lock-shape`, `capacity`: the second argument is a value of the first."""
    x, y = head.things
    if not w.is_noun_phrase(head.words) or x.is_called(head.words):
        return None
    nouns = all(is_a(word, "noun") for word in head.words)
    if not nouns or any(map(w.third_person_verb, head.words[:-1])):
        return None  # `reachable-floor` may have several
    if x.noun == y.noun or not _shares_noun(head.words, y) or not head.single:
        return None
    return f"the {' '.join(head.words)} of {x.slot} is {y.slot}"


def _link(head: NamedPredicate) -> str | None:
    """`road`: a way from the first to the second, if some move is along it in that direction."""
    x, y = head.things
    if not head.static or not is_of_kind(head.words[-1], WAY) or not w.is_noun_phrase(head.words):
        return None
    along = any(head.name in ways_of_move(action) for action in head.facts.domain.actions)
    return f"there is {with_article(head.words)} from {x.slot} to {y.slot}" if along else None


def _shares_noun(words: tuple[str, ...] | list[str], thing: Thing) -> bool:
    """Whether a thing's noun has the last of some words, or is of the kind that these name."""
    if any(words[-1] in noun.split() for noun in thing.nouns):
        return True
    return is_of_kind(words[-1], PLACE) and thing.noun != OBJECT and thing.place


PATTERNS: dict[tuple[str, int], tuple[Pattern, ...]] = {
    ("", 0): (_state_of_all,),
    ("", 1): (_someone_at, _somewhere, _state, _doing, _having, _ability, _part_state, _kind),
    ("", 2): (_placed, _related, _part_of, _verb, _has_named, _attribute, _link),
    ("is", 1): (_state, _gerund, _named, _somewhere),
    ("is", 2): (_placed, _related, _part_of, _attribute),
}
"""The patterns for names that open with `is` or not, by the number of arguments."""
