"""Clauses for predicates without arguments: `(handempty)`, `(have-chips)`."""

from __future__ import annotations

from collections.abc import Iterator

from pddl2nl.english.collocations import (
    base_of,
    participle_of,
)
from pddl2nl.english.vocabulary import (
    MODALS,
    inflect_verb,
    is_a,
    is_plural,
)
from pddl2nl.verbalizers.naming_parts import inner_preposition, is_gerund
from pddl2nl.verbalizers.phrases import (
    Words,
    adjectival,
    definite,
    is_adjective,
    is_participle,
)


def nullary(words: Words) -> Iterator[str]:
    first, rest = words[0], words[1:]
    if first in MODALS and rest:
        yield f"it {' '.join(words)}"
    if first in ("have", "has", "had", "holds", "hold", "holding", "carrying") and rest:
        yield from _possession(first, rest)
    inner = inner_preposition(words)
    if inner and inner > 0:
        subject = words[:inner]
        joint = " " if is_participle(subject[-1]) else " is "
        if joint == " " and len(subject) > 1:
            yield f"{definite(subject[:-1])} is {' '.join(words[len(subject) - 1 :])}"
        else:
            yield f"{definite(subject)}{joint}{' '.join(words[inner:])}"
    if any(is_gerund(word) for word in words) and rest:
        yield f"{' '.join(words)} is in progress"
    if rest and adjectival(words[-1]):
        yield f"{definite(words[:-1])} is {words[-1]}"
    if rest and is_adjective(first) and is_a(words[-1], "noun") and not is_gerund(words[-1]):
        yield f"{definite(rest)} is {first}"
    if not rest and (adjectival(first) or is_gerund(first)):
        yield f"it is {first}"
    yield f"the condition {' '.join(words)} holds"


def _possession(verb: str, rest: Words) -> Iterator[str]:
    base = base_of(verb) or verb
    if base == "have":
        lemma = base_of(rest[0])
        if len(rest) == 1 and lemma and (participle_of(rest[0]) or not is_a(rest[0], "noun")):
            yield f"it has been {inflect_verb(lemma, 'VBN')}"
        copula = "have" if is_plural(rest[-1]) else "has"
        yield f"{definite(rest)} {copula} been obtained"
    else:
        copula = "are" if is_plural(rest[-1]) else "is"
        yield f"{definite(rest)} {copula} being {inflect_verb(base, 'VBN')}"
