"""A call that is repeated while its faults may pass, each attempt in its turn at the gate."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import NoReturn, TypeVar

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential_jitter,
)

from pddl2nl.llm._errors import TransientModelError
from pddl2nl.llm._pace import ClosedError, Gate
from pddl2nl.llm._values import Backoff

T = TypeVar("T")

_log = logging.getLogger("pddl2nl.llm")
_is_transient = retry_if_exception_type(TransientModelError)


class Repetition:
    """How one model's calls are repeated.

    Args:
        name: the model's name, for messages.
        gate: what lets each attempt through, and is told how it went.
        max_retries: how often a call is repeated after its first attempt.
        backoff: how long to wait between attempts. The time for which an attempt waits for its turn
            counts neither towards its total nor towards a time-out.
    """

    def __init__(self, name: str, gate: Gate, max_retries: int, backoff: Backoff) -> None:
        self._name = name
        self._gate = gate
        self._backoff = backoff
        self._attempts_used_up = stop_after_attempt(max_retries + 1)
        self._growing = wait_exponential_jitter(
            multiplier=backoff.first, max=backoff.longest, jitter=backoff.first
        )

    async def run(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """The result of the first attempt that succeeds.

        Raises:
            TransientModelError: the last attempt's fault, when no further one is allowed.
        """
        spent = 0.0

        async def in_turn() -> T:
            nonlocal spent
            async with self._gate.turn(self._backoff.total):
                loop = asyncio.get_running_loop()
                begun = loop.time()
                try:
                    return await attempt()
                finally:
                    spent += loop.time() - begun

        def enough(state: RetryCallState) -> bool:
            waited = state.idle_for + state.upcoming_sleep
            return self._attempts_used_up(state) or spent + waited >= self._backoff.total

        # A new one for each call: tenacity keeps the state of a call in the object.
        retrying = AsyncRetrying(
            sleep=asyncio.sleep,
            stop=enough,
            wait=self._wait,
            retry=_is_transient,
            before_sleep=_report,
            retry_error_callback=_give_up,
        )
        try:
            result: T = await retrying(in_turn)
        except ClosedError as closed:
            seconds = closed.seconds
        else:
            return result
        raise self._closed(seconds)

    def _closed(self, seconds: float) -> TransientModelError:
        line = f"{self._name}: the server asks all callers to wait {seconds:.0f} s"
        return TransientModelError(line, reason="rate limit", retry_after=seconds)

    def _wait(self, state: RetryCallState) -> float:
        """The seconds until the next attempt: what the server asks for, else growing ones."""
        asked = _fault(state).retry_after
        if asked:
            # Not on the dot: other calls were told the same moment.
            return asked + random.uniform(0, self._backoff.first)
        return self._growing(state)


def _report(state: RetryCallState) -> None:
    number, fault = state.attempt_number, _fault(state)
    _log.info("attempt %d: %s", number, fault, extra={"attempt": number})


def _fault(state: RetryCallState) -> TransientModelError:
    error = state.outcome.exception() if state.outcome else None
    if not isinstance(error, TransientModelError):
        raise TypeError(f"only transient faults are retried, not {type(error).__name__}")
    return error


def _give_up(state: RetryCallState) -> NoReturn:
    fault = _fault(state)
    attempts = state.attempt_number
    tried = "one attempt" if attempts == 1 else f"{attempts} attempts"
    asked = f", and asks to wait {fault.retry_after:g} s" if fault.retry_after else ""
    raise TransientModelError(
        f"{fault} (after {tried}{asked})", reason=fault.reason, retry_after=fault.retry_after
    ) from None
