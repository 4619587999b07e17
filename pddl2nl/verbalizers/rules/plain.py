"""Plain snippets: no grammar is invented, and every word of the name is kept in quotation marks.

Independent readers judged these wordings among several (docs/snippets.md): "A stands in the
relation "above" to B" was read as A being above B, which the name alone does not tell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import is_word as is_known
from pddl2nl.english.words import pieces
from pddl2nl.verbalizers.rules.facts import OBJECT, Thing, variable_noun

_FROM = frozenset("from source src origin".split())
_TO = frozenset("to destination dest dst target".split())
_AFFIXES = (
    "from",
    "source",
    "src",
    "dest",
    "dst",
    "new",
    "old",
    "prev",
    "next",
    "final",
    "initial",
)


def quoted(name: str) -> str:
    """A name's words in quotation marks: `cell-capacityInc` gives `"cell capacity inc"`.

    Only what the author has separated counts as a word: a guess might spoil the name.
    """
    return f'"{" ".join(pieces(name)) or name}"'


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
        ends: which of them are said behind `from` and `to`.
    """
    alike = Counter(thing.noun for thing in things.values())
    labels = {
        variable: labelled(thing, alone=alike[thing.noun] < 2 or variable in ends)
        for variable, thing in things.items()
    }
    listed = [label for variable, label in labels.items() if variable not in ends]
    said = [f"{preposition} {labels[variable]}" for variable, preposition in ends.items()]
    parts = [f"do {quoted(name)}", f"with {_series(listed)}" if listed else "", *said]
    return " ".join(filter(None, parts))


def _series(items: Sequence[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def labelled(thing: Thing, *, alone: bool) -> str:
    """A parameter behind its noun; what is not the only one of its noun keeps its own name too.

    `the robot {?r}`, `the robot {?rfrom} (rfrom)`; of no type, `{?newcard} (new card)`.
    """
    said = thing.slot if thing.noun == OBJECT else f"the {thing.noun} {thing.slot}"
    own = re.sub(r"[^a-z0-9]+", " ", thing.variable).strip()
    return said if alone or _ONE_LETTER.fullmatch(own) else f"{said} ({own})"


_ONE_LETTER = re.compile(r"[a-z]\d*")


def role_words(variable: str) -> tuple[str, ...]:
    """The words of a variable's name, an affix that tells a role taken from the rest: `carsrc`."""
    found = []
    for word in variable_noun(variable).split():
        affix = next(
            (
                a
                for a in _AFFIXES
                if word != a and len(word) > len(a) + 1 and (word.endswith(a) or word.startswith(a))
            ),
            "",
        )
        found.append(noun_phrase(affix) if affix and not is_known(word) else word)
    return tuple(found)


def role_of(variable: str) -> str | None:
    """`from` or `to`, where a variable's name says that a change begins or ends with it."""
    words = set(role_words(variable))
    if words & _FROM and not words & _TO:
        return "from"
    if words & _TO and not words & _FROM:
        return "to"
    return None
