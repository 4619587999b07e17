"""Clauses for predicates, written by rule from the words of their names.

Each function yields the clauses that fit, the best first; whoever asks takes the first that is
still free in its domain, since two predicates must not read the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from pddl2nl.english.negation import negate
from pddl2nl.english.vocabulary import (
    is_a,
    is_word,
)
from pddl2nl.verbalizers.naming_parts import is_gerund, pair
from pddl2nl.verbalizers.nullary import nullary
from pddl2nl.verbalizers.phrases import (
    Words,
    adjectival,
    attached,
    head_noun,
    with_article,
)
from pddl2nl.verbalizers.relations import relation
from pddl2nl.verbalizers.schema import Signature
from pddl2nl.verbalizers.unary import unary


def clauses(signature: Signature) -> Iterator[str]:
    """Ways to say a predicate, the best first; the last resorts quote its name."""
    words, negative = _without_not(signature.words)
    if len(words) > 1 and words[0] in ("is", "are", "be"):
        words = words[1:]
        candidates = _identity(signature, words)
    else:
        candidates = _positive(signature, words)
    for clause in candidates:
        yield negate(clause) if negative else clause
    yield from _last_resorts(signature)


def _identity(signature: Signature, words: Words) -> Iterator[str]:
    """A name that starts with `is`: `(is-goal ?x)`, `(is-start-runway ?x ?direction)`."""
    head = head_noun(words)
    noun = is_a(head, "noun") or not is_word(head)
    if noun and len(signature.args) == 1 and not adjectival(head) and not is_gerund(head):
        yield f"{signature.args[0].slot} is {with_article(words)}"
    elif noun and len(signature.args) > 1 and len(words) > 1 and not adjectival(head):
        x, y, rest = pair(signature)
        yield f"{x} is {with_article(words)} for {y}{rest}"
    yield from _positive(signature, words)


def _without_not(words: Words) -> tuple[Words, bool]:
    if len(words) > 1 and words[0] in ("not", "non"):
        return words[1:], True
    if words[:1] == ("is",) and len(words) > 2 and words[1] == "not":
        return words[2:], True
    if words in (("neq",), ("noteq",)):
        return ("equal",), True
    return words, False


def _positive(signature: Signature, words: Words) -> Iterator[str]:
    match len(signature.args):
        case 0:
            yield from nullary(words)
        case 1:
            yield from unary(signature, words, signature.args[0])
        case _:
            yield from relation(signature, words)


def _last_resorts(signature: Signature) -> Iterator[str]:
    slots = [item.slot for item in signature.args]
    match len(slots):
        case 0:
            yield f"the condition {signature.name} holds"
        case 1:
            yield f"{slots[0]} has the property {signature.name}"
        case _:
            yield f"{slots[0]} is in relation {signature.name} to {slots[1]}" + attached(
                signature.args[2:]
            )
