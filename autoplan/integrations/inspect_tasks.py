"""Planning tasks as tasks of Inspect AI: `inspect eval autoplan/react -T domain=blocksworld`.

Prompts, turns and verdicts are those of `autoplan eval`; models, limits and logs are Inspect's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import click
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig

from autoplan.experiment.experiment import Experiment, ModelOptions, PlayOptions, TextOptions
from autoplan.integrations.inspect_episodes import PreparedEpisode, chat_message, episodes, solved
from autoplan.integrations.playable import one_of
from autoplan.play.first_prompt import asked_first
from autoplan.play.prepared_run import PreparedRun
from pddl2nl.compose import PAPER, STYLES, StyleName
from pddl2nl.errors import InputError
from policies import PromptSet
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
        instances: how many of each domain, from the first on; None for all but the example.
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

    The temperature is 0 where Inspect is given no other, and reasoning is not sent again, as in
    `autoplan eval`.

    Raises:
        ClickException: there is no such mechanism, domain or setting, or a file is no PDDL; the
            command `inspect` tells it in one line.
    """
    try:
        play = PlayOptions(
            (_text("mechanism", mechanism),), _domains(domain), _count(instances), (form,)
        )
        text = TextOptions(style=style, examples=examples)
        samples, to_play = _prepared(Experiment(play, ModelOptions(_MODEL), text))
    except InputError as error:
        raise click.ClickException(str(error)) from error
    return Task(
        dataset=MemoryDataset(samples, name="-".join(play.domains)),
        solver=episodes(to_play, PromptSet(None)),
        scorer=solved(),
        config=GenerateConfig(temperature=0.0, reasoning_history="none"),
    )


def _text(name: str, given: object) -> str:
    """A parameter that is a text; on Inspect's command line it may be any value of YAML."""
    if not isinstance(given, str):
        raise InputError(f"{name} must be a name, not {given!r}")
    return given


def _domains(given: object) -> tuple[str, ...]:
    several = given if isinstance(given, list | tuple) else (given,)
    return tuple(_text("domain", each) for each in several)


def _count(given: object) -> int | None:
    if given is None:
        return None
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise InputError(f"instances must be a whole number above 0, not {given!r}")
    return given


def _prepared(experiment: Experiment) -> Samples:
    """The samples of an experiment, and the episodes by the names of their samples."""
    one_of("style", experiment.text.style, tuple(STYLES))
    one_of("examples", experiment.text.examples, (0, 1))
    # Inspect makes tasks inside its event loop, and ours is closed before they are played.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _samples(experiment)).result()


async def _samples(experiment: Experiment) -> Samples:
    run = PreparedRun.open(experiment, asking=False)
    async with run.prepared() as ready:
        found = [PreparedEpisode(key, ready[key.domain, key.instance]) for key in run.keys(ready)]
        await asyncio.gather(*(each.prepared.find_reference(each.key) for each in found))
        samples = [await _sample(each, run.players.prompts) for each in found]
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
