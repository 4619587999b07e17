"""What is wrong with a model's answer, in words that the model is told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pddl2nl.lexicon import check_snippet
from pddl2nl.llm import Completion

_SLOT = re.compile(r"\{\?[^{}\s]+\}")
_BARE_VARIABLE = re.compile(r"\?[\w-]+")
_QUOTES = "\"'`“”‘’"


def answer_fault(answer: Completion, variables: Sequence[str]) -> str | None:
    """Why an answer is no snippet for a predicate or action with these variables, or None.

    Whether the snippet reads like another one is not asked here.
    """
    snippet = snippet_in(answer)
    if answer.finish_reason == "length":
        return "the answer is too long and was cut off; it must be one short line"
    # What stands outside the brackets comes first: a bare variable would count as missing.
    return _outside_fault(_SLOT.sub("", snippet)) or check_snippet(snippet, variables)


def snippet_in(answer: Completion) -> str:
    """The text of an answer without the blanks around it."""
    return answer.text.strip()


def _outside_fault(words: str) -> str | None:
    bare = _BARE_VARIABLE.search(words)
    if bare and "{" not in words:
        return f"the variable {bare[0]} stands without curly brackets"
    if words != words.lower():
        return "the snippet must be in lower case"
    if words.strip()[:1] in tuple(_QUOTES) and words.strip()[-1:] in tuple(_QUOTES):
        return "the snippet must not stand in quotation marks"
    return None
