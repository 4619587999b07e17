"""Plain snippets: no grammar is invented, and every word of the name is kept, in quotation marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import is_word as is_known
from pddl2nl.english.words import split_name
from pddl2nl.verbalizers.rules.facts import OBJECT, Thing, variable_noun
from pddl2nl.verbalizers.rules.words import is_noun_phrase

_FROM = frozenset("from source src origin".split())
_TO = frozenset("to destination dest dst target".split())
_QUALITIES = frozenset("old new previous next current initial final".split())
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
    """A name's words in quotation marks: `cell-capacityInc` gives `"cell capacity inc"`."""
    return f'"{" ".join(split_name(name)) or name}"'


def plain_clause(name: str, things: Sequence[Thing]) -> str:
    """A predicate of which only its name is known."""
    slots = [thing.slot for thing in things]
    match slots:
        case []:
            return f"the condition {quoted(name)} holds"
        case [one]:
            return f"{one} has the property {quoted(name)}"
        case [one, other, *rest]:
            more = "".join(f" with {slot}" for slot in rest)
            return f"{one} stands in the relation {quoted(name)} to {other}{more}"


def plain_action(name: str, things: Mapping[str, Thing]) -> str:
    """An action of which only its name is known, with its arguments labelled by their own names."""
    labels = [labelled(thing) for thing in things.values()]
    if not labels:
        return f"do {quoted(name)}"
    *most, last = labels
    listed = f"{', '.join(most)} and {last}" if most else last
    return f"do {quoted(name)} with {listed}"


def labelled(thing: Thing) -> str:
    """A parameter behind what its type and its name tell: `the new card {?newcard}`."""
    noun, own = thing.noun, tuple(variable_noun(thing.variable).split())
    if noun == OBJECT:
        return f"the {' '.join(own)} {thing.slot}" if _is_telling(own) else thing.slot
    qualities = [word for word in role_words(thing.variable) if word in _QUALITIES]
    role = f" ({found})" if (found := role_of(thing.variable)) else ""
    return f"the {' '.join([*qualities[:1], noun])} {thing.slot}{role}"


def _is_telling(own: tuple[str, ...]) -> bool:
    return is_noun_phrase(own) and all(len(word) > 2 for word in own)


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
