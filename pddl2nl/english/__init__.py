"""English: words, nouns, lists, negation and faults, as far as planning texts need them."""

from __future__ import annotations

from pddl2nl.english.clauses import is_clause, join
from pddl2nl.english.faults import clause_fault, denial_fault, is_no_noun_phrase, phrase_fault
from pddl2nl.english.negation import denies, gist, negate, no_longer, un_no_longer, unnegate
from pddl2nl.english.nouns import (
    article,
    counted,
    indefinite,
    noun_phrase,
    plural,
    singular,
    split_name,
    takes_no_article,
    type_noun,
)

__all__ = [
    "article",
    "clause_fault",
    "counted",
    "denial_fault",
    "denies",
    "gist",
    "indefinite",
    "is_clause",
    "is_no_noun_phrase",
    "join",
    "negate",
    "no_longer",
    "noun_phrase",
    "phrase_fault",
    "plural",
    "singular",
    "split_name",
    "takes_no_article",
    "type_noun",
    "un_no_longer",
    "unnegate",
]
