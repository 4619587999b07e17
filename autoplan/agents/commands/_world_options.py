"""What commands on agents and their worlds share: the extra, a model, episodes, a table."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from autoplan.experiment.experiment import ModelOptions, add_model
from autoplan.installation import advice, is_installed
from autoplan.models.paid_models import opened_models
from pddl2nl.errors import InputError
from pddl2nl.llm import (
    CacheError,
    ChatModel,
    Completion,
    Message,
    PermanentModelError,
    Request,
    Usage,
)
from pddl2nl.llm.prices import PriceList
from pddl2nl.options import add_options, positive, read_options, whole
from policies import Sampling

if TYPE_CHECKING:
    from autoplan.agents.studies.episode_file import EpisodeFile, PlayedEpisode

Found = TypeVar("Found")
Rows: TypeAlias = list[dict[str, Any]]
AGENT = "agentkit"
"""The mechanism that asks a model."""


def add_world_options(
    command: argparse.ArgumentParser, *, other: str, steps: int, what: str
) -> None:
    """Add the options; `other` can play besides the agent, `what` says what a step is."""
    command.add_argument(
        "--mechanism", choices=(AGENT, other), default=AGENT, help=f"default: {AGENT}"
    )
    add_model(command, default=None, help="the model (docs/playing.md)")
    add_options(command, ModelOptions, temperature="", prices="")
    command.add_argument(
        "--graph", metavar="FILE", type=Path, help="YAML file of the agent's graph"
    )
    command.add_argument(
        "--steps", metavar="N", type=positive, default=steps, help=f"{what} (default: {steps})"
    )
    command.add_argument(
        "--at-once", metavar="N", type=positive, default=1, help="concurrent episodes (default: 1)"
    )
    command.add_argument(
        "--model-seed",
        metavar="S",
        type=whole,
        default=1,
        help="seed sent to the model (default: 1)",
    )
    command.add_argument(
        "-o",
        "--out",
        metavar="DIR",
        type=Path,
        help="results folder for episodes and traces; an existing one is continued",
    )


def need_extra() -> None:
    """See that the extra of agents is installed.

    Raises:
        InputError: it is not.
    """
    if not is_installed("agents"):
        raise InputError(f"the extra 'agents' is not installed; {advice('agents')}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A model with the settings of a run."""

    model: ChatModel
    sampling: Sampling
    seed: int
    others: Callable[[str], ChatModel]

    async def __call__(self, messages: list[Message]) -> Completion:
        """Put a conversation to it."""
        drawn = self.sampling.temperature
        return await self.model.complete(
            Request(tuple(messages), temperature=drawn, seed=self.seed)
        )

    def other(self, spec: str) -> Asked:
        """Another model with the same settings, for nodes that name one.

        Raises:
            InputError: it cannot be opened.
        """
        return replace(self, model=self.others(spec))


def asked(options: argparse.Namespace) -> Asked:
    """The model that the options name.

    Raises:
        InputError: they name none, or one that cannot be opened.
    """
    if options.model is None:
        raise InputError(f"--mechanism {options.mechanism} asks a model; name it with --model")
    model = read_options(ModelOptions(), options)
    opened = opened_models(model)
    others = cache(partial(opened.open, role="planner"))
    return Asked(opened.planner(), model.sampling, options.model_seed, others)


def cost(options: argparse.Namespace, rows: Iterable[Mapping[str, Any]]) -> str:
    """What the calls of episodes cost, in dollars; `-` where a price is not known."""
    prices = PriceList.load(read_options(ModelOptions(), options).prices)
    dollars = 0.0
    for row in rows:
        for name, tokens in row["models"].items():
            price = prices.price(name or options.model)
            if price is None:
                return "-"
            dollars += price.of(Usage(**tokens))
    return f"{dollars:.2f}"


def settings(options: argparse.Namespace) -> dict[str, object]:
    """What has to be the same for an episode to count as played already."""
    plays = {"mechanism": options.mechanism}
    if options.model is None:
        return plays
    return {
        **plays,
        "model": options.model,
        "graph": None if options.graph is None else str(options.graph),
        "step_limit": options.steps,
        "temperature": read_options(Sampling(), options).temperature,
        "model_seed": options.model_seed,
    }


def played(
    options: argparse.Namespace,
    file: EpisodeFile,
    numbers: Sequence[int],
    without_model: Callable[[int], PlayedEpisode],
    by_agent: Callable[[int, Asked], Awaitable[PlayedEpisode]],
) -> Rows:
    """Play the episodes of some numbers: by the agent, or by the mechanism that asks no model.

    Raises:
        InputError: no model is named, or it cannot be opened or asked any more.
    """
    if options.mechanism != AGENT:
        return carried_out(
            file.play(numbers, lambda number: asyncio.to_thread(without_model, number))
        )
    ask = asked(options)
    return carried_out(file.play(numbers, lambda number: by_agent(number, ask), options.at_once))


def carried_out(
    work: Coroutine[Any, Any, Found], hint: str = " (to continue, repeat the command)"
) -> Found:
    """Do something that asks a model.

    Raises:
        InputError: the model cannot be asked any more.
    """
    try:
        return asyncio.run(work)
    except (PermanentModelError, CacheError) as error:
        raise InputError(f"stopped: {error}{hint}") from error
