"""Plain snippets: no grammar is invented, and every word of the name is kept in quotation marks.

Independent readers judged these wordings among several (docs/snippets.md): "A stands in the
relation "above" to B" was read as A being above B, which the name alone does not show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pddl2nl.english.nouns import split_name
from pddl2nl.verbalizers.rules.facts import OBJECT, Thing


def quoted(name: str) -> str:
    """A name's words in quotation marks: `cell-capacityInc` gives `"cell capacity inc"`."""
    words = split_name(name) or [_SIGNS.get(sign, "sign") for sign in name]
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


def plain_action(name: str, things: Mapping[str, Thing], ends: Mapping[str, str]) -> str:
    """An action of which only its name is known, with its arguments labelled.

    Args:
        name: the name of the action.
        things: its parameters.
        ends: which of them stand behind `from` and `to`.
    """
    groups: dict[str, list[str]] = {}
    for variable, thing in things.items():
        groups.setdefault(thing.noun, []).append(variable)
    labels = {
        variable: labelled(
            thing,
            noun=thing.noun != OBJECT or len(groups) > 1,
            own=variable not in ends and _are_telling(groups[thing.noun]),
        )
        for variable, thing in things.items()
    }
    listed = [label for variable, label in labels.items() if variable not in ends]
    phrases = [f"{preposition} {labels[variable]}" for variable, preposition in ends.items()]
    parts = [f"do {quoted(name)}", f"with {_series(listed)}" if listed else "", *phrases]
    return " ".join(filter(None, parts))


def _series(items: Sequence[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def labelled(thing: Thing, *, noun: bool, own: bool) -> str:
    """A parameter behind its noun and before its own name: `the robot {?rfrom} (rfrom)`.

    Args:
        thing: the parameter.
        noun: whether its noun is stated.
        own: whether its own name is.
    """
    text = f"the {thing.noun} {thing.slot}" if noun else thing.slot
    return f"{text} ({_own_name(thing.variable)})" if own else text


def _own_name(variable: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", variable).strip()


def _are_telling(variables: Sequence[str]) -> bool:
    """Whether the names of several parameters of one noun hold more than a letter and a number."""
    names = map(_own_name, variables)
    return len(variables) > 1 and not all(map(_ONE_LETTER.fullmatch, names))


_ONE_LETTER = re.compile(r"[a-z]\d*")
