"""Verbalizers: what gives a domain its snippets. Found by name, so that others can add theirs."""

from __future__ import annotations

from pddl2nl.verbalizers.registry import (
    AUTO,
    ENTRY_POINTS,
    LLM,
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

__all__ = [
    "AUTO",
    "ENTRY_POINTS",
    "LLM",
    "AskingVerbalizer",
    "AutoVerbalizer",
    "FileVerbalizer",
    "LibraryVerbalizer",
    "RulesVerbalizer",
    "TemplateVerbalizer",
    "Verbalizer",
    "asking",
    "asks_model",
    "verbalizer",
]
