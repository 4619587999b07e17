"""Ground actions ready to be carried out: what they ask of a set of facts and do to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pddl2nl.model import TRUE, ActionSchema, Atom, Effect, Fluent, GroundAction, Problem, conjuncts
from simulator.conditions import normal_form
from simulator.grounding import GroundCondition, Grounder
from simulator.task import Task

UNIT_COST = 1.0
_KEPT_OPERATORS = 50_000


@dataclass(frozen=True, slots=True)
class ConditionalEffect:
    """One fact that an action makes true or false where the condition held before."""

    condition: GroundCondition
    fact: Atom
    adds: bool


@dataclass(frozen=True, slots=True)
class Operator:
    """A ground action with its precondition and effects over the facts that change.

    `deletes` has no fact of `adds`: one that an action both deletes and adds is true afterwards.
    """

    action: GroundAction
    precondition: GroundCondition
    adds: frozenset[Atom]
    deletes: frozenset[Atom]
    conditional: tuple[ConditionalEffect, ...]

    def change(self, facts: frozenset[Atom]) -> tuple[frozenset[Atom], frozenset[Atom]]:
        """The facts that become true and the facts that become false, seen from `facts`."""
        if not self.conditional:
            return self.adds - facts, self.deletes & facts
        happening = [effect for effect in self.conditional if effect.condition(facts)]
        adds = self.adds.union(effect.fact for effect in happening if effect.adds)
        deletes = self.deletes.union(effect.fact for effect in happening if not effect.adds)
        return adds - facts, (deletes & facts) - adds


@dataclass(frozen=True, slots=True)
class _Schema:
    """An action schema with its conditions in normal form."""

    declared: ActionSchema
    names: tuple[str, ...]
    effects: tuple[Effect, ...]

    @staticmethod
    def of(declared: ActionSchema) -> _Schema:
        effects = tuple(
            Effect(each.atom, each.adds, normal_form(each.condition), each.parameters)
            for each in declared.effects
        )
        return _Schema(declared, tuple(each.name for each in declared.parameters), effects)


class Operators:
    """Makes the operators of a problem on demand, and keeps those that were made lately."""

    def __init__(self, problem: Problem, task: Task, grounder: Grounder) -> None:
        self._task = task
        self._grounder = grounder
        self._schemas = {each.name: _Schema.of(each) for each in problem.domain.actions}
        self._preconditions = {
            each.name: normal_form(each.precondition) for each in problem.domain.actions
        }
        self._kept: dict[tuple[str, ...], Operator] = {}

    def get(self, key: tuple[str, ...]) -> Operator | None:
        """The kept operator for an action's name and arguments, None if there is none yet."""
        return self._kept.get(key)

    def make(self, key: tuple[str, ...]) -> Operator:
        """The operator for an action's name and arguments, which must fit the action."""
        known = self._kept.get(key)
        if known is None:
            if len(self._kept) >= _KEPT_OPERATORS:
                self._kept.clear()
            known = self._kept[key] = self._ground(key[0], key[1:])
        return known

    def _ground(self, name: str, args: tuple[str, ...]) -> Operator:
        schema = self._schemas[name]
        binding = dict(zip(schema.names, args, strict=True))
        effects = list(self._effects(schema, binding))
        always = [effect for effect in effects if effect.condition == _ALWAYS]
        adds = frozenset(effect.fact for effect in always if effect.adds)
        return Operator(
            action=GroundAction(name, args),
            precondition=self._grounder.ground(self._preconditions[name], binding),
            adds=adds,
            deletes=frozenset(effect.fact for effect in always if not effect.adds) - adds,
            conditional=tuple(effect for effect in effects if effect.condition != _ALWAYS),
        )

    def _effects(self, schema: _Schema, binding: dict[str, str]) -> Iterator[ConditionalEffect]:
        for effect in schema.effects:
            guards = conjuncts(effect.condition)
            for each in self._grounder.bindings(effect.parameters, guards, binding):
                condition = (
                    _ALWAYS
                    if effect.condition == TRUE
                    else self._grounder.ground(effect.condition, each)
                )
                if condition.possible:
                    args = tuple(each.get(term, term) for term in effect.atom.args)
                    fact = self._task.atom(effect.atom.predicate, args)
                    yield ConditionalEffect(condition, fact, effect.adds)


_ALWAYS = GroundCondition()


def cost_of(problem: Problem, schema: ActionSchema, action: GroundAction) -> float:
    """By how much an action raises the total cost: 1 each where the domain has no costs.

    Raises:
        KeyError: the problem gives no value to the function that the cost refers to.
    """
    if all(each.cost is None for each in problem.domain.actions):
        return UNIT_COST
    if not isinstance(schema.cost, Fluent):
        return schema.cost or 0.0
    names = (parameter.name for parameter in schema.parameters)
    binding = dict(zip(names, action.args, strict=True))
    args = tuple(binding.get(term, term) for term in schema.cost.args)
    return problem.costs[Fluent(schema.cost.function, args)]
