"""What actions cost, stated on request: the paper's prompts leave costs out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pddl2nl.compose.phrases import DomainText, ProblemText, Section, ability, kind_nouns
from pddl2nl.compose.styles import Style
from pddl2nl.english import join
from pddl2nl.english.vocabulary import PREPOSITIONS, is_plural, known_word, word_set
from pddl2nl.model import TOTAL_COST, Fluent, Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.writer import number_to_pddl

COSTS = "My actions have these costs:"
FREE = "All other actions cost nothing."
LOW_COST = "I want the total cost to be as low as possible."
PRICES = "As for the costs, "
_BEHIND = PREPOSITIONS | {"per"}
_CLAUSAL = word_set("it that what which one how")


def with_costs(style: Style) -> DomainText:
    """A domain's description with what each action costs: `It costs 5 to drive a truck A …`."""
    lines = [f"It costs {_said(price)} to {name}." for name, price in prices_of_actions(style)]
    if 0 < len(lines) < len(style.domain.actions):
        lines.append(FREE)
    return DomainText((*style.domain_text.sections, Section("costs", COSTS, tuple(lines))))


def with_prices(
    text: ProblemText, problem: Problem, style: Style, names: ObjectNames
) -> ProblemText:
    """A problem's description with the prices that costs refer to, and the wish for a low sum."""
    prices = [
        f"{_noun(fluent, style, names.english)} {_be(fluent, style)} {_said(value)}"
        for fluent, value in _prices(problem)
    ]
    sentences = [LOW_COST] if problem.minimizes_cost else []
    if prices:
        sentences.append(f"{PRICES}{join(prices)}.")
    return replace(text, costs=" ".join(sentences))


def prices_of_actions(style: Style) -> list[tuple[str, float | str]]:
    """The phrase of each action that has a cost, and its price: a number, or what it is called."""
    nouns = kind_nouns(style.domain)
    found: list[tuple[str, float | str]] = []
    for schema in style.domain.actions:
        if (cost := schema.cost) is not None:
            phrase = ability(schema, style.phrases.actions[schema.name], nouns)
            words = {**style.constants.english, **phrase.letters}
            price = _noun(cost, style, words) if isinstance(cost, Fluent) else cost
            found.append((phrase.text, price))
    return found


def prices_in(problem: Problem, style: Style, names: ObjectNames) -> list[tuple[str, float]]:
    """What a problem's prices are called, and their values."""
    return [(_noun(fluent, style, names.english), value) for fluent, value in _prices(problem)]


def _prices(problem: Problem) -> list[tuple[Fluent, float]]:
    return [item for item in problem.costs.items() if item[0].function != TOTAL_COST]


def _be(fluent: Fluent, style: Style) -> str:
    """The verb that agrees with what a price is called: "the repair costs of A are"."""
    texts = style.phrases.functions[fluent.function].texts
    words = " ".join(texts).split()
    behind = next((n for n, word in enumerate(words) if word in _BEHIND), len(words))
    *before, last = words[:behind] or [""]
    clause = not _CLAUSAL.isdisjoint(before)  # "the time it takes to dry A"
    known = known_word(last.removesuffix("s"))
    # What is rather a base form in WordNet, such as "gas", is no plural.
    # Behind a placeholder it may be a verb: "the fuel {?t} stops", but not "the stops of {?t}".
    noun = known.noun >= known.verb or last in texts[0].split()
    several = last.endswith("s") and noun and known_word(last).noun <= known.noun // 2
    several = several and (known.noun > 0 or is_plural(last))
    return "are" if several and not clause else "is"


def _said(price: float | str) -> str:
    return price if isinstance(price, str) else number_to_pddl(price)


def _noun(fluent: Fluent, style: Style, words: Mapping[str, str]) -> str:
    return style.phrases.functions[fluent.function].fill([words[term] for term in fluent.args])
