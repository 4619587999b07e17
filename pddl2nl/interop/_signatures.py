"""The types that a predicate's arguments need where every use of it has to fit exactly.

PDDL lets an atom be spoken of an object of the wrong type (it is merely false at first);
unified-planning refuses it. Where some use does not fit the declaration, the argument's type is
widened to `object`. That changes nothing in what a task means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    Atom,
    Condition,
    Domain,
    Exists,
    Fluent,
    ForAll,
    Parameter,
    Problem,
    children,
    is_variable,
    supertypes,
)

_Kinds = Mapping[str, tuple[str, ...]]


def signatures(problem: Problem) -> dict[str, list[str]]:
    """For each predicate, one type for each of its arguments."""
    above = supertypes(problem.domain)
    found = {
        predicate.name: [
            item.types[0] if len(item.types) == 1 else ROOT_TYPE for item in predicate.parameters
        ]
        for predicate in problem.domain.predicates
    }
    for atom, kinds in _uses(problem):
        if atom.predicate == EQUALITY:
            continue
        signature = found[atom.predicate]
        for index, arg in enumerate(atom.args):
            types = kinds[arg]
            if len(types) > 1 or signature[index] not in above[types[0]]:
                signature[index] = ROOT_TYPE
    return found


def constants(domain: Domain) -> frozenset[str]:
    """The names of the objects that the actions of a domain speak of."""
    terms = {arg for atom, _ in _uses_in_actions(domain, {}) for arg in atom.args}
    for action in domain.actions:
        if isinstance(action.cost, Fluent):
            terms.update(action.cost.args)
    return frozenset(term for term in terms if not is_variable(term))


def _uses(problem: Problem) -> Iterator[tuple[Atom, _Kinds]]:
    """Every atom of a problem, with the types of the terms that may occur in it."""
    objects = {item.name: item.types for item in problem.all_objects}
    for atom in problem.init:
        yield atom, objects
    yield from _within(problem.goal, objects)
    yield from _uses_in_actions(problem.domain, objects)


def _uses_in_actions(domain: Domain, objects: _Kinds) -> Iterator[tuple[Atom, _Kinds]]:
    for action in domain.actions:
        kinds = _extended(objects, action.parameters)
        yield from _within(action.precondition, kinds)
        for effect in action.effects:
            # A variable over several types becomes one effect for each of them.
            inner = _extended(kinds, effect.parameters)
            yield effect.atom, inner
            yield from _within(effect.condition, inner)


def _within(condition: Condition, kinds: _Kinds) -> Iterator[tuple[Atom, _Kinds]]:
    if isinstance(condition, Atom):
        yield condition, kinds
    if isinstance(condition, ForAll | Exists):
        kinds = _extended(kinds, condition.parameters)
    for part in children(condition):
        yield from _within(part, kinds)


def _extended(kinds: _Kinds, parameters: tuple[Parameter, ...]) -> _Kinds:
    return {**kinds, **{item.name: item.types for item in parameters}}
