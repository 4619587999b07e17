"""The models of an evaluation: they are paid for, and their answers kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace

from autoplan.experiment.experiment import ModelOptions
from autoplan.models.budget import Budget, PaidModel
from autoplan.models.prices import PriceList
from pddl2nl.llm import ChatModel, Pace, answers_file, cache_folder, model_traits, open_model


@dataclass(frozen=True, slots=True)
class Models:
    """Opens models.

    Args:
        options: the planning model, and how servers are reached.
        budget: what calls are paid from.
        pace: what limits the calls to each server.
        report: receives in one line how far a batch is.
    """

    options: ModelOptions
    budget: Budget
    pace: Pace
    report: Callable[[str], object]

    def planner(self) -> ChatModel:
        """The planning model.

        Raises:
            InputError: as `open` raises it, or the model has no batches.
        """
        return self._batched() if self.options.batch else self.open(self.options.model, "planner")

    def open(self, spec: str, role: str) -> ChatModel:
        """The model of a specification, in a role such as `planner`.

        Raises:
            InputError: the specification is unknown, lacks a key or an address, or names a model
                without a price although there is a limit to what may be spent.
        """
        traits, asked = model_traits(spec), self.options
        if traits.priced:
            self.budget.check_priced(spec)
        model = open_model(
            spec,
            base_url=asked.base_url if traits.remote else None,
            api_key_env=asked.api_key_env,
            timeout=asked.timeout,
            pace=self.pace if traits.paced else None,
            arguments=_arguments(asked) if role == "planner" else {},
        )
        if traits.priced:
            model = PaidModel(model, self.budget, role)
        if not traits.cached:
            return model
        from pddl2nl.llm import CachedModel  # its database takes a while to import

        return CachedModel(model, answers_file())

    def _batched(self) -> ChatModel:
        """The planning model, asked through its server's batches."""
        from pddl2nl.llm import CachedModel
        from pddl2nl.llm.batch import Timing, open_batch_model

        asked = self.options
        self.budget.check_priced(asked.model)
        timing = Timing() if asked.timeout is None else replace(Timing(), timeout=asked.timeout)
        model = open_batch_model(
            asked.model,
            base_url=asked.base_url,
            api_key_env=asked.api_key_env,
            folder=cache_folder() / "batches",
            timing=timing,
            report=self.report,
        )
        return CachedModel(PaidModel(model, self.budget, "planner", batched=True), answers_file())


def _arguments(options: ModelOptions) -> dict[str, object]:
    return {name: json.loads(value) for name, value in options.model_arguments}


def _on_standard_error(line: str) -> None:
    print(line, file=sys.stderr)


def opened_models(
    options: ModelOptions,
    budget: Budget | None = None,
    report: Callable[[str], object] = _on_standard_error,
) -> Models:
    """What opens the models of a run.

    Args:
        options: the planning model, and how servers are reached.
        budget: what calls are paid from, None for one with the limit and prices of the options.
        report: receives in one line how far a batch is.
    """
    if budget is None:
        budget = Budget(PriceList.load(options.prices), limit=options.max_cost)
    return Models(options, budget, Pace(options.max_connections), report)
