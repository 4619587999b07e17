"""From conditions with variables to tests of a set of facts: grounding, done when it is needed.

Static facts are evaluated on the way, so that what remains asks only for facts that change; a
quantifier is expanded over the objects that its static conjuncts leave. Where these are too many,
it stays, and objects are tried one by one until it is decided. A FactMatcher finds the objects that
satisfy a condition, from scratch or from one fact that changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from pddl2nl.model import (
    EQUALITY,
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
    atoms_of,
    conjuncts,
    substitute,
)
from simulator.queries import Literals, Query, QueryCompiler, StaticTask, check

FALSE = Or()


def normal_form(condition: Condition, holds: bool = True) -> Condition:
    """The condition (or its negation, unless `holds`) with `not` only in front of atoms.

    Implications are gone, nested conjunctions and disjunctions are merged.
    """
    match condition:
        case Atom():
            return condition if holds else Not(condition)
        case Not(part):
            return normal_form(part, not holds)
        case Imply(premise, conclusion):
            return normal_form(Or((Not(premise), conclusion)), holds)
        case And(parts):
            inner = [normal_form(part, holds) for part in parts]
            return conjunction(inner) if holds else disjunction(inner)
        case Or(parts):
            inner = [normal_form(part, holds) for part in parts]
            return disjunction(inner) if holds else conjunction(inner)
        case ForAll(parameters, part):
            kind = ForAll if holds else Exists
            return kind(parameters, normal_form(part, holds))
        case Exists(parameters, part):
            kind = Exists if holds else ForAll
            return kind(parameters, normal_form(part, holds))


def conjunction(parts: Sequence[Condition]) -> Condition:
    """The conjunction of the parts, as simple as it can be written."""
    flat: list[Condition] = []
    for part in parts:
        if part == FALSE:
            return FALSE
        flat.extend(part.parts if isinstance(part, And) else (part,))
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def disjunction(parts: list[Condition]) -> Condition:
    """The disjunction of the parts, as simple as it can be written."""
    flat: list[Condition] = []
    for part in parts:
        if part == TRUE:
            return TRUE
        flat.extend(part.parts if isinstance(part, Or) else (part,))
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def disjuncts(condition: Condition) -> tuple[Condition, ...]:
    """The alternatives of a condition in normal form; itself where it is no disjunction."""
    return condition.parts if isinstance(condition, Or) else (condition,)


def atoms_in(condition: Condition) -> frozenset[Atom]:
    """All atoms that occur anywhere in a condition."""
    return frozenset(atoms_of(condition))


def sort_conjuncts(condition: Condition) -> tuple[list[Atom], list[Atom], list[Condition]]:
    """The conjuncts of a condition in normal form: atoms, negated atoms, and all others."""
    positive: list[Atom] = []
    negative: list[Atom] = []
    others: list[Condition] = []
    for part in conjuncts(condition):
        match part:
            case Atom():
                positive.append(part)
            case Not(Atom() as atom):
                negative.append(atom)
            case _:
                others.append(part)
    return positive, negative, others


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
        if isinstance(condition, ForAll):
            # The atoms without which the part is trivially true, as `p` in `not p or q`.
            guards = tuple(each.part for each in disjuncts(part) if isinstance(each, Not))
        else:
            guards = conjuncts(part)
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


@dataclass(frozen=True, slots=True)
class FactMatcher:
    """The queries for one condition in normal form.

    They answer with candidates: every binding that satisfies the condition is among them, and
    they satisfy its static literals and its positive ones.

    Attributes:
        everything: all candidates, from an empty seed.
        when_added: by predicate, the candidates that a newly true fact may have made.
        when_deleted: by predicate, those that a newly false fact may have made.
        opaque: the predicates in disjunctions and quantifiers. After a change to one of these
            there is nothing better than to ask for everything again.
    """

    everything: Query
    when_added: dict[str, tuple[Query, ...]]
    when_deleted: dict[str, tuple[Query, ...]]
    opaque: frozenset[str]


def compile_matcher(
    compiler: QueryCompiler, parameters: tuple[Parameter, ...], condition: Condition
) -> FactMatcher:
    """The matcher for a condition in normal form over the given parameters."""
    task = compiler.task
    positive, negative, others = sort_conjuncts(condition)
    literals = Literals(
        holding=tuple(positive),
        failing=tuple(atom for atom in negative if task.is_static(atom.predicate)),
    )
    added: dict[str, list[Query]] = defaultdict(list)
    deleted: dict[str, list[Query]] = defaultdict(list)
    for atom in positive:
        if not task.is_static(atom.predicate):
            others_hold = tuple(each for each in positive if each is not atom)
            query = compiler.compile(atom.args, parameters, Literals(others_hold, literals.failing))
            added[atom.predicate].append(query)
    for atom in negative:
        if not task.is_static(atom.predicate):
            deleted[atom.predicate].append(compiler.compile(atom.args, parameters, literals))
    return FactMatcher(
        everything=compiler.compile((), parameters, literals),
        when_added={name: tuple(queries) for name, queries in added.items()},
        when_deleted={name: tuple(queries) for name, queries in deleted.items()},
        opaque=frozenset(
            atom.predicate
            for other in others
            for atom in atoms_in(other)
            if atom.predicate != EQUALITY and not task.is_static(atom.predicate)
        ),
    )
