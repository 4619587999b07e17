"""Snippets composed into descriptions: English that says all of a task and nothing else."""

from pddl2nl.compose.costs import with_costs, with_prices
from pddl2nl.compose.formulas import listed, say
from pddl2nl.compose.phrases import (
    Ability,
    ActionText,
    Phrases,
    ability,
    kind_nouns,
    kind_words,
    phrases,
    squash,
)
from pddl2nl.compose.styles import BRIEF, PAPER, STYLES, Style, StyleName, in_style
from pddl2nl.compose.texts import DomainText, ProblemText, Section

__all__ = [
    "BRIEF",
    "PAPER",
    "STYLES",
    "Ability",
    "ActionText",
    "DomainText",
    "Phrases",
    "ProblemText",
    "Section",
    "Style",
    "StyleName",
    "ability",
    "in_style",
    "kind_nouns",
    "kind_words",
    "listed",
    "phrases",
    "say",
    "squash",
    "with_costs",
    "with_prices",
]
