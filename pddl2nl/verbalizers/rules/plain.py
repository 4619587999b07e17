"""Plain snippets: no grammar is invented, and every word of a name is kept in quotation marks.

The `template` verbalizer, the paper's baseline Tpl (section 5), has no others. The rules fall
back to theirs. Independent readers judged these wordings among several: "A stands in the relation
"above" to B" was read as A being above B, which the name does not show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pddl2nl.english import join, type_noun
from pddl2nl.lexicon import Lexicon, all_of, predicate_key
from pddl2nl.model import ActionSchema, Domain, Predicate
from pddl2nl.verbalizers.rules.facts import OBJECT, Thing
from pddl2nl.verbalizers.rules.words import parts_of

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
            return f"{_with_commas(slots)} are in relation '{predicate.name}'"


def _verb_phrase(action: ActionSchema) -> str:
    start = f"apply the action '{action.name}'"
    arguments = [f"{type_noun(*item.types)} {{{item.name}}}" for item in action.parameters]
    return f"{start} to {_with_commas(arguments)}" if arguments else start


def _with_commas(items: Sequence[str]) -> str:
    """Items in the paper's form, with a comma before the last `and` where there are three or
    more."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def quoted(name: str) -> str:
    """A name's words in quotation marks: `cell-capacityInc` gives `"cell capacity inc"`."""
    words = parts_of(name) or [_SIGNS.get(sign, "sign") for sign in name]
    return f'"{" ".join(words)}"'


_SIGNS = {"_": "underscore", "-": "dash"}
"""The words for a name that has neither letters nor digits."""


def plain_clause(name: str, things: Sequence[Thing]) -> str:
    """A predicate of which only its name is known."""
    slots = [thing.slot for thing in things]
    if not slots:
        return f"the condition {quoted(name)} holds"
    if len(slots) == 1:
        return f"the fact {quoted(name)} holds for {slots[0]}"
    several = {2: "ordered pair", 3: "ordered triple"}.get(len(slots), "tuple")
    return f"the relation {quoted(name)} holds for the {several} {' '.join(slots)}"


def plain_action(
    name: str,
    things: Mapping[str, Thing],
    ends: Mapping[str, str],
    actor: str | None = None,
) -> str:
    """An action of which only its name is known, with its arguments labelled.

    Args:
        name: the name of the action.
        things: its parameters.
        ends: which of them stand behind a preposition such as `from`, in this order.
        actor: the one that acts, if known.
    """
    groups: dict[str, list[str]] = {}
    for variable, thing in things.items():
        groups.setdefault(thing.called, []).append(variable)
    labels = {
        variable: labelled(
            thing,
            noun=thing.called != OBJECT or len(groups) > 1,
            own=ends.get(variable) not in ("from", "to") and _are_telling(groups[thing.called]),
        )
        for variable, thing in things.items()
    }
    listed = [labels[v] for v in things if v not in (*ends, actor)]
    phrases = [f"{preposition} {labels[variable]}" for variable, preposition in ends.items()]
    parts = [
        f"let {labels[actor]}" if actor else "",
        f"do {quoted(name)}",
        f"with {join(listed)}" if listed else "",
        *phrases,
    ]
    return " ".join(filter(None, parts))


def labelled(thing: Thing, *, noun: bool, own: bool) -> str:
    """A parameter behind its noun and before its own name: `the robot {?rfrom} (rfrom)`.

    Args:
        thing: the parameter.
        noun: whether its noun is stated.
        own: whether its own name is.
    """
    text = f"the {thing.called} {thing.slot}" if noun else thing.slot
    return f"{text} ({_own_name(thing.variable)})" if own else text


def _own_name(variable: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", variable).strip()


def _are_telling(variables: Sequence[str]) -> bool:
    """Whether the names of several parameters of one noun hold more than a letter and a number."""
    names = map(_own_name, variables)
    return len(variables) > 1 and not all(map(_ONE_LETTER.fullmatch, names))


_ONE_LETTER = re.compile(r"[a-z]\d*")
