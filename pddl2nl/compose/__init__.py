"""Snippets composed into descriptions: English that says all of a task and nothing else."""

from pddl2nl.compose.costs import prices_in, prices_of_actions, with_costs, with_prices
from pddl2nl.compose.formulas import say
from pddl2nl.compose.phrases import (
    ActionText,
    DomainText,
    Phrases,
    ProblemText,
    ability,
    kind_nouns,
    kind_words,
    phrases,
    squash,
)
from pddl2nl.compose.styles import (
    BRIEF,
    NAMES_HELP,
    NAMINGS,
    PAPER,
    STYLES,
    Naming,
    Style,
    StyleName,
    as_written,
    in_style,
)

__all__ = [
    "BRIEF",
    "NAMES_HELP",
    "NAMINGS",
    "PAPER",
    "STYLES",
    "ActionText",
    "DomainText",
    "Naming",
    "Phrases",
    "ProblemText",
    "Style",
    "StyleName",
    "ability",
    "as_written",
    "in_style",
    "kind_nouns",
    "kind_words",
    "phrases",
    "prices_in",
    "prices_of_actions",
    "say",
    "squash",
    "with_costs",
    "with_prices",
]
