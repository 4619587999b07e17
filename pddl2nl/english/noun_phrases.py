"""Which words of a verb phrase are nouns: `block` in `stack block A`, none in `turn on A`.

A word that may be a verb as well counts only where no verb can stand, or where the same phrase has
it as a noun elsewhere: `to point A` is left open, `from point A to point B` is not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from pddl2nl.english.nouns import takes_no_article
from pddl2nl.english.vocabulary import (
    FUNCTION_WORDS,
    PARTICLES,
    PREPOSITIONS,
    base_form,
    is_a,
    is_word,
    known_word,
    verb_lemma,
    word_set,
)

_WORD = re.compile("[a-z][a-z-]*")
_MAX_LENGTH = 4
_OPEN_FOR_NOUNS = (PREPOSITIONS | PARTICLES | {"using"}) - {"to", "next"}
"""What a noun phrase can follow and a verb in its base form cannot."""
_JOINING = word_set("and or")
_DEFINITE = word_set("same other last first second remaining only own")
"""Adjectives that ask for `the`, or for an article that the author left out with reason."""
_BEFORE_VERBS = word_set("go come help let make")
"""Verbs that another can follow directly: `help load A`."""
_PHASES = word_set("start begin stop finish keep continue resume try")
"""Verbs that a gerund can follow directly: `start painting A`."""


@cache
def object_nouns(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The noun phrase that ends each of the texts before the objects of a verb phrase.

    Args:
        texts: the words before the first object, those between it and the next, and so on.

    Returns:
        One phrase per text, such as `block` or `red block`; empty where no word is surely a
        common noun that takes an article.
    """
    sure = [_noun_phrase(text, place == 0, ()) for place, text in enumerate(texts)]
    nouns = {phrase.rpartition(" ")[2] for phrase in sure if phrase}
    return tuple(
        phrase or _noun_phrase(text, place == 0, nouns)
        for place, (text, phrase) in enumerate(zip(texts, sure, strict=True))
    )


def _noun_phrase(text: str, opening: bool, nouns: Collection[str]) -> str:
    words, before = _words_at_end(text)
    if not words or not _is_common_noun(words[-1]):
        return ""
    first = opening and not before
    start = len(words) - 1
    while start > (1 if first else 0) and _is_modifier(words[start - 1]):
        start -= 1
    phrase = words[start:]
    if len(phrase) > _MAX_LENGTH or phrase[0] in _DEFINITE:
        return ""
    if first and start < 2:
        stands = _after_verb(words, start)
    elif start == 0 and not before.endswith((",", "(")):
        stands = False  # behind an object, a number, a possessive
    else:
        stands = _after(words, start, nouns)
    return " ".join(phrase) if stands else ""


def _words_at_end(text: str) -> tuple[list[str], str]:
    """The plain words that end a text, and what stands before them."""
    words = text.replace("(", "( ").split() if text.endswith(" ") else []
    start = len(words)
    while start and _WORD.fullmatch(words[start - 1]):
        start -= 1
    return words[start:], "".join(words[max(start - 1, 0) : start])


def _after_verb(words: Sequence[str], start: int) -> bool:
    """Whether the words are a noun phrase directly behind the verb that opens a phrase."""
    verb, phrase = words[0], words[start:]
    opens = start == 1 and (_may_be_verb(verb) or not is_word(verb))  # `unstack` is in no list
    if not opens or any(is_a(word, "adv") for word in phrase):
        return False  # `take home A`
    if _is_gerund(phrase[-1]):
        return len(phrase) == 1 and verb not in _PHASES
    return verb not in _BEFORE_VERBS or not _may_be_verb(phrase[0])


_WHERE = frozenset("ahead back bottom front inside off out outside side top".split())
"""What says with "of" where something is: `on top of a block A`."""


def _after(words: Sequence[str], start: int, nouns: Collection[str]) -> bool:
    """Whether the words are a noun phrase behind what stands before them."""
    before = words[start - 1] if start else "and"
    if _is_gerund(words[-1]):
        return False
    if before in ("of", "by") and start > 1 and words[start - 2] not in _WHERE:
        return words[-1] in nouns  # not in `the work of art A`, `set down by hand A`
    if before in _OPEN_FOR_NOUNS or words[start - 2 : start - 1] == ["by"]:
        return before in _OPEN_FOR_NOUNS or _is_gerund(before)
    if before in _JOINING and start > 1:
        return False  # `a hydrogen or carbon atom A` has its article
    return before in _JOINING | {"to"} and (words[-1] in nouns or not _may_be_verb(words[start]))


def _is_common_noun(word: str) -> bool:
    if word in FUNCTION_WORDS or takes_no_article(word):
        return False
    return is_a(word, "noun") if _is_gerund(word) else _is_noun(word)


def _is_noun(word: str) -> bool:
    # WordNet is asked first, since the dictionary takes its time to load.
    return known_word(word).noun > 0 or is_a(word, "noun")


def _is_modifier(word: str) -> bool:
    """Whether a word can stand between an article and its noun."""
    if word in FUNCTION_WORDS or word == "using" or word == "then" or _is_gerund(word):
        return False
    return _is_noun(word) or is_a(word, "adj") or verb_lemma(word, "VBN") is not None


def _is_gerund(word: str) -> bool:
    return word.endswith("ing") and base_form(word) not in (None, word)


def _may_be_verb(word: str) -> bool:
    return base_form(word) == word
