"""From conditions with variables to tests of a set of facts: grounding, done when it is needed.

Static facts are evaluated on the way, so that what remains asks only for facts that change; a
quantifier is expanded over the objects that its static conjuncts leave. Where these are too many,
it stays, and objects are tried one by one until it is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from pddl2nl.model import (
    TRUE,
    And,
    Atom,
    Condition,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    conjuncts,
    substitute,
)
from simulator.conditions import FALSE, conjunction, disjunction, disjuncts, normal_form
from simulator.patience import check
from simulator.queries import Literals, Query, QueryCompiler
from simulator.task import StaticTask

Binding: TypeAlias = Mapping[str, str]
Test: TypeAlias = Callable[[Set[Atom]], bool]

_MAX_INSTANCES = 10_000
"""A quantifier over more than these stays: expanded, it would fill the memory."""


@dataclass(frozen=True, slots=True)
class GroundCondition:
    """A condition over facts that change: those that must hold, must not, and all the rest.

    `possible` is False where the static facts already rule the condition out.
    """

    holding: frozenset[Atom] = frozenset()
    failing: frozenset[Atom] = frozenset()
    rest: tuple[Test, ...] = ()
    possible: bool = True

    def __call__(self, facts: Set[Atom]) -> bool:
        return (
            self.possible
            and self.holding <= facts
            and self.failing.isdisjoint(facts)
            and (not self.rest or all(test(facts) for test in self.rest))
        )


class Grounder:
    """Grounds the conditions of one problem."""

    def __init__(self, task: StaticTask) -> None:
        self._task = task
        self._compiler = QueryCompiler(task)
        self._queries: dict[tuple[object, ...], Query] = {}

    def ground(self, condition: Condition, binding: Binding) -> GroundCondition:
        """The test that a condition in normal form becomes under a binding of its variables."""
        return self._test_of(self.simplify(condition, binding))

    def test(self, condition: Condition, binding: Binding) -> GroundCondition:
        """The same for any condition."""
        return self.ground(normal_form(condition), binding)

    def simplify(self, condition: Condition, binding: Binding) -> Condition:
        """A condition in normal form, ground, without static facts and small quantifiers."""
        match condition:
            case Atom() | Not():
                return self._literal(condition, binding)
            case And(parts):
                return conjunction(list(self._until(FALSE, parts, binding)))
            case Or(parts):
                return disjunction(list(self._until(TRUE, parts, binding)))
            case ForAll() | Exists():
                return self._expanded(condition, binding)
            case Imply():
                return self.simplify(normal_form(condition), binding)

    def _expanded(self, condition: ForAll | Exists, binding: Binding) -> Condition:
        found = list(islice(self._instances(condition, binding), _MAX_INSTANCES + 1))
        if len(found) > _MAX_INSTANCES:
            return substitute(condition, binding)
        parts = []
        for each in found:
            check()
            parts.append(self.simplify(condition.part, each))
        return conjunction(parts) if isinstance(condition, ForAll) else disjunction(parts)

    def _instances(self, condition: ForAll | Exists, binding: Binding) -> Iterator[dict[str, str]]:
        """The bindings of a quantifier that can decide it."""
        part = condition.part
        guards = _excluding(part) if isinstance(condition, ForAll) else conjuncts(part)
        return self.bindings(condition.parameters, guards, binding)

    def bindings(
        self, parameters: tuple[Parameter, ...], guards: tuple[Condition, ...], binding: Binding
    ) -> Iterator[dict[str, str]]:
        """All extensions of a binding to more parameters that the static guards allow.

        Guards that are not static positive atoms have no say.
        """
        if not parameters:
            yield dict(binding)
            return
        atoms = (guard for guard in guards if isinstance(guard, Atom))
        static = tuple(atom for atom in atoms if self._task.is_static(atom.predicate))
        hidden = {parameter.name for parameter in parameters}
        known = tuple(name for name in binding if name not in hidden)
        query = self._query(known, parameters, static)
        for row in query(tuple(binding[name] for name in known), {}):
            found = zip((parameter.name for parameter in parameters), row, strict=True)
            yield {**binding, **dict(found)}

    def _query(
        self, known: tuple[str, ...], parameters: tuple[Parameter, ...], static: tuple[Atom, ...]
    ) -> Query:
        key = (known, parameters, static)
        query = self._queries.get(key)
        if query is None:
            query = self._compiler.compile(known, parameters, Literals(static))
            self._queries[key] = query
        return query

    def _until(
        self, decisive: Condition, parts: tuple[Condition, ...], binding: Binding
    ) -> Iterator[Condition]:
        """The simplified parts, up to the first that decides the whole."""
        for part in parts:
            simple = self.simplify(part, binding)
            yield simple
            if simple == decisive:
                return

    def _literal(self, literal: Atom | Not, binding: Binding) -> Condition:
        atom = literal.part if isinstance(literal, Not) else literal
        assert isinstance(atom, Atom), "a condition in normal form negates atoms only"
        args = tuple([binding.get(term, term) for term in atom.args])
        if self._task.is_static(atom.predicate):
            holds = self._task.holds_statically(atom.predicate, args)
            return TRUE if holds is isinstance(literal, Atom) else FALSE
        fact = self._task.atom(atom.predicate, args)
        return fact if isinstance(literal, Atom) else Not(fact)

    def _test_of(self, condition: Condition) -> GroundCondition:
        """Compile a condition that `simplify` gave."""
        if condition == FALSE:
            return GroundCondition(possible=False)
        parts = conjuncts(condition)
        return GroundCondition(
            holding=frozenset(part for part in parts if isinstance(part, Atom)),
            failing=frozenset(
                part.part for part in parts if isinstance(part, Not) and isinstance(part.part, Atom)
            ),
            rest=tuple(
                self._any_of(part) if isinstance(part, Or) else self._one_by_one(part)
                for part in parts
                if isinstance(part, Or | ForAll | Exists)
            ),
        )

    def _any_of(self, condition: Or) -> Test:
        tests = [self._test_of(part) for part in condition.parts]
        return lambda facts: any(test(facts) for test in tests)

    def _one_by_one(self, condition: ForAll | Exists) -> Test:
        decisive = isinstance(condition, Exists)

        def test(facts: Set[Atom]) -> bool:
            for each in self._instances(condition, {}):
                check()
                if self.ground(condition.part, each)(facts) is decisive:
                    return decisive
            return not decisive

        return test


def _excluding(part: Condition) -> tuple[Condition, ...]:
    """The atoms without which a part is trivially true, as `p` in `not p or q`."""
    return tuple(each.part for each in disjuncts(part) if isinstance(each, Not))
