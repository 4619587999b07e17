"""An action schema as it is described to the model: preconditions and effects in English.

Parameter types are compiled to unary predicates ("?x is a truck"), variables keep their PDDL names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pddl2nl.compose.formulas import Change, bracketed, changes, listed, say, scope, with_letters
from pddl2nl.compose.phrases import Phrases, Words, kind_words, phrases
from pddl2nl.english import indefinite, join, negate, no_longer
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    Atom,
    Condition,
    Domain,
    Not,
    conjuncts,
)
from pddl2nl.naming import name_constants


@dataclass(frozen=True, slots=True)
class DescribedAction:
    """An action as the prompt describes it.

    Args:
        name: its PDDL name.
        parameters: its variables, in their order.
        preconditions: everything that must hold, as one list; empty where nothing must.
        effects: what changes, one text for each condition and range of objects.
    """

    name: str
    parameters: tuple[str, ...]
    preconditions: str
    effects: tuple[str, ...]


def described(domain: Domain, predicates: Mapping[str, str]) -> tuple[DescribedAction, ...]:
    """Every action of a domain in the words of its predicate snippets.

    Args:
        predicates: a snippet for every predicate key of the domain.
    """
    lexicon = Lexicon(domain.name, "", predicates, {})
    spoken = phrases(replace(domain, actions=()), lexicon)
    constants = name_constants(domain).english
    return tuple(_described(schema, spoken, constants) for schema in domain.actions)


def _described(schema: ActionSchema, spoken: Phrases, constants: Words) -> DescribedAction:
    variables = tuple(item.name for item in schema.parameters)
    words = {**constants, **{name: name for name in variables}}
    kinds = [
        f"{item.name} is {indefinite(kind_words(item.types))}"
        for item in schema.parameters
        if ROOT_TYPE not in item.types
    ]
    required = [_part(part, spoken, words) for part in conjuncts(schema.precondition)]
    return DescribedAction(
        schema.name,
        variables,
        join([*kinds, *required], "and"),
        tuple(_effect(change, spoken, words) for change in changes(schema)),
    )


def _part(condition: Condition, spoken: Phrases, words: Words) -> str:
    """One of several conditions that hold together, in parentheses where it could run into them."""
    match condition:
        case Atom():
            return bracketed(spoken.clause(condition, words))
        case Not(Atom() as atom):
            return bracketed(negate(spoken.clause(atom, words)))
        case _:
            return f"({say(condition, spoken, words)})"


def _effect(change: Change, spoken: Phrases, words: Words) -> str:
    names = with_letters(words, change.parameters)
    every = scope(change.parameters, names)
    premise = f"if {say(change.condition, spoken, names)}" if change.condition != TRUE else ""
    losses = listed(no_longer(spoken.clause(atom, names)) for atom in change.deleted)
    gains = listed(spoken.clause(atom, names) for atom in change.added)
    become = f"it becomes true that {gains}" if gains else ""
    results = ", and ".join(filter(None, (become, losses)))
    return ", ".join(filter(None, (every, premise, results)))
