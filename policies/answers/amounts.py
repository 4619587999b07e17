"""What an answer says of costs: amounts, which are no part of any step.

An amount is made of numbers, the signs of arithmetic and the words below, and of nothing else:
"cost: 2", "at a cost of 2", "The total cost is 2 + 2 + 1 = 5". It orders nothing in any domain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from policies.answers.text import Line, is_word, laid_out, spoken_of, tokens, words_of

COSTS = frozenset("cost costs costing price total".split())
_BESIDE = frozenset(
    "the a an of is was this which it for at in with and equals plan overall action step sum so far"
    " altogether that running cumulative minimal minimum optimal lowest cheapest possible unit"
    " units".split()
)
_SIGNS = frozenset("+=:;.,()[]|/$€×*-–")
_HINT = re.compile(r"cost|price|total|=|\b(?:1|one) (?:step|action|move)\b", re.IGNORECASE)
"""What every amount has, if no numeric function is named."""
_ONE = frozenset({("1", "step"), ("1", "action"), ("1", "move"), ("one", "step")})
_BRACKET = re.compile(r" ?[(\[]([^()\[\]\n]{1,80})[)\]]")
_JOINT = re.compile(r" ?(?:[,;:|.#]|->|→) | [-–—=] | (?=(?:at|for|with|costing)\b)")
MAX_AMOUNT = 120
"""The maximum number of characters of an amount."""
_THE = frozenset({"the", "this", "that"})
_NOTHING = frozenset({"no", "zero"})
_TOTAL = frozenset("total plan overall sum".split())
_SO_FAR = frozenset("so far running cumulative".split())


class CostWords(NamedTuple):
    """What a domain's words have to do with costs.

    Attributes:
        names: the words of each numeric function's name: {"walk", "time"}.
        acting: the words of actions, of which nothing else is made up.
    """

    names: tuple[frozenset[str], ...] = ()
    acting: frozenset[str] = frozenset()

    @property
    def named(self) -> frozenset[str]:
        """The words of all names."""
        return frozenset[str]().union(*self.names)


class Speaking(Protocol):
    """What knows the words of a task."""

    @property
    def cost_words(self) -> CostWords:
        """Those of its domain."""

    def names_object(self, words: tuple[str, ...]) -> bool:
        """Whether words name one of its objects, as `1` may be one."""


NO_WORDS = CostWords()


def is_amount(text: str, known: CostWords = NO_WORDS) -> bool:
    """Whether a text states a cost and nothing else, or is a sum of numbers."""
    if len(text) > MAX_AMOUNT or not may_state_amounts(text, known):
        return False
    words = tokens(text)
    spoken = spoken_of(words)
    if not spoken or not all(is_word(word) or word in _SIGNS for word in words):
        return False
    if spoken in _ONE:
        return not known.acting.intersection(spoken)
    rest = {word for word in spoken if not word.isdigit()}
    if not rest:
        return "=" in words and "+" in words
    named = frozenset().union(*(name for name in known.names if name <= rest))
    # "Walking costs 1", "1 for walking": what a cost is said of is no step.
    said_of = {word for before, word in pairwise(spoken) if before == "for" or "costs" in rest}
    said_of |= set(spoken[:1]) if "costs" in rest else set()
    # "The trip costs 5": what a noun names, an action's word aside.
    named_by = zip(spoken, spoken[1:], spoken[2:], strict=False)
    nouns = {noun for the, noun, verb in named_by if the in _THE and verb == "costs"}
    others = {word for word in rest - named if not (word in said_of and word.endswith("ing"))}
    others -= nouns - known.acting
    counted = len(rest) < len(set(spoken)) or not rest.isdisjoint(_NOTHING)
    costs = bool(named) or not rest.isdisjoint(COSTS)
    return (
        counted
        and costs
        and not others - COSTS - _BESIDE - _NOTHING
        and known.acting.isdisjoint(others)
    )


def may_state_amounts(text: str, known: CostWords = NO_WORDS) -> bool:
    """Whether a text has a word or sign of an amount; most have none, and need no second look."""
    return _HINT.search(text) is not None or (
        known.names != () and not known.named.isdisjoint(words_of(text))
    )


def is_total(text: str) -> bool:
    """Whether a text states the cost of a whole plan, and not of its steps so far."""
    return is_amount(text) and is_of_plan(tokens(text))


def is_of_plan(words: Sequence[str]) -> bool:
    """Whether words about a cost are about that of a whole plan."""
    return not _TOTAL.isdisjoint(words) and _SO_FAR.isdisjoint(words)


def without_amounts(text: str, lines: Sequence[Line], reader: Speaking) -> Sequence[Line]:
    """The lines of an answer without the amounts in them; the total of a plan stays as a line.

    Args:
        text: the answer, its formats turned into lines.
        lines: the lines with their amounts.
        reader: knows the words of the task, of which no amount is made.
    """
    if may_state_amounts(text, reader.cost_words):
        return list(_without_amounts(text, reader))
    return lines


def _without_amounts(text: str, reader: Speaking) -> Iterator[Line]:
    def harmless(part: str) -> bool:
        return is_amount(part, reader.cost_words) and not reader.names_object(tokens(part))

    def without_brackets(found: re.Match[str]) -> str:
        if harmless(found[1]):
            return ""
        joints = _JOINT.finditer(found[1])
        begins = (each.end() for each in joints if harmless(found[1][: each.start()]))
        return f" ({found[1][begin:]})" if (begin := next(begins, 0)) else found[0]

    for line in laid_out(_BRACKET.sub(without_brackets, text)):
        if not harmless(line.text):
            joints = _JOINT.finditer(line.text, max(0, len(line.text) - MAX_AMOUNT))
            ends = (each.start() for each in joints if harmless(line.text[each.end() :]))
            yield line._replace(text=line.text[: next(ends, None)])
        elif is_total(line.text):
            yield line
