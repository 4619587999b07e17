"""Facts that share a sentence, one by one: lists, rows of numbered objects, and "every truck"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pddl2nl.compose.facts import in_singular, row
from pddl2nl.compose.formulas import TUPLE
from pddl2nl.compose.phrases import EVERY, OTHER, squash
from pddl2nl.readback._clauses import HOLE, UnreadableText, split_list

_NAME = HOLE.pattern
_ROW = re.compile(r"(.+)_(\d+) to (.+)_(\d+)")
_ITEMS = [rf"(?:{row(group)}|{_NAME})" for group in ("first", "next", "last")]
_SEVERAL = re.compile(rf"{_ITEMS[0]}(?:, {_ITEMS[1]})* and {_ITEMS[2]}|{row('alone')}")
_TUPLES = re.compile(rf"{TUPLE.pattern}(?:, {TUPLE.pattern})* and {TUPLE.pattern}")
_EVERY = re.compile(rf"\b{EVERY}({OTHER})?((?:[^\W_A-Z]|['-])+(?: (?:[^\W_A-Z]|['-])+)*)")


def single_facts(sentence: str, members: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The clauses that a sentence without its full stop stands for.

    Args:
        sentence: one that stands in parentheses is one clause, whatever is inside.
        members: for each squashed noun the objects of this kind.
    """
    if sentence.startswith("("):
        yield sentence
    elif found := _TUPLES.search(sentence):
        before, after = sentence[: found.start()], sentence[found.end() :]
        for each in TUPLE.findall(found.group()):
            yield from single_facts(f"{before}{each}{after}", members)
    elif found := _EVERY.search(sentence):
        yield from _of_every(sentence, found, members)
    elif found := _SEVERAL.search(sentence):
        before, after = sentence[: found.start()], sentence[found.end() :]
        after = after if before else in_singular(after)
        yield from (f"{before}{name}{after}" for name in names(found.group()))
    else:
        yield sentence


def _of_every(
    sentence: str, found: re.Match[str], members: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """A sentence about every object of a kind, as one about each; "other" than those before it."""
    words = found[2].split()
    before = sentence[: found.start()]
    for length in range(len(words), 0, -1):
        noun = " ".join(words[:length])
        if squash(noun) in members:
            after = sentence[found.start(2) + len(noun) :]
            others = set(HOLE.findall(before)) if found[1] else ()
            for name in members[squash(noun)]:
                if name not in others:
                    yield from single_facts(f"{before}{name}{after}", members)
            return
    raise UnreadableText(f"«{sentence}» does not say every what")


def names(text: str) -> Iterator[str]:
    """The names of a list, those in a row one by one."""
    for part in split_list(text, "and"):
        if found := _ROW.fullmatch(part):
            first, last = int(found[2]), int(found[4])
            yield from (f"{found[1]}_{number}" for number in range(first, last + 1))
        else:
            yield part
