"""Planning tasks as tasks of Inspect AI: `inspect eval autoplan/react -T domain=blocksworld`.

Prompts, turns and verdicts are those of `autoplan eval`; models, limits and logs are Inspect's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import click
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig

from autoplan.experiment.benchmarks import benchmarks
from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import check_playable
from autoplan.integrations.inspect_episodes import PreparedEpisode, chat_message, episodes, solved
from autoplan.integrations.playable import one_of
from autoplan.models import Budget, PriceList
from autoplan.play.evaluate import all_keys
from autoplan.play.first_prompt import asked_first
from autoplan.play.players import named_verbalizers
from autoplan.preparation.prepare import Writers, prepare_domains
from autoplan.progress import Progress
from pddl2nl.compose import PAPER, STYLES, StyleName
from pddl2nl.errors import InputError
from policies import PromptSet
from policies.symbolic import SymbolicPlanner
from simulator import InputForm

Domains: TypeAlias = str | Sequence[str]
Samples: TypeAlias = tuple[list[Sample], Mapping[str, PreparedEpisode]]
_DOMAIN = "blocksworld"
_MODEL = "inspect"
"""The model is Inspect's; our keys have to name one."""


@task
def basic(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    style: StyleName = PAPER,
    examples: int = 1,
) -> Task:
    """The model writes a whole plan.

    Args:
        domain: a bundled domain or a folder with a domain and its instances, or several of them.
        instances: the first so many of each domain; None for all but the example.
        style: how English is composed, `paper` or `brief`.
        examples: how many few-shot examples there are, 1 or 0.

    Raises:
        ClickException: there is no such domain or setting, or a file is no PDDL.
    """
    return planning_task("basic", "nl", domain, instances, style, examples)


@task
def cot(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    style: StyleName = PAPER,
    examples: int = 1,
) -> Task:
    """The model thinks, and writes a whole plan; parameters as for `basic`."""
    return planning_task("cot", "nl", domain, instances, style, examples)


@task
def act(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    style: StyleName = PAPER,
    examples: int = 1,
) -> Task:
    """The model chooses one action at a time; parameters as for `basic`."""
    return planning_task("act", "nl", domain, instances, style, examples)


@task
def react(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    style: StyleName = PAPER,
    examples: int = 1,
) -> Task:
    """The model thinks and chooses one action at a time; parameters as for `basic`."""
    return planning_task("react", "nl", domain, instances, style, examples)


@task
def template(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    mechanism: str = "act",
    style: StyleName = PAPER,
    examples: int = 1,
) -> Task:
    """Tasks in template English, for `basic` or `act`; other parameters as for `basic`."""
    return planning_task(mechanism, "template", domain, instances, style, examples)


@task
def pddl(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    mechanism: str = "act",
    examples: int = 1,
) -> Task:
    """Tasks in PDDL, for `basic` or `act`; other parameters as for `basic`."""
    return planning_task(mechanism, "pddl", domain, instances, PAPER, examples)


def planning_task(
    mechanism: str,
    form: InputForm,
    domain: Domains,
    instances: int | None,
    style: StyleName,
    examples: int,
) -> Task:
    """The task of a mechanism and an input form: a sample for each instance of its domains.

    The temperature is 0 where Inspect is not told another, and reasoning is not sent again, as in
    `autoplan eval`.

    Raises:
        ClickException: there is no such mechanism, domain or setting, or a file is no PDDL; the
            command `inspect` tells it in one line.
    """
    experiment = Experiment(
        mechanisms=(mechanism,),
        domains=(domain,) if isinstance(domain, str) else tuple(domain),
        instances=instances,
        forms=(form,),
        model=_MODEL,
        style=style,
        examples=examples,
    )
    prompts = PromptSet(None)
    try:
        samples, to_play = _prepared(experiment, prompts)
    except InputError as error:
        raise click.ClickException(str(error)) from error
    return Task(
        dataset=MemoryDataset(samples, name="-".join(experiment.domains)),
        solver=episodes(to_play, prompts),
        scorer=solved(),
        config=GenerateConfig(temperature=0.0, reasoning_history="none"),
    )


def _prepared(experiment: Experiment, prompts: PromptSet) -> Samples:
    """The samples of an experiment, and the episodes by the names of their samples.

    Raises:
        InputError: something in the experiment does not exist or does not fit.
    """
    one_of("style", experiment.style, tuple(STYLES))
    one_of("examples", experiment.examples, (0, 1))
    check_playable(experiment.mechanisms, experiment.forms)
    # Inspect makes tasks inside its event loop, and ours is closed before they are played.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _samples(experiment, prompts)).result()


async def _samples(experiment: Experiment, prompts: PromptSet) -> Samples:
    sources = benchmarks(experiment.domains)
    writers = Writers(named_verbalizers(experiment), {}, Path())
    with SymbolicPlanner() as planner, Progress(Budget(PriceList.load(None))) as progress:
        ready = await prepare_domains(experiment, sources, writers, planner, progress)
        found = [
            PreparedEpisode(key, ready[key.domain, key.instance])
            for key in all_keys(experiment, ready)
        ]
        await asyncio.gather(*(each.prepared.find_reference(each.key) for each in found))
        samples = [await _sample(each, prompts) for each in found]
    return samples, {_name(each): each for each in found}


async def _sample(episode: PreparedEpisode, prompts: PromptSet) -> Sample:
    key, prepared = episode.key, episode.prepared
    plan = prepared.scene(key).reference
    return Sample(
        id=_name(episode),
        input=[chat_message(each) for each in (await asked_first(key, prepared, prompts)).messages],
        target="\n".join(plan or ()),
        metadata={
            "task": _name(episode),
            "domain": key.domain,
            "instance": key.instance,
            "mechanism": key.mechanism,
            "input": key.input,
            "reference_length": None if plan is None else len(plan),
        },
    )


def _name(episode: PreparedEpisode) -> str:
    return f"{episode.key.domain}-{episode.key.instance}"
