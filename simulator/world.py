"""What actions do: the exact semantics of PDDL for one problem, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, product
from math import prod
from types import MappingProxyType

from pddl2nl.model import (
    Atom,
    Condition,
    Exists,
    ForAll,
    GroundAction,
    Not,
    Parameter,
    Problem,
    conjuncts,
    substitute,
)
from simulator.applicable import (
    MAX_ACTIONS,
    ApplicableActions,
    TooManyActionsError,
    possible_actions,
)
from simulator.effects import DerivedFacts, Operators, StateChange, cost_of
from simulator.grounding import GroundCondition, Grounder
from simulator.outcome import (
    Applied,
    Fault,
    Outcome,
    Refused,
    State,
    UnknownAction,
    UnknownObject,
    Unsatisfied,
    WrongArity,
    WrongType,
)
from simulator.queries import StaticTask, check

MAX_NAMED = 3
"""The maximum number of false instances by which a quantified condition is described."""
MAX_INSTANCES = 1000
"""The maximum number of instances among which these are looked for."""
_NO_BINDING: Mapping[str, str] = MappingProxyType({})


class World:
    """One problem as something that can be acted in.

    Nothing is grounded before it is needed. The world itself never changes: states go in and
    states come out, so many episodes can share one world.

    Args:
        problem: the problem, with its domain.

    Raises:
        PddlError: a derived predicate depends on its own negation.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._task = StaticTask(problem)
        self._grounder = Grounder(self._task)
        self._operators = Operators(problem, self._task, self._grounder)
        self._derived = DerivedFacts(problem.domain, self._task, self._grounder)
        self._schemas = {schema.name: schema for schema in problem.domain.actions}
        self._types = {item.name: item.types for item in problem.all_objects}
        self._goal = self._grounder.test(problem.goal, _NO_BINDING)
        self.initial = self._state(self._task.fluents)

    @cached_property
    def _applicable(self) -> ApplicableActions:
        # Made when first asked for: judging a plan needs none of it.
        return ApplicableActions(self.problem.domain, self._task, self._operators)

    def step(self, state: State, action: GroundAction) -> Outcome:
        """Carry out an action in a state, or say everything that is wrong with it."""
        key = (action.name, *action.args)
        operator = self._operators.get(key)
        if operator is None:
            faults = self.misfits(action)
            if faults:
                return Refused(action, faults)
            operator = self._operators.make(key)
        if not operator.precondition(state.facts):
            return Refused(action, self._unsatisfied(state, action))
        added, deleted = self._operators.change(key).seen_from(state.facts)
        fluents = state.fluents.difference(deleted).union(added)
        return Applied(operator.action, self._state(fluents), added, deleted)

    def applicable(self, state: State) -> Sequence[GroundAction]:
        """All applicable actions, ordered by name, then by arguments.

        Cheapest for a state near the one that was asked for before.

        Raises:
            TooManyActionsError: they are too many.
            OutOfTimeError: the time that `queries.within` gives is up.
        """
        return self._applicable.of(state.facts)

    def possible(self, most: int = MAX_ACTIONS) -> tuple[GroundAction, ...]:
        """All actions that may be applicable in some state, ordered by name, then by arguments.

        Only types and facts that never change are looked at, so some may never be applicable.

        Raises:
            TooManyActionsError: they are more than `most`.
            OutOfTimeError: the time that `queries.within` gives is up.
        """
        found = possible_actions(self.problem.domain, self._task, most)
        if found is None:
            raise TooManyActionsError(most)
        return found

    def changing(self, actions: Iterable[GroundAction], most: int) -> tuple[Atom, ...]:
        """All facts that hold at the beginning or may come to hold by `actions`, in their order.

        Facts that never change are left out. Conditions are not looked at, so some may never hold.

        Args:
            actions: those that may be carried out, as `possible` lists them.
            most: how many facts there may be.

        Raises:
            ValueError: they are more.
            OutOfTimeError: the time that `queries.within` gives is up.
        """
        found = set(self.initial.facts)
        for facts in chain(self._added(actions), self._derivable()):
            check()
            found.update(facts)
            if len(found) > most:
                raise ValueError(f"more than {most:,} facts can change")
        return tuple(sorted(found, key=lambda fact: (fact.predicate, fact.args)))

    def _added(self, actions: Iterable[GroundAction]) -> Iterator[Iterable[Atom]]:
        for action in actions:
            change = self.change(action)
            yield change.adds.union(each.fact for each in change.conditional if each.adds)

    def _derivable(self) -> Iterator[Iterable[Atom]]:
        for axiom in self.problem.domain.axioms:
            for args in product(*map(self._task.range_of, axiom.parameters)):
                yield (self._task.atom(axiom.predicate, args),)

    def precondition(self, action: GroundAction) -> GroundCondition:
        """What a ground action, whose objects must fit, asks of the facts that change."""
        key = (action.name, *action.args)
        return (self._operators.get(key) or self._operators.make(key)).precondition

    def change(self, action: GroundAction) -> StateChange:
        """What a ground action, whose objects must fit, does to the facts."""
        return self._operators.change((action.name, *action.args))

    def ground(self, condition: Condition) -> GroundCondition:
        """What a condition without free variables asks of the facts that change."""
        return self._grounder.ground(condition, _NO_BINDING)

    def misfits(self, action: GroundAction) -> tuple[Fault, ...]:
        """Names, arity and types: what makes an action no action of this problem in any state."""
        schema = self._schemas.get(action.name)
        if schema is None:
            return (UnknownAction(action.name),)
        faults: list[Fault] = []
        if len(action.args) != len(schema.parameters):
            faults.append(WrongArity(action.name, len(schema.parameters), len(action.args)))
        faults += [UnknownObject(name) for name in action.args if name not in self._types]
        if faults:
            return tuple(faults)
        return tuple(
            WrongType(name, self._types[name], parameter)
            for parameter, name in zip(schema.parameters, action.args, strict=True)
            if name not in self._task.range_of(parameter)
        )

    def range_of(self, parameter: Parameter) -> tuple[str, ...]:
        """The objects that can stand for a parameter."""
        return self._task.range_of(parameter)

    def fits(self, args: Sequence[str], parameters: Sequence[Parameter]) -> bool:
        """Whether objects can stand for parameters, one for each."""
        return len(args) == len(parameters) and all(
            name in self._task.range_of(each) for name, each in zip(args, parameters, strict=True)
        )

    def goal_reached(self, state: State) -> bool:
        """Whether the problem's goal holds in a state."""
        return self._goal(state.facts)

    def unmet_goal(self, state: State) -> tuple[Condition, ...]:
        """The conjuncts of the goal that do not hold in a state; none where it is reached.

        One about all or no objects is replaced by its false instances if they are few.
        """
        if self.goal_reached(state):
            return ()
        return self._failing(self.problem.goal, state, _NO_BINDING)

    def holds(
        self, condition: Condition, state: State, binding: Mapping[str, str] = _NO_BINDING
    ) -> bool:
        """Whether a condition holds in a state, its free variables standing for `binding`."""
        return self._grounder.test(condition, binding)(state.facts)

    def cost(self, action: GroundAction) -> float:
        """By how much an action raises the total cost; 1 in a domain without costs.

        Raises:
            KeyError: there is no such action.
            UndefinedCostError: the problem leaves its cost undefined.
        """
        return cost_of(self.problem, self._schemas[action.name], action)

    def plan_cost(self, plan: Iterable[GroundAction]) -> float:
        """What a plan costs by the task's metric; its length where the task has none.

        The sum is exact in decimals, so that 0.1 and 0.2 make 0.3 in any order.

        Raises:
            KeyError: there is no such action.
            UndefinedCostError: the problem leaves the cost of a step undefined.
        """
        if not self.problem.has_metric:
            return float(len(tuple(plan)))
        return float(sum(Fraction(str(self.cost(action))) for action in plan))

    def state_of(self, fluents: frozenset[Atom]) -> State:
        """The state of this problem in which exactly these fluents hold.

        Raises:
            ValueError: a fact belongs to a predicate that no action changes.
        """
        for fact in fluents:
            if self._task.is_static(fact.predicate):
                raise ValueError(f"{fact.predicate} is static: no action of the domain changes it")
        return self._state(
            frozenset(self._task.atom(each.predicate, each.args) for each in fluents)
        )

    def _state(self, fluents: frozenset[Atom]) -> State:
        return State(fluents, self._derived.close(fluents), self._task.static)

    def _unsatisfied(self, state: State, action: GroundAction) -> tuple[Fault, ...]:
        schema = self._schemas[action.name]
        names = (parameter.name for parameter in schema.parameters)
        binding = dict(zip(names, action.args, strict=True))
        return tuple(map(Unsatisfied, self._failing(schema.precondition, state, binding)))

    def _failing(
        self, condition: Condition, state: State, binding: Mapping[str, str]
    ) -> tuple[Condition, ...]:
        parts = self._false(condition, state, binding)
        return tuple(dict.fromkeys(each for part in parts for each in self._instances(part, state)))

    def _false(
        self, condition: Condition, state: State, binding: Mapping[str, str]
    ) -> Iterator[Condition]:
        """The conjuncts of a condition that are false, objects standing for its free variables."""
        ground = (substitute(part, binding) for part in conjuncts(condition))
        return (part for part in ground if not self.holds(part, state))

    def _instances(self, condition: Condition, state: State) -> Sequence[Condition]:
        """A false condition about all or no objects, as those instances of it that are false.

        It stays as it is if more than `MAX_NAMED` are, or if there are too many to look at.
        """
        match condition:
            case ForAll(parameters, part):
                pass
            case Not(Exists(parameters, inner)):
                part = Not(inner)
            case _:
                return (condition,)
        names = [parameter.name for parameter in parameters]
        ranges = [*map(self._task.range_of, parameters)]
        if prod(map(len, ranges)) > MAX_INSTANCES:
            return (condition,)
        bindings = (dict(zip(names, args, strict=True)) for args in product(*ranges))
        found = (each for binding in bindings for each in self._false(part, state, binding))
        few = tuple(islice(found, MAX_NAMED + 1))
        return few if len(few) <= MAX_NAMED else (condition,)
