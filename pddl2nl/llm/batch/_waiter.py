"""A request that coroutines wait for."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from pddl2nl.llm._parameters import RENAMED, replaced, sampling_parameters
from pddl2nl.llm._values import Request
from pddl2nl.llm.batch._journal import StoredAnswer
from pddl2nl.llm.batch._wire import input_line

BatchOutcome: TypeAlias = StoredAnswer | BaseException
"""How a request ends: with an answer, or with the error to raise."""


class Waiter:
    """A request without an outcome yet, and those who wait for it.

    Args:
        key: the request's key.
        request: what is asked.
        model: the name that the server knows the model by.
    """

    def __init__(self, key: str, request: Request, model: str) -> None:
        self.key = key
        self.wanted = sampling_parameters(request.max_tokens, request.temperature, request.seed)
        # No line for this request gets longer than the one with all parameters renamed.
        longest = replaced(self.wanted, RENAMED)
        self.size = len(input_line(key, model, request, longest))
        self.request = request
        self.rounds = 0
        self._waiting = 0
        self._outcome: asyncio.Future[BatchOutcome] = asyncio.get_running_loop().create_future()

    @property
    def wanted_by_nobody(self) -> bool:
        """Whether all who waited were cancelled."""
        return self._waiting == 0

    async def wait(self) -> BatchOutcome:
        """The request's outcome, for one more coroutine."""
        self._waiting += 1
        try:
            return await asyncio.shield(self._outcome)
        finally:
            self._waiting -= 1

    def wake(self, outcome: BatchOutcome) -> None:
        """Give the outcome to all who wait."""
        self._outcome.set_result(outcome)
