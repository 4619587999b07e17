"""Clauses for predicates whose whole name reads as English with its arguments.

A name is read as a clause of its own: a subject, a core and a complement. The core is a state
(`clear`), a verb (`holds`, `waiting`) or a preposition (`at`), with what belongs to it. Subject and
complement name an argument (`truck-at ?t`), something that is none (`hand-empty`), or nothing: then
the next argument takes the place. What leaves a word or an argument over is no reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pddl2nl.english.negation import negate
from pddl2nl.english.nouns import is_mass
from pddl2nl.english.vocabulary import (
    ANIMAL,
    CONVEYANCE,
    DEVICE,
    MODALS,
    PARTICLES,
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
    certain,
    is_abbreviated,
    is_somebody,
    things_of_predicate,
    value_changes,
    walks,
    ways_of_move,
)
from pddl2nl.verbalizers.rules.words import Words, with_article


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

    @property
    def bare(self) -> Words:
        """The words behind `is`."""
        return self.words[1:] if self.words[0] == "is" and len(self.words) > 1 else self.words


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
    return _clause(head) if head.words else None


def _clause(head: NamedPredicate) -> str | None:
    first, *rest = head.words
    if first in ("not", "non") and rest:
        known = {w.words_of(each.name, head.facts.words) for each in head.facts.domain.predicates}
        alone = head.static or tuple(rest) not in known
        positive = _clause(replace(head, words=tuple(rest))) if alone else None
        return negate(positive) if positive else None
    return next((text for pattern in _PATTERNS if (text := pattern(head))), None)


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


# --- a clause: subject, core, complement ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Core:
    """What a clause says of its subject.

    Args:
        form: `state`, `place`, `verb` or `doing`.
        word: the state, verb or gerund; the preposition of a place.
        preposition: what stands before the complement, empty for none.
        stated: whether the name has `is`.
    """

    form: str
    word: str
    preposition: str = ""
    stated: bool = False

    @property
    def predicate(self) -> str:
        """The words of the clause behind its subject and before its complement."""
        verb = () if self.form == "verb" else ("is",)
        return " ".join(filter(None, (*verb, self.word, self.preposition)))


@dataclass(frozen=True, slots=True)
class _Reading:
    """A name taken apart; `noun` is of what is no argument."""

    core: _Core
    subject: Thing | None
    noun: Words
    complement: Thing | None
    fixed: Words
    left: tuple[Thing, ...]


def _sentence(head: NamedPredicate) -> str | None:
    """The first reading of a name as a clause that leaves no word and no argument over."""
    if head.name in head.facts.kinds and head.bare != head.words:
        return None
    for reading in _readings(head):
        if text := _worded(head, reading):
            return text
    return None


def _readings(head: NamedPredicate) -> Iterator[_Reading]:
    words = head.words
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            core = _core(words[start:end])
            if core is not None:
                yield _reading(core, words[:start], words[end:], head.things)


def _reading(core: _Core, before: Words, after: Words, things: tuple[Thing, ...]) -> _Reading:
    left = list(things)
    subject = _take(left, before) if before else (left.pop(0) if left else None)
    if after and len(left) == 1 and subject is not None and subject.is_called(after):
        after = ()  # `at-lander ?lander ?spot`
    complement = _take(left, after) if after else (left.pop(0) if left else None)
    return _Reading(
        core,
        subject,
        before if before and subject is None else (),
        complement,
        after if after and complement is None else (),
        tuple(left),
    )


def _take(left: list[Thing], words: Words) -> Thing | None:
    named = next((thing for thing in left if thing.is_called(words)), None) or next(
        (each for each in left if each.noun == OBJECT and is_abbreviated(words, each.variable)),
        None,
    )
    if named is not None:
        left.remove(named)
    return named


def _core(words: Words) -> _Core | None:
    if words[0] in ("is", "are"):
        inner = _core(words[1:]) if len(words) > 1 else None
        usable = inner is not None and inner.form != "verb" and not inner.stated
        return replace(inner, stated=True) if usable and inner else None
    if (complex_one := w.COMPLEX.get(" ".join(words))) or (
        len(words) == 1 and words[0] in _WHERE | _WITHOUT_PLACE
    ):
        return _Core("place", "", complex_one or words[0])
    first, *rest = words
    if len(rest) > 1 or (rest and rest[0] not in PREPOSITIONS | {"as"}):
        return None
    preposition = "".join(rest)
    if w.is_state(first) and (first not in w.LOCATIVES or not rest):
        return _Core("state", first, preposition)
    if lemma := w.third_person_verb(first):
        return _Core("verb", first, preposition or w.governed_by_verb(lemma).strip())
    if lemma := w.gerund_verb(first):
        return _Core("doing", first, preposition or w.governed_by_verb(lemma).strip())
    return None


_WHERE = w.LOCATIVES | {"near", "by", "behind", "under", "above", "below", "outside"}
_BARE = frozenset(
    "bed danger order pain place play progress sale service stock storage transit use".split()
)
_WITHOUT_PLACE = {"beside", "for"}
_BETWEEN_TWO = w.LOCATIVES | {"near", "beside", "for"}


def _worded(head: NamedPredicate, reading: _Reading) -> str | None:
    """The clause of a reading, None where the arguments cannot bear it."""
    if reading.left or not all(map(_names_something, (reading.noun, reading.fixed))):
        return None
    if reading.subject is None:
        return _of_the_unnamed(head, reading)
    word = _WORDINGS[reading.core.form](head, reading, reading.subject)
    return word and f"{reading.subject.slot} {word}"


def _names_something(words: Words) -> bool:
    """Whether words can be a noun phrase in a place where only a noun phrase can stand."""
    return not words or (
        words[-1] not in PREPOSITIONS
        and (w.is_noun(words[-1]) or w.names_thing(words[-1]))
        and all(w.names_thing(word) or is_a(word, "adj") or w.is_state(word) for word in words[:-1])
    )


def _complement(reading: _Reading) -> str:
    """The words behind the core: `{?y}`, `the table`."""
    if reading.complement is not None:
        return reading.complement.slot
    preposition, what = reading.core.preposition, " ".join(reading.fixed)
    bare = preposition == "for" or (preposition not in w.LOCATIVES and is_mass(what))
    return " ".join(reading.fixed) if bare else f"the {' '.join(reading.fixed)}"


def _of_the_unnamed(head: NamedPredicate, reading: _Reading) -> str | None:
    """`hand-empty`, `robot-at ?x`, `engines-on ?x`, `boulder-at ?x`, `arm-has ?x`."""
    core, noun, thing = reading.core, reading.noun, reading.complement
    the_noun, doer = f"the {' '.join(noun)}", _is_doer(noun)
    if noun in (("you",), ("i",)):
        return f"I am {core.preposition} {thing.slot}" if thing and core.form == "place" else None
    if not noun or not (w.is_noun_phrase(noun) or w.is_machine(noun[-1])):
        return None
    if thing is None:
        going = core.form == "doing" and (core.stated or is_plural(noun[-1]) or doer)
        plain = (core.form == "state" or going) and not core.preposition
        plain = plain or core.predicate.split() == ["is", "on"]
        word = core.word or "on"
        return f"{the_noun} {be(noun)} {word}" if plain and not reading.fixed else None
    if core.form == "place":
        if core.preposition == "on":
            return None  # `engine-on ?car`, `pancake-on ?plate`
        if doer and core.preposition in w.LOCATIVES:
            return f"{the_noun} is {core.preposition} {thing.slot}"
        fits = core.preposition in w.LOCATIVES or " " in core.preposition
        there = f"there {be(noun)} {with_article(noun)}"
        return f"{there} {core.preposition} {thing.slot}" if fits else None
    if core.form == "state" and not core.preposition:
        fits = not _is_value(thing) and (core.word in _PART_STATES or _is_done(head, noun, core))
        return f"{the_noun} of {thing.slot} {be(noun)} {core.word}" if fits else None
    if doer and core.form == "verb" and _transitive(core):
        return f"{the_noun} {core.predicate} {thing.slot}"
    return None


def _is_done(head: NamedPredicate, noun: Words, core: _Core) -> bool:
    """Whether an action of the same words brings it about: `check-vitals`, `vitals-checked`."""
    lemma = w.participle_verb(core.word)
    return any(
        lemma in (words := w.words_of(action.name, head.facts.words)) and noun[-1] in words
        for action in head.facts.domain.actions
    )


def _is_doer(words: Words) -> bool:
    """Whether words name somebody who is somewhere and needs no introduction: `robot`, `lift`."""
    return bool(words) and is_somebody(words[-1])


_PART_STATES = frozenset("available closed empty free full locked off open unlocked".split())
"""States of a part, `tank-empty`; others may be the whole's (`talon-playable ?card`)."""


def _state(head: NamedPredicate, reading: _Reading, x: Thing) -> str | None:
    """`clear`, `connected ?x ?y`, `parked-at ?x ?y`, `flown-in ?x`."""
    core, y = reading.core, reading.complement
    if y is None and not reading.fixed:
        if core.preposition:
            return core.predicate if core.preposition in PARTICLES else None
        able = _acts(x) or x.noun == OBJECT
        verb = "has" if able and w.is_own_doing(core.word, by_person=walks(x)) else "is"
        return f"{verb} {core.word}"
    own = w.is_own_doing(core.word, by_person=walks(x)) and _acts(x)
    if own and core.preposition and (y is not None or reading.fixed):
        return f"has {core.word} {core.preposition} {_complement(reading)}"
    if own and y is not None and w.takes_object(w.participle_verb(core.word) or ""):
        return f"has {core.word} {y.slot}"
    usual = None if y is not None and _is_value(y) else w.governed(core.word)
    preposition = core.preposition or (usual if y is not None and not reading.fixed else None)
    if preposition is None or preposition in PARTICLES - w.LOCATIVES:
        return None
    if y is not None and head.static and x.noun == y.noun and core.word not in w.MUTUAL:
        return None  # authors write `(right-of a b)` for either order
    return f"{replace(core, preposition=preposition).predicate} {_complement(reading)}"


def _place(head: NamedPredicate, reading: _Reading, x: Thing) -> str | None:
    """`on`, `in-city`, `truck-at`, `on-table`; `at ?x` alone of who moves from place to place."""
    core, y = reading.core, reading.complement
    if y is not None:
        known = core.preposition in _BETWEEN_TWO or " " in core.preposition
        named = y.is_called(head.words[-1:]) or x.is_called(head.words[:1])
        turned = x.place and not y.place and not named  # `(at ?place ?thing)` is unusual
        return f"{core.predicate} {y.slot}" if known and not turned else None
    where = reading.fixed
    if not where or core.preposition not in _WHERE:
        return None
    # More than one word is a name rather than a place: `at_kitchen_bread ?bread`. Whether
    # `(at_sample ?place)` puts the sample at the place or the place at it is unknown.
    if len(where) > 1 or is_of_kind(where[-1], PERSON, ANIMAL) or w.is_machine(where[-1]):
        return None
    if core.preposition in w.LOCATIVES and x.is_a(PLACE) and core.preposition == "at":
        return None
    return f"{core.predicate} {where[0] if where[0] in _BARE else f'the {where[0]}'}"


def _verb(head: NamedPredicate, reading: _Reading, x: Thing) -> str | None:
    """`requires ?x ?y`, `has-key ?x ?y`, `wants-coffee ?x`, `lies ?x ?y`."""
    core, y = reading.core, reading.complement
    lemma = w.third_person_verb(core.word)
    if lemma is None or (y is not None and lemma in _ORDERS and x.noun == y.noun):
        return None  # authors write `(follows a b)` for either order
    if lemma in _OF_MINDS and x.noun != OBJECT and not _acts(x):
        return None
    if reading.fixed:
        return f"{core.predicate} {with_article(reading.fixed)}" if _transitive(core) else None
    if y is None:
        return None
    stated = y.is_called(head.words[-1:])
    if not (core.preposition or stated) and y.place and w.takes_none(lemma) and x.noun != y.noun:
        return f"{core.word} at {y.slot}" if not w.takes_object(lemma) else None
    if not _transitive(core):
        return None
    return f"{core.predicate} {_with_own_noun(head, core, y)}"


def _with_own_noun(head: NamedPredicate, core: _Core, thing: Thing) -> str:
    """`the colour {?c}` where the name has the noun behind its verb."""
    end = head.words.index(core.word) + 1
    noun = [word for word in head.words[end:] if word not in PREPOSITIONS]
    return f"the {' '.join(noun)} {thing.slot}" if noun else thing.slot


def _transitive(core: _Core) -> bool:
    lemma = w.third_person_verb(core.word) or w.gerund_verb(core.word)
    return bool(core.preposition) or (lemma is not None and w.takes_object(lemma))


_OF_MINDS = frozenset({"believe", "know", "see", "want"})
_ORDERS = frozenset({"follow", "precede", "succeed"})


def _doing(head: NamedPredicate, reading: _Reading, x: Thing) -> str | None:
    """`moving`, `holding`: who can do it does it; to what cannot, it is done."""
    core, y = reading.core, reading.complement
    lemma = w.gerund_verb(core.word) or ""
    if y is None and not reading.fixed:
        if core.stated or len(head.words) > 1 or (w.takes_none(lemma) and _acts(x)):
            return core.predicate
        held = lemma in HOLDING and not _acts(x)
        return f"is being {inflect_verb(lemma, 'VBN')}" if held else None
    if y is None or _is_value(y):
        return None
    fits = core.preposition or (
        w.takes_object(lemma) and (_acts(x) or not _acts(y)) and (not y.place or lemma in HOLDING)
    )
    return f"{core.predicate} {y.slot}" if fits else None


_WORDINGS: dict[str, Callable[[NamedPredicate, _Reading, Thing], str | None]] = {
    "state": _state,
    "place": _place,
    "verb": _verb,
    "doing": _doing,
}


# --- names that are no clause ---------------------------------------------------------------------


def _state_of_all(head: NamedPredicate) -> str | None:
    """`nothing-is-moving`: as it stands. `empty-ferry`: the ferry is empty. `wearing-suit`."""
    first, *rest = head.words
    if head.things or not rest:
        return None
    if (lemma := w.gerund_verb(first)) and w.takes_object(lemma) and w.is_noun_phrase(rest):
        return f"I am {first} {with_article(tuple(rest))}"
    if first == "have" and w.is_noun_phrase(rest):
        return f"I have {with_article(tuple(rest))}"
    if first in ("nothing", "everything") and _core(tuple(rest)):
        return " ".join(head.words if "is" in rest else (first, "is", *rest))
    fits = first in _PART_STATES and w.is_noun_phrase(rest)
    return f"the {' '.join(rest)} {be(rest)} {first}" if fits else None


def _somebody_is(head: NamedPredicate) -> str | None:
    """`at ?x` where an action takes it from one and gives it to another: I am there."""
    if len(head.things) != 1:
        return None
    thing, (first, *rest) = head.things[0], head.words
    who = head.facts.actor or "I"
    if first in ("have", "got") and not head.static and (not rest or thing.is_called(rest)):
        return f"{who} {'have' if who == 'I' else 'has'} {thing.slot}"
    if rest:
        return None
    machines = any(map(w.is_machine, head.facts.words - {"hand", "arm"}))
    if w.gerund_verb(first) in HOLDING and not machines and not _acts(thing):
        return f"{who} {'am' if who == 'I' else 'is'} {first} {thing.slot}"
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
    if len(head.things) != 1 or preposition not in w.LOCATIVES or not _is_doer(tuple(who)):
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
    return any(
        thing.is_a(kind) and is_of_kind(noun, kind) for kind in (PERSON, PLACE, CONVEYANCE, DEVICE)
    )


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
        fits = _acts(head.things[0]) and w.takes_object(verb)
        return f"{slot} {modal} {verb} {head.things[1].slot}" if fits else None
    if _acts(head.things[0]):
        return f"{slot} {modal} {verb}"
    return f"{slot} {modal} be {inflect_verb(verb, 'VBN')}" if w.takes_object(verb) else None


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
    _sentence,
    _lacking,
    _there_is,
    _ability,
    _kind,
    _joined_by,
    _part_of,
    _attribute,
    _link,
)
