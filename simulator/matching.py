"""Finding the objects that satisfy a condition, from scratch or from one fact that changed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from pddl2nl.model import EQUALITY, Condition, Parameter
from simulator.conditions import atoms_in, sort_conjuncts
from simulator.queries import Literals, Query, QueryCompiler
from simulator.task import StaticTask


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
    task: StaticTask,
    compiler: QueryCompiler,
    parameters: tuple[Parameter, ...],
    condition: Condition,
) -> FactMatcher:
    """The matcher for a condition in normal form over the given parameters."""
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
