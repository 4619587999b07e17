"""What an answer says of costs: amounts, which are no part of any step.

An amount is made of numbers, the signs of arithmetic and the words below, and of nothing else:
"cost: 2", "at a cost of 2", "The total cost is 2 + 2 + 1 = 5". It orders nothing in any domain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from policies.answers.text import Line, is_word, spoken_of, tokens

_COSTS = frozenset("cost costs costing price total".split())
_BESIDE = frozenset(
    "the a an of is was this which it for at with and equals plan overall action step sum so far"
    " running cumulative minimal minimum optimal lowest cheapest possible unit units".split()
)
_SIGNS = frozenset("+=:.,()[]$€×*-–")
_ONE = frozenset({("1", "step"), ("1", "action"), ("1", "move"), ("one", "step")})
_BRACKET = re.compile(r" ?[(\[]([^()\[\]]{1,80})[)\]]")
_JOINT = re.compile(r" ?(?:[,;:|.]|->|→) | [-–—=] | (?=(?:at|for|with|costing)\b)")
MAX_AMOUNT = 120
"""The maximum number of characters of an amount."""
_TOTAL = frozenset("total plan overall sum".split())


class Speaking(Protocol):
    """What knows the words of a domain and its task."""

    @property
    def numeric(self) -> frozenset[str]:
        """The words of the domain's numeric functions."""

    def may_act(self, words: tuple[str, ...]) -> bool:
        """Whether words name an object, or a word of an action."""


def is_amount(text: str, numeric: frozenset[str] = frozenset()) -> bool:
    """Whether a text states a cost and nothing else, or is a sum of numbers.

    Args:
        text: some words and signs.
        numeric: the words of the domain's numeric functions, which name costs, too.
    """
    if len(text) > MAX_AMOUNT:
        return False
    words = tokens(text)
    spoken = spoken_of(words)
    if not spoken or not all(is_word(word) or word in _SIGNS for word in words):
        return False
    if spoken in _ONE:
        return True
    rest = {word for word in spoken if not word.isdigit()}
    if not rest:
        return "=" in words and "+" in words
    counted = len(rest) < len(set(spoken))
    named = _COSTS | numeric
    return counted and not rest - named - _BESIDE and not rest.isdisjoint(named)


def is_total(text: str) -> bool:
    """Whether a text states the cost of a whole plan."""
    return is_amount(text) and not _TOTAL.isdisjoint(tokens(text))


def without_amounts(lines: Iterable[Line], reader: Speaking) -> Iterator[Line]:
    """Lines without the amounts behind their steps; the total of a plan stays as a line.

    Args:
        lines: the lines of an answer.
        reader: says whether words may be part of a step, as an object named `1` is.
    """
    for line in lines:
        text = _bare(line.text, reader)
        if text == line.text:
            yield line
        elif text:
            yield line._replace(text=text)


def _bare(text: str, reader: Speaking) -> str:
    def harmless(part: str) -> bool:
        return is_amount(part, reader.numeric) and not reader.may_act(tokens(part))

    if harmless(text):
        return text if is_total(text) else ""
    text = _BRACKET.sub(lambda found: "" if harmless(found[1]) else found[0], text)
    joints = _JOINT.finditer(text, max(0, len(text) - MAX_AMOUNT))
    joint = next((each for each in joints if harmless(text[each.end() :])), None)
    return text[: joint.start()] if joint else text
