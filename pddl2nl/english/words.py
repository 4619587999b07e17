"""Names taken apart into words: `at-curb-num`, `fuelCost`, `handempty`."""

from __future__ import annotations

import re
from functools import cache

from pddl2nl.english import wordnet
from pddl2nl.english.vocabulary import FUNCTION_WORDS, is_word, lemmas, word_set

ABBREVIATIONS = {
    "adj": "adjacent",
    "avail": "available",
    "conn": "connected",
    "cur": "current",
    "curr": "current",
    "dest": "destination",
    "destin": "destination",
    "dir": "direction",
    "dst": "destination",
    "eq": "equal",
    "init": "initial",
    "inst": "instrument",
    "lev": "level",
    "loc": "location",
    "lvl": "level",
    "max": "maximum",
    "min": "minimum",
    "msg": "message",
    "num": "number",
    "obj": "object",
    "orig": "origin",
    "pkg": "package",
    "pos": "position",
    "pred": "predecessor",
    "prev": "previous",
    "prob": "problem",
    "src": "source",
    "succ": "successor",
    "temp": "temperature",
    "veh": "vehicle",
}
"""Short forms that PDDL authors use, written out."""

_SHORT_WORDS = word_set("at by in is no of off on to up do go as or not has can out")
_LAST_WORDS = word_set("in no on up")
_SHORTEST_COMPOUND = 6
_OFTEN = 10
_SEPARATORS = re.compile(r"[-_\s.]+")
_PIECES = re.compile(r"[A-Z]+(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|\d+[a-z]?(?![a-z])|[^\W\d_]+|\S")

# Two-word verbs that authors write as one word; the dictionary has the noun of the same spelling.
_PHRASAL = re.compile(
    r"(break|build|check|clean|close|cool|count|drop|go|heat|hook|lift|line|lock|look|move|open|"
    r"pick|pull|push|put|set|shut|slow|start|switch|take|throw|turn|walk|warm)"
    r"(up|down|on|off|out|in)$"
)


def pieces(name: str) -> tuple[str, ...]:
    """The lower-case parts of a PDDL name that its author has separated: `incCount-2`."""
    return tuple(
        piece.lower()
        for part in _SEPARATORS.split(name.strip())
        for piece in _PIECES.findall(part if not part.isupper() else part.lower())
    )


@cache
def split_name(name: str) -> tuple[str, ...]:
    """The lower-case words of a PDDL name: `headSnake`, `head-snake` and `headsnake` give the same.

    A word that is no English stays whole unless it falls apart into two or more words that are.
    """
    return tuple(word for piece in pieces(name) for word in _split_word(piece))


def _split_word(word: str) -> tuple[str, ...]:
    phrasal = _PHRASAL.match(word)
    if phrasal and phrasal.end() == len(word):
        return (phrasal[1], phrasal[2])
    if len(word) < _SHORTEST_COMPOUND or word in ABBREVIATIONS:
        return (word,)
    if _is_common(word) or is_word(word):
        return (word,)
    import wordninja  # its word list takes 70 ms to load, and most names need no splitting

    parts = _without_plurals(tuple(str(part) for part in wordninja.split(word)))
    sound = len(parts) > 1 and all(map(_is_sound_part, parts)) and not _is_adverb(parts[0])
    sound = sound and (len(parts[-1]) > 2 or parts[-1] in _LAST_WORDS)
    return parts if sound else (word,)


def _is_common(word: str) -> bool:
    """Whether WordNet has met a word often. It is asked first: the dictionary takes 0.4 s to load.

    Rarer words of WordNet's do not count, since many of them read better in parts: `airlock`.
    """
    known = wordnet.word(word)
    return max(known.noun, known.verb, known.adjective) >= _OFTEN


def _without_plurals(parts: tuple[str, ...]) -> tuple[str, ...]:
    """`yard slot` rather than `yards lot`: only the last noun of a compound is in the plural."""
    moved = list(parts)
    for place in range(len(moved) - 1):
        one, other = moved[place], moved[place + 1]
        if one.endswith("s") and lemmas(one[:-1]) and lemmas("s" + other):
            moved[place], moved[place + 1] = one[:-1], "s" + other
    return tuple(moved)


def _is_adverb(part: str) -> bool:
    """Whether a part can only be an adverb, which opens no name: `aboard` in `aboardsize`."""
    return part not in FUNCTION_WORDS and set(lemmas(part)) <= {"adv", "adj"} and part[0] == "a"


def _is_sound_part(part: str) -> bool:
    if part in _SHORT_WORDS:
        return True
    return len(part) >= 3 and (
        part in FUNCTION_WORDS or part in ABBREVIATIONS or bool(lemmas(part))
    )
