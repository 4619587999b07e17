"""Kinds without types: predicates of one argument that never change, such as `(truck ?t)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pddl2nl.english import indefinite, type_noun
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    And,
    Atom,
    Condition,
    Domain,
    Object,
    Parameter,
    Problem,
    Type,
    atoms_of,
    conjuncts,
    is_variable,
    kind_predicates,
    simplified,
)


@dataclass(frozen=True, slots=True)
class KindsAsTypes:
    """A domain in which some predicates become kinds of objects instead of facts.

    Args:
        domain: the domain with a type for each such predicate, and no fact or condition of it.
        nouns: the names of these predicates, and of the types that stand for them.
    """

    domain: Domain
    nouns: Mapping[str, str]

    def problem(self, problem: Problem) -> Problem:
        """A problem of the original domain, in this domain."""
        if not self.nouns:
            return problem
        kinds: dict[str, list[str]] = {}
        for atom in problem.init:
            if atom.predicate in self.nouns:
                kinds.setdefault(atom.args[0], []).append(self.nouns[atom.predicate])
        members = Counter(kind for several in kinds.values() for kind in several)
        objects = (
            # The rarest kind first: it says the most, and the object is named after it.
            Object(item.name, tuple(sorted(kinds[item.name], key=lambda kind: members[kind])))
            if item.name in kinds
            else item
            for item in problem.objects
        )
        return replace(
            problem,
            domain=self.domain,
            objects=tuple(objects),
            init=tuple(self.facts(problem.init)),
        )

    def facts(self, facts: Iterable[Atom]) -> Iterator[Atom]:
        """The facts that remain facts."""
        return (atom for atom in facts if atom.predicate not in self.nouns)


def kinds_as_types(domain: Domain, lexicon: Lexicon) -> KindsAsTypes:
    """Make types of the predicates that an untyped domain has in their place.

    A predicate is one of these if its snippet says "{?x} is a truck", if it never changes, and if
    it stands nowhere but among the conditions on an action's parameters, one for each at most.
    """
    nouns = {} if domain.typed or domain.constants else dict(_nouns(domain, lexicon))
    while nouns:
        spoilt = {name for name in nouns if not all(_plainly_used(name, domain))}
        spoilt |= set(_in_competition(domain, nouns)) | set(_misleading(domain, lexicon, nouns))
        if not spoilt:
            break
        nouns = {name: noun for name, noun in nouns.items() if name not in spoilt}
    if not nouns:
        return KindsAsTypes(domain, {})
    typed = replace(
        domain,
        types=tuple(Type(noun) for noun in nouns.values()),
        predicates=tuple(item for item in domain.predicates if item.name not in nouns),
        actions=tuple(_typed(schema, nouns) for schema in domain.actions),
    )
    return KindsAsTypes(typed, nouns)


def _nouns(domain: Domain, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """The predicates that may be kinds, and names for their types that give the same nouns."""
    overloaded = Counter(item.name for item in domain.predicates)
    candidates = set(kind_predicates(domain))
    taken: set[str] = set()
    for item in domain.predicates:
        if item.name not in candidates or overloaded[item.name] > 1:
            continue
        snippet = lexicon.predicates[item.name]
        before, _, noun = snippet.partition(" is ")
        name = noun.partition(" ")[2].replace(" ", "-")
        fits = before == f"{{{item.parameters[0].name}}}" and name not in ("", ROOT_TYPE, *taken)
        if fits and noun == indefinite(type_noun(name)):
            taken.add(name)
            yield item.name, name


def _plainly_used(name: str, domain: Domain) -> Iterator[bool]:
    """Whether each use of a predicate in a domain is a condition on a parameter of an action."""
    for schema in domain.actions:
        parameters = {item.name for item in schema.parameters}
        for part in conjuncts(simplified(schema.precondition)):
            if isinstance(part, Atom):
                yield part.predicate != name or part.args[0] in parameters
            else:
                yield all(atom.predicate != name for atom in atoms_of(part))
        conditions: list[Condition] = [effect.condition for effect in schema.effects]
        yield all(atom.predicate != name for each in conditions for atom in atoms_of(each))
    rules = (atom for axiom in domain.axioms for atom in atoms_of(axiom.condition))
    yield all(atom.predicate != name for atom in rules)


def _in_competition(domain: Domain, nouns: Mapping[str, str]) -> Iterator[str]:
    """The predicates that speak of a parameter for which another one says the kind already."""
    for schema in domain.actions:
        kind_of: dict[str, str] = {}
        for atom in _kind_atoms(schema, nouns):
            if kind_of.setdefault(atom.args[0], atom.predicate) != atom.predicate:
                yield atom.predicate
                return


def _misleading(domain: Domain, lexicon: Lexicon, nouns: Mapping[str, str]) -> Iterator[str]:
    """The predicates whose noun an action uses for a parameter that need not be of that kind."""
    for schema in domain.actions:
        snippet = lexicon.actions[schema.name]
        required = {(atom.predicate, atom.args[0]) for atom in _kind_atoms(schema, nouns)}
        for name, noun in nouns.items():
            for item in schema.parameters:
                called = f" {type_noun(noun)} {{{item.name}}}" in f" {snippet}"
                if called and (name, item.name) not in required:
                    yield name


def _kind_atoms(schema: ActionSchema, nouns: Mapping[str, str]) -> Iterator[Atom]:
    for part in conjuncts(simplified(schema.precondition)):
        if isinstance(part, Atom) and part.predicate in nouns and is_variable(part.args[0]):
            yield part


def _typed(schema: ActionSchema, nouns: Mapping[str, str]) -> ActionSchema:
    kinds = {atom.args[0]: nouns[atom.predicate] for atom in _kind_atoms(schema, nouns)}
    rest = tuple(
        part
        for part in conjuncts(simplified(schema.precondition))
        if not (isinstance(part, Atom) and part.predicate in nouns)
    )
    parameters = (
        Parameter(item.name, (kinds[item.name],)) if item.name in kinds else item
        for item in schema.parameters
    )
    return replace(schema, parameters=tuple(parameters), precondition=And(rest))
