"""Styles: how a task is described. A style is one module of composition and one of reading back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Protocol, get_args

from pddl2nl.compose import brief, paper
from pddl2nl.compose.phrases import (
    ActionText,
    DomainText,
    Phrases,
    ProblemText,
    Section,
    Words,
    ability,
    kind_nouns,
    phrases,
)
from pddl2nl.english import join, noun_phrase
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Atom, Cost, Domain, Fluent, Problem
from pddl2nl.naming import KindsAsTypes, ObjectNames, kinds_as_types, name_constants, name_objects

StyleName = Literal["paper", "brief"]
PAPER: StyleName = "paper"
BRIEF: StyleName = "brief"
STYLES: tuple[StyleName, ...] = get_args(StyleName)


class Composition(Protocol):
    """A module of composition."""

    def compose_domain(self, domain: Domain, spoken: Phrases, /) -> DomainText: ...

    def compose_actions(self, domain: Domain, spoken: Phrases, /) -> tuple[ActionText, ...]: ...

    def compose_problem(
        self, problem: Problem, spoken: Phrases, names: ObjectNames, /
    ) -> ProblemText: ...

    def say_state(
        self, facts: Iterable[Atom], problem: Problem, spoken: Phrases, names: ObjectNames, /
    ) -> str: ...


_COMPOSITIONS: Mapping[StyleName, Composition] = {PAPER: paper, BRIEF: brief}


@dataclass(frozen=True)
class Style:
    """A domain in the words of a lexicon and in one style.

    Args:
        name: the style's name.
        kinds: the domain as the style describes it.
        phrases: the snippets, for clauses and ground actions.
    """

    name: StyleName
    kinds: KindsAsTypes
    phrases: Phrases

    @property
    def _composition(self) -> Composition:
        return _COMPOSITIONS[self.name]  # no field, since a module cannot go to another process

    @property
    def domain(self) -> Domain:
        """The domain as the style describes it."""
        return self.kinds.domain

    @cached_property
    def domain_text(self) -> DomainText:
        """The description of the domain."""
        return self._composition.compose_domain(self.domain, self.phrases)

    @cached_property
    def actions(self) -> tuple[ActionText, ...]:
        """Each action by itself, in the domain's order."""
        return self._composition.compose_actions(self.domain, self.phrases)

    @cached_property
    def fact_phrases(self) -> Phrases:
        """The snippets for facts about named objects."""
        return (
            brief.about_objects(self.domain, self.phrases) if self.name == BRIEF else self.phrases
        )

    def adapted(self, problem: Problem) -> Problem:
        """A problem as the style describes it: its kinds may be predicates in PDDL."""
        return self.kinds.problem(problem)

    def names(self, problem: Problem) -> ObjectNames:
        """What a problem's objects are called."""
        return name_objects(self.adapted(problem))

    def problem_text(self, problem: Problem, names: ObjectNames) -> ProblemText:
        """The description of a problem."""
        return self._composition.compose_problem(self.adapted(problem), self.fact_phrases, names)

    def state(self, facts: Iterable[Atom], problem: Problem, names: ObjectNames) -> str:
        """The description of a state of a problem."""
        kept = self.kinds.facts(facts)
        return self._composition.say_state(kept, self.adapted(problem), self.fact_phrases, names)


def in_style(name: StyleName, domain: Domain, lexicon: Lexicon) -> Style:
    """A domain in the words of a lexicon and in the style of a name.

    `paper` has the structure of the seed paper (section 3), sentence by sentence; `brief` says the
    same in fewer words, and static one-place predicates of untyped domains become kinds.

    Raises:
        InputError: there is no such style.
        KeyError: the lexicon lacks a snippet.
    """
    if name not in STYLES:
        near = did_you_mean(name, STYLES)
        raise InputError(f"there is no style {name!r}; styles are {', '.join(STYLES)}{near}")
    spoken = phrases(domain, lexicon)
    if name == PAPER:
        return Style(name, KindsAsTypes(domain, {}), spoken)
    return Style(name, kinds_as_types(domain, lexicon), brief.shortened(spoken))


# --- costs, stated on request, since the paper's prompts leave them out ---------------------------

COSTS = "My actions have these costs:"
FREE = "All other actions cost nothing."
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
    if 0 < len(lines) < len(style.domain.actions):
        lines.append(FREE)
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
