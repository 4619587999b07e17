"""What never changes in a domain: the kinds of its objects, and what actions ask of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pddl2nl.compose import squash
from pddl2nl.english import noun_phrase
from pddl2nl.model import ROOT_TYPE, Atom, Domain, conjuncts, is_variable


@dataclass(frozen=True, slots=True)
class Statics:
    """The atoms of an action's precondition that no action of the domain changes.

    Attributes:
        all: all of them.
        kinds: those that say of what kind a parameter is, `(truck ?t)`: predicate and parameter.
    """

    all: tuple[Atom, ...]
    kinds: tuple[tuple[str, str], ...]


def fluents(domain: Domain) -> frozenset[str]:
    """The predicates that some action changes, or that are derived."""
    changed = {effect.atom.predicate for each in domain.actions for effect in each.effects}
    return frozenset(changed | {axiom.predicate for axiom in domain.axioms})


def nouns(domain: Domain) -> frozenset[str]:
    """The squashed nouns for kinds of objects: types, and predicates such as `truck`."""
    changed = fluents(domain)
    kinds = [each.name for each in domain.predicates if len(each.parameters) == 1]
    names = [ROOT_TYPE, *(each.name for each in domain.types), *kinds]
    return frozenset(squash(noun_phrase(name)) for name in names if name not in changed)


def statics(domain: Domain) -> Mapping[str, Statics]:
    """For every action what its precondition asks of the initial state for good."""
    changed = fluents(domain)
    found = {}
    for item in domain.actions:
        atoms = tuple(
            part
            for part in conjuncts(item.precondition)
            if isinstance(part, Atom) and part.predicate not in changed
        )
        unary = (atom for atom in atoms if len(atom.args) == 1 and is_variable(atom.args[0]))
        found[item.name] = Statics(atoms, tuple((atom.predicate, atom.args[0]) for atom in unary))
    return found
