"""Conditions in negation normal form, and with objects in place of variables."""

from __future__ import annotations

from collections.abc import Sequence

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
    atoms_of,
    conjuncts,
)

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
