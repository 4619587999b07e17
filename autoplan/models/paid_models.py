"""The models of an evaluation: they are paid for, and their answers kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from autoplan.experiment.experiment import Experiment
from autoplan.models.budget import Budget, PaidModel
from pddl2nl.llm import ChatModel, Pace, answers_file, cache_folder, model_traits, open_model


@dataclass(frozen=True, slots=True)
class Models:
    """Opens models.

    Args:
        base_url: the server of those models that have one.
        timeout: the seconds that an attempt of a call may take, None for the client's default.
        pace: what limits the calls to each server.
        budget: what their calls are paid from.
        told: told in one line how far a batch is.
        api_key_env: the environment variable with the key, None for the usual one.
        arguments: what else stands in requests to the planning model.
    """

    base_url: str | None
    timeout: float | None
    pace: Pace
    budget: Budget
    told: Callable[[str], object]
    api_key_env: str | None = None
    arguments: Mapping[str, object] = field(default_factory=dict)

    def open(self, spec: str, role: str) -> ChatModel:
        """The model of a specification, in a role such as `planner`.

        Raises:
            InputError: the specification is unknown, lacks a key or an address, or names a model
                without a price although there is a limit to what may be spent.
        """
        traits = model_traits(spec)
        if traits.priced:
            self.budget.check_priced(spec)
        model = open_model(
            spec,
            base_url=self.base_url if traits.remote else None,
            api_key_env=self.api_key_env,
            timeout=self.timeout,
            pace=self.pace if traits.paced else None,
            arguments=self.arguments if role == "planner" else {},
        )
        if traits.priced:
            model = PaidModel(model, self.budget, role)
        if not traits.cached:
            return model
        from pddl2nl.llm import CachedModel  # its database takes a while to import

        return CachedModel(model, answers_file())

    def open_batched(self, spec: str, role: str) -> ChatModel:
        """The same, asked through its server's batches.

        Raises:
            InputError: as `open` raises it, or the model has no batches.
        """
        from pddl2nl.llm import CachedModel
        from pddl2nl.llm.batch import Timing, open_batch_model

        self.budget.check_priced(spec)
        timing = Timing() if self.timeout is None else replace(Timing(), timeout=self.timeout)
        model = open_batch_model(
            spec,
            base_url=self.base_url,
            api_key_env=self.api_key_env,
            folder=cache_folder() / "batches",
            timing=timing,
            told=self.told,
        )
        return CachedModel(PaidModel(model, self.budget, role, batched=True), answers_file())


def opened_models(experiment: Experiment, budget: Budget, told: Callable[[str], object]) -> Models:
    """What opens the models of an order."""
    return Models(
        experiment.base_url,
        experiment.timeout,
        Pace(experiment.max_connections),
        budget,
        told,
        experiment.api_key_env,
        {name: json.loads(value) for name, value in experiment.model_arguments},
    )
