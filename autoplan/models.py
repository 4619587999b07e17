"""The models of an evaluation: they are paid for, and their answers kept."""

from __future__ import annotations

from dataclasses import dataclass

from autoplan.money import PaidModel, Purse
from pddl2nl.llm import ChatModel, answers_file, is_remote, open_model


@dataclass(frozen=True, slots=True)
class Models:
    """Opens models.

    Args:
        base_url: the server of those models that have one.
        timeout: the seconds that an attempt of a call may take, None for the client's default.
        purse: what their calls are paid from.
    """

    base_url: str | None
    timeout: float | None
    purse: Purse

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
        model = open_model(spec, base_url=self.base_url, timeout=self.timeout)
        return CachedModel(PaidModel(model, self.purse, role), answers_file())
