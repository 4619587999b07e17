"""Clauses for predicates that name a property: `(fuel-level ?plane ?level)`, `(road ?x ?y)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pddl2nl.english.collocations import LINK_NOUNS, preposition_after_adjective
from pddl2nl.english.vocabulary import is_a, is_plural, is_word, lemmas, word_set
from pddl2nl.verbalizers.phrases import Words, attached, definite, head_noun, with_article
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
_NUMERIC = word_set("count level number amount quantity value")


_MEASURES = word_set("cost direction distance duration fuel length price time weight")


def attribute_clauses(signature: Signature, words: Words) -> Iterator[str]:
    """Ways to say a predicate whose name is a noun phrase, the best first."""
    head = head_noun(words)
    if not head or not all(is_word(word) or word[0].isdigit() for word in words):
        return
    args = signature.args
    if len(args) == 3:
        yield from _of_three(words, args)
    x, y = args[0], args[1]
    rest = attached(args[2:])
    noun = " ".join(words)
    if preposition := preposition_after_adjective(words[-1]):
        yield f"{x.slot} is {noun} {preposition} {y.slot}{rest}"
    if not is_a(head, "noun"):
        return
    if x.noun == y.noun and not _starts_like(y, head):
        yield from _among_equals(words, x, y, rest)
    if is_plural(head) and y.noun.split()[-1] in _NUMERIC:
        yield f"{x.slot} has {y.slot} {noun}{rest}"
    copula = "are" if is_plural(head) else "is"
    yield f"{definite(_own_words(words, x))} of {x.slot} {copula} {y.slot}{rest}"
    yield f"{definite(words)} of {x.slot} {copula} {y.slot}{rest}"
    yield f"{y.slot} is {with_article(words)} of {x.slot}{rest}"


def _among_equals(words: Words, x: Argument, y: Argument, rest: str) -> Iterator[str]:
    """Relations between two things of a kind: a road leads from one to the other."""
    head = words[-1]
    if head in LINK_NOUNS:
        yield f"there is {with_article(words)} from {x.slot} to {y.slot}{rest}"
    elif head == "predecessor":
        yield f"{x.slot} is {definite(words)} of {y.slot}{rest}"
    elif len(words) == 1:
        single = lemmas(head)["noun"][0]
        yield f"{x.slot} is {with_article((single,))} of {y.slot}{rest}"


def _starts_like(argument: Argument, noun: str) -> bool:
    """Whether a variable stands for the value of a property: `?v` in `(value ?c ?v)`."""
    variable = argument.slot.strip("{?}").rstrip("0123456789")
    return bool(variable) and noun.startswith(variable)


def _own_words(words: Words, owner: Argument) -> Words:
    """A name without its owner's noun: the `key shape` of a key is its `shape`."""
    for length in range(len(words) - 1, 0, -1):
        if " ".join(words[:length]) in owner.nouns:
            return words[length:]
    return words


def _of_three(words: Words, args: Sequence[Argument]) -> Iterator[str]:
    x, y, z = args
    noun = " ".join(words)
    if noun in _ARITHMETIC:
        yield f"{x.slot} {_ARITHMETIC[noun]} {y.slot} is {z.slot}"
    if words[-1] not in _MEASURES | LINK_NOUNS:
        return
    if y.noun == z.noun != x.noun:
        yield f"the {noun} from {y.slot} to {z.slot} is {x.slot}"
    elif x.noun == y.noun != z.noun:
        yield f"the {noun} from {x.slot} to {y.slot} is {z.slot}"
