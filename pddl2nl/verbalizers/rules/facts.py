"""What a domain shows about its words without any English: nouns, what changes, who goes where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pddl2nl.english.nouns import noun_phrase, type_noun
from pddl2nl.english.vocabulary import ANIMAL, CONVEYANCE, DEVICE, PERSON, PLACE, is_of_kind
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    Atom,
    Condition,
    Domain,
    Parameter,
    Predicate,
    conjuncts,
    fluents,
    kind_predicates,
    supertypes,
)
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.words import (
    is_noun_phrase,
    is_state,
    names_thing,
    own_words,
    words_of,
)

OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Thing:
    """A parameter of a predicate or an action.

    Args:
        variable: its name, `?x`.
        noun: what it is called: its type, the kind that a precondition asks for, or `object`.
        nouns: everything that it may be called: also wider types and its variable's own name.
        place: whether its noun names a place, by itself or by its use in the domain.
    """

    variable: str
    noun: str
    nouns: frozenset[str]
    place: bool

    @property
    def slot(self) -> str:
        """Its placeholder, `{?x}`."""
        return f"{{{self.variable}}}"

    @property
    def label(self) -> str:
        """The placeholder behind its noun, where it has one: `truck {?t}`."""
        return self.slot if self.noun == OBJECT else f"{self.noun} {self.slot}"

    def is_a(self, *kinds: str) -> bool:
        """Whether its noun names a thing of one of these kinds (`english.vocabulary`)."""
        nouns = self.nouns if self.noun == OBJECT else {self.noun}
        return any(is_of_kind(noun, *kinds) for noun in nouns)

    def is_called(self, words: Iterable[str]) -> bool:
        """Whether words name it, wholly or by the last words of one of its nouns."""
        phrase, joined = " ".join(words), "".join(words)
        return any(
            noun.replace(" ", "") == joined or noun.endswith(f" {phrase}") for noun in self.nouns
        )


@dataclass(frozen=True, slots=True)
class NamingFacts:
    """What can be known about a domain without a problem.

    Args:
        domain: the domain.
        changed: the names of the predicates that some action changes.
        multiple: those of two arguments of which an action adds one and deletes no other.
        kinds: the unary predicates that stand for types: nouns that never change.
        words: the words that it uses by themselves: for types, variables and parts of names.
        nouns: for each predicate (name, arity) the nouns that each argument has by its uses.
        places: the nouns of what other things are at.
        actor: who is somewhere without being an argument, `the robot`; empty for none.
    """

    domain: Domain
    changed: frozenset[str]
    multiple: frozenset[str]
    kinds: frozenset[str]
    words: frozenset[str]
    nouns: Mapping[tuple[str, int], tuple[frozenset[str], ...]]
    places: frozenset[str]
    actor: str


def facts(domain: Domain) -> NamingFacts:
    """Everything the rules want to know about a domain."""
    changing, lasting = fluents(domain), kind_predicates(domain)
    own = own_words(domain)
    kinds = frozenset(
        item.name
        for item in domain.predicates
        if item.name in lasting and _is_kind(item, own, _called_by(item.name, domain))
    )
    nouns = _nouns_by_use(domain, {name: " ".join(_kind_words(name, own)) for name in kinds})
    return NamingFacts(
        domain=domain,
        changed=changing,
        multiple=frozenset(name for action in domain.actions for name in _added_alone(action)),
        kinds=kinds,
        words=own,
        nouns=nouns,
        places=frozenset(
            noun
            for item in domain.predicates
            if (count := len(item.parameters)) in (1, 2) and _has_place_last(item, own)
            for noun in (nouns[item.name, count][-1] | _types(item.parameters[-1]))
        ),
        actor=_actor(domain, own),
    )


def _actor(domain: Domain, own: frozenset[str]) -> str:
    """Who is somewhere without being an argument, if it is only one: `at-robot`, `hero-in`."""
    names = {words_of(p.name, own) for p in domain.predicates if len(p.parameters) == 1}
    found = {who for name in names if {"at", "in"} & set(name) for who in name if is_somebody(who)}
    return f"the {found.pop()}" if len(found) == 1 else ""


def _has_place_last(predicate: Predicate, own: frozenset[str]) -> bool:
    """Whether something is at its last argument: `at ?x ?place`, `robot-in ?place`."""
    words = words_of(predicate.name, own)
    if len(predicate.parameters) == 2:
        return "at" in words
    return words[-1:] == ("at",) or (words[-1:] == ("in",) and is_somebody(words[0]))


def _types(parameter: Parameter) -> frozenset[str]:
    return frozenset(type_noun(kind) for kind in parameter.types if kind != ROOT_TYPE)


def _added_alone(action: ActionSchema) -> Iterator[str]:
    """The predicates of two arguments that an action adds to something without taking one away."""
    deleted = {(e.atom.predicate, e.atom.args[:1]) for e in action.effects if not e.adds}
    for effect in action.effects:
        atom = effect.atom
        if effect.adds and len(atom.args) == 2 and (atom.predicate, atom.args[:1]) not in deleted:
            yield atom.predicate


def _called_by(name: str, domain: Domain) -> frozenset[str]:
    """The variables for which actions ask a predicate."""
    asked = (atom for action in domain.actions for atom in atoms(action.precondition))
    return frozenset(atom.args[0] for atom in asked if atom.predicate == name and atom.args)


def _is_kind(predicate: Predicate, own: frozenset[str], variables: frozenset[str]) -> bool:
    """Whether it is a noun, by the dictionary or since a variable abbreviates it: `judge ?j`."""
    if len(predicate.parameters) != 1:
        return False
    words = _kind_words(predicate.name, own)
    (parameter,) = predicate.parameters
    short = any(is_abbreviated(words, name) for name in variables | {parameter.name})
    stated = words != words_of(predicate.name, own) and short
    known = (is_noun_phrase(words) or short) and not is_state(words[-1])
    return ROOT_TYPE in parameter.types and (known or stated)


def is_abbreviated(words: Sequence[str], variable: str) -> bool:
    """Whether a variable is called by the first letters of a word that can be a noun: `?s`,
    `screw`."""
    own = variable.strip("?0123456789")
    return len(words) == 1 and bool(own) and words[0].startswith(own) and names_thing(words[0])


def _kind_words(name: str, own: frozenset[str]) -> tuple[str, ...]:
    """The noun that a unary predicate may stand for: `is_pan` as `pan`."""
    first, *rest = words_of(name, own) or ("",)
    return tuple(rest) if first == "is" and rest else (first, *rest)


def atoms(condition: Condition) -> Iterator[Atom]:
    """The positive atoms that a condition asks for at its top level."""
    return (part for part in conjuncts(condition) if isinstance(part, Atom))


def things_of_action(action: ActionSchema, known: NamingFacts) -> dict[str, Thing]:
    """The parameters of an action by variable, in order."""
    return {
        item.name: _thing(item, _asked(item, action, known), known) for item in action.parameters
    }


def things_of_predicate(predicate: Predicate, known: NamingFacts) -> tuple[Thing, ...]:
    """The parameters of a predicate."""
    uses = known.nouns[predicate.name, len(predicate.parameters)]
    return tuple(
        _thing(item, nouns, known) for item, nouns in zip(predicate.parameters, uses, strict=True)
    )


def _thing(parameter: Parameter, uses: frozenset[str], known: NamingFacts) -> Thing:
    above = supertypes(known.domain)
    typed = ROOT_TYPE not in parameter.types
    nouns = {type_noun(*parameter.types)} if typed else set(uses)
    wider = {type_noun(up) for kind in parameter.types for up in above.get(kind, ()) if typed}
    own = variable_noun(parameter.name)
    called = nouns | (wider - {OBJECT}) | ({own} if len(own) > 2 else set())
    noun = next(iter(nouns)) if len(nouns) == 1 else OBJECT
    place = bool(nouns & known.places) or is_of_kind(noun, PLACE)
    return Thing(parameter.name, noun, frozenset(called), place)


def variable_noun(variable: str) -> str:
    """The words of a variable's name without the numbers at its end: `?new-card2`, `new card`."""
    return noun_phrase(variable.removeprefix("?").rstrip("0123456789_-"))


def _asked(parameter: Parameter, action: ActionSchema, known: NamingFacts) -> frozenset[str]:
    """The kinds that a precondition asks for by predicates such as `(truck ?t)`."""
    return frozenset(
        " ".join(_kind_words(atom.predicate, known.words))
        for atom in atoms(action.precondition)
        if atom.predicate in known.kinds and atom.args == (parameter.name,)
    )


def _nouns_by_use(
    domain: Domain, kinds: Mapping[str, str]
) -> dict[tuple[str, int], tuple[frozenset[str], ...]]:
    """The kinds of every predicate's untyped arguments, by its use in the actions."""
    found: dict[tuple[str, int], list[set[str]]] = {
        (item.name, len(item.parameters)): [set() for _ in item.parameters]
        for item in domain.predicates
    }
    for action in domain.actions:
        asked = {
            atom.args[0]: kinds[atom.predicate]
            for atom in atoms(action.precondition)
            if atom.predicate in kinds
        }
        typed = {p.name: type_noun(*p.types) for p in action.parameters if ROOT_TYPE not in p.types}
        named = {**typed, **asked}
        for atom in (*atoms(action.precondition), *(effect.atom for effect in action.effects)):
            slots = found.get((atom.predicate, len(atom.args)), [])
            for slot, term in zip(slots, atom.args, strict=False):
                slot.update({named[term]} if term in named else ())
    return {key: tuple(map(frozenset, slots)) for key, slots in found.items()}


HOLD = "hold"
"""In the place of a preposition: the place is what holds the thing."""
HOLDING = frozenset({"hold", "carry", "grasp", "grip", "lift", "wear"})
HAVING = frozenset({"have", "has", "got"})
SOMEBODY = ""
"""In the place of a variable: whoever acts without being an argument."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A thing's being somewhere.

    Args:
        thing: the variable of what is there, or `SOMEBODY`.
        preposition: `at`, `in`, `on`, or `HOLD`.
        place: the variable of where it is; words where that is no parameter.
        who: the noun of `SOMEBODY`, where the predicate has it: `robot`.
    """

    thing: str
    preposition: str
    place: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Moves:
    """The stays that an action ends, begins, and needs without ending them."""

    ended: tuple[Stay, ...]
    begun: tuple[Stay, ...]
    kept: tuple[Stay, ...]

    def movers(self) -> tuple[str, ...]:
        """What changes its place, in the order of the effects."""
        return tuple(dict.fromkeys(stay.thing for stay in (*self.ended, *self.begun)))

    def of(self, thing: str) -> tuple[Stay | None, Stay | None]:
        """Where a thing leaves from and where it comes to; None where unknown or not unique."""
        return _only(s for s in self.ended if s.thing == thing), _only(
            s for s in self.begun if s.thing == thing
        )


def _only(stays: Iterable[Stay]) -> Stay | None:
    found = list(stays)
    if len(found) > 1:  # on a pallet at a place: the closer one says it
        found = [stay for stay in found if stay.preposition != "at"]
    return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Replacement:
    """A fact that an action replaces by one that differs in its last argument alone."""

    predicate: str
    owners: tuple[str, ...]
    old: str
    new: str


def certain(action: ActionSchema) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
    """The atoms that an action adds and those that it deletes, whatever the situation."""
    effects = [e for e in action.effects if e.condition == TRUE and not e.parameters]
    added = tuple(e.atom for e in effects if e.adds)
    return added, tuple(e.atom for e in effects if not e.adds and e.atom not in added)


@dataclass(frozen=True, slots=True)
class Change:
    """An effect that takes place whatever the situation, with the words of its predicate."""

    atom: Atom
    words: tuple[str, ...]
    added: bool


def changes(action: ActionSchema, own: frozenset[str]) -> tuple[Change, ...]:
    """What an action makes true, then what it makes false."""
    added, deleted = certain(action)
    return (
        *(Change(atom, words_of(atom.predicate, own), True) for atom in added),
        *(Change(atom, words_of(atom.predicate, own), False) for atom in deleted),
    )


def moves(action: ActionSchema, things: Mapping[str, Thing], own: frozenset[str]) -> Moves:
    """What an action does to where things are."""
    added, deleted = certain(action)
    needed = [atom for atom in atoms(action.precondition) if atom not in deleted]
    begun = [atom for atom in added if atom not in needed]
    return Moves(*(tuple(_stays(group, things, own)) for group in (deleted, begun, needed)))


def _stays(
    group: Iterable[Atom], things: Mapping[str, Thing], own: frozenset[str]
) -> Iterator[Stay]:
    for atom in group:
        if (stay := stay_of(atom, things, own)) is not None:
            yield stay


def stay_of(atom: Atom, things: Mapping[str, Thing], own: frozenset[str]) -> Stay | None:
    """Where an atom has something be, None where it is about something else."""
    words = words_of(atom.predicate, own)
    match atom.args:
        case (one,):
            return _stay_of_one(words, one, things)
        case (one, other):
            return _stay_of_two(words, one, other, things)
        case _:
            return None


def _stay_of_one(words: tuple[str, ...], one: str, things: Mapping[str, Thing]) -> Stay | None:
    """`at-robot ?place` and `lift-at ?floor` of somebody, `on-table ?block` of the block."""
    if len(words) > 2:
        return None
    named = any(thing.is_called(words[:1]) for thing in things.values())
    if words[-1] == "at" or (words[-1] in w.LOCATIVES and is_somebody(words[0])):
        who = words[0] if is_somebody(words[0]) else ""
        return None if named else Stay(SOMEBODY, words[-1], one, who)
    if len(words) == 2 and words[0] in w.LOCATIVES:
        if is_somebody(words[1]) and (words[0] == "at" or one not in things or things[one].place):
            return Stay(SOMEBODY, words[0], one, words[1])
        return Stay(one, words[0], f"the {words[1]}")
    lemma = w.gerund_verb(words[0]) if len(words) == 1 else None
    return Stay(one, HOLD, "somebody") if lemma in HOLDING or words[0] in HAVING else None


def _stay_of_two(
    words: tuple[str, ...], one: str, other: str, things: Mapping[str, Thing]
) -> Stay | None:
    if locative := next((word for word in words if word in w.LOCATIVES), None):
        return Stay(one, locative, other)
    preposition = w.governed(words[0]) if len(words) == 1 else None
    verb = w.third_person_verb(words[0]) if len(words) == 1 else None
    if verb == "contain":
        return Stay(other, "in", one)
    rests = verb is not None and not w.takes_object(verb)
    if (preposition in w.LOCATIVES or rests) and other in things and things[other].place:
        return Stay(one, preposition or "at", other)
    if len(words) == 1 and _verb_of(words[0]) in HOLDING:
        return _held(one, other, things)
    if words[0] in HAVING and one in things and walks(things[one]):
        return Stay(other, HOLD, one)
    return None


def _verb_of(form: str) -> str | None:
    return w.gerund_verb(form) or w.third_person_verb(form) or (form if w.base_verb(form) else None)


def _held(one: str, other: str, things: Mapping[str, Thing]) -> Stay | None:
    """Which of two things holds the other: the one that can, if it is only one of them."""
    able = [term for term in (one, other) if term in things and can_hold(things[term])]
    if len(able) != 1:
        return None
    return Stay(other if able[0] == one else one, HOLD, able[0])


def can_hold(thing: Thing) -> bool:
    """Whether a thing is somebody or a tool that grips."""
    return thing.is_a(PERSON, ANIMAL, CONVEYANCE, DEVICE) or any(
        is_somebody(noun.split()[-1]) for noun in thing.nouns
    )


def walks(thing: Thing) -> bool:
    """Whether a thing moves by itself where others are moved."""
    return thing.is_a(PERSON, ANIMAL) or thing.is_called(("robot",))


def is_tool(thing: Thing) -> bool:
    """Whether a thing is a device, or grips as a hand does."""
    grips = any(w.is_machine(noun.split()[-1]) for noun in thing.nouns)
    return grips or thing.is_a(DEVICE, CONVEYANCE)


def is_somebody(noun: str) -> bool:
    """Whether a noun names somebody or a machine that acts."""
    return w.is_machine(noun) or is_of_kind(noun, PERSON, ANIMAL, CONVEYANCE)


def ends_of_move(
    action: ActionSchema, things: Mapping[str, Thing], own: frozenset[str]
) -> dict[str, str]:
    """The parameters that the one move of an action leads from and to; none if there are more."""
    found = moves(action, things, own)
    pairs = [found.of(mover) for mover in found.movers()]
    ends = {
        (left.place, reached.place)
        for left, reached in pairs
        if left and reached and HOLD not in (left.preposition, reached.preposition)
    }
    if len(ends) != 1 or len(pairs) != 1:
        return {}
    left, reached = ends.pop()
    return {left: "from", reached: "to"} if {left, reached} <= set(things) else {}


def ways_of_move(action: ActionSchema, known: NamingFacts) -> frozenset[str]:
    """The predicates that must hold of where a move leads from and of where it leads to."""
    things = {item.name: Thing(item.name, OBJECT, frozenset(), False) for item in action.parameters}
    ends = tuple(ends_of_move(action, things, known.words))
    return frozenset(atom.predicate for atom in atoms(action.precondition) if atom.args == ends)


def value_changes(action: ActionSchema) -> tuple[Replacement, ...]:
    """The facts that an action replaces, except for where things are."""
    added, deleted = certain(action)
    return tuple(
        Replacement(old.predicate, old.args[:-1], old.args[-1], new.args[-1])
        for old in deleted
        for new in added
        if old.predicate == new.predicate and old.args[:-1] == new.args[:-1] and old.args
    )
