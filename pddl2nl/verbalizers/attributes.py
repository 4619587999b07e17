"""Clauses for predicates that name a property: `(fuel-level ?plane ?level)`, `(road ?x ?y)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pddl2nl.english.collocations import LINK_NOUNS, preposition_after_adjective
from pddl2nl.english.nouns import indefinite
from pddl2nl.english.vocabulary import is_a, is_plural, is_word
from pddl2nl.verbalizers.phrases import Words, attached, with_article
from pddl2nl.verbalizers.schema import Argument, Signature

_ARITHMETIC = {
    "sum": "plus",
    "add": "plus",
    "plus": "plus",
    "difference": "minus",
    "diff": "minus",
    "minus": "minus",
    "product": "times",
    "times": "times",
}
_NUMERIC = frozenset("count level number amount quantity value".split())


def attribute_clauses(signature: Signature, words: Words) -> Iterator[str]:
    """Ways to say a predicate whose name is a noun phrase, the best first."""
    if not all(is_word(word) or word[0].isdigit() for word in words):
        return
    args = signature.args
    if len(args) == 3:
        yield from _of_three(words, args)
    x, y = args[0], args[1]
    rest = attached(args[2:])
    same = x.noun == y.noun
    noun = " ".join(words)
    if words[-1] in LINK_NOUNS and same:
        yield f"there is {with_article(words)} from {x.slot} to {y.slot}{rest}"
    if preposition := preposition_after_adjective(words[-1]):
        yield f"{x.slot} is {noun} {preposition} {y.slot}{rest}"
    if same and is_a(words[-1], "noun") and len(words) == 1:
        yield f"{x.slot} is {with_article(words)} of {y.slot}{rest}"
    if is_plural(words[-1]) and y.noun.split()[-1] in _NUMERIC:
        yield f"{x.slot} has {y.slot} {noun}{rest}"
        yield f"the number of {noun} of {x.slot} is {y.slot}{rest}"
    if is_a(words[-1], "noun"):
        yield f"the {_own_words(words, x)} of {x.slot} is {y.slot}{rest}"
        yield f"the {noun} of {x.slot} is {y.slot}{rest}"
        yield f"{y.slot} is {indefinite(noun)} of {x.slot}{rest}"


def _own_words(words: Words, owner: Argument) -> str:
    """A name without its owner's noun: the `key shape` of a key is its `shape`."""
    for length in range(len(words) - 1, 0, -1):
        if " ".join(words[:length]) in owner.nouns:
            return " ".join(words[length:])
    return " ".join(words)


def _of_three(words: Words, args: Sequence[Argument]) -> Iterator[str]:
    x, y, z = args
    noun = " ".join(words)
    if noun in _ARITHMETIC:
        yield f"{x.slot} {_ARITHMETIC[noun]} {y.slot} is {z.slot}"
    if not is_a(words[-1], "noun"):
        return
    if y.noun == z.noun != x.noun:
        yield f"the {noun} from {y.slot} to {z.slot} is {x.slot}"
    elif x.noun == y.noun != z.noun:
        joint = "is"
        yield f"the {noun} from {x.slot} to {y.slot} {joint} {z.slot}"
