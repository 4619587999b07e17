"""Which tasks there are, how they are put to a model, and what an attempt is worth."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from itertools import chain, count
from typing import Any, Literal

import verifiers.v1 as vf
from pydantic import BaseModel, ConfigDict, Field, model_validator

import domains
from autoplan.experiment.benchmarks import benchmark
from autoplan.integrations.playable import Form, PlayableTask, playable_task
from autoplan.play.chat_episode import ChatEpisode, OutsideModel
from autoplan.preparation.tasks import STEPS_WITHOUT_REFERENCE
from domains.suite import Generator, generator, problem
from pddl2nl.compose import PAPER, StyleName
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.model import Domain, Problem
from pddl2nl.obfuscation import renaming
from pddl2nl.reader import parse_domain, parse_problem, read_domain
from pddl2nl.verbalizers import AUTO
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from simulator import Feedback

Mechanism = Literal["basic", "cot", "act", "react"]
Kind = Literal["positive", "negative", "unfinished", "state"]
Band = dict[str, int | tuple[int, int]]
"""Parameters of generators: a value, or the least and the largest one."""
_DRAWS = 100
"""How often sizes are drawn that may not fit one another, before a band counts as impossible."""
_KEPT_OPEN = 256
"""How many tasks stay prepared: the rollouts of a task share what was worked out for it."""


class Wording(BaseModel):
    """How a task is put to the model, the same for all tasks of a taskset."""

    model_config = ConfigDict(frozen=True)

    mechanism: Mechanism = "basic"
    """`basic`, `cot`: a whole plan in one answer; `act`, `react`: one action per answer."""
    form: Form = "nl"
    """`nl`: English; `template`: template English, `pddl`: PDDL, both for `basic` and `act`."""
    style: StyleName = PAPER
    """How the English is composed: `paper` or `brief`."""
    verbalizer: str = AUTO
    """What writes the snippets of the form `nl`, or a lexicon file."""
    feedback: tuple[Kind, ...] = ("positive", "negative", "unfinished")
    """What `act` and `react` learn about their steps; empty for nothing."""


class PlanningData(vf.TaskData):
    """A task as it is sent to workers and kept in traces."""

    domain: str
    """The domain, in PDDL."""
    problem: str
    """The problem, in PDDL."""
    step_limit: int
    """How many steps `act` and `react` have."""
    wording: Wording

    def opened(self) -> ChatEpisode:
        """A new attempt at the task.

        Raises:
            InputError: there is no such verbalizer, or the mechanism cannot play in this form.
        """
        task = _prepared(self.domain, self.problem, self.step_limit, self.wording)
        mechanism, kinds = self.wording.mechanism, self.wording.feedback
        feedback = Feedback(**{each.name: each.name in kinds for each in fields(Feedback)})
        return ChatEpisode(mechanism, *task.opened(mechanism, OutsideModel(), feedback=feedback))


@lru_cache(_KEPT_OPEN)
def _prepared(domain: str, problem: str, step_limit: int, wording: Wording) -> PlayableTask:
    return playable_task(
        parse_problem(problem, parse_domain(domain)),
        form=wording.form,
        style=wording.style,
        verbalizer=wording.verbalizer,
        step_limit=step_limit,
    )


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
        answers = [each.content or "" for each in trace.assistant_messages]
        return await asyncio.to_thread(_replay, self.data, answers)


def _replay(data: PlanningData, answers: list[str]) -> ChatEpisode:
    chat = data.opened()
    for answer in answers:
        if not chat.done:
            chat.submit(answer)
    return chat


class PlanningConfig(vf.TasksetConfig):
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
    wording: Wording = Wording()

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
    if config.seed is None:
        return chain.from_iterable(_kept(config, name) for name in config.domains)
    return _fresh(config, config.seed)


def _kept(config: PlanningConfig, name: str) -> Iterator[PlanningData]:
    read = benchmark(name)
    for path, found in read.problems.items():
        plan = domains.kept_plan(path)
        limit = 2 * len(plan) if plan else STEPS_WITHOUT_REFERENCE
        yield _data(config, f"{read.name}-{path.stem}", found, limit)


def _fresh(config: PlanningConfig, seed: int) -> Iterator[PlanningData]:
    sources = [_source(name) for name in config.domains]
    for number in count():
        source, domain = sources[number % len(sources)]
        band = config.bands[min(number // config.per_band, len(config.bands) - 1) :][:1]
        text = _drawn(source, band[0] if band else {}, f"{seed}/{number}")
        name = f"{source.name}-{seed}-{number}"
        yield _data(config, name, parse_problem(text, domain), STEPS_WITHOUT_REFERENCE)


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
        sizes = {name: _size(rng, band[name]) for name in sorted(known & band.keys())}
        try:
            return problem(source, source.parameters(**sizes), stream)
        except ValueError as error:
            fault = str(error)
    raise InputError(f"no problem of {source.name} has the sizes {band}: {fault}")


def _size(rng: random.Random, given: int | tuple[int, int]) -> int:
    return given if isinstance(given, int) else rng.randint(*given)


def _check_bands(config: PlanningConfig) -> None:
    """Refuse sizes of tasks that are not made anew, unknown ones, and empty ranges.

    Raises:
        InputError: there are some.
    """
    if config.seed is None:
        if config.bands:
            raise InputError("bands are for new tasks: give a seed as well")
        return
    known = {each.name for name in config.domains for each in fields(_source(name)[0].parameters)}
    for name, size in chain.from_iterable(band.items() for band in config.bands):
        if name not in known:
            near = did_you_mean(name, known) or f"; there are {', '.join(sorted(known))}"
            raise InputError(f"no generator has the parameter {name!r}{near}")
        if not isinstance(size, int) and size[0] > size[1]:
            raise InputError(f"{name}: the range {size[0]} to {size[1]} is empty")


def _data(config: PlanningConfig, name: str, found: Problem, limit: int) -> PlanningData:
    names = renaming(found.domain, config.obfuscate, [found])
    shown = names.problem(found)
    return PlanningData(
        id=name,
        name=name,
        domain=domain_to_pddl(shown.domain),
        problem=problem_to_pddl(shown),
        step_limit=config.step_limit or limit,
        wording=config.wording,
    )
