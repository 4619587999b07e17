"""Names of predicates that are clauses: a subject, a core and a complement.

The core is a state (`clear`), a verb (`holds`, `waiting`) or a preposition (`at`), with what
belongs to it. Subject and complement name an argument (`truck-at ?t`), something that is none
(`hand-empty`), or nothing: then the next argument takes the place. What leaves a word or an
argument over is no reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pddl2nl.english.nouns import is_mass
from pddl2nl.english.vocabulary import (
    ANIMAL,
    DEVICE,
    PARTICLES,
    PERSON,
    PLACE,
    PREPOSITIONS,
    inflect_verb,
    is_a,
    is_of_kind,
    is_plural,
)
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.facts import (
    OBJECT,
    NamingFacts,
    Thing,
    acts,
    is_abbreviated,
    is_somebody,
    is_value,
    walks,
)
from pddl2nl.verbalizers.rules.moves import HOLDING, POSTURES
from pddl2nl.verbalizers.rules.words import Words, with_article


@dataclass(frozen=True, slots=True)
class NamedPredicate:
    """A predicate whose name the patterns turn into a clause.

    Args:
        name: the predicate's name.
        words: what is still to be accounted for.
        things: its arguments.
        static: whether no action changes it.
        facts: what is known of its domain.
    """

    name: str
    words: Words
    things: tuple[Thing, ...]
    static: bool
    facts: NamingFacts

    @property
    def bare(self) -> Words:
        """The words behind `is`."""
        return self.words[1:] if self.words[0] == "is" and len(self.words) > 1 else self.words


def be(subject: Sequence[str]) -> str:
    """`are` for a subject in the plural, else `is`."""
    return "are" if is_plural(subject[-1]) else "is"


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


def sentence(head: NamedPredicate) -> str | None:
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
            core = core_of(words[start:end], changes=len(words) == 1 and not head.static)
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
    named = next((thing for thing in left if thing.is_called(words)), None)
    if named is not None:
        left.remove(named)
    return named


def core_of(words: Words, *, changes: bool) -> _Core | None:
    """What words say of a subject; what changes is no kind, so `sterile` is an adjective."""
    if words[0] in ("is", "are"):
        inner = core_of(words[1:], changes=changes) if len(words) > 1 else None
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
    stated = w.is_state(first) or (changes and w.is_quality(first))
    if stated and (first not in w.LOCATIVES or not rest):
        return _Core("state", first, preposition)
    if lemma := w.third_person_verb(first):
        return _Core("verb", first, preposition or w.governed_by_verb(lemma).strip())
    if lemma := w.gerund_verb(first):
        return _Core("doing", first, preposition or w.governed_by_verb(lemma).strip())
    return None


_WHERE = w.LOCATIVES | {"near", "by", "behind", "under", "above", "below", "outside"}
_BARE = frozenset(
    "bail bed bloom board call custody danger debt duty fire flight foot hold holiday home"
    " jail leave loan love orbit order pain parole place play prison progress reach repair"
    " sale schedule season service shift sight stock storage strike time transit trial tune"
    " use vacation view".split()
)


_WITHOUT_PLACE = {"beside", "for"}
_BETWEEN_TWO = w.LOCATIVES | {"near", "beside", "for"}


def _worded(head: NamedPredicate, reading: _Reading) -> str | None:
    """The clause of a reading, None where the arguments cannot bear it."""
    if reading.left or not all(map(names_something, (reading.noun, reading.fixed))):
        return None
    if reading.subject is None:
        return _of_the_unnamed(head, reading)
    word = _WORDINGS[reading.core.form](head, reading, reading.subject)
    return word and f"{reading.subject.slot} {word}"


def names_something(words: Words) -> bool:
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
    """`hand-empty`, `robot-at ?x`, `boulder-at ?x`, `tank-full ?x`, `arm-has ?x`."""
    core, noun, thing = reading.core, reading.noun, reading.complement
    the_noun, doer = f"the {' '.join(noun)}", is_doer(noun)
    if noun == ("nothing",):
        the_noun = "nothing"
    if not noun or not (w.is_noun_phrase(noun) or w.is_machine(noun[-1])):
        return None
    if thing is None:
        going = core.form == "doing" and (doer or core.stated or is_of_kind(noun[-1], DEVICE))
        plain = (core.form == "state" or going) and not core.preposition
        plain = plain or core.predicate.split() == ["is", "on"]
        return f"{the_noun} {be(noun)} {core.word or 'on'}" if plain and not reading.fixed else None
    if core.form == "place" and core.preposition in w.LOCATIVES - {"on"}:
        there = the_noun if doer else f"there {be(noun)} {with_article(noun)}"
        return f"{there} {'is ' if doer else ''}{core.preposition} {thing.slot}"
    compound = noun[-1] in w.COMPARED or core.word == "less"  # `bone-dry ?clay`
    compound = compound or (core.word == "free" and is_mass(noun[-1]))  # `dust-free ?room`
    if core.form == "state" and not core.preposition and not is_value(thing) and not compound:
        plain = _is_plain(core.word) and w.names_value(noun) and not w.gerund_verb(noun[-1])
        done = not thing.place and _is_done(head, noun, core)
        fits = core.word in PART_STATES or plain or done
        whose = "in" if w.located("at", thing.noun) == "in" else "of"
        return f"{the_noun} {whose} {thing.slot} {be(noun)} {core.word}" if fits else None
    fits = doer and core.form == "verb" and _transitive(core)
    return f"{the_noun} {core.predicate} {thing.slot}" if fits else None


def _is_plain(word: str) -> bool:
    """Whether a state is an adjective that does not speak of what may be done: `tight`."""
    return not (w.participle_verb(word) or word in w.WAYS or word.endswith(("able", "ible")))


def _is_done(head: NamedPredicate, noun: Words, core: _Core) -> bool:
    """Whether an action of the same words brings it about: `check-vitals`, `vitals-checked`."""
    lemma = w.participle_verb(core.word)
    if w.may_be_short(noun[-1]):
        return False
    return any(
        lemma in (words := w.words_of(action.name, head.facts.words)) and noun[-1] in words
        for action in head.facts.domain.actions
    )


def is_doer(words: Words) -> bool:
    """Whether words name somebody who is somewhere and needs no introduction: `robot`, `lift`."""
    return bool(words) and is_somebody(words[-1])


PART_STATES = frozenset("available closed empty free full locked off open unlocked".split())
"""States of a part, `tank-empty`; others may be the whole's (`talon-playable ?card`)."""


def _state(head: NamedPredicate, reading: _Reading, x: Thing) -> str | None:
    """`clear`, `connected ?x ?y`, `parked-at ?x ?y`, `flown-in ?x`."""
    core, y = reading.core, reading.complement
    lemma = w.participle_verb(core.word)
    own = acts(x) and w.is_own_doing(core.word, by_person=walks(x))
    if core.preposition == "with" and w.verb_of(core.word) == core.word:
        return None  # `open-with ?x ?key` is what it can be opened with
    if y is None and not reading.fixed:
        if core.preposition:
            return core.predicate if core.preposition in PARTICLES else None
        noun = head.static and x.noun == OBJECT and is_abbreviated(head.words, x.variable)
        if noun or x.is_called((lemma or "",)):
            return None  # `good ?g`, `docked ?dock`
        if x.place and (w.governed(core.word) in w.LOCATIVES or w.gerund_verb(core.word)):
            return None  # `moored ?harbour`, `burning ?place`: who or what is?
        person = x.is_a(PERSON) or (x.is_a(ANIMAL) and w.takes_none(lemma or ""))
        if lemma and not own and person and not w.is_quality(core.word):
            return None  # `recorded ?patient`, `paid ?guest`: did they, or was it done to them?
        alone = lemma is not None and not w.takes_object(lemma) and lemma not in head.facts.verbs
        able = alone or acts(x) or x.noun == OBJECT
        own = able and w.is_own_doing(core.word, by_person=walks(x))
        return f"{'has' if own else 'is'} {core.word}"
    if own and core.preposition:
        return f"has {core.word} {core.preposition} {_complement(reading)}"
    if own and y is not None and w.takes_object(lemma or ""):
        return f"has {core.word} {y.slot}"
    thing = None if reading.fixed or (y is not None and is_value(y)) else y
    usual = w.governed_at(core.word, thing.noun) if thing else None
    if usual == "with" and y is not None and y.place and not x.place:
        usual = w.located("at", y.noun)  # `stocked ?glaze ?room` is where, not with what
    packed = core.word in _DONE_TO_THINGS and x.is_a(PERSON)  # `packed ?worker ?box`: who did it?
    preposition = core.preposition or (None if packed else usual)
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
    if core.preposition == "at" and x.is_a(PLACE):
        return None
    if x.is_called(where):
        return None  # no hive is at the hive
    return f"{core.predicate} {where[0] if where[0] in _BARE else f'the {where[0]}'}"


def _verb(head: NamedPredicate, reading: _Reading, x: Thing) -> str | None:
    """`requires ?x ?y`, `has-key ?x ?y`, `wants-coffee ?x`, `lies ?x ?y`."""
    core, y = reading.core, reading.complement
    lemma = w.third_person_verb(core.word)
    if lemma is None or (y is not None and lemma in _ORDERS and x.noun == y.noun):
        return None  # authors write `(follows a b)` for either order
    bare = y is not None and not core.preposition
    if bare and lemma in _OF_STAYING:
        return None  # `(waits passenger stop)`: at it, and not for it
    if bare and lemma in _OF_MINDS | POSTURES and x.noun != OBJECT and not acts(x):
        return None  # `(hangs picture hook)`: on it
    if reading.fixed:
        own = x.is_called(reading.fixed)  # no lantern has a lantern
        phrase = f"{core.predicate} {with_article(reading.fixed)}"
        return phrase if _transitive(core) and not own else None
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


_OF_MINDS = frozenset({"ask", "believe", "know", "see", "teach", "tell", "want"})
_DONE_TO_THINGS = frozenset(
    "buried coated glazed hidden packed planted stacked stored wrapped".split()
)
"""Participles of what a person does to a thing, and hardly ever of a person."""
_OF_STAYING = frozenset({"run", "sleep", "swim", "wait", "wander"})
"""Verbs that dictionaries give an object, and that have none where they say where somebody is."""
_ORDERS = frozenset({"follow", "precede", "succeed"})


def _doing(head: NamedPredicate, reading: _Reading, x: Thing) -> str | None:
    """`moving`, `holding`: who can do it does it; to what cannot, it is done."""
    core, y = reading.core, reading.complement
    lemma = w.gerund_verb(core.word) or ""
    if y is None and not reading.fixed:
        alone = w.takes_none(lemma) and acts(x)
        quality = w.is_quality(core.word) and not x.place
        if core.stated or len(head.words) > 1 or alone or quality:
            return core.predicate
        held = lemma in HOLDING and not acts(x)
        return f"is being {inflect_verb(lemma, 'VBN')}" if held else None
    if y is None or is_value(y):
        return None
    fits = core.preposition or (
        w.takes_object(lemma) and (acts(x) or not acts(y)) and (not y.place or lemma in HOLDING)
    )
    return f"{core.predicate} {y.slot}" if fits else None


_WORDINGS: dict[str, Callable[[NamedPredicate, _Reading, Thing], str | None]] = {
    "state": _state,
    "place": _place,
    "verb": _verb,
    "doing": _doing,
}
