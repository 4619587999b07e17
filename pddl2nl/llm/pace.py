"""The pace of requests: one gate for each server, shared by all models that talk to it.

A call is repeated while its faults may pass, each attempt in its turn at the gate.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import TypeVar
from urllib.parse import urlsplit

from pddl2nl.errors import InputError
from pddl2nl.llm.values import FaultReason, TransientModelError

LEAST = 1.0
FAULTS_IN_A_ROW = 5
"""After this number of failures in a row the server counts as overloaded."""


@dataclass(frozen=True, slots=True)
class Window:
    """How many requests may be under way to one server, and what is remembered for the next size.

    Args:
        most: the size is never above.
        size: the requests that may be under way; a fraction is on the way to one more.
        threshold: below this size each success makes room for one more request, so that the size
            doubles in a round trip; above it, a round trip makes room for one.
        cuts: how often the size was cut. A request remembers the count at which it was sent.
        faults: how many requests have failed since the last success or cut, for other reasons than
            too much load.
    """

    most: int
    size: float
    threshold: float = math.inf
    cuts: int = 0
    faults: int = 0

    @property
    def room(self) -> int:
        """How many requests may be under way."""
        return int(self.size)


def after_success(window: Window, *, cuts: int, in_full_use: bool) -> Window:
    """The server has answered: more is tried, if as many requests were under way as may be.

    `cuts` are those of the window when the request was sent.
    """
    if cuts != window.cuts:
        return window
    if not in_full_use:
        return replace(window, faults=0)
    step = 1.0 if window.size < window.threshold else 1.0 / window.size
    return replace(window, size=min(window.size + step, float(window.most)), faults=0)


def after_overload(window: Window, *, cuts: int) -> Window:
    """The server says that it is asked too much: half of it, once for all that were under way."""
    if cuts != window.cuts:
        return window
    half = max(window.size / 2, LEAST)
    return replace(window, size=half, threshold=half, cuts=window.cuts + 1, faults=0)


def after_fault(window: Window, *, cuts: int) -> Window:
    """A request failed in another way: nothing grows, and a run of failures counts as overload."""
    if cuts != window.cuts:
        return window
    if window.faults + 1 < FAULTS_IN_A_ROW:
        return replace(window, faults=window.faults + 1)
    return after_overload(window, cuts=cuts)


MAX_CONNECTIONS = 256
FIRST_CONNECTIONS = 16
JITTER = 0.1
"""Who waits for a server to open again waits up to this part longer, so that not all come at once.
"""

_OVERLOAD: frozenset[FaultReason] = frozenset({"rate limit", "overload"})
_log = logging.getLogger("pddl2nl.llm")


class Pace:
    """How many requests each server gets at the same time.

    Give one pace to all models of a process: those on the same server then share its gate. It
    belongs to one thread, and may serve several event loops one after the other.

    Args:
        max_connections: the most requests that are under way to one server, and the number to
            begin with. None finds the number out: it begins with 16 and ends at 256.
        dice: where the jitter comes from.

    Raises:
        InputError: the number is below 1.
    """

    def __init__(
        self, max_connections: int | None = None, *, dice: random.Random | None = None
    ) -> None:
        if max_connections is not None and max_connections < 1:
            raise InputError(f"the number of connections must be at least 1, not {max_connections}")
        self.max_connections = max_connections or MAX_CONNECTIONS
        first = max_connections or FIRST_CONNECTIONS
        self._window = Window(most=self.max_connections, size=float(first))
        self._dice = dice or random.Random()
        self._gates: dict[str, Gate] = {}

    def gate(self, base_url: str) -> Gate:
        """The gate of the server at an address, whatever the path in it."""
        parts = urlsplit(base_url)
        server = f"{parts.scheme}://{parts.netloc}".lower()
        if server not in self._gates:
            self._gates[server] = Gate(server, self._window, self._dice)
        return self._gates[server]


class ClosedError(Exception):
    """The server has asked to be left alone for longer than the caller is willing to wait.

    Args:
        seconds: until it may be asked again.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"closed for {seconds:g} s")


class Gate:
    """Lets requests to one server through, first come, first served, as it keeps up with them."""

    def __init__(self, server: str, window: Window, dice: random.Random) -> None:
        self.window = window
        self.under_way = 0
        self._server = server
        self._dice = dice
        self._queue: deque[asyncio.Future[None]] = deque()
        self._opens_at = 0.0

    @asynccontextmanager
    async def turn(self, patience: float) -> AsyncIterator[None]:
        """A request's turn, to be used in `async with`: entering waits, leaving reports the end.

        A `TransientModelError` that leaves the block says why the request failed; the end of the
        block without an error is a success; any other error says nothing about the server.

        Args:
            patience: the longest wait, in seconds, for a server that asked to be left alone. The
                wait for a turn among other requests has no limit.
        """
        cuts = await self.enter(patience)
        try:
            yield
        except BaseException as error:
            self.leave(cuts, error)
            raise
        self.leave(cuts, None)

    async def enter(self, patience: float) -> int:
        """Wait for room, and take it.

        Returns:
            the window's cuts, by which `leave` knows how old the request is.

        Raises:
            ClosedError: the server is closed for longer than `patience`.
        """
        loop = asyncio.get_running_loop()
        while True:
            await self._take_room()
            closed_for = self._opens_at - loop.time()
            if closed_for <= 0:
                return self.window.cuts
            # Nobody who waits for the server to open holds room, or keeps others from learning it.
            self._give_room_back()
            if closed_for > patience:
                raise ClosedError(closed_for)
            await asyncio.sleep(closed_for * (1 + self._dice.uniform(0, JITTER)))

    def leave(self, cuts: int, error: BaseException | None) -> None:
        """Learn from how a request went, and let others take its room."""
        before = self.window
        if error is None:
            in_full_use = self.under_way >= before.room
            self.window = after_success(before, cuts=cuts, in_full_use=in_full_use)
        elif isinstance(error, TransientModelError):
            overloaded = error.reason in _OVERLOAD
            learn = after_overload if overloaded else after_fault
            self.window = learn(before, cuts=cuts)
            self._close_for(error.retry_after or 0.0)
        if self.window.cuts > before.cuts:
            _log.info("%s: %d requests at once from now on", self._server, self.window.room)
        self._give_room_back()

    def _close_for(self, seconds: float) -> None:
        opens_at = asyncio.get_running_loop().time() + seconds
        self._opens_at = max(self._opens_at, opens_at)

    async def _take_room(self) -> None:
        # Whoever gives room back hands it to the queue, so free room means that nobody waits.
        if self.under_way < self.window.room:
            self.under_way += 1
            return
        place = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                # The room came at the same moment as the cancellation.
                self._give_room_back()
            raise

    def _give_room_back(self) -> None:
        self.under_way -= 1
        while self._queue and self.under_way < self.window.room:
            place = self._queue.popleft()
            if not place.done():
                self.under_way += 1
                place.set_result(None)


T = TypeVar("T")

SECONDS_UNTIL_SERVED = 10.0
"""How long a server of this machine that does not listen yet may take to start."""

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

    def wait(self, attempts: int) -> float:
        """The wait after a number of failures, where the server asks for none."""
        return min(self.first * 2.0 ** min(attempts - 1, _MAX_DOUBLINGS), self.longest)

    def later(
        self, attempts: int, lasted: float, spent: float, max_attempts: int | None = None
    ) -> float:
        """The seconds from the next attempt to the last, where all fail.

        Args:
            attempts: how many have failed.
            lasted: the seconds that each takes.
            spent: the seconds until the next attempt begins, counted from the first.
            max_attempts: how many there may be; None for as many as there is time for.
        """
        later = 0.0
        for each in count(attempts + 1):
            further = later + lasted + self.wait(each)
            if spent + further >= self.total or each == max_attempts or further == later:
                break
            later = further
        return later


def report_attempt(log: logging.Logger, attempts: int, fault: object, left: float) -> None:
    """Say that an attempt has failed, how many have, and for how many seconds others are begun."""
    until = datetime.now() + timedelta(seconds=left)
    log.info(
        "attempt %d: %s (tried until about %s)",
        *(attempts, fault, f"{until:%H:%M:%S}"),
        extra={"attempt": attempts, "left": round(left)},
    )


_DEFAULT_BACKOFF = Backoff()


@dataclass(frozen=True, slots=True)
class Retry:
    """How one model's calls are repeated.

    Args:
        name: the model's name, for messages.
        gate: what lets each attempt through, and learns how it went.
        max_retries: how often a call is repeated after its first attempt.
        backoff: how long to wait between attempts. The time for which an attempt waits for its turn
            counts neither towards its total nor towards a time-out.
    """

    name: str
    gate: Gate
    max_retries: int = 8
    backoff: Backoff = _DEFAULT_BACKOFF

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
                async with self.gate.turn(self.backoff.total):
                    begun = loop.time()
                    return await attempt()
            except TransientModelError as error:
                fault = error
            except ClosedError as error:
                line = f"{self.name}: the server asks all callers to wait {error.seconds:.0f} s"
                fault = TransientModelError(line, reason="rate limit", retry_after=error.seconds)
                break
            attempts += 1
            wait, lasted = self._wait(fault, attempts), loop.time() - begun
            spent += lasted + wait
            backoff = self.backoff
            if fault.reason == "nobody listens":
                backoff = replace(backoff, total=min(SECONDS_UNTIL_SERVED, backoff.total))
            if attempts > self.max_retries or spent >= backoff.total:
                fault = _final(fault, attempts)
                break
            left = wait + backoff.later(attempts, lasted, spent, self.max_retries + 1)
            report_attempt(_log, attempts, fault, left)
            await asyncio.sleep(wait)
        raise fault

    def _wait(self, fault: TransientModelError, attempts: int) -> float:
        """The seconds until the next attempt: what the server asks for, else growing ones."""
        jitter = random.uniform(0, self.backoff.first)
        if fault.retry_after:
            # Not on the dot: other calls got the same time to wait.
            return fault.retry_after + jitter
        return min(self.backoff.wait(attempts) + jitter, self.backoff.longest)


def _final(fault: TransientModelError, attempts: int) -> TransientModelError:
    """The fault of the last attempt, with how many there were."""
    tried = "one attempt" if attempts == 1 else f"{attempts} attempts"
    asked = f", and asks to wait {fault.retry_after:g} s" if fault.retry_after else ""
    return TransientModelError(
        f"{fault} (after {tried}{asked})", reason=fault.reason, retry_after=fault.retry_after
    )
