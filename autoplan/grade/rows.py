"""Answers graded by the texts of a row of our datasets alone: no file is opened.

What several rows have in common is read once: the domain, the words of its prompts, the task, and
the same answer to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from autoplan.grade.wording import (
    checked_form,
    given_names,
    own_lexicon,
    prompt_names,
    prompt_style,
)
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import dump_lexicon, parse_lexicon
from pddl2nl.model import GroundAction, Problem, conjuncts
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies.answers import AnswerReader, AnswerReading, DomainWords, domain_words
from policies.planning import PlanVerdict, follow
from simulator import Presentation
from simulator.outcome import Applied, Outcome, State
from simulator.queries import within
from simulator.world import World

MAX_SECONDS = 10.0
"""How long the steps of an answer may take to carry out; nothing of a longer one counts."""
_TASKS, _ANSWERS = 256, 1024
"""The numbers of tasks and of graded answers that are kept: the functions of a training step ask
for the same answers one after another."""
_domain = lru_cache(_TASKS)(parse_domain)


class RowTexts(NamedTuple):
    """A task, and the words of its prompt; what is left out is as `pddl2nl convert` has it.

    Args:
        domain_pddl: the domain.
        problem_pddl: the problem.
        input: the form of the prompt: `nl`, `template` or `pddl`.
        style: how its English is composed.
        lexicon: its snippets, as the JSON of a lexicon file.
        names: the PDDL name by the name of each object in the prompt, as JSON.
    """

    domain_pddl: str
    problem_pddl: str
    input: str | None = None
    style: str | None = None
    lexicon: str | None = None
    names: str | None = None

    @classmethod
    def of(cls, row: Mapping[str, object]) -> RowTexts:
        """The texts in a row, which may hold other columns.

        Raises:
            InputError: it has no task, or something in the place of a text.
        """
        for name in ("domain_pddl", "problem_pddl"):
            if not isinstance(row.get(name), str):
                raise InputError(f"a row needs the text '{name}', as `autoplan export` writes it")
        return cls(**{name: _text(name, row.get(name)) for name in cls._fields})  # type: ignore[arg-type]

    @classmethod
    def shown(cls, problem: Problem, presentation: Presentation) -> RowTexts:
        """The texts of a task as it was presented."""
        lexicon, names = presentation.lexicon, presentation.names.pddl
        return cls(
            domain_pddl=domain_to_pddl(problem.domain),
            problem_pddl=problem_to_pddl(problem),
            input=presentation.form,
            style=presentation.style,
            # What is needed of a lexicon to read answers.
            lexicon=None
            if lexicon is None
            else dump_lexicon(replace(lexicon, notes={}, provenance={})),
            names=None if lexicon is None else json.dumps(names, ensure_ascii=False),
        )


def _text(name: str, value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float):  # pandas' mark of what is missing
        return None
    raise InputError(f"'{name}' must be text, not {type(value).__name__}")


@dataclass(frozen=True, slots=True)
class RowGrade:
    """What an answer is worth; nothing of an answer that is unread counts.

    Attributes:
        unread: whether some part of it could not be accounted for.
        solved: whether all its steps were carried out, and the goal is reached.
        steps_share: the share of its steps that were carried out, 0 of none.
        goal_share: the share of the goal's parts that hold where the plan stands at its end.
        cost: what a plan that solves the task costs; None for others, and where a cost is
            undefined.
    """

    unread: bool = True
    solved: bool = False
    steps_share: float = 0.0
    goal_share: float = 0.0
    cost: float | None = None


UNREAD = RowGrade()


@lru_cache(_ANSWERS)
def grade_row(texts: RowTexts, answer: str) -> RowGrade:
    """Grade an answer; one whose grading fails for whatever reason is worth as much as an unread.

    Raises:
        InputError: the texts of the task cannot be used.
    """
    world, reader = _task(texts)
    try:
        with within(MAX_SECONDS):
            return _graded(world, reader, answer)
    except Exception:
        # A fault of ours in one answer must not end hours of training.
        return UNREAD


def walked(world: World, reading: AnswerReading) -> tuple[PlanVerdict, State]:
    """Carry out a plan that was read: the verdict, and the state where it stands at the end."""
    state = world.initial

    def submit(action: GroundAction, text: str) -> Outcome:
        nonlocal state
        outcome = world.step(state, action)
        if isinstance(outcome, Applied):
            state = outcome.state
        return outcome

    verdict = follow(reading, submit, lambda: world.unmet_goal(state))
    return verdict, state


def plan_cost(texts: RowTexts, plan: tuple[GroundAction, ...]) -> float | None:
    """What a plan costs: its number of steps in a domain without costs; None where undefined.

    Raises:
        InputError: the texts of the task cannot be used.
    """
    return cost_of(_task(texts)[0], plan)


def _graded(world: World, reader: AnswerReader, answer: str) -> RowGrade:
    reading = reader.read(answer)
    verdict, state = walked(world, reading)
    if verdict.solved is None:
        return UNREAD
    refused, parts = verdict.refused is not None, conjuncts(world.problem.goal)
    held = sum(world.holds(part, state) for part in parts)
    return RowGrade(
        unread=False,
        solved=verdict.solved,
        steps_share=(verdict.number - refused) / max(1, len(reading.proposed)),
        goal_share=held / len(parts) if parts else 1.0,
        cost=cost_of(world, filter(None, reading.plan)) if verdict.solved else None,
    )


def cost_of(world: World, plan: Iterable[GroundAction]) -> float | None:
    """What a plan costs: its number of steps in a domain without costs; None where undefined."""
    try:
        return sum(map(world.cost, plan))
    except KeyError:
        return None


@lru_cache(_TASKS)
def _task(texts: RowTexts) -> tuple[World, AnswerReader]:
    world, words, names, _ = row_task(texts)
    return world, AnswerReader(world.problem, words, names)


def row_task(texts: RowTexts) -> tuple[World, DomainWords, ObjectNames, Lexicon | None]:
    """The task of a row, its domain in the words of the prompt, its names and its snippets.

    Raises:
        InputError: the texts cannot be used.
    """
    words, lexicon = _words(texts.domain_pddl, texts.input, texts.style, texts.lexicon)
    task = parse_problem(texts.problem_pddl, words.domain)
    if words.style is None or lexicon is None:
        names = ObjectNames.unchanged(task.all_objects)
    else:
        given = given_names(_json(texts.names))
        names = prompt_names(task, words.style, lexicon, given)
    return World(task), words, names, lexicon


@lru_cache(_TASKS)
def _words(
    domain_pddl: str, form: str | None, style: str | None, lexicon: str | None
) -> tuple[DomainWords, Lexicon | None]:
    """A domain in the words of a prompt, and the snippets that these are; None for PDDL."""
    domain, form = _domain(domain_pddl), checked_form(form)
    if form == "pddl":
        return domain_words(domain, None), None
    snippets = own_lexicon(domain, form) if lexicon is None else parse_lexicon(lexicon, domain)
    return domain_words(domain, snippets, prompt_style(style)), snippets


def _json(text: str | None) -> object:
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"'names' must be a JSON object: {error}") from error
