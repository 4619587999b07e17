"""An action schema as it is described to the model: preconditions and effects in English.

Parameter types are compiled to unary predicates ("?x is a truck"), variables keep their PDDL names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pddl2nl.compose.formulas import bracketed, listed, say, with_letters
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
    Effect,
    Not,
    Parameter,
    conjuncts,
)
from pddl2nl.naming import name_constants


@dataclass(frozen=True, slots=True)
class DescribedAction:
    """What the model is told about an action.

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
        tuple(_effects(schema.effects, spoken, words)),
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


def _effects(effects: Sequence[Effect], spoken: Phrases, words: Words) -> Iterator[str]:
    groups: dict[tuple[tuple[Parameter, ...], Condition], list[Effect]] = {}
    for effect in effects:
        groups.setdefault((effect.parameters, effect.condition), []).append(effect)
    for (parameters, condition), members in groups.items():
        names = with_letters(words, parameters)
        kinds = [f"every {kind_words(item.types)} {names[item.name]}" for item in parameters]
        scope = f"for {' and '.join(kinds)}, " if kinds else ""
        premise = f"if {say(condition, spoken, names)}, " if condition != TRUE else ""
        yield scope + premise + _changes(members, spoken, names)


def _changes(effects: Sequence[Effect], spoken: Phrases, names: Words) -> str:
    added = [effect.atom for effect in effects if effect.adds]
    # A fact that is deleted and added at once is true afterwards, so its deletion goes unsaid.
    deleted = [effect.atom for effect in effects if not effect.adds and effect.atom not in added]
    losses = listed(no_longer(spoken.clause(atom, names)) for atom in deleted)
    if not added:
        return losses
    gains = f"it becomes true that {listed(spoken.clause(atom, names) for atom in added)}"
    return f"{gains}, and {losses}" if losses else gains
