"""What follows from a domain alone: what changes, what says of what kind a thing is, signatures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from pddl2nl.model import EQUALITY, ActionSchema, Atom, Domain, conjuncts, is_variable

Heads: TypeAlias = frozenset[tuple[str, int]]
"""Names, each with the number of its arguments."""
Signature: TypeAlias = tuple[Heads, Heads]
"""The heads of a domain's predicates, and those of its actions."""


def fluents(domain: Domain) -> frozenset[str]:
    """The predicates that some action changes, or that are derived."""
    changed = {effect.atom.predicate for each in domain.actions for effect in each.effects}
    return frozenset(changed | {axiom.predicate for axiom in domain.axioms})


def kind_predicates(domain: Domain) -> tuple[str, ...]:
    """The predicates that may say of what kind an object is: one argument, and never changed."""
    changing = fluents(domain)
    unary = (item.name for item in domain.predicates if len(item.parameters) == 1)
    return tuple(name for name in unary if name not in changing)


def static_conditions(domain: Domain, action: ActionSchema) -> tuple[Atom, ...]:
    """The atoms of an action's precondition that nothing ever changes; no equalities."""
    changing = fluents(domain) | {EQUALITY}
    return tuple(
        part
        for part in conjuncts(action.precondition)
        if isinstance(part, Atom) and part.predicate not in changing
    )


def kinds_asked_for(domain: Domain, action: ActionSchema) -> Iterator[tuple[str, int]]:
    """The predicates that say of what kind a parameter is, and its place: `(truck ?t)`."""
    places = {item.name: number for number, item in enumerate(action.parameters)}
    for atom in static_conditions(domain, action):
        if len(atom.args) == 1 and is_variable(atom.args[0]) and atom.args[0] in places:
            yield atom.predicate, places[atom.args[0]]


def signature(domain: Domain) -> Signature:
    """The names and arities of a domain's predicates, and those of its actions and tasks."""
    return (
        frozenset((item.name, len(item.parameters)) for item in domain.predicates),
        frozenset((item.name, len(item.parameters)) for item in domain.doable),
    )
