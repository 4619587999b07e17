"""What is wrong with a model's answer, in words for the model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from pddl2nl.english import negate, no_longer
from pddl2nl.english.clauses import find_head, parse
from pddl2nl.english.negation import NO_LONGER_THE_CASE, NOT_THE_CASE
from pddl2nl.english.vocabulary import is_base_verb
from pddl2nl.lexicon import snippet_faults
from pddl2nl.llm import Completion

_SLOT = re.compile(r"\{\?[^{}\s]+\}")
_BARE_VARIABLE = re.compile(r"\?[\w-]+")
_QUOTES = "\"'`“”‘’"


@dataclass(frozen=True, slots=True)
class Faults:
    """What is wrong with an answer.

    Args:
        grave: why it cannot be a snippet.
        slight: why it reads badly, though it could be one.
    """

    grave: tuple[str, ...] = ()
    slight: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Every fault in one line; empty where there is none."""
        return "; ".join((*self.grave, *self.slight))


class Use(Enum):
    """What a snippet is for, which decides how it must read."""

    ACTION = "a phrase"
    LASTING = "a clause that nothing makes false"
    PASSING = "a clause that some action makes false"


def answer_faults(answer: Completion, variables: Sequence[str], use: Use) -> Faults:
    """Everything that is wrong with an answer as a snippet for these variables.

    Whether the snippet reads like another one is not asked here.

    Args:
        answer: the model's answer.
        variables: the variables of the predicate or action.
        use: what the snippet is for.
    """
    if answer.finish_reason == "length":
        return Faults(("the answer is too long and was cut off; it must be one short line",))
    snippet, _ = snippet_in(answer)
    grave = (*_outside_faults(_SLOT.sub("", snippet)), *snippet_faults(snippet, variables))
    if grave:
        return Faults(grave)
    if use is Use.ACTION:
        return Faults((), tuple(_phrase_faults(snippet)))
    return Faults((), tuple(_clause_faults(snippet, ends=use is Use.PASSING)))


def snippet_in(answer: Completion) -> tuple[str, bool]:
    """The text of an answer without blanks and quotation marks around it; whether it had such."""
    text = answer.text.strip()
    inner = text[1:-1].strip()
    quoted = len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES
    if quoted and not any(mark in inner for mark in _QUOTES):
        return inner, True
    return text, False


def _outside_faults(words: str) -> Iterator[str]:
    bare = _BARE_VARIABLE.search(words)
    if bare and "{" not in words:
        yield f"the variable {bare[0]} stands without curly brackets"
    if words != words.lower():
        yield "the snippet must be in lower case"


def _clause_faults(snippet: str, *, ends: bool) -> Iterator[str]:
    clause = parse(snippet)
    head = find_head(clause) if clause is not None else None
    whole = head is not None and head.place > 0 and head.kind != "phrase"
    if not whole or negate(snippet).startswith(NOT_THE_CASE):
        yield (
            "it must be a plain sentence with a subject and a finite verb that 'not' can deny, as "
            "in '{?x} is open'"
        )
    elif ends and no_longer(snippet).startswith(NO_LONGER_THE_CASE):
        yield "'no longer' cannot stand beside its verb; use the present tense"


def _phrase_faults(snippet: str) -> Iterator[str]:
    if not is_base_verb(snippet.split()[0]):
        yield "it must begin with a verb in its base form, as in 'move {?x}'"
