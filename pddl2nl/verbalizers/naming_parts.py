"""What the words of a predicate's name can be, and how they match its arguments."""

from __future__ import annotations

from collections.abc import Sequence

from pddl2nl.english.collocations import (
    at_or_in,
    is_agent,
)
from pddl2nl.english.vocabulary import (
    PREPOSITIONS,
    is_a,
    is_plural,
    is_word,
    lemmas,
    verb_lemma,
    word_set,
)
from pddl2nl.verbalizers.phrases import (
    Words,
    attached,
    preposition_for,
)
from pddl2nl.verbalizers.schema import Argument, Signature

_HAVING = word_set("has have had holds hold contains")


def is_gerund(word: str) -> bool:
    """Whether a word is a verb's -ing form."""
    return verb_lemma(word, "VBG") is not None


def inner_preposition(words: Words) -> int | None:
    """Where the first preposition stands that has something on both sides."""
    for place in range(1, len(words) - 1):
        if words[place] in PREPOSITIONS and words[place] not in ("next", "out", "off"):
            return place
    return None


def is_having(word: str) -> bool:
    if word in _HAVING:
        return True
    return verb_lemma(word, "VBZ") is not None and not is_plural(word)


def is_word_adjective(word: str) -> bool:
    """Whether the dictionary has a word as an adjective."""
    return is_a(word, "adj")


def is_word_adverb(word: str) -> bool:
    """Whether a word can only be an adverb, such as `away`."""
    return set(lemmas(word)) == {"adv"}


def matches(words: Sequence[str], argument: Argument) -> bool:
    return " ".join(words) in argument.nouns


def pair(signature: Signature) -> tuple[str, str, str]:
    """The first two placeholders, and the phrases for the rest."""
    x, y, *rest = signature.args
    return x.slot, y.slot, attached(rest, y)


def by_nouns(argument: Argument) -> str:
    if argument.place:
        return at_or_in(argument.noun)
    if is_agent(argument.noun):
        return "by"
    preposition = preposition_for(argument.noun, argument.place)
    return "with" if preposition == "for" else preposition


def are_words(words: Words) -> bool:
    return all(map(is_word, words))


def names(words: Words, argument: Argument) -> bool:
    """Whether words name an argument, or the last part of its noun: the `type` of `plane type`."""
    said = " ".join(words)
    return any(noun == said or noun.endswith(f" {said}") for noun in argument.nouns)
