"""What a domain shows about its words without any English: nouns of arguments, what changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pddl2nl.domain_facts import fluents, kind_predicates
from pddl2nl.english.nouns import noun_phrase, split_name, type_noun
from pddl2nl.english.vocabulary import PLACE, is_of_kind
from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    Atom,
    Condition,
    Domain,
    Parameter,
    Predicate,
    conjuncts,
    supertypes,
)
from pddl2nl.verbalizers.rules.words import is_noun_phrase, is_state

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
        phrase = " ".join(words)
        return any(noun == phrase or noun.endswith(f" {phrase}") for noun in self.nouns)


@dataclass(frozen=True, slots=True)
class NamingFacts:
    """What can be known about a domain without a problem.

    Args:
        domain: the domain.
        changed: the names of the predicates that some action changes.
        multiple: those of two arguments of which an action adds one and deletes no other.
        kinds: the unary predicates that stand for types: nouns that never change.
        nouns: for each predicate (name, arity) the nouns that each argument has by its uses.
        places: the nouns of what other things are at.
    """

    domain: Domain
    changed: frozenset[str]
    multiple: frozenset[str]
    kinds: frozenset[str]
    nouns: Mapping[tuple[str, int], tuple[frozenset[str], ...]]
    places: frozenset[str]


def facts(domain: Domain) -> NamingFacts:
    """Everything the rules want to know about a domain."""
    changing, lasting = fluents(domain), kind_predicates(domain)
    kinds = frozenset(
        item.name for item in domain.predicates if item.name in lasting and _is_kind(item)
    )
    nouns = _nouns_by_use(domain, kinds)
    return NamingFacts(
        domain=domain,
        changed=changing,
        multiple=frozenset(name for action in domain.actions for name in _added_alone(action)),
        kinds=kinds,
        nouns=nouns,
        places=frozenset(
            noun
            for item in domain.predicates
            if len(item.parameters) == 2 and "at" in split_name(item.name)
            for noun in (nouns[item.name, 2][1] | _types(item.parameters[1]))
        ),
    )


def _types(parameter: Parameter) -> frozenset[str]:
    return frozenset(type_noun(kind) for kind in parameter.types if kind != ROOT_TYPE)


def _added_alone(action: ActionSchema) -> Iterator[str]:
    """The predicates of two arguments that an action adds to something without taking one away."""
    deleted = {(e.atom.predicate, e.atom.args[:1]) for e in action.effects if not e.adds}
    for effect in action.effects:
        atom = effect.atom
        if effect.adds and len(atom.args) == 2 and (atom.predicate, atom.args[:1]) not in deleted:
            yield atom.predicate


def _is_kind(predicate: Predicate) -> bool:
    if len(predicate.parameters) != 1:
        return False
    words = tuple(noun_phrase(predicate.name).split())
    known = is_noun_phrase(words) and not is_state(words[-1])
    return ROOT_TYPE in predicate.parameters[0].types and known


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
        noun_phrase(atom.predicate)
        for atom in atoms(action.precondition)
        if atom.predicate in known.kinds and atom.args == (parameter.name,)
    )


def _nouns_by_use(
    domain: Domain, kinds: frozenset[str]
) -> dict[tuple[str, int], tuple[frozenset[str], ...]]:
    """The kinds of every predicate's untyped arguments, by its use in the actions."""
    found: dict[tuple[str, int], list[set[str]]] = {
        (item.name, len(item.parameters)): [set() for _ in item.parameters]
        for item in domain.predicates
    }
    for action in domain.actions:
        asked = {
            atom.args[0]: noun_phrase(atom.predicate)
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
