"""What never changes in a problem: its objects by type, its static facts, its table of atoms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from pddl2nl.model import EQUALITY, ROOT_TYPE, Atom, Parameter, Problem, fluents, objects_by_type


class StaticTask:
    """The unchanging part of a problem, in the shape in which grounding asks for it.

    Attributes:
        changing: the predicates that an effect names or an axiom derives.
        static: the initial facts over all other predicates.
        fluents: the initial facts over the changing ones.
    """

    def __init__(self, problem: Problem) -> None:
        self.changing = fluents(problem.domain)
        self._atoms: dict[tuple[str, tuple[str, ...]], Atom] = {}
        self._members = objects_by_type(problem)
        facts = [self.atom(atom.predicate, atom.args) for atom in problem.init]
        self.fluents = frozenset(fact for fact in facts if fact.predicate in self.changing)
        self.static = frozenset(fact for fact in facts if fact.predicate not in self.changing)
        self._rows: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for fact in facts:
            self._rows[fact.predicate].add(fact.args)

    def atom(self, predicate: str, args: tuple[str, ...]) -> Atom:
        """The one Atom object of this problem for a fact, so that sets compare it by identity."""
        key = (predicate, args)
        known = self._atoms.get(key)
        if known is None:
            known = self._atoms[key] = Atom(predicate, args)
        return known

    def is_static(self, predicate: str) -> bool:
        """Whether no action and no axiom can change the predicate (equality included)."""
        return predicate not in self.changing

    def holds_statically(self, predicate: str, args: tuple[str, ...]) -> bool:
        """Whether a static fact (or an equality) holds."""
        if predicate == EQUALITY:
            return args[0] == args[1]
        return args in self._rows.get(predicate, ())

    def initial_rows(self, predicate: str) -> set[tuple[str, ...]]:
        """The arguments of all initial facts of a predicate."""
        return self._rows.get(predicate, set())

    def range_of(self, parameter: Parameter) -> tuple[str, ...]:
        """The objects that a parameter can stand for, in the order of their declaration."""
        if parameter.types == (ROOT_TYPE,):
            return self._members[ROOT_TYPE]
        if len(parameter.types) == 1:
            return self._members.get(parameter.types[0], ())
        allowed = {name for kind in parameter.types for name in self._members.get(kind, ())}
        return tuple(name for name in self._members[ROOT_TYPE] if name in allowed)

    def ranges(self, parameters: tuple[Parameter, ...]) -> Mapping[str, tuple[str, ...]]:
        """Each parameter's name with the objects that it can stand for."""
        return {parameter.name: self.range_of(parameter) for parameter in parameters}
