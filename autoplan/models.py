"""The models of an evaluation: they are paid for, and their answers kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autoplan.money import PaidModel, Purse
from pddl2nl.llm import ChatModel, answers_file, cache_folder, is_remote, open_model

if TYPE_CHECKING:
    from pddl2nl.llm import Pace


@dataclass(frozen=True, slots=True)
class Models:
    """Opens models.

    Args:
        base_url: the server of those models that have one.
        timeout: the seconds that an attempt of a call may take, None for the client's default.
        pace: what limits the calls to each server.
        purse: what their calls are paid from.
        told: told in one line how far a batch is.
    """

    base_url: str | None
    timeout: float | None
    pace: Pace
    purse: Purse
    told: Callable[[str], object]

    def open(self, spec: str, role: str) -> ChatModel:
        """The model of a specification, in a role such as `planner`.

        Raises:
            InputError: the specification is unknown, lacks a key or an address, or names a model
                without a price although there is a limit to what may be spent.
        """
        if not is_remote(spec):
            return open_model(spec)
        from pddl2nl.llm import CachedModel

        self.purse.check_priced(spec)
        model = open_model(spec, base_url=self.base_url, timeout=self.timeout, pace=self.pace)
        return CachedModel(PaidModel(model, self.purse, role), answers_file())

    def open_batched(self, spec: str, role: str) -> ChatModel:
        """The same, asked through its server's batches.

        Raises:
            InputError: as `open` raises it, or the model has no batches.
        """
        from pddl2nl.llm import CachedModel
        from pddl2nl.llm.batch import Timing, open_batch_model

        self.purse.check_priced(spec)
        timing = Timing() if self.timeout is None else replace(Timing(), timeout=self.timeout)
        model = open_batch_model(
            spec,
            base_url=self.base_url,
            folder=cache_folder() / "batches",
            timing=timing,
            told=self.told,
        )
        return CachedModel(PaidModel(model, self.purse, role, batched=True), answers_file())
