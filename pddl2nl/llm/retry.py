"""A call that is repeated while its faults may pass, each attempt in its turn at the gate."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from pddl2nl.llm.pace import ClosedError, Gate
from pddl2nl.llm.values import TransientModelError

T = TypeVar("T")

_log = logging.getLogger("pddl2nl.llm")
_MAX_DOUBLINGS = 60
"""By then a wait is longer than any call's total; a power of two much larger is no float."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait before a failed call is tried again, in seconds.

    Args:
        first: the wait after the first failure; it doubles with each further one.
        longest: the longest wait, unless the server asks for more.
        total: the seconds of attempts and waits between them after which no further attempt is
            started; the wait for a turn is not counted.
    """

    first: float = 0.5
    longest: float = 60.0
    total: float = 1200.0


_DEFAULT_BACKOFF = Backoff()


class Retry:
    """How one model's calls are repeated.

    Args:
        name: the model's name, for messages.
        gate: what lets each attempt through, and learns how it went.
        max_retries: how often a call is repeated after its first attempt.
        backoff: how long to wait between attempts. The time for which an attempt waits for its turn
            counts neither towards its total nor towards a time-out.
    """

    def __init__(
        self, name: str, gate: Gate, max_retries: int = 8, backoff: Backoff = _DEFAULT_BACKOFF
    ) -> None:
        self._name = name
        self._gate = gate
        self._max_retries = max_retries
        self._backoff = backoff

    async def run(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """The result of the first attempt that succeeds.

        Raises:
            TransientModelError: the last attempt's fault, when no further one is allowed.
        """
        loop = asyncio.get_running_loop()
        spent, attempts = 0.0, 0
        while True:
            begun = loop.time()
            try:
                async with self._gate.turn(self._backoff.total):
                    begun = loop.time()
                    return await attempt()
            except TransientModelError as error:
                fault = error
            except ClosedError as error:
                fault = self._closed(error.seconds)
                break
            attempts += 1
            wait = self._wait(fault, attempts)
            spent += loop.time() - begun + wait
            if attempts > self._max_retries or spent >= self._backoff.total:
                fault = _final(fault, attempts)
                break
            _log.info("attempt %d: %s", attempts, fault, extra={"attempt": attempts})
            await asyncio.sleep(wait)
        raise fault

    def _closed(self, seconds: float) -> TransientModelError:
        line = f"{self._name}: the server asks all callers to wait {seconds:.0f} s"
        return TransientModelError(line, reason="rate limit", retry_after=seconds)

    def _wait(self, fault: TransientModelError, attempts: int) -> float:
        """The seconds until the next attempt: what the server asks for, else growing ones."""
        jitter = random.uniform(0, self._backoff.first)
        if fault.retry_after:
            # Not on the dot: other calls got the same time to wait.
            return fault.retry_after + jitter
        doubled = self._backoff.first * 2.0 ** min(attempts - 1, _MAX_DOUBLINGS)
        return min(doubled + jitter, self._backoff.longest)


def _final(fault: TransientModelError, attempts: int) -> TransientModelError:
    """The fault of the last attempt, with how many there were."""
    tried = "one attempt" if attempts == 1 else f"{attempts} attempts"
    asked = f", and asks to wait {fault.retry_after:g} s" if fault.retry_after else ""
    return TransientModelError(
        f"{fault} (after {tried}{asked})", reason=fault.reason, retry_after=fault.retry_after
    )
