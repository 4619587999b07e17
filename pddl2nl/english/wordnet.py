"""What words are, by WordNet: how often a noun, a verb, an adjective; kinds of things; frames.

The table is read when it is first asked for (`scripts/distill_wordnet.py` makes it).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pddl2nl.english.verbs import table_path

PERSON, ANIMAL, PLACE, CONVEYANCE, DEVICE, WAY = "pblvdw"
"""The kinds of things that the rules distinguish (`KINDS` of the script has all)."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the dictionary.

    Args:
        noun, verb, adjective: how often it was met as each; 0 where it is none.
        kinds: letters for the kinds of things that it names first of all.
        frames: `t` where it takes an object as a verb, `i` where it takes none.
    """

    noun: int = 0
    verb: int = 0
    adjective: int = 0
    kinds: str = ""
    frames: str = ""


UNKNOWN = Word()


@cache
def word(form: str) -> Word:
    """What a lower-case word in its base form is; `UNKNOWN` where the table does not have it.

    A word that can only be a noun of no kind is not in the table.
    """
    text = _table()
    start = text.find(f"\n{form}\t".encode())
    if start < 0:
        return UNKNOWN
    line = text[start + 1 : text.find(b"\n", start + 1)].decode()
    _, noun, verb, adjective, kinds, frames = line.split("\t")
    return Word(int(noun), int(verb), int(adjective), kinds, frames)


def is_of_kind(noun: str, *kinds: str) -> bool:
    """Whether the last word of a noun phrase names a thing of one of these kinds."""
    words = noun.split()
    return bool(words) and any(kind in word(words[-1]).kinds for kind in kinds)


@cache
def _table() -> bytes:
    return b"\n" + table_path(Path("words.tsv")).read_bytes()
