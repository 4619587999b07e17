"""The first thing that a model is sent for a task, without sending it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from autoplan.experiment.benchmarks import Benchmark, benchmark
from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import EpisodeKey, check_playable
from autoplan.play.episodes import Players, opened_episode
from autoplan.play.players import named_verbalizers
from autoplan.preparation.prepare import Writers, prepare_domains
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains
from autoplan.progress import Progress
from autoplan.results.record import Ledger
from pddl2nl.compose import PAPER
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message, Request, Tool
from policies import PromptSet, mechanism
from policies.symbolic import SymbolicPlanner


async def first_prompt(experiment: Experiment, instance: str, progress: Progress) -> Request:
    """What a mechanism sends first: messages, and functions where it offers any.

    Args:
        experiment: one mechanism, one domain, one input form; what else shapes the prompt.
        instance: the instance's name, its number among the instances, or its file.
        progress: told of what goes on.

    Raises:
        InputError: the order does not fit, there is no such instance, or nothing is sent.
    """
    check_playable(experiment.mechanisms, experiment.forms)
    (name,), (form,) = experiment.mechanisms, experiment.forms
    if not mechanism(name).traits.asks_model:
        raise InputError(f"the mechanism '{name}' asks no model, so it has no prompt")
    source = benchmark(experiment.domains[0])
    path = _chosen(source, instance)
    wanted = replace(experiment, instance=path.stem)
    with SymbolicPlanner() as planner:
        writers = Writers(named_verbalizers(experiment), {}, Path())
        ready = await prepare_domains(wanted, {source.name: source}, writers, planner, progress)
        key = EpisodeKey(source.name, path.stem, name, form, "none", 1)
        return await _sent(wanted, ready, key)


async def _sent(experiment: Experiment, ready: PreparedDomains, key: EpisodeKey) -> Request:
    """What is sent in an episode, if it is played."""
    if (key.domain, key.instance) not in ready:
        raise InputError(
            f"{key.instance} is the few-shot example of {key.domain}, and not played itself; ask "
            "for another instance, or for --examples 0"
        )
    prepared = ready[key.domain, key.instance]
    # Our own prompts in the paper's style do not tell how many steps there are.
    if experiment.style != PAPER or experiment.prompts is not None:
        await prepared.find_reference(key)
    return await asked_first(key, prepared, PromptSet(experiment.prompts))


async def asked_first(key: EpisodeKey, prepared: PreparedDomain, prompts: PromptSet) -> Request:
    """What a model is asked first in an episode.

    The number of steps that a prompt tells is that of the reference plan, if that has been looked
    for.

    Raises:
        InputError: it is asked nothing.
    """
    recorder = _Recorder()
    players = Players(recorder, None, prompts, 0.0, None)
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

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
        tools: Sequence[Tool] = (),
    ) -> Completion:
        self.asked = Request(tuple(messages), tools=tuple(tools))
        raise _AskedError
