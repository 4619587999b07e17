"""The first thing that a model is sent for a task, without sending it."""

from __future__ import annotations

from autoplan.experiment.experiment import Experiment
from autoplan.models.paid_models import Ledger
from autoplan.play.episodes import Players, opened_episode
from autoplan.play.prepared_run import PreparedRun
from autoplan.preparation.prepared_domain import PreparedDomain
from autoplan.results.record import EpisodeKey
from pddl2nl.compose import PAPER
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Request
from policies import PromptSet, Rules, mechanism, mechanism_models


async def first_prompt(experiment: Experiment) -> Request:
    """What a mechanism sends first: messages, and functions where it offers any.

    Args:
        experiment: one mechanism, domain, instance and input form; what else shapes the prompt.

    Raises:
        InputError: the options do not fit, there is no such instance, or nothing is sent.
    """
    play = experiment.play
    (name,), (form,), (instance,) = play.mechanisms, play.forms, play.instance
    if not mechanism(name).traits.asks_model:
        raise InputError(f"the mechanism '{name}' asks no model, so it has no prompt")
    run = PreparedRun.open(experiment, asking=False)
    source, *others = run.sources.values()
    if others:
        raise InputError("stands for several domains; name one", source=play.domains[0])
    key = EpisodeKey(source.name, source.named(instance).stem, name, form, "none", 1)
    async with run.prepared() as ready:
        prepared = ready[source.name, key.instance]
        # Our own prompts in the paper's style do not tell how many steps there are.
        if experiment.text.style != PAPER or experiment.text.prompts is not None:
            await prepared.find_reference(key)
        return await asked_first(key, prepared, run.players.prompts, play.rules)


async def asked_first(
    key: EpisodeKey, prepared: PreparedDomain, prompts: PromptSet, rules: Rules = Rules()
) -> Request:
    """What a model is asked first in an episode.

    The number of steps that a prompt tells is that of the reference plan, if that has been looked
    for.

    Raises:
        InputError: it is asked nothing.
    """
    recorder = _Recorder()
    others = dict.fromkeys(mechanism_models(key.mechanism), recorder)
    players = Players(recorder, None, prompts, rules=rules, others=others)
    episode, player = opened_episode(key, prepared, players, Ledger())
    try:
        await mechanism(key.mechanism)(player).run(episode)
    except _AskedError:
        return recorder.asked
    raise InputError(f"the mechanism '{key.mechanism}' has asked nothing")


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
