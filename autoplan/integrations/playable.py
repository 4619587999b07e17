"""Tasks made ready to be played from outside: semantics, texts, and what reads orders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import domains
from autoplan.experiment.benchmarks import benchmark
from pddl2nl.compose import PAPER, STYLES, StyleName
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.model import GroundAction, Problem
from pddl2nl.verbalizers import verbalizer
from policies.answers import AnswerReader, Doubt, ReadStep, domain_words
from policies.mechanism import doubts_of
from simulator import Episode, Presentation, present_english, present_pddl
from simulator.applicable import TooManyActionsError
from simulator.world import World

Form = Literal["nl", "template", "pddl"]
MAX_LISTED = 50_000
"""The maximum number of possible actions in a list; a longer one helps nobody."""
_VERBALIZERS = {"nl": "auto", "template": "template"}
_STEPS_WITHOUT_PLAN = 100


@dataclass(frozen=True)
class PlayableTask:
    """A task that can be played.

    Args:
        name: its instance's name.
        world: its semantics.
        presentation: its texts.
        step_limit: how many steps an episode has.
    """

    name: str
    world: World
    presentation: Presentation
    step_limit: int

    @property
    def text(self) -> str:
        """The domain and the problem, as a player reads them first."""
        return f"{self.presentation.domain_text}\n\n{self.presentation.problem_text}"

    @cached_property
    def actions(self) -> tuple[GroundAction, ...]:
        """Every action that may be possible in some state.

        Raises:
            TooManyActionsError: they are more than can be listed.
        """
        return self.world.possible(MAX_LISTED)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Each of `actions` in the words of the texts."""
        return tuple(map(self.presentation.narrator.action, self.actions))

    @cached_property
    def reader(self) -> AnswerReader:
        """What reads answers to this task."""
        shown, problem = self.presentation, self.world.problem
        words = domain_words(problem.domain, shown.lexicon, shown.style)
        return AnswerReader(problem, words, shown.names)

    def step_of(self, sentence: str) -> ReadStep:
        """The first step of a sentence; what is in doubt where it cannot be read as a whole."""
        known = self._exact.get(sentence)
        if known is not None:
            return ReadStep(sentence, known)
        reading = self.reader.read_turn(sentence)
        nothing = ReadStep(sentence, Doubt("it names no action"), 1)
        return next(iter((*doubts_of(reading), *reading.steps, nothing)))

    def episode(self) -> Episode:
        """A new attempt at the task."""
        return Episode(self.world, self.presentation, step_limit=self.step_limit)

    @cached_property
    def _exact(self) -> Mapping[str, GroundAction]:
        """The action of each sentence, so that none of them is parsed; empty for too many."""
        try:
            return dict(zip(self.sentences, self.actions, strict=True))
        except TooManyActionsError:
            return {}


def playable_tasks(
    domain: str,
    instance: int | str | None = None,
    *,
    form: Form = "nl",
    style: StyleName = PAPER,
    step_limit: int | None = None,
) -> dict[str, PlayableTask]:
    """The tasks of a domain, by their instances' names, in natural order.

    Args:
        domain: the name of a bundled domain, or a folder with a domain and its instances.
        instance: one instance alone, by its number (from 1) or its name; None for all.
        form: whether texts are English (`nl`), template English or PDDL.
        style: how English is composed.
        step_limit: how many steps an episode has; None for twice the plan that is kept with the
            instance, as in an evaluation, or 100 where there is none.

    Raises:
        InputError: there is no such domain, instance, form or style, or a file is no PDDL.
    """
    one_of("form", form, get_args(Form))
    one_of("style", style, tuple(STYLES))
    problems = benchmark(domain).problems
    chosen = problems if instance is None else _only(domain, problems, instance)
    return {
        path.stem: PlayableTask(
            path.stem, World(problem), _shown(problem, form, style), step_limit or _steps(path)
        )
        for path, problem in chosen.items()
    }


def playable_task(problem: Problem, *, form: Form = "nl", style: StyleName = PAPER) -> PlayableTask:
    """A task of one's own, in an input form and a style; an episode has 100 steps.

    Raises:
        InputError: there is no such form or style, or its axioms depend on their own negation.
    """
    one_of("form", form, get_args(Form))
    one_of("style", style, tuple(STYLES))
    shown = _shown(problem, form, style)
    return PlayableTask(problem.name, World(problem), shown, _STEPS_WITHOUT_PLAN)


def one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Refuse a setting that is not one of those allowed.

    Raises:
        InputError: it is not.
    """
    if value not in allowed:
        raise InputError(f"{name} must be one of {', '.join(map(repr, allowed))}, not {value!r}")


def _only(
    domain: str, problems: Mapping[Path, Problem], instance: int | str
) -> Mapping[Path, Problem]:
    names = [path.stem for path in problems]
    at = instance - 1 if isinstance(instance, int) else _place(names, instance)
    if not 0 <= at < len(names):
        near = did_you_mean(str(instance), names) or f"; there are {len(names)}"
        raise InputError(f"{domain} has no instance {instance!r}{near}")
    path = list(problems)[at]
    return {path: problems[path]}


def _place(names: list[str], instance: str) -> int:
    if instance in names:
        return names.index(instance)
    return int(instance) - 1 if re.fullmatch(r"\d{1,18}", instance) else -1


def _shown(problem: Problem, form: Form, style: StyleName) -> Presentation:
    if form == "pddl":
        return present_pddl(problem)
    lexicon = verbalizer(_VERBALIZERS[form]).lexicon(problem.domain)
    return present_english(problem, lexicon, form, style)


def _steps(path: Path) -> int:
    plan = domains.kept_plan(path)
    return 2 * len(plan) if plan else _STEPS_WITHOUT_PLAN
