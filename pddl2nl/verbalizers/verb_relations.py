"""Clauses for relations whose name is a verb: `(lifting ?hoist ?crate)`, `(has-colour ?m ?c)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pddl2nl.english.collocations import (
    STATIVE,
    base_of,
    is_agent,
    preposition_after_verb,
    progressive,
)
from pddl2nl.english.vocabulary import (
    is_a,
    is_plural,
    third_person,
    verb_lemma,
    word_set,
)
from pddl2nl.verbalizers.naming_parts import is_gerund, names, pair
from pddl2nl.verbalizers.phrases import (
    Words,
    attached,
    is_amount,
    with_article,
)
from pddl2nl.verbalizers.schema import Argument, Signature


def reads_as_verb(signature: Signature, word: str) -> bool:
    """Whether a word between two objects is rather a verb than the name of a property."""
    if is_gerund(word):
        return True
    if verb_lemma(word, "VBZ") and not is_amount(signature.args[1].noun):
        return not is_plural(word) or len(signature.args) == 2
    if not is_a(word, "noun"):
        return True
    if word in _VERBS_FIRST or len(signature.args) > 3:
        return True
    return verb_lemma(word, "VBZ") is not None and is_agent(signature.args[0].noun)


_VERBS_FIRST = word_set(
    """
    carry contain cover fit fits grip grasp have hold holds involve need needs own require
    satisfy serve supply support supports touch use uses want
    """
)


def verb_relation(signature: Signature, verb: str, thing: Words) -> Iterator[str]:
    """`(lifting ?hoist ?crate)`, `(supports ?x ?y)`, `(has-colour ?machine ?colour)`."""
    args = list(signature.args)
    if not thing and is_agent(args[1].noun) and not is_agent(args[0].noun):
        args[0], args[1] = args[1], args[0]
    lemma = base_of(verb) or verb
    subject, others = args[0].slot, args[1:]
    finite = _finite(signature, verb, lemma)
    if thing and lemma == "have" and not names(thing, others[0]):
        yield from _owned(signature, thing)
    elif thing:
        yield f"{subject} {finite} the {' '.join(thing)} {others[0].slot}{attached(others[1:])}"
    else:
        yield f"{subject} {finite}{after_verb(verb, others)}"


def _finite(signature: Signature, verb: str, lemma: str) -> str:
    if is_gerund(verb):
        return f"is {verb}"
    changing = signature.added and signature.deleted
    if changing and lemma not in STATIVE and verb_lemma(verb, "VBZ") is None:
        return f"is {progressive(verb)}"
    return third_person(lemma)


def _owned(signature: Signature, thing: Words) -> Iterator[str]:
    """`(have-image ?rover ?objective ?mode)`: the first argument owns only what it got for
    itself."""
    x, y, rest = pair(signature)
    owned = with_article(thing)
    if signature.agent_first or signature.static:
        yield f"{x} has {owned} of {y}{rest}"
    tail = attached(signature.args[1:])
    verb = "are" if is_plural(thing[-1]) else "is"
    yield f"there {verb} {owned} of {x}{tail}"


def after_verb(verb: str, args: Sequence[Argument]) -> str:
    """What follows a verb: two places make a way `from … to …`, else an object and the rest."""
    if len(args) == 2 and args[0].noun == args[1].noun and args[0].noun != "object":
        return f" from {args[0].slot} to {args[1].slot}"
    preposition = preposition_after_verb(base_of(verb) or verb)
    joint = f" {preposition}" if preposition else ""
    return f"{joint} {args[0].slot}{attached(args[1:])}"
