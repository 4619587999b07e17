"""Which tasks there are, how they are put to a model, and what an attempt is worth."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from functools import lru_cache
from itertools import count
from typing import Any, Literal, TypeVar

import verifiers.v1 as vf
from pydantic import BaseModel, Field, model_validator

import domains
from autoplan.experiment.benchmarks import benchmarks
from autoplan.integrations.playable import Form, PlayableTask, playable_task
from autoplan.play.chat_episode import ChatEpisode, OutsideModel
from autoplan.preparation.tasks import STEPS_WITHOUT_REFERENCE
from autoplan.preparation.texts import LexiconFiles
from domains.suite import Generator, generator, problem
from pddl2nl.compose import PAPER, StyleName
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.lexicon_files import dump_lexicon, parse_lexicon
from pddl2nl.model import Domain, Problem
from pddl2nl.obfuscation import renaming
from pddl2nl.reader import parse_domain, parse_problem, read_domain
from pddl2nl.verbalizers import AUTO
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from simulator import Feedback

T = TypeVar("T")
Kind = Literal["positive", "negative", "unfinished", "state"]
Band = dict[str, tuple[int, int]]
"""The least and the largest value of parameters of generators."""
_DRAWS = 100
"""How often sizes are drawn, which may not fit one another, before a band counts as impossible."""
_KEPT = 64
"""How many tasks stay prepared: the rollouts of a task share what was worked out for it."""


class PromptOptions(BaseModel):
    """How a task is put to the model."""

    mechanism: Literal["basic", "cot", "act", "react"] = "basic"
    """`basic`, `cot`: a whole plan in one answer; `act`, `react`: one action per answer."""
    form: Form = "nl"
    """`nl`: English; `template`: template English, `pddl`: PDDL, both for `basic` and `act`."""
    style: StyleName = PAPER
    """How the English is composed: `paper` or `brief`."""
    verbalizer: str = AUTO
    """What writes the snippets of the form `nl`, or a lexicon file."""
    feedback: tuple[Kind, ...] = ("positive", "negative", "unfinished")
    """What `act` and `react` learn about their steps; empty for nothing."""


class PlanningData(PromptOptions, vf.TaskData):
    """A task as it is sent to workers and kept in traces."""

    domain: str
    """The domain, in PDDL."""
    problem: str
    """The problem, in PDDL."""
    lexicon: str
    """The snippets of the form `nl`, as JSON; empty for other forms."""
    step_limit: int
    """How many steps `act` and `react` have."""

    def opened(self) -> ChatEpisode:
        """A new attempt at the task.

        Raises:
            InputError: there is no such verbalizer, or the mechanism cannot play in this form.
        """
        asked = {"form": self.form, "style": self.style, "step_limit": self.step_limit}
        task = _prepared(self.domain, self.problem, self.lexicon, self.verbalizer, **asked)
        kinds = {each.name: each.name in self.feedback for each in fields(Feedback)}
        played = task.opened(self.mechanism, OutsideModel(), feedback=Feedback(**kinds))
        return ChatEpisode(self.mechanism, *played)


@lru_cache(_KEPT)
def _prepared(
    domain: str, problem: str, lexicon: str, verbalizer: str, **asked: Any
) -> PlayableTask:
    read = parse_domain(domain)
    words = parse_lexicon(lexicon, read) if lexicon else verbalizer
    return playable_task(parse_problem(problem, read), verbalizer=words, **asked)


_simulator = ThreadPoolExecutor(1, "simulator")
"""One thread: what the rollouts of a task share cannot be worked on by two at a time."""


async def simulated(work: Callable[[], T]) -> T:
    """The result of work that is done beside the event loop, so that other rollouts go on."""
    return await asyncio.get_running_loop().run_in_executor(_simulator, work)


class PlanningTask(vf.Task[PlanningData, vf.State, vf.TaskConfig]):
    """A planning task, judged by the simulator: the answers of a trace are carried out again."""

    @vf.reward
    async def solved(self, trace: vf.Trace) -> float:
        """1.0 where the simulator finds the task solved, else 0.0, also where a plan is unread."""
        return float((await self._played(trace)).verdict.solved is True)

    @vf.metric
    async def play(self, trace: vf.Trace) -> Mapping[str, float]:
        """What else came of the attempt; none of it is part of the reward.

        Returns:
            `steps`: how many steps the model tried; `carried_out`: the share of them that the
            simulator carried out; `refused`: how many it refused; `unread`: how many steps cannot
            be mapped to exactly one action.
        """
        episode = (await self._played(trace)).episode
        return {
            "steps": episode.steps,
            "carried_out": len(episode.plan) / episode.steps if episode.steps else 0.0,
            "refused": episode.refused,
            "unread": len(episode.untranslated),
        }

    async def _played(self, trace: vf.Trace) -> ChatEpisode:
        def replay() -> ChatEpisode:
            chat: ChatEpisode = self.data.opened()
            for answer in trace.assistant_messages:
                if not chat.done:
                    chat.submit(answer.content or "")
            return chat

        return await simulated(replay)


class PlanningConfig(PromptOptions, vf.TasksetConfig):
    """Which tasks there are, under `--env.taskset.*`."""

    domains: list[str] = Field(["blocksworld"], min_length=1)
    """Bundled domains, scaled sets (`ferry-scaled`), fresh sets (`frontier-miconic:7`) or folders;
    with a seed, bundled domains or folders that have a `generator.py`."""
    seed: int | None = None
    """None for the tasks that lie in the domains; a number for endless new ones, in turn of each
    domain: the same at the same number."""
    bands: list[Band] = Field(default_factory=list)
    """Sizes of new tasks, from small to large: a domain takes those parameters that it has
    (`autoplan generate DOMAIN --help`). The last band holds for the rest."""
    per_band: int = Field(1000, ge=1)
    """How many tasks there are of each band but the last."""
    obfuscate: str | None = None
    """Other names: `names`, `words` or `random`, the last two with `:SEED` if wanted."""
    step_limit: int | None = Field(None, ge=1)
    """How many steps `act` and `react` have; None for twice the plan that is kept with a task, or
    100 where there is none."""

    @model_validator(mode="after")
    def _can_be_played(self) -> PlanningConfig:
        """Refuse, in a line, a taskset whose first task of some domain cannot be opened."""
        try:
            _check_bands(self)
            for name in self.domains:
                next(tasks(self.model_copy(update={"domains": [name]}))).opened()
        except InputError as error:
            raise ValueError(str(error)) from error
        return self


class PlanningTaskset(vf.Taskset[PlanningTask, PlanningConfig]):
    """The tasks of some domains, or endless new ones."""

    def __init__(self, config: PlanningConfig) -> None:
        super().__init__(config)
        self.INFINITE = config.seed is not None

    def load(self) -> Iterator[PlanningTask]:
        """Each task with the messages that open it."""
        for data in tasks(self.config):
            system, *asked = data.opened().messages
            shown = {"system_prompt": system["content"], "prompt": asked}
            yield PlanningTask(PlanningData(**{**dict(data), **shown}), self.config.task)


def tasks(config: PlanningConfig) -> Iterator[PlanningData]:
    """The tasks of a taskset, before they are put into words.

    Raises:
        InputError: there is no such domain or obfuscation, a file is no PDDL, a domain has no
            generator, or the sizes of a band fit no problem.
    """
    return _bundled(config) if config.seed is None else _fresh(config, config.seed)


def _bundled(config: PlanningConfig) -> Iterator[PlanningData]:
    for read in benchmarks(config.domains).values():
        for path, found in read.problems.items():
            plan = domains.kept_plan(path)
            limit = 2 * len(plan) if plan else STEPS_WITHOUT_REFERENCE
            yield _data(config, f"{read.name}-{path.stem}", found, limit)


def _fresh(config: PlanningConfig, seed: int) -> Iterator[PlanningData]:
    sources = [_source(name) for name in config.domains]
    bands: list[Band] = config.bands or [{}]
    for number in count():
        source, domain = sources[number % len(sources)]
        band = bands[min(number // config.per_band, len(bands) - 1)]
        found = parse_problem(_drawn(source, band, f"{seed}/{number}"), domain)
        yield _data(config, f"{source.name}-{seed}-{number}", found, STEPS_WITHOUT_REFERENCE)


def _source(name: str) -> tuple[Generator[Any], Domain]:
    try:
        return generator(name), read_domain(domains.domain_file(domains.place(name)))
    except (ValueError, FileNotFoundError) as error:
        raise InputError(str(error)) from error


def _drawn(source: Generator[Any], band: Band, stream: str) -> str:
    """The text of a problem of a band; equal arguments give equal text, in every process."""
    rng, known = random.Random(stream), {each.name for each in fields(source.parameters)}
    fault = ""
    for _ in range(_DRAWS):
        try:
            sizes = {name: rng.randint(*band[name]) for name in sorted(known & band.keys())}
            return problem(source, source.parameters(**sizes), stream)
        except ValueError as error:
            fault = str(error)
    raise InputError(f"no problem of {source.name} has the sizes {band}: {fault}")


def _check_bands(config: PlanningConfig) -> None:
    """Refuse sizes that no task could have."""
    if config.bands and config.seed is None:
        raise InputError("bands are for new tasks: give a seed as well")
    sources = [_source(name)[0] for name in config.domains] if config.bands else []
    known = {each.name for source in sources for each in fields(source.parameters)}
    for band in config.bands:
        for name in band.keys() - known:
            near = did_you_mean(name, known) or f"; there are {', '.join(sorted(known))}"
            raise InputError(f"no generator has the parameter {name!r}{near}")
        for source in sources:
            _drawn(source, band, "")


def _data(config: PlanningConfig, name: str, found: Problem, limit: int) -> PlanningData:
    names = renaming(found.domain, config.obfuscate, [found])
    shown = names.problem(found)
    # Written here, since a lexicon may lie beside the domain's file, which workers do not have.
    snippets = LexiconFiles(config.verbalizer, seed=1).of(found.domain.name)
    lexicon = dump_lexicon(snippets.lexicon(shown.domain)) if config.form == "nl" else ""
    return PlanningData(
        id=name,
        name=name,
        domain=domain_to_pddl(shown.domain),
        problem=problem_to_pddl(shown),
        lexicon=lexicon,
        step_limit=config.step_limit or limit,
        **{name: getattr(config, name) for name in PromptOptions.model_fields},
    )
