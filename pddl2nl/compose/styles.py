"""Styles: how a task is described. A style is one module of composition and one of reading back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, Protocol, get_args

from pddl2nl.compose import brief, paper
from pddl2nl.compose.phrases import ActionText, Phrases, TerseTemplate, phrases
from pddl2nl.compose.texts import DomainText, ProblemText
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.kinds import KindsAsTypes, kinds_as_types
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Atom, Domain, Problem
from pddl2nl.naming import ObjectNames, name_objects

StyleName = Literal["paper", "brief"]
PAPER: StyleName = "paper"
BRIEF: StyleName = "brief"
STYLES: tuple[StyleName, ...] = get_args(StyleName)


class Style(Protocol):
    """A domain in the words of a lexicon and in one style."""

    @property
    def domain(self) -> Domain:
        """The domain as the style describes it."""
        ...

    @property
    def phrases(self) -> Phrases:
        """The snippets, for clauses and ground actions."""
        ...

    @property
    def domain_text(self) -> DomainText:
        """The description of the domain."""
        ...

    @property
    def actions(self) -> tuple[ActionText, ...]:
        """Each action by itself, in the domain's order."""
        ...

    def adapted(self, problem: Problem) -> Problem:
        """A problem as the style describes it: its kinds may be predicates in PDDL."""
        ...

    def names(self, problem: Problem) -> ObjectNames:
        """What a problem's objects are called."""
        ...

    def problem_text(self, problem: Problem, names: ObjectNames) -> ProblemText:
        """The description of a problem."""
        ...

    def state(self, facts: Iterable[Atom], problem: Problem, names: ObjectNames) -> str:
        """The description of a state of a problem."""
        ...


@dataclass(frozen=True)
class PaperStyle:
    """The structure of the seed paper (section 3), sentence by sentence."""

    domain: Domain
    lexicon: Lexicon

    @cached_property
    def phrases(self) -> Phrases:
        return phrases(self.domain, self.lexicon)

    @cached_property
    def domain_text(self) -> DomainText:
        return paper.compose_domain(self.domain, self.phrases)

    @cached_property
    def actions(self) -> tuple[ActionText, ...]:
        return paper.compose_actions(self.domain, self.phrases)

    def adapted(self, problem: Problem) -> Problem:
        return problem

    def names(self, problem: Problem) -> ObjectNames:
        return name_objects(problem)

    def problem_text(self, problem: Problem, names: ObjectNames) -> ProblemText:
        return paper.compose_problem(problem, self.phrases, names)

    def state(self, facts: Iterable[Atom], problem: Problem, names: ObjectNames) -> str:
        return paper.say_state(facts, problem, self.phrases, names)


@dataclass(frozen=True)
class BriefStyle:
    """The same in fewer words; static one-place predicates of untyped domains become kinds."""

    original: Domain
    lexicon: Lexicon

    @cached_property
    def _kinds(self) -> KindsAsTypes:
        return kinds_as_types(self.original, self.lexicon)

    @property
    def domain(self) -> Domain:
        return self._kinds.domain

    @cached_property
    def phrases(self) -> Phrases:
        full = phrases(self.original, self.lexicon)
        actions = {
            name: TerseTemplate(each.texts, each.slots) for name, each in full.actions.items()
        }
        return replace(full, actions=actions)

    @cached_property
    def domain_text(self) -> DomainText:
        return brief.compose_domain(self.domain, self.phrases)

    @cached_property
    def actions(self) -> tuple[ActionText, ...]:
        return brief.compose_actions(self.domain, self.phrases)

    def adapted(self, problem: Problem) -> Problem:
        return self._kinds.problem(problem)

    def names(self, problem: Problem) -> ObjectNames:
        return name_objects(self.adapted(problem))

    def problem_text(self, problem: Problem, names: ObjectNames) -> ProblemText:
        return brief.compose_problem(self.adapted(problem), self.phrases, names)

    def state(self, facts: Iterable[Atom], problem: Problem, names: ObjectNames) -> str:
        return brief.say_state(self._kinds.facts(facts), problem, self.phrases, names)


_BY_NAME: Mapping[str, type[PaperStyle | BriefStyle]] = MappingProxyType(
    {PAPER: PaperStyle, BRIEF: BriefStyle}
)


def in_style(name: StyleName, domain: Domain, lexicon: Lexicon) -> Style:
    """A domain in the words of a lexicon and in the style of a name.

    Raises:
        InputError: there is no such style.
        KeyError: the lexicon lacks a snippet.
    """
    style = _BY_NAME.get(name)
    if style is None:
        near = did_you_mean(name, STYLES)
        raise InputError(f"there is no style {name!r}; styles are {', '.join(STYLES)}{near}")
    return style(domain, lexicon)
