"""Which tasks may be one another with other names for their objects.

Colour refinement gives each task a certificate that isomorphic tasks share. It cannot distinguish
all others (Cai, Fürer and Immerman, 1992): what it leaves undecided counts as isomorphic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import TypeAlias

from pddl2nl.model import Problem, atoms_of

_Fact: TypeAlias = tuple[str, tuple[str, ...]]
"""What is stated of objects, and these in their places."""


def certificate(problem: Problem, *, costs: bool = True) -> str:
    """A text that two tasks share if new names for the objects of one make them the same.

    The objects with their types, the initial facts and the costs, and the atoms of the goal count;
    how the goal joins its atoms, and what the actions do, does not. Constants keep their names.

    Args:
        problem: the task.
        costs: whether its costs count, which texts without them do not show.
    """
    facts = [*_facts(problem), *(_costs(problem) if costs else ())]
    own = {item.name: item.name for item in problem.domain.constants}
    colours = {item.name: own.get(item.name, "") for item in problem.all_objects}
    while True:
        finer = _refined(colours, facts)
        if len(set(finer.values())) == len(set(colours.values())):
            # One round more than what distinguishes all objects, so that it tells how the classes
            # are connected.
            return _digest(sorted(finer.values()), *_coloured(finer, facts))
        colours = finer


def _facts(problem: Problem) -> Iterator[_Fact]:
    for item in problem.all_objects:
        yield f"type {' '.join(sorted(item.types))}", (item.name,)
    for atom in problem.init:
        yield f"init {atom.predicate}", atom.args
    for atom in atoms_of(problem.goal):
        yield f"goal {atom.predicate}", atom.args


def _costs(problem: Problem) -> Iterator[_Fact]:
    for fluent, value in problem.costs.items():
        yield f"cost {value} {fluent.function}", fluent.args


def _refined(colours: dict[str, str], facts: Iterable[_Fact]) -> dict[str, str]:
    """A colour for each object by its own and those of the objects that facts join it with."""
    seen: dict[str, list[str]] = {name: [] for name in colours}
    for label, names in facts:
        around = [colours.get(name, "?") for name in names]  # a variable of the goal is one of all
        for place, name in enumerate(names):
            if name in seen:
                seen[name].append(_digest(label, place, _equal(names), around))
    return {name: _digest(colours[name], sorted(each)) for name, each in seen.items()}


def _coloured(colours: dict[str, str], facts: Iterable[_Fact]) -> list[tuple[str, int]]:
    """How often each fact occurs, by the colours of its objects."""
    found = (
        _digest(label, _equal(names), [colours.get(name, "?") for name in names])
        for label, names in facts
    )
    return sorted(Counter(found).items())


def _equal(names: tuple[str, ...]) -> list[int]:
    """For each place of a fact the first that has the same object."""
    return [names.index(name) for name in names]


def _digest(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()
