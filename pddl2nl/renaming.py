"""A task under other names: the same structure, with its predicates and actions renamed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pddl2nl.model import (
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Exists,
    ForAll,
    GroundAction,
    Imply,
    Not,
    Or,
    Problem,
)


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for predicates and actions; whatever is not among them keeps its name.

    Args:
        predicates: the new name of each predicate, different ones for different predicates.
        actions: the new name of each action, different ones for different actions.
    """

    predicates: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, str] = field(default_factory=dict)

    @property
    def inverse(self) -> Renaming:
        """The renaming that takes everything back to its old name."""
        return Renaming(
            {new: old for old, new in self.predicates.items()},
            {new: old for old, new in self.actions.items()},
        )

    def domain(self, domain: Domain) -> Domain:
        """A domain under the new names. Its own name, types, constants and variables stay."""
        return replace(
            domain,
            predicates=tuple(
                replace(each, name=self._predicate(each.name)) for each in domain.predicates
            ),
            actions=tuple(map(self._schema, domain.actions)),
            axioms=tuple(map(self._axiom, domain.axioms)),
        )

    def problem(self, problem: Problem) -> Problem:
        """A problem, and the domain that it belongs to, under the new names."""
        return replace(
            problem,
            domain=self.domain(problem.domain),
            init=tuple(map(self._atom, problem.init)),
            goal=self.condition(problem.goal),
        )

    def action(self, action: GroundAction) -> GroundAction:
        """A step of a plan under the new names."""
        return GroundAction(self.actions.get(action.name, action.name), action.args)

    def condition(self, condition: Condition) -> Condition:
        """A condition under the new names."""
        match condition:
            case Atom():
                return self._atom(condition)
            case Not(part):
                return Not(self.condition(part))
            case And(parts) | Or(parts):
                return type(condition)(tuple(map(self.condition, parts)))
            case Imply(premise, conclusion):
                return Imply(self.condition(premise), self.condition(conclusion))
            case ForAll(parameters, part) | Exists(parameters, part):
                return type(condition)(parameters, self.condition(part))

    def _predicate(self, name: str) -> str:
        return self.predicates.get(name, name)

    def _atom(self, atom: Atom) -> Atom:
        return Atom(self._predicate(atom.predicate), atom.args)

    def _schema(self, schema: ActionSchema) -> ActionSchema:
        return replace(
            schema,
            name=self.actions.get(schema.name, schema.name),
            precondition=self.condition(schema.precondition),
            effects=tuple(map(self._effect, schema.effects)),
        )

    def _effect(self, effect: Effect) -> Effect:
        return replace(
            effect, atom=self._atom(effect.atom), condition=self.condition(effect.condition)
        )

    def _axiom(self, axiom: Axiom) -> Axiom:
        return replace(
            axiom,
            predicate=self._predicate(axiom.predicate),
            condition=self.condition(axiom.condition),
        )
