"""Snippets composed into descriptions: English that says all of a task and nothing else."""

from pddl2nl.compose.formulas import listed, say
from pddl2nl.compose.phrases import (
    Ability,
    ActionText,
    DomainText,
    Phrases,
    ProblemText,
    Section,
    ability,
    kind_nouns,
    kind_words,
    phrases,
    squash,
)
from pddl2nl.compose.styles import (
    BRIEF,
    PAPER,
    STYLES,
    Style,
    StyleName,
    in_style,
    with_costs,
    with_prices,
)

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
