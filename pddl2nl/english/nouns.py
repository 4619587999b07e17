"""Names taken apart into words (`at-curb-num`, `handempty`), and noun phrases made of these."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pddl2nl.english.vocabulary import (
    FUNCTION_WORDS,
    is_a,
    is_plural,
    is_word,
    known_word,
    lemmas,
    word_set,
)

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
    "goto": "go to",
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

_UNCOUNTED = {
    **dict.fromkeys(
        word_set("baggage cargo equipment freight furniture information luggage machinery"), "piece"
    ),
    **dict.fromkeys(word_set("pliers scissors shears tongs trousers tweezers"), "pair"),
}
"""Nouns that are counted by another noun, and that one."""
_BEHIND_DOER = word_set("by in on up")
"""What may stand behind the noun of a compound: `passer by`."""
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


_ENDINGS = frozenset({"able", "age", "hood", "rage"})
"""Ends of words, such as `lockage`, that are words by themselves."""


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
    sound = sound and parts[-1] not in _ENDINGS
    return parts if sound else (word,)


def _is_common(word: str) -> bool:
    """Whether WordNet has met a word often. It is asked first: the dictionary takes 0.4 s to load.

    Rarer words of WordNet's do not count, since many of them read better in parts: `airlock`.
    """
    known = known_word(word)
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


if TYPE_CHECKING:
    from inflect import engine

JOINING = frozenset({"and", "or", "if", "then", "when", "is", "such"})
"""Words that join phrases or clauses, and so would blur a noun that contains one."""
_ARTICLES = frozenset({"a", "an", "the"})
MASS_NOUNS = word_set(
    """
    access advice air ammunition anesthesia approval armor armour asphalt assistance attention
    baggage bait batter bedding blood bread brine broth butter cardboard cargo cash cement chalk
    charge cheese clay coal coffee compost concrete consent corn cotton data dirt dust
    electricity enamel energy equipment evidence feedback fertilizer flour foam food footage
    freight fuel furniture garlic gas glass glue gold grain grass gravel grease hardware hay
    help homework honey ice information ink insulation insurance iron juice laundry leather
    light luggage lumber mail maintenance manure meat medication merchandise milk money mortar
    moss mud mulch music mustard nectar oil ore oxygen paint paper permission petrol plasma
    plumbing pollen power pressure protection pulp rain resin rice rubber rubbish rubble salt
    sand sediment silver smoke snow soap software soil solder space starch steam steel straw
    sugar supervision tar timber traffic ventilation vinegar waste water wax wheat wiring wood
    wool work yarn yeast
    """
)
"""Common nouns that take no indefinite article."""


@cache
def _engine() -> engine:
    # Imported when first needed: most short runs print no article at all.
    import inflect

    return inflect.engine()


def article(phrase: str) -> str:
    """`a` or `an`, as the first word of a phrase wants it."""
    return _engine().a(phrase.split()[0]).split()[0] if phrase.split() else "a"


def indefinite(phrase: str) -> str:
    """A noun phrase with its indefinite article: `truck` gives `a truck`."""
    return f"{article(phrase)} {phrase}"


def is_mass(phrase: str) -> bool:
    """Whether a phrase's last noun takes no indefinite article, as in `soft rock` or `soil
    data`."""
    return phrase.split()[-1] in MASS_NOUNS


def takes_no_article(phrase: str) -> bool:
    """Whether a noun phrase names a substance or is a plural, as in `cheese` or `crackers`."""
    return is_mass(phrase) or is_plural(phrase.split()[-1])


def plural(phrase: str) -> str:
    """The plural of a noun phrase: `fuel level` gives `fuel levels`."""
    head, _, last = phrase.rpartition(" ")
    if last in _BEHIND_DOER and head.endswith("er"):
        return f"{plural(head)} {last}"
    none = last in _UNCOUNTED or _is_many(last)
    many = last if none else str(_engine().plural_noun(last)) or last
    return f"{head} {many}" if head else many


def _is_many(word: str) -> bool:
    """Whether a noun is a plural already, or has none: `goods`, `data`."""
    single = _engine().singular_noun(word)
    return is_plural(word) or bool(single and is_a(str(single), "noun"))


def counted(number: int, phrase: str) -> str:
    """A number of things: `1 truck`, `3 trucks`, `2 pieces of luggage`, `1 pair of scissors`."""
    if unit := _UNCOUNTED.get(phrase.rpartition(" ")[2]):
        return f"{number} {unit}{'' if number == 1 else 's'} of {phrase}"
    return f"{number} {phrase if number == 1 else plural(phrase)}"


def noun_phrase(name: str) -> str:
    """The noun phrase that a PDDL name stands for: `slow-elevator` gives `slow elevator`.

    Abbreviations are written out, except `obj`: PDDL's root type `object` has that noun.
    """
    return " ".join(
        word if word == "obj" else ABBREVIATIONS.get(word, word) for word in split_name(name)
    )


def type_noun(*names: str) -> str:
    """The noun of a type, or of `either` of several: `truck`, `truck or van`.

    A type whose own name has a word that joins, or begins with an article, is hyphenated to one
    word, so that the type `truck-or-van` differs from "a truck or van", which is of either type.
    """
    return " or ".join(map(_of_one, names))


def _of_one(name: str) -> str:
    """A type's noun in the singular, without the suffix of `sheet_t`; `0` is "kind 0"."""
    noun = noun_phrase(name)
    *before, last = noun.removesuffix(" t").split() or [noun]
    phrase = " ".join([*before, singular(last)])
    noun = phrase if phrase[:1].isalpha() else f"kind {phrase}".strip()
    unclear = noun.split()[0] in _ARTICLES or JOINING.intersection(noun.split())
    return noun.replace(" ", "-") if unclear else noun


def singular(word: str) -> str:
    """A noun in the plural as one thing: `directions` gives `direction`; else as it is."""
    return lemmas(word)["noun"][0] if is_plural(word) else word
