"""A task as a player sees it: its texts, its objects' names and the voice that answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pddl2nl.compose import PAPER, StyleName, in_style
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.writer import domain_to_pddl, goal_to_pddl, init_to_pddl, objects_to_pddl
from simulator.narrator import EnglishNarrator, Narrator, PddlNarrator

InputForm = Literal["nl", "template", "pddl", "valm23", "tools"]
"""The forms in which a task is put (seed paper, section 5): English made of snippets, template
English, PDDL, and a person's description of the domain (Valmeekam et al. 2023); and the English of
`nl` with actions as functions that a model calls (tool calling)."""


@dataclass(frozen=True, slots=True)
class FormTraits:
    """What the rest of the project has to know of an input form.

    Args:
        steps: what a step of the player is: a sentence, PDDL, or a call of a function.
        thoughts: whether its snippets were written by someone, so that thoughts fit among them.
        worded_as: the form whose snippets and thoughts it shares; empty for its own.
    """

    steps: Literal["sentence", "pddl", "call"] = "sentence"
    thoughts: bool = False
    worded_as: InputForm | Literal[""] = ""


FORMS: Mapping[InputForm, FormTraits] = MappingProxyType(
    {
        "nl": FormTraits(thoughts=True),
        "template": FormTraits(),
        "pddl": FormTraits(steps="pddl"),
        "valm23": FormTraits(thoughts=True),
        "tools": FormTraits(steps="call", worded_as="nl"),
    }
)


def wording(form: InputForm) -> InputForm:
    """The form whose snippets and thoughts a form shares."""
    return FORMS[form].worded_as or form


@dataclass(frozen=True, slots=True)
class Presentation:
    """One task in one input form.

    Args:
        form: the input form.
        domain_text: the domain, as it stands in the system prompt.
        problem_text: the problem, as it stands in a user's message.
        names: what the objects are called in these texts.
        narrator: the voice that answers in the same form.
        lexicon: the snippets that the texts are made of; None for PDDL.
        style: how an English text is composed.
    """

    form: InputForm
    domain_text: str
    problem_text: str
    names: ObjectNames
    narrator: Narrator
    lexicon: Lexicon | None = None
    style: StyleName = PAPER


def present_english(
    problem: Problem, lexicon: Lexicon, form: InputForm = "nl", style: StyleName = PAPER
) -> Presentation:
    """A task in the English of a lexicon and in a style."""
    styled = in_style(style, problem.domain, lexicon)
    names = styled.names(problem)
    return Presentation(
        form=form,
        domain_text=styled.domain_text.text,
        problem_text=styled.problem_text(problem, names).text,
        names=names,
        narrator=EnglishNarrator(problem, styled, names),
        lexicon=lexicon,
        style=style,
    )


def present_by_hand(
    problem: Problem, lexicon: Lexicon, domain_text: str, names: ObjectNames | None = None
) -> Presentation:
    """A task of a domain that a person has described, with that person's snippets.

    Args:
        problem: the task.
        lexicon: the snippets.
        domain_text: the description of the domain.
        names: what the objects are called, None for our own names.
    """
    styled = in_style(PAPER, problem.domain, lexicon)
    names = names or styled.names(problem)
    return Presentation(
        form="valm23",
        domain_text=domain_text,
        problem_text=styled.problem_text(problem, names).text,
        names=names,
        narrator=EnglishNarrator(problem, styled, names),
        lexicon=lexicon,
    )


def present_pddl(problem: Problem) -> Presentation:
    """A task as PDDL, under its own names."""
    sections = (goal_to_pddl(problem), objects_to_pddl(problem), init_to_pddl(problem))
    return Presentation(
        form="pddl",
        domain_text=domain_to_pddl(problem.domain),
        problem_text="\n".join(sections),
        names=ObjectNames.unchanged(problem.all_objects),
        narrator=PddlNarrator(problem),
    )
