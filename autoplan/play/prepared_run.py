"""What every use of an experiment begins with: all that is opened before its first task."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from autoplan.experiment.benchmarks import Benchmark, benchmarks
from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import (
    EpisodeKey,
    check_batchable,
    check_callable,
    check_playable,
    matrix,
)
from autoplan.models import Budget, PriceList, opened_models
from autoplan.play.cluster import check_distributable
from autoplan.play.episodes import Players
from autoplan.play.players import named_verbalizers, open_players, thinkers, writers
from autoplan.preparation.prepare import Writers, prepare_domains
from autoplan.preparation.prepared_domain import PreparedDomains
from autoplan.progress import Progress
from pddl2nl.errors import InputError
from pddl2nl.llm import checked_base_url, model_traits
from policies import PromptSet


@dataclass(frozen=True)
class PreparedRun:
    """An experiment with its files and models open.

    Args:
        experiment: what is played.
        sources: its benchmarks, by name.
        prices: what calls cost.
        budget: what they are paid from.
        progress: receives what goes on.
        players: the models and prompts.
        writers: what writes the texts.
    """

    experiment: Experiment
    sources: Mapping[str, Benchmark]
    prices: PriceList
    budget: Budget
    progress: Progress
    players: Players
    writers: Writers

    @classmethod
    def open(cls, experiment: Experiment, *, asking: bool = True) -> PreparedRun:
        """Open what an experiment names.

        Args:
            experiment: the experiment.
            asking: whether models are asked. If not, none is opened, and what writes the snippets
                must need none.

        Raises:
            InputError: it names something that does not exist or does not fit.
        """
        check(experiment)
        prices = PriceList.load(experiment.model.prices)
        sources, prompts = benchmarks(experiment.play.domains), PromptSet(experiment.text.prompts)
        budget = Budget(prices, limit=experiment.model.max_cost)
        progress = Progress(budget)
        if asking:
            models = opened_models(experiment.model, budget, progress.warn)
            players = open_players(experiment, models, prompts)
            words = writers(experiment, models, progress.warn)
            written = Writers(words, thinkers(experiment, models, prompts))
        else:
            players = Players(None, None, prompts)
            written = Writers(named_verbalizers(experiment))
        return cls(experiment, sources, prices, budget, progress, players, written)

    @asynccontextmanager
    async def prepared(self, folder: Path = Path()) -> AsyncIterator[PreparedDomains]:
        """The domains ready to be played, while planners can run and progress is shown.

        Args:
            folder: the results folder, where what a model writes is kept.

        Raises:
            InputError: the texts cannot be written, or do not fit.
        """
        kept = replace(self.writers, folder=folder)
        with self.players.planners as planners, self.progress:
            yield await prepare_domains(
                self.experiment, self.sources, kept, planners, self.progress
            )

    def keys(self, ready: PreparedDomains) -> list[EpisodeKey]:
        """Every episode."""
        instances: dict[str, list[str]] = {}
        for name, instance in ready:
            instances.setdefault(name, []).append(instance)
        play, model = self.experiment.play, self.experiment.model.model
        return list(matrix(instances, play.mechanisms, play.forms, model, play.seeds))


def check(experiment: Experiment) -> None:
    """See that the options of an experiment go together.

    Raises:
        InputError: they do not.
    """
    play, model, text = experiment.play, experiment.model, experiment.text
    check_playable(play.mechanisms, play.forms)
    if model.base_url is not None and not any(
        model_traits(spec).remote for spec in experiment.models
    ):
        raise InputError(f"--base-url: no model on a server is named; {model.model} has none")
    if model.base_url is not None:
        checked_base_url(model.base_url)  # a dry run opens no model, and is to refuse it as well
    if (text.planbench is None) == ("valm23" in play.forms):
        raise InputError("--input valm23 and --planbench FILE need each other")
    check_callable(play.mechanisms, play.forms, model.model)
    if text.example is not None and len(play.domains) > 1:
        count = len(play.domains)
        raise InputError(
            f"--example names one task, and there are {count} domains; --example-map names one for "
            "each"
        )
    if model.batch:
        check_batchable(play.mechanisms)
        if model.model_arguments:
            raise InputError("--batch and --model-arg (or --reasoning-effort) do not go together")
    if model.model_arguments and not model_traits(model.model).remote:
        raise InputError(f"--model-arg: {model.model} is on no server")
    if experiment.run.dask is not None:
        check_distributable(experiment)
