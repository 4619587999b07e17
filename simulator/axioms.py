"""Derived predicates: the facts that follow from a state, stratum by stratum, to a fixpoint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product

from pddl2nl.errors import PddlError
from pddl2nl.model import (
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Exists,
    Not,
    Or,
    Parameter,
    children,
    conjuncts,
    substitute,
)
from simulator.applicable import FactMatcher, compile_matcher
from simulator.grounding import GroundCondition, Grounder, conjunction, normal_form
from simulator.queries import QueryCompiler, Row, StaticTask


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
                _rule(task, compiler, axiom, parameters, condition)
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
    task: StaticTask,
    compiler: QueryCompiler,
    axiom: Axiom,
    parameters: tuple[Parameter, ...],
    condition: Condition,
) -> _Rule:
    checked = [part for part in conjuncts(condition) if not isinstance(part, Atom)]
    return _Rule(
        head=Atom(axiom.predicate, tuple(each.name for each in axiom.parameters)),
        parameters=parameters,
        checked=conjunction(checked),
        matcher=compile_matcher(task, compiler, parameters, condition),
    )
