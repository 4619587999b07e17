"""Verbalizers: what gives a domain its snippets. Found by name, so that others can add theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pddl2nl.verbalizers.registry import (
    AUTO,
    BUILT_IN,
    ENTRY_POINTS,
    LLM,
    LLM_SINGLE,
    AskingVerbalizer,
    AutoVerbalizer,
    FileVerbalizer,
    LibraryVerbalizer,
    Verbalizer,
    asking,
    asks_model,
    verbalizer,
)
from pddl2nl.verbalizers.rules import RulesVerbalizer
from pddl2nl.verbalizers.rules.plain import TemplateVerbalizer

if TYPE_CHECKING:
    from pddl2nl.verbalizers.llm import LlmVerbalizer


def __getattr__(name: str) -> object:
    if name != "LlmVerbalizer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Its templates need a library that takes as long to import as all the rest.
    from pddl2nl.verbalizers.llm import LlmVerbalizer

    return LlmVerbalizer


__all__ = [
    "AUTO",
    "BUILT_IN",
    "ENTRY_POINTS",
    "LLM",
    "LLM_SINGLE",
    "AskingVerbalizer",
    "AutoVerbalizer",
    "FileVerbalizer",
    "LibraryVerbalizer",
    "LlmVerbalizer",
    "RulesVerbalizer",
    "TemplateVerbalizer",
    "Verbalizer",
    "asking",
    "asks_model",
    "verbalizer",
]
