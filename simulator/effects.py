"""What becomes of a set of facts: by the effects of ground actions, and by axioms.

Operators are ground actions ready to be carried out: what they ask of the facts and do to them. The
facts that axioms derive follow stratum by stratum, to a fixpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import TypeAlias

from pddl2nl.errors import PddlError
from pddl2nl.model import (
    TRUE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Exists,
    Fluent,
    GroundAction,
    Not,
    Or,
    Parameter,
    Problem,
    children,
    conjuncts,
    is_variable,
    substitute,
)
from simulator.grounding import (
    FactMatcher,
    GroundCondition,
    Grounder,
    compile_matcher,
    conjunction,
    normal_form,
    sort_conjuncts,
)
from simulator.queries import QueryCompiler, Row, StaticTask

UNIT_COST = 1.0
_KEPT = 50_000
"""The maximum number of ground actions that are kept; then all are forgotten, and made again when
needed."""
_SCHEMAS_KEPT = 1024


@dataclass(frozen=True, slots=True)
class Operator:
    """A ground action with its precondition over the facts that change."""

    action: GroundAction
    precondition: GroundCondition


@dataclass(frozen=True, slots=True)
class ConditionalEffect:
    """One fact that an action makes true or false where the condition held before."""

    condition: GroundCondition
    fact: Atom
    adds: bool


@dataclass(frozen=True, slots=True)
class StateChange:
    """What a ground action does to the facts.

    A fact that an action both deletes and adds is true afterwards.
    """

    adds: frozenset[Atom]
    deletes: frozenset[Atom]
    conditional: tuple[ConditionalEffect, ...]

    def seen_from(self, facts: frozenset[Atom]) -> tuple[frozenset[Atom], frozenset[Atom]]:
        """The facts that become true and the facts that become false, starting from `facts`."""
        if not self.conditional:
            return self.adds - facts, (self.deletes & facts) - self.adds
        happening = [effect for effect in self.conditional if effect.condition(facts)]
        adds = self.adds.union(effect.fact for effect in happening if effect.adds)
        deletes = self.deletes.union(effect.fact for effect in happening if not effect.adds)
        return adds - facts, (deletes & facts) - adds


class Operators:
    """Makes the operators of a problem on demand, and keeps those that were made lately."""

    def __init__(self, problem: Problem, task: StaticTask, grounder: Grounder) -> None:
        self._task = task
        self._grounder = grounder
        self._actions = {each.name: each for each in problem.domain.actions}
        self._schemas: dict[str, _Schema] = {}
        self._operators: dict[Row, Operator] = {}
        self._changes: dict[Row, StateChange] = {}

    def get(self, key: Row) -> Operator | None:
        """The kept operator for an action's name and arguments, None if there is none yet."""
        return self._operators.get(key)

    def make(self, key: Row) -> Operator:
        """The operator for an action's name and arguments, which must fit the action."""
        if len(self._operators) >= _KEPT:
            self._operators.clear()
        operator = Operator(GroundAction(key[0], key[1:]), self._precondition(key))
        self._operators[key] = operator
        return operator

    def change(self, key: Row) -> StateChange:
        """What the action of that name with these arguments, which must fit it, does."""
        change = self._changes.get(key)
        if change is None:
            if len(self._changes) >= _KEPT:
                self._changes.clear()
            change = self._changes[key] = self._change(key)
        return change

    def _schema(self, name: str) -> _Schema:
        """An action schema taken apart when it is first needed: few plans use all of them."""
        schema = self._schemas.get(name)
        if schema is None:
            schema = self._schemas[name] = _taken_apart(self._actions[name], self._task.changing)
        return schema

    def _precondition(self, key: Row) -> GroundCondition:
        schema = self._schema(key[0])
        row = (*key[1:], *schema.constants)
        holds = self._task.holds_statically
        if not all(holds(name, pick(row)) for name, pick in schema.static_holding) or any(
            holds(name, pick(row)) for name, pick in schema.static_failing
        ):
            return GroundCondition(possible=False)
        rest = GroundCondition()
        if schema.rest != TRUE:
            rest = self._grounder.ground(schema.rest, dict(zip(schema.names, key[1:], strict=True)))
        return GroundCondition(
            holding=self._facts(schema.holding, row) | rest.holding,
            failing=self._facts(schema.failing, row) | rest.failing,
            rest=rest.rest,
            possible=rest.possible,
        )

    def _change(self, key: Row) -> StateChange:
        schema = self._schema(key[0])
        row = (*key[1:], *schema.constants)
        adds, deletes = self._facts(schema.adds, row), self._facts(schema.deletes, row)
        if not schema.conditional:
            return StateChange(adds, deletes, ())
        effects = list(self._effects(schema, dict(zip(schema.names, key[1:], strict=True))))
        always = [effect for effect in effects if effect.condition == _ALWAYS]
        adds |= {effect.fact for effect in always if effect.adds}
        deletes |= {effect.fact for effect in always if not effect.adds}
        sometimes = tuple(effect for effect in effects if effect.condition != _ALWAYS)
        return StateChange(adds, deletes, sometimes)

    def _facts(self, templates: tuple[_Template, ...], row: Row) -> frozenset[Atom]:
        atom = self._task.atom
        return frozenset([atom(predicate, pick(row)) for predicate, pick in templates])

    def _effects(self, schema: _Schema, binding: dict[str, str]) -> Iterator[ConditionalEffect]:
        """The effects with a condition or with parameters, as far as they are possible."""
        for effect in schema.conditional:
            guards = conjuncts(effect.condition)
            for each in self._grounder.bindings(effect.parameters, guards, binding):
                condition = self._grounder.ground(effect.condition, each)
                if condition.possible:
                    args = tuple([each.get(term, term) for term in effect.atom.args])
                    fact = self._task.atom(effect.atom.predicate, args)
                    yield ConditionalEffect(condition, fact, effect.adds)


_ALWAYS = GroundCondition()

# A predicate, and how to pick its arguments out of an action's arguments and constants.
_Template: TypeAlias = tuple[str, Callable[[Row], Row]]


@dataclass(frozen=True, slots=True)
class _Schema:
    """An action schema taken apart, so that grounding the plain parts of it is picking objects.

    `rest` is the part of the precondition that is no literal, in normal form.
    """

    names: Row
    constants: Row
    static_holding: tuple[_Template, ...]
    static_failing: tuple[_Template, ...]
    holding: tuple[_Template, ...]
    failing: tuple[_Template, ...]
    rest: Condition
    adds: tuple[_Template, ...]
    deletes: tuple[_Template, ...]
    conditional: tuple[Effect, ...]


@lru_cache(_SCHEMAS_KEPT)
def _taken_apart(action: ActionSchema, changing: frozenset[str]) -> _Schema:
    """A schema, the literals of whose precondition change or not; kept for further problems."""
    positive, negative, others = sort_conjuncts(normal_form(action.precondition))
    plain = [each for each in action.effects if each.condition == TRUE and not each.parameters]
    atoms = (*positive, *negative, *(effect.atom for effect in plain))
    terms = dict.fromkeys(term for atom in atoms for term in atom.args if not is_variable(term))
    names = tuple(parameter.name for parameter in action.parameters)
    places = {term: place for place, term in enumerate((*names, *terms))}

    def templates(chosen: Iterable[Atom]) -> tuple[_Template, ...]:
        return tuple(
            (each.predicate, _picker([places[term] for term in each.args])) for each in chosen
        )

    return _Schema(
        names=names,
        constants=tuple(terms),
        static_holding=templates(each for each in positive if each.predicate not in changing),
        static_failing=templates(each for each in negative if each.predicate not in changing),
        holding=templates(each for each in positive if each.predicate in changing),
        failing=templates(each for each in negative if each.predicate in changing),
        rest=conjunction(others),
        adds=templates(effect.atom for effect in plain if effect.adds),
        deletes=templates(effect.atom for effect in plain if not effect.adds),
        conditional=tuple(
            Effect(each.atom, each.adds, normal_form(each.condition), each.parameters)
            for each in action.effects
            if each not in plain
        ),
    )


def _picker(places: list[int]) -> Callable[[Row], Row]:
    """A function that picks the items at some places out of a tuple, as a tuple."""
    if len(places) == 0:
        return lambda row: ()
    if len(places) == 1:
        (only,) = places
        return lambda row: (row[only],)
    return itemgetter(*places)


class UndefinedCostError(KeyError):
    """A problem gives no value to what an action costs."""

    def __init__(self, action: GroundAction, fluent: Fluent) -> None:
        missing = " ".join((fluent.function, *fluent.args))
        self.reason = f"(:init …) has no value for ({missing})"
        self.message = f"the cost of {action} is undefined because {self.reason}"
        super().__init__(self.message)


def cost_of(problem: Problem, schema: ActionSchema, action: GroundAction) -> float:
    """By how much an action raises the total cost: 1 each where the domain has no costs.

    Raises:
        UndefinedCostError: the problem gives no value to the function that the cost refers to.
    """
    if all(each.cost is None for each in problem.domain.actions):
        return UNIT_COST
    if not isinstance(schema.cost, Fluent):
        return schema.cost or 0.0
    names = (parameter.name for parameter in schema.parameters)
    binding = dict(zip(names, action.args, strict=True))
    fluent = replace(schema.cost, args=tuple(binding.get(term, term) for term in schema.cost.args))
    if fluent not in problem.costs:
        raise UndefinedCostError(action, fluent)
    return problem.costs[fluent]


@dataclass(frozen=True, slots=True)
class _Rule:
    """One way to derive a fact: `head` holds wherever `condition`, a conjunction, does.

    `checked` is the part of the condition that the matcher's queries do not settle.
    """

    head: Atom
    parameters: tuple[Parameter, ...]
    checked: Condition
    matcher: FactMatcher


class DerivedFacts:
    """Evaluates the axioms of a domain on sets of facts."""

    def __init__(self, domain: Domain, task: StaticTask, grounder: Grounder) -> None:
        self._task = task
        self._grounder = grounder
        compiler = QueryCompiler(task)
        self._index = compiler.index
        self._tests: dict[tuple[int, Row], GroundCondition] = {}
        self._strata = [
            [
                _rule(compiler, axiom, parameters, condition)
                for axiom in stratum
                for parameters, condition in _alternatives(axiom)
            ]
            for stratum in stratify(domain.axioms)
        ]

    def close(self, fluents: frozenset[Atom]) -> frozenset[Atom]:
        """The fluents together with all facts that the axioms derive from them."""
        if not self._strata:
            return fluents
        facts = set(fluents)
        self._index.clear()
        self._index.add(facts)
        for rules in self._strata:
            found = set(self._from_scratch(rules, facts))
            while found:
                facts |= found
                self._index.add(found)
                found = set(self._following(rules, found, facts)) - facts
        return frozenset(facts)

    def _from_scratch(self, rules: list[_Rule], facts: set[Atom]) -> Iterator[Atom]:
        for rule in rules:
            yield from self._heads(rule, rule.matcher.everything((), self._index.buckets), facts)

    def _following(
        self, rules: list[_Rule], found: AbstractSet[Atom], facts: set[Atom]
    ) -> Iterator[Atom]:
        """The heads of rules that newly found facts may have made true."""
        changed = {fact.predicate for fact in found}
        for rule in rules:
            if not rule.matcher.opaque.isdisjoint(changed):
                yield from self._from_scratch([rule], facts)
                continue
            for fact in found:
                for query in rule.matcher.when_added.get(fact.predicate, ()):
                    rows = query(fact.args, self._index.buckets)
                    yield from self._heads(rule, rows, facts)

    def _heads(self, rule: _Rule, rows: Iterable[Row], facts: set[Atom]) -> Iterator[Atom]:
        names = [parameter.name for parameter in rule.parameters]
        for row in rows:
            binding = dict(zip(names, row, strict=True))
            key = (id(rule), row)
            test = self._tests.get(key)
            if test is None:
                test = self._tests[key] = self._grounder.ground(rule.checked, binding)
            if test(facts):
                args = tuple(binding.get(term, term) for term in rule.head.args)
                yield self._task.atom(rule.head.predicate, args)


def stratify(axioms: tuple[Axiom, ...]) -> list[list[Axiom]]:
    """The axioms in layers: what a layer negates is derived in a lower one.

    Raises:
        PddlError: a derived predicate depends on its own negation.
    """
    level = {axiom.predicate: 0 for axiom in axioms}
    conditions = [(axiom.predicate, normal_form(axiom.condition)) for axiom in axioms]
    changed = True
    while changed:
        changed = False
        for predicate, condition in conditions:
            for used, negated in _uses(condition):
                needed = level.get(used, -1) + negated
                if needed > level[predicate]:
                    level[predicate] = needed
                    changed = True
        circular = [name for name, at in level.items() if at > len(level)]
        if circular:
            raise PddlError(
                f"the derived predicate {circular[0]} depends on its own negation; "
                "axioms must be stratified"
            )
    depth = max(level.values(), default=-1) + 1
    return [[axiom for axiom in axioms if level[axiom.predicate] == at] for at in range(depth)]


def _uses(condition: Condition) -> Iterator[tuple[str, bool]]:
    """The predicates in a condition in normal form, and whether they are negated there."""
    match condition:
        case Atom(predicate):
            yield predicate, False
        case Not(Atom(predicate)):
            yield predicate, True
        case _:
            for part in children(condition):
                yield from _uses(part)


def _alternatives(axiom: Axiom) -> Iterator[tuple[tuple[Parameter, ...], Condition]]:
    """An axiom's condition as alternative conjunctions over the axiom's and further parameters.

    Disjunctions become alternatives and existential quantifiers become parameters, so that the
    queries can join over them.
    """
    for parameters, parts in _split(normal_form(axiom.condition), iter(range(10**9))):
        yield (*axiom.parameters, *parameters), conjunction(list(parts))


def _split(
    condition: Condition, numbers: Iterator[int]
) -> Iterator[tuple[tuple[Parameter, ...], tuple[Condition, ...]]]:
    match condition:
        case Or(parts):
            for part in parts:
                yield from _split(part, numbers)
        case And(parts):
            for choice in product(*[list(_split(part, numbers)) for part in parts]):
                yield (
                    tuple(parameter for parameters, _ in choice for parameter in parameters),
                    tuple(part for _, chosen in choice for part in chosen),
                )
        case Exists(parameters, part):
            # A fresh name each: two quantifiers may use one name for different things.
            fresh = {each.name: f"{each.name}#{next(numbers)}" for each in parameters}
            renamed = tuple(Parameter(fresh[each.name], each.types) for each in parameters)
            for inner, parts in _split(substitute(part, fresh), numbers):
                yield (*renamed, *inner), parts
        case _:
            yield (), (condition,)


def _rule(
    compiler: QueryCompiler, axiom: Axiom, parameters: tuple[Parameter, ...], condition: Condition
) -> _Rule:
    checked = [part for part in conjuncts(condition) if not isinstance(part, Atom)]
    return _Rule(
        head=Atom(axiom.predicate, tuple(each.name for each in axiom.parameters)),
        parameters=parameters,
        checked=conjunction(checked),
        matcher=compile_matcher(compiler, parameters, condition),
    )
