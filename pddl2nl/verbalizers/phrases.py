"""Small phrases that clauses and verb phrases are built from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pddl2nl.english.collocations import SUPERLATIVES, at_or_in, is_agent, participle_of
from pddl2nl.english.nouns import indefinite, is_mass
from pddl2nl.english.vocabulary import PREPOSITIONS, is_a, is_plural, lemmas, verb_lemma, word_set
from pddl2nl.verbalizers.schema import Argument

Words: TypeAlias = tuple[str, ...]

_MANNERS = word_set("color colour direction format language manner mode order state status style")
_AMOUNTS = word_set("amount cost count distance fuel level number price quantity size time weight")


def definite(words: Sequence[str]) -> str:
    """Words as a noun phrase with the definite article; the number in `cut point 1` is enough."""
    if words[-1][0].isdigit():
        return " ".join(words)
    return f"the {' '.join(words)}"


def with_article(words: Sequence[str]) -> str:
    """Words as a noun phrase with the article it takes: `a truck`, `the last stop`, `gold`."""
    phrase = " ".join(words)
    if words[-1][0].isdigit() or is_plural(words[-1]) or is_mass(phrase):
        return phrase
    return f"the {phrase}" if words[0] in SUPERLATIVES else indefinite(phrase)


def head_noun(words: Sequence[str]) -> str:
    """The last word of a name that is no number: the `part` of `cocktail part 1`."""
    return next((word for word in reversed(words) if word.isalpha()), "")


def is_amount(noun: str) -> bool:
    """Whether a noun is a measure: `fuel level`, `count`."""
    return noun.split()[-1] in _AMOUNTS


def is_participle(word: str) -> bool:
    """Whether a word is a past participle and looks like one, which `cut` does not."""
    lemma = participle_of(word)
    return lemma is not None and (lemma != word or not is_a(word, "noun"))


def is_adjective(word: str) -> bool:
    """Whether a word can be said of a thing: `clear`, `available`, `idle`."""
    if verb_lemma(word, "VBG") is not None:
        return False
    # The dictionary lacks `visible`; what ends like it is an adjective unless it is a known noun.
    able = word.endswith(("able", "ible")) and len(word) > 6 and word not in _ABLE_NOUNS
    return able or word in _MOSTLY_ADJECTIVES or is_a(word, "adj")


_ABLE_NOUNS = word_set("constable crucible parable syllable timetable turntable vegetable")


def is_mostly_adjective(word: str) -> bool:
    """Whether a word rather is an adjective where the dictionary has a noun of that form too."""
    if not is_adjective(word):
        return False
    return "noun" not in lemmas(word) or word in _MOSTLY_ADJECTIVES or word.endswith(_ENDINGS)


_ENDINGS = ("able", "ible", "ful", "less", "ous")


def adjectival(word: str) -> bool:
    """Whether `is` can stand before a word that ends a name: `hand empty`, `power on`."""
    if word in PREPOSITIONS:
        return word in ("on", "off", "up", "down", "in", "out")
    if is_participle(word):
        return True
    return is_mostly_adjective(word)


_MOSTLY_ADJECTIVES = word_set(
    """
    active clear clean closed cold cool dark deep dirty dry empty fast fixed flat free fresh
    full good hard gone high hot hungry idle inverse large medium small big little live low
    new normal open present quiet ready right rough safe secure short silent slow smooth
    soft solid square still valid warm wet whole wild
    """
)


def attached(arguments: Sequence[Argument], said: Argument | None = None) -> str:
    """Further arguments as phrases at the end of a clause, each with a blank before it.

    Args:
        arguments: what is still to be said.
        said: the argument said last.
    """
    if len(arguments) == 2 and arguments[0].noun == arguments[1].noun != "object":
        return f" from {arguments[0].slot} to {arguments[1].slot}"
    used: list[str] = []
    text = ""
    for before, argument in zip((said, *arguments), arguments, strict=False):
        if before is not None and before.place and before.noun == argument.noun:
            text += f" as well as {argument.slot}"
            continue
        choice = preposition_for(argument.noun, argument.place)
        if choice in used:
            choice = next(item for item in ("for", "with", "by", "using") if item not in used)
        used.append(choice)
        text += f" {choice} {argument.slot}"
        if len(used) >= 3:
            used.clear()
    return text


def preposition_for(noun: str, place: bool) -> str:
    """The preposition by which a thing joins in: `in` a mode, `at` a place, `with` a tool."""
    last = noun.split()[-1] if noun else ""
    if last in _MANNERS:
        return "in"
    if last in _AMOUNTS or is_agent(noun):
        return "with"
    if last == "side":
        return "on"
    return at_or_in(noun) if place else "for"
