"""The first thing that a model is sent for a task, without sending it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from autoplan.experiment.benchmarks import Benchmark
from autoplan.experiment.experiment import Experiment
from autoplan.models.paid_models import Ledger
from autoplan.play.episodes import Players, opened_episode
from autoplan.play.prepared_run import PreparedRun
from autoplan.preparation.prepared_domain import PreparedDomain
from autoplan.results.record import EpisodeKey
from pddl2nl.compose import PAPER
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Request
from pddl2nl.options import changed
from policies import PromptSet, mechanism, mechanism_models


async def first_prompt(experiment: Experiment, instance: str) -> Request:
    """What a mechanism sends first: messages, and functions where it offers any.

    Args:
        experiment: one mechanism, one domain, one input form; what else shapes the prompt.
        instance: the instance's name, its number among the instances, or its file.

    Raises:
        InputError: the options do not fit, there is no such instance, or nothing is sent.
    """
    (name,), (form,) = experiment.play.mechanisms, experiment.play.forms
    if not mechanism(name).traits.asks_model:
        raise InputError(f"the mechanism '{name}' asks no model, so it has no prompt")
    run = PreparedRun.open(experiment, asking=False)
    source, *others = run.sources.values()
    if others:
        raise InputError("stands for several domains; name one", source=experiment.play.domains[0])
    chosen = _chosen(source, instance).stem
    key = EpisodeKey(source.name, chosen, name, form, "none", 1)
    async with replace(run, experiment=changed(experiment, instance=chosen)).prepared() as ready:
        if (source.name, chosen) not in ready:
            raise InputError(
                f"{chosen} is the few-shot example of {source.name}, and not played itself; ask "
                "for another instance, or for --examples 0"
            )
        prepared = ready[source.name, chosen]
        # Our own prompts in the paper's style do not tell how many steps there are.
        if experiment.text.style != PAPER or experiment.text.prompts is not None:
            await prepared.find_reference(key)
        return await asked_first(key, prepared, run.players.prompts)


async def asked_first(key: EpisodeKey, prepared: PreparedDomain, prompts: PromptSet) -> Request:
    """What a model is asked first in an episode.

    The number of steps that a prompt tells is that of the reference plan, if that has been looked
    for.

    Raises:
        InputError: it is asked nothing.
    """
    recorder = _Recorder()
    others = dict.fromkeys(mechanism_models(key.mechanism), recorder)
    players = Players(recorder, None, prompts, others=others)
    episode, player = opened_episode(key, prepared, players, Ledger())
    try:
        await mechanism(key.mechanism)(player).run(episode)
    except _AskedError:
        return recorder.asked
    raise InputError(f"the mechanism '{key.mechanism}' has asked nothing")


def _chosen(source: Benchmark, instance: str) -> Path:
    """The file of an instance."""
    files = list(source.problems)
    named = [path for path in files if instance in (path.stem, path.name, str(path))]
    if not named and instance.isdigit() and 0 < int(instance) <= len(files):
        named = [files[int(instance) - 1]]
    if not named:
        known = ", ".join(path.stem for path in files[:8])
        more = ", …" if len(files) > 8 else ""
        raise InputError(f"{source.name} has no instance '{instance}'; it has {known}{more}")
    return named[0]


class _AskedError(Exception):
    """Ends an episode once its first question is known."""


class _Recorder:
    """Stands where the model stands, and keeps what it is asked."""

    name = "none"

    def __init__(self) -> None:
        self.asked = Request(())

    async def complete(self, request: Request) -> Completion:
        self.asked = Request(request.messages, tools=request.tools)
        raise _AskedError
