"""Snippets composed into descriptions: English that says all of a task and nothing else."""

from pddl2nl.compose.costs import with_costs, with_prices
from pddl2nl.compose.formulas import listed, say
from pddl2nl.compose.paper import compose_domain, compose_problem, say_state
from pddl2nl.compose.phrases import (
    Ability,
    Phrases,
    ability,
    kind_nouns,
    kind_words,
    phrases,
    squash,
)
from pddl2nl.compose.texts import DomainText, ProblemText, Section

__all__ = [
    "Ability",
    "DomainText",
    "Phrases",
    "ProblemText",
    "Section",
    "ability",
    "compose_domain",
    "compose_problem",
    "kind_nouns",
    "kind_words",
    "listed",
    "phrases",
    "say",
    "say_state",
    "squash",
    "with_costs",
    "with_prices",
]
