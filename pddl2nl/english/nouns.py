"""Articles, plurals and counts of noun phrases."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pddl2nl.english.vocabulary import is_a, is_plural, lemmas, word_set
from pddl2nl.english.words import ABBREVIATIONS, split_name

if TYPE_CHECKING:
    from inflect import engine

JOINING = frozenset({"and", "or", "if", "then", "when", "is", "such"})
"""Words that join phrases or clauses, and so would blur a noun that contains one."""
MASS_NOUNS = word_set(
    """
    air bread butter cargo cash cement charge cheese coal coffee concrete corn data dirt
    dust electricity energy equipment flour food fuel furniture gas glass gold grain grass
    ice information iron juice light luggage milk money mud oil oxygen paint paper petrol
    power rain rice rubble salt sand silver smoke snow soil space steam steel sugar traffic waste
    water wheat wood work
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
    many = last if _is_many(last) else str(_engine().plural_noun(last)) or last
    return f"{head} {many}" if head else many


def _is_many(word: str) -> bool:
    """Whether a noun is a plural already, or has none: `goods`, `data`."""
    single = _engine().singular_noun(word)
    return is_plural(word) or bool(single and is_a(str(single), "noun"))


def counted(number: int, phrase: str) -> str:
    """A number of things: `1 truck`, `3 trucks`."""
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

    A type whose own name has a word that joins is hyphenated to one word, so that the type
    `truck-or-van` differs from "a truck or van", which is of either type.
    """
    return " or ".join(_unjoined(_of_one(noun_phrase(name))) for name in names)


def _of_one(noun: str) -> str:
    """A type's noun in the singular, without the suffix of `sheet_t`; `0` is "kind 0"."""
    *before, last = noun.removesuffix(" t").split() or [noun]
    phrase = " ".join([*before, singular(last)])
    return phrase if phrase[:1].isalpha() else f"kind {phrase}".strip()


def singular(word: str) -> str:
    """A noun in the plural as one thing: `directions` gives `direction`; else as it is."""
    return lemmas(word)["noun"][0] if is_plural(word) else word


def _unjoined(noun: str) -> str:
    return noun.replace(" ", "-") if JOINING.intersection(noun.split()) else noun
