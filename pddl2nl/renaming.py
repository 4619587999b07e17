"""A task under other names: the same structure, what it speaks of renamed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pddl2nl.model import (
    ActionSchema,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Exists,
    Fluent,
    ForAll,
    GroundAction,
    Object,
    Parameter,
    Predicate,
    Problem,
    Type,
    mapped,
)

_Typed = TypeVar("_Typed", Parameter, Object)


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for what a task speaks of; whatever is not among them keeps its name.

    Args:
        predicates: the new name of each predicate, different ones for different predicates.
        actions: the new name of each action, different ones for different actions.
        types: the new name of each type, different ones for different types.
        terms: the new name of each object, constant and variable (with its question mark),
            different ones for different terms.
        domains: the new name of the domain, by its old one.
    """

    predicates: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)

    @property
    def inverse(self) -> Renaming:
        """The renaming that takes everything back to its old name."""
        tables = (self.predicates, self.actions, self.types, self.terms, self.domains)
        return Renaming(*({new: old for old, new in table.items()} for table in tables))

    def domain(self, domain: Domain) -> Domain:
        """A domain under the new names; those of its functions stay."""
        return replace(
            domain,
            name=self.domains.get(domain.name, domain.name),
            types=tuple(map(self._type, domain.types)),
            constants=self._typed(domain.constants),
            predicates=tuple(map(self._declared, domain.predicates)),
            functions=tuple(
                replace(each, parameters=self._typed(each.parameters)) for each in domain.functions
            ),
            actions=tuple(map(self._schema, domain.actions)),
            axioms=tuple(map(self._axiom, domain.axioms)),
        )

    def problem(self, problem: Problem) -> Problem:
        """A problem, and the domain that it belongs to, under the new names."""
        return replace(
            problem,
            domain=self.domain(problem.domain),
            objects=self._typed(problem.objects),
            init=tuple(map(self._atom, problem.init)),
            goal=self.condition(problem.goal),
            costs={self._fluent(fluent): cost for fluent, cost in problem.costs.items()},
        )

    def action(self, action: GroundAction) -> GroundAction:
        """A step of a plan under the new names."""
        return GroundAction(self.actions.get(action.name, action.name), self._terms(action.args))

    def condition(self, condition: Condition) -> Condition:
        """A condition under the new names."""
        match condition:
            case Atom():
                return self._atom(condition)
            case ForAll(parameters, part) | Exists(parameters, part):
                return type(condition)(self._typed(parameters), self.condition(part))
            case _:
                return mapped(condition, self.condition)

    def _type(self, item: Type) -> Type:
        (name,) = self._kinds(item.name)
        return Type(name, self._kinds(*item.parents))

    def _kinds(self, *names: str) -> tuple[str, ...]:
        return tuple(self.types.get(name, name) for name in names)

    def _typed(self, items: Iterable[_Typed]) -> tuple[_Typed, ...]:
        return tuple(
            replace(item, name=self._term(item.name), types=self._kinds(*item.types))
            for item in items
        )

    def _term(self, name: str) -> str:
        return self.terms.get(name, name)

    def _terms(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self._term, names))

    def _declared(self, item: Predicate) -> Predicate:
        return replace(
            item, name=self._predicate(item.name), parameters=self._typed(item.parameters)
        )

    def _predicate(self, name: str) -> str:
        return self.predicates.get(name, name)

    def _atom(self, atom: Atom) -> Atom:
        return Atom(self._predicate(atom.predicate), self._terms(atom.args))

    def _schema(self, schema: ActionSchema) -> ActionSchema:
        return replace(
            schema,
            name=self.actions.get(schema.name, schema.name),
            parameters=self._typed(schema.parameters),
            precondition=self.condition(schema.precondition),
            effects=tuple(map(self._effect, schema.effects)),
            cost=self._fluent(schema.cost) if isinstance(schema.cost, Fluent) else schema.cost,
        )

    def _fluent(self, fluent: Fluent) -> Fluent:
        return replace(fluent, args=self._terms(fluent.args))

    def _effect(self, effect: Effect) -> Effect:
        return replace(
            effect,
            atom=self._atom(effect.atom),
            condition=self.condition(effect.condition),
            parameters=self._typed(effect.parameters),
        )

    def _axiom(self, axiom: Axiom) -> Axiom:
        return replace(
            axiom,
            predicate=self._predicate(axiom.predicate),
            parameters=self._typed(axiom.parameters),
            condition=self.condition(axiom.condition),
        )
