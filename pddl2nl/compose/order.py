"""The order in which facts are told: object by object, as the problem lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pddl2nl.model import Atom, Problem


def in_order(facts: Iterable[Atom], problem: Problem) -> list[Atom]:
    """Facts by their first object, then by predicate, then by the other objects."""
    names = [item.name for item in problem.all_objects]
    names += [f"({item.name}" for item in problem.domain.predicates]
    order = {name: place for place, name in enumerate(names)}
    return sorted(facts, key=lambda atom: _rank(atom, order))


def _rank(atom: Atom, order: Mapping[str, int]) -> tuple[bool, tuple[int, ...]]:
    first, *others = (order[term] for term in atom.args) if atom.args else (-1,)
    return (not atom.args, (first, order.get(f"({atom.predicate}", -1), *others))
