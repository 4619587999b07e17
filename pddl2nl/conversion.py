"""From PDDL values to their descriptions in English, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pddl2nl.compose import (
    PAPER,
    DomainText,
    Naming,
    ProblemText,
    StyleName,
    in_style,
    with_costs,
    with_prices,
)
from pddl2nl.interop import from_unified_planning
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Domain, Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.verbalizers import verbalizer

if TYPE_CHECKING:
    from unified_planning.model import Problem as UpProblem


@dataclass(frozen=True, slots=True)
class ConvertedProblem:
    """A problem in English, and what its objects are called there."""

    problem: Problem
    text: ProblemText
    names: ObjectNames


@dataclass(frozen=True, slots=True)
class Conversion:
    """A domain and some of its problems in English."""

    domain: Domain
    lexicon: Lexicon
    domain_text: DomainText
    problems: tuple[ConvertedProblem, ...]

    @property
    def text(self) -> str:
        """Everything as one text for people: the domain, then each problem."""
        parts = [self.domain_text.text]
        for item in self.problems:
            title = f"Problem {item.problem.name}:\n" if len(self.problems) > 1 else ""
            parts.append(title + item.text.text)
        return "\n\n".join(parts)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain data, for another program."""
        text = self.domain_text
        return {
            "domain": self.domain.name,
            "lexicon": {
                "domain": self.lexicon.domain,
                "source": self.lexicon.source,
                "notes": dict(self.lexicon.notes),
                "predicates": dict(self.lexicon.predicates),
                "actions": dict(self.lexicon.actions),
                "functions": dict(self.lexicon.functions),
            },
            "domain_text": {
                **{each.name: list(each.lines) for each in text.sections},
                "text": text.text,
            },
            "problems": [_problem_data(item) for item in self.problems],
        }

    def messages(self, question: str) -> list[list[Mapping[str, str]]]:
        """A conversation for each problem, ready to be sent to a chat model.

        Args:
            question: what is asked of the model below the problem.
        """
        return [
            [
                {"role": "system", "content": self.domain_text.text},
                {"role": "user", "content": f"{item.text.text}\n\n{question}"},
            ]
            for item in self.problems
        ]


def convert(
    domain: Domain | Problem | UpProblem,
    problems: Iterable[Problem] = (),
    lexicon: Lexicon | None = None,
    *,
    costs: bool = False,
    style: StyleName = PAPER,
    names: Naming = "new",
) -> Conversion:
    """Describe a domain and some of its problems in English.

    Args:
        domain: the domain; or a problem, which brings its domain and comes before the others. It
            may be one that was built with unified-planning.
        problems: problems of this domain.
        lexicon: the snippets to use; by default those of our library or, for a
            domain that it does not know, of our rules.
        costs: whether action costs are stated; the paper's prompts leave them out.
        style: `paper`, the structure of the paper, or `brief`, the same in fewer words.
        names: `keep` to call objects by their PDDL names, `new` to name them by kind and number.

    Raises:
        KeyError: the lexicon lacks a snippet (`check` reports which).
        InputError: there is no such style, or a problem of unified-planning uses what classical
            PDDL lacks; it says what.

    Examples:
        >>> import domains
        >>> from pddl2nl.reader import read_domain
        >>> domain = read_domain(domains.folder("visitall") / "domain.pddl")
        >>> print(convert(domain).domain_text.lines("restrictions")[0])
        I can only move the robot from a place A to a place B if the robot is at A and A is \
connected to B.
    """
    if not isinstance(domain, Domain):
        first = domain if isinstance(domain, Problem) else from_unified_planning(domain)
        domain, problems = first.domain, (first, *problems)
    words = lexicon or verbalizer("auto").lexicon(domain)
    styled = in_style(style, domain, words, names)
    converted = []
    for problem in problems:
        called = styled.names(problem)
        text = styled.problem_text(problem, called)
        text = with_prices(text, problem, styled, called) if costs else text
        converted.append(ConvertedProblem(problem, text, called))
    domain_text = with_costs(styled) if costs else styled.domain_text
    return Conversion(domain, words, domain_text, tuple(converted))


def _problem_data(item: ConvertedProblem) -> dict[str, Any]:
    return {
        "name": item.problem.name,
        "goal": item.text.goal,
        "objects": list(item.text.objects),
        "state": item.text.state,
        "costs": item.text.costs,
        "text": item.text.text,
        "names": dict(item.names.english),
    }
