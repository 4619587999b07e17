"""The `template` verbalizer: snippets that only quote PDDL's names.

It is the seed paper's baseline Tpl (section 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pddl2nl.english.nouns import type_noun
from pddl2nl.lexicon import Lexicon, all_of, predicate_key
from pddl2nl.model import ActionSchema, Domain, Predicate

TEMPLATE = "template"
"""The source of a lexicon that quotes all names."""


@dataclass(frozen=True, slots=True)
class TemplateVerbalizer:
    """Writes `{?x} is 'p'`, `{?x} and {?y} are in relation 'p'`, `apply the action 'a' to …`."""

    asks_model: ClassVar[bool] = False

    def lexicon(self, domain: Domain) -> Lexicon:
        """One snippet for every predicate and action of the domain."""
        predicates = {predicate_key(domain, item): _clause(item) for item in domain.predicates}
        actions = {item.name: _verb_phrase(item) for item in domain.actions}
        return Lexicon(
            domain=domain.name,
            source=TEMPLATE,
            predicates=predicates,
            actions=actions,
            provenance=all_of("plain", predicates, actions),
        )


def _clause(predicate: Predicate) -> str:
    slots = [f"{{{item.name}}}" for item in predicate.parameters]
    match len(slots):
        case 0:
            return f"'{predicate.name}' is true"
        case 1:
            return f"{slots[0]} is '{predicate.name}'"
        case _:
            return f"{_series(slots)} are in relation '{predicate.name}'"


def _verb_phrase(action: ActionSchema) -> str:
    start = f"apply the action '{action.name}'"
    arguments = [f"{type_noun(*item.types)} {{{item.name}}}" for item in action.parameters]
    return f"{start} to {_series(arguments)}" if arguments else start


def _series(items: Sequence[str]) -> str:
    """Items in the paper's form, with a comma before the last `and` where there are three or
    more."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"
