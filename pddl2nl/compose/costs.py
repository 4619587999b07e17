"""Action costs in English: stated on request, since the paper's prompts leave them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pddl2nl.compose.phrases import Words, ability, kind_nouns
from pddl2nl.compose.styles import Style
from pddl2nl.compose.texts import DomainText, ProblemText, Section
from pddl2nl.english import join, noun_phrase
from pddl2nl.model import Cost, Fluent, Problem
from pddl2nl.naming import ObjectNames, name_constants

COSTS = "My actions have these costs:"
LOW_COST = "I want the total cost to be as low as possible."
_TOTAL = "total-cost"


def with_costs(style: Style) -> DomainText:
    """A domain's description with what each action costs: `It costs 5 to drive a truck A …`."""
    nouns = kind_nouns(style.domain)
    constants = name_constants(style.domain).english
    lines = []
    for schema in style.domain.actions:
        if schema.cost is not None:
            phrase = ability(schema, style.phrases.actions[schema.name], nouns)
            price = _price(schema.cost, {**constants, **phrase.letters})
            lines.append(f"It costs {price} to {phrase.text}.")
    return DomainText((*style.domain_text.sections, Section("costs", COSTS, tuple(lines))))


def with_prices(text: ProblemText, problem: Problem, names: ObjectNames) -> ProblemText:
    """A problem's description with the prices that costs refer to, and the wish for a low sum."""
    prices = [
        f"{_noun(fluent, names.english)} is {value:g}"
        for fluent, value in problem.costs.items()
        if fluent.function != _TOTAL
    ]
    sentences = [LOW_COST] if problem.minimizes_cost else []
    if prices:
        sentences.append(f"As for the costs, {join(prices)}.")
    return replace(text, costs=" ".join(sentences))


def _price(cost: Cost, words: Words) -> str:
    return _noun(cost, words) if isinstance(cost, Fluent) else f"{cost:g}"


def _noun(fluent: Fluent, words: Mapping[str, str]) -> str:
    noun = f"the {noun_phrase(fluent.function)}"
    return f"{noun} of {join([words[term] for term in fluent.args])}" if fluent.args else noun
