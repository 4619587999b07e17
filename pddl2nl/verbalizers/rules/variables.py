"""What the name of a parameter shows about its role: `?from`, `?carsrc`, `?destination`."""

from __future__ import annotations

from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import is_word
from pddl2nl.verbalizers.rules.facts import variable_noun

_FROM = frozenset("from source src origin".split())
_TO = frozenset("to destination dest dst target".split())
_AFFIXES = ("source", "from", "src", "dest", "dst")


def role_words(variable: str) -> tuple[str, ...]:
    """The words of a variable's name, an affix that shows a role taken from the rest: `carsrc`."""
    words = variable_noun(variable).split()
    return tuple(word if is_word(word) else _affix(word) or word for word in words)


def _affix(word: str) -> str | None:
    """What a run-together word begins or ends with that shows a role."""
    fitting = (affix for affix in _AFFIXES if word.startswith(affix) or word.endswith(affix))
    return next(map(noun_phrase, fitting), None)


def role_of(variable: str) -> str | None:
    """`from` or `to`, where a variable's name says that a change begins or ends with it."""
    words = set(role_words(variable))
    if words & _FROM and not words & _TO:
        return "from"
    if words & _TO and not words & _FROM:
        return "to"
    return None
