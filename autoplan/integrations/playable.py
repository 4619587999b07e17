"""Tasks made ready to be played from outside: semantics, texts, and what reads orders."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

import domains
from autoplan.experiment.benchmarks import benchmark
from autoplan.play.chat_episode import ChatEpisode, OutsideModel
from autoplan.play.episodes import found_step_limit
from autoplan.preparation.tasks import STEPS_WITHOUT_REFERENCE, SelectedTask
from autoplan.preparation.texts import LexiconFiles
from pddl2nl.compose import NAMINGS, PAPER, STYLES, Naming, StyleName
from pddl2nl.errors import InputError, instead_of
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ChatModel
from pddl2nl.model import Atom, Domain, GroundAction, Problem
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.verbalizers import AUTO, TemplateVerbalizer
from policies import Player, PromptSet, Rules, mechanism
from policies.answers import AnswerReader, Doubt, Interpreter, ReadStep, domain_words
from policies.mechanism import doubts_of
from simulator import (
    ALL_FEEDBACK,
    Episode,
    Feedback,
    Presentation,
    present_english,
    present_pddl,
)
from simulator.applicable import TooManyActionsError
from simulator.world import World

Form = Literal["nl", "template", "pddl"]
MAX_LISTED = 50_000
"""The maximum number of possible actions in a list; a longer one helps nobody."""


@dataclass(frozen=True)
class PlayableTask:
    """A task that can be played."""

    name: str
    world: World
    presentation: Presentation
    step_limit: int
    path: Path = Path()
    costs: bool = False

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
    def facts(self) -> tuple[Atom, ...]:
        """Every fact that changes and may hold in some state.

        Raises:
            TooManyActionsError: the actions are more than can be listed.
            InputError: the facts are.
        """
        try:
            return self.world.changing(self.actions, MAX_LISTED)
        except ValueError as error:
            raise InputError(f"{self.name}: {error}, which is more than can be listed") from error

    @cached_property
    def fact_sentences(self) -> tuple[str, ...]:
        """Each of `facts` in the words of the texts."""
        return tuple(map(self.presentation.narrator.condition, self.facts))

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

    def opened(
        self,
        name: str,
        model: ChatModel,
        prompts: Path | None = None,
        feedback: Feedback = ALL_FEEDBACK,
    ) -> tuple[Episode, Player]:
        """A new attempt by a mechanism, and what plays it: zero-shot, as the task stands alone.

        Raises:
            InputError: there is no such mechanism, it cannot play in this form, or there is no such
                folder of prompts.
        """
        traits, form = mechanism(name).traits, self.presentation.form
        if form not in traits.forms:
            raise InputError(f"{name} cannot play in the input form '{form}'")
        limit = self.step_limit if traits.step_by_step else None
        episode = Episode(self.world, self.presentation, step_limit=limit, feedback=feedback)
        own = PromptSet(prompts).with_own(traits.prompts)
        rules = Rules(costs=self.costs)
        answers = Interpreter(self.reader)
        return episode, Player(model=model, answers=answers, prompts=own, rules=rules)

    @cached_property
    def _exact(self) -> Mapping[str, GroundAction]:
        """The action of each sentence, so that none of them is parsed; empty for too many."""
        try:
            return dict(zip(self.sentences, self.actions, strict=True))
        except TooManyActionsError:
            return {}


def playable_tasks(
    domain: str | Path,
    instance: int | str | None = None,
    *,
    form: Form = "nl",
    style: StyleName = PAPER,
    verbalizer: str | Path = AUTO,
    step_limit: int | None = None,
    costs: bool = False,
    names: Naming = "new",
) -> dict[str, PlayableTask]:
    """The tasks of a domain, by their instances' names, in natural order.

    Args:
        domain: the name of a bundled domain, or a folder with a domain and its instances.
        instance: one instance alone, by its number (from 1) or its name; None for all.
        form: whether texts are English (`nl`), template English or PDDL.
        style: how English is composed.
        verbalizer: what writes the snippets of the form `nl`, or a lexicon file, whose name may
            have `{domain}` in it.
        step_limit: how many steps an episode has; None for twice the plan that is kept with the
            instance, or 100 where there is none: no planner is run for all the tasks of a domain.
        costs: whether texts state what actions cost.
        names: whether objects get new names, or `keep` their PDDL names.

    Raises:
        InputError: there is no such domain, instance, form, style or verbalizer, a file is no PDDL,
            or the lexicon does not fit.
    """
    _check_limit(step_limit)
    wording, read = _Wording(form, style, verbalizer, costs, names), benchmark(str(domain))
    chosen = read.problems if instance is None else _only(read.name, read.problems, instance)
    words = {each.domain: wording.lexicon(each.domain, each.name) for each in read.parts()}
    return {
        path.stem: wording.playable(
            problem,
            words[problem.domain],
            path.stem,
            _steps(path) if step_limit is None else step_limit,
            path,
        )
        for path, problem in chosen.items()
    }


def playable_task(
    problem: Problem,
    *,
    form: Form = "nl",
    style: StyleName = PAPER,
    verbalizer: str | Path | Lexicon = AUTO,
    step_limit: int = STEPS_WITHOUT_REFERENCE,
    costs: bool = False,
    names: Naming = "new",
) -> PlayableTask:
    """A task of one's own, in an input form, a style and the words of a verbalizer or a lexicon.

    With `costs`, the texts state what actions cost; `names` is as for `playable_tasks`.

    Raises:
        InputError: there is no such form, style or verbalizer, the lexicon does not fit, or the
            axioms depend on their own negation.
    """
    _check_limit(step_limit)
    wording = _Wording(form, style, verbalizer, costs, names)
    words = wording.lexicon(problem.domain, problem.domain.name)
    return wording.playable(problem, words, problem.name, step_limit)


def chat_episode(
    domain: str | Path,
    problem: str | int | Path,
    *,
    mechanism: str = "basic",
    form: Form = "nl",
    style: StyleName = PAPER,
    verbalizer: str | Path = AUTO,
    prompts: Path | None = None,
    step_limit: int | None = None,
    costs: bool = False,
    names: Naming = "new",
) -> ChatEpisode:
    """An attempt at a task by a chat model of one's own, which is called outside.

    The prompt has no few-shot example, since the task stands alone.

    Args:
        domain: the domain's file or its PDDL as text, a bundled domain, or a folder with a domain
            and its instances.
        problem: the problem's file or its PDDL as text; with a bundled domain or a folder, the
            number (from 1) or the name of the instance.
        mechanism: `basic` or `cot` for a whole plan in one answer, `act` or `react` for one step
            per answer, or another that asks one question at a time.
        form: whether texts are English (`nl`), template English or PDDL.
        style: how English is composed.
        verbalizer: what writes the snippets of the form `nl`, or a lexicon file.
        prompts: a folder of templates to use in place of ours.
        step_limit: how many steps `act` and `react` have; None for those of an evaluation: twice
            the reference plan, which FF may look for 8 s, or 100 without one.
        costs: whether texts state what actions cost, and a cheapest plan is the reference.
        names: whether objects get new names, or `keep` their PDDL names.

    Raises:
        InputError: there is no such task or setting, a file or text is no PDDL, the lexicon does
            not fit, or the step limit is no number above 0.
    """
    _check_limit(step_limit)
    asked: dict[str, Any] = {"form": form, "style": style, "verbalizer": verbalizer}
    asked |= {"costs": costs, "names": names}
    if _is_pddl(domain) or Path(domain).suffix == ".pddl" or Path(domain).is_file():
        own = parse_domain(str(domain), "domain") if _is_pddl(domain) else read_domain(domain)
        text = str(problem)
        given = parse_problem(text, own, "problem") if _is_pddl(text) else read_problem(text, own)
        task = playable_task(given, **asked)
        if not _is_pddl(text):
            task = replace(task, path=Path(str(problem)))
    else:
        instance = problem if isinstance(problem, int) else str(problem)
        (task,) = playable_tasks(str(domain), instance, **asked).values()
    limit = _evaluated_limit(task, mechanism, costs=costs) if step_limit is None else step_limit
    opened = replace(task, step_limit=limit).opened(mechanism, OutsideModel(), prompts)
    return ChatEpisode(mechanism, *opened)


def _evaluated_limit(task: PlayableTask, name: str, *, costs: bool) -> int:
    """The step limit of a task in an evaluation; any where a mechanism has none."""
    if not mechanism(name).traits.step_by_step:
        return task.step_limit
    selected = SelectedTask(task.path, task.world.problem, task.world.problem)
    with ThreadPoolExecutor(1) as thread:  # a notebook has an event loop of its own
        found = found_step_limit(selected, Rules(costs=costs))
        return thread.submit(asyncio.run, found).result()


def _check_limit(given: object) -> None:
    """Refuse a step limit below 1; that of a task whose goal is reached at the start is 0."""
    if given is not None and (not isinstance(given, int) or isinstance(given, bool) or given < 1):
        raise InputError(f"step_limit must be a whole number above 0, not {given!r}")


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
    if instance in names:
        at = names.index(str(instance))
    else:
        at = int(instance) - 1 if re.fullmatch(r"\d{1,18}", str(instance)) else -1
    if not 0 <= at < len(names):
        raise InputError(f"{domain} has no instance {instance!r}{instead_of(str(instance), names)}")
    path = list(problems)[at]
    return {path: problems[path]}


@dataclass(frozen=True, slots=True)
class _Wording:
    """How tasks are put into words."""

    form: Form
    style: StyleName
    verbalizer: str | Path | Lexicon
    costs: bool = False
    names: Naming = "new"

    def __post_init__(self) -> None:
        one_of("form", self.form, get_args(Form))
        one_of("style", self.style, tuple(STYLES))
        one_of("names", self.names, NAMINGS)
        if self.form != "nl" and self.verbalizer != AUTO:
            raise InputError(f"the form {self.form} takes no verbalizer and no lexicon")

    def lexicon(self, domain: Domain, name: str) -> Lexicon | None:
        """The snippets of a domain, None for PDDL.

        Args:
            name: stands for `{domain}` in the name of a lexicon file.
        """
        if self.form == "pddl":
            return None
        if isinstance(self.verbalizer, Lexicon):
            return self.verbalizer
        if self.form == "template":
            return TemplateVerbalizer().lexicon(domain)
        return LexiconFiles(str(self.verbalizer), seed=1).of(name).lexicon(domain)

    def playable(
        self,
        problem: Problem,
        lexicon: Lexicon | None,
        name: str,
        step_limit: int,
        path: Path = Path(),
    ) -> PlayableTask:
        if lexicon is None:
            shown = present_pddl(problem, costs=self.costs)
        else:
            style, costs = self.style, self.costs
            shown = present_english(problem, lexicon, self.form, style, self.names, costs=costs)
        return PlayableTask(name, World(problem), shown, step_limit, path, self.costs)


def _is_pddl(given: str | Path) -> bool:
    return re.search(r"\(\s*define\s", str(given), re.IGNORECASE) is not None


def _steps(path: Path) -> int:
    plan = domains.kept_plan(path)
    return 2 * len(plan) if plan else STEPS_WITHOUT_REFERENCE
