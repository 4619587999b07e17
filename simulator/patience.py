"""A limit on the time that looking through all actions or objects may take.

The loops that can take for ever, over the objects of an action or of a quantifier, ask `check` on
the way. Whoever calls them says `within` how many seconds they have to be done, or
`until` which event someone waits for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from threading import Event

_end: ContextVar[float] = ContextVar("_end", default=inf)
_stop: ContextVar[Event | None] = ContextVar("_stop", default=None)


class OutOfTimeError(Exception):
    """A loop was broken off, since its time was up."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limit what runs inside to some seconds; a limit around it that ends sooner stays.

    Raises:
        OutOfTimeError: what runs inside has broken off.
    """
    token = _end.set(min(_end.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _end.reset(token)


@contextmanager
def until(stop: Event) -> Iterator[None]:
    """Let what runs inside, also in a thread of `asyncio.to_thread`, run until an event is set.

    Raises:
        OutOfTimeError: what runs inside has broken off.
    """
    token = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(token)


def check() -> None:
    """Break off if the time is up, or nobody waits any longer.

    Raises:
        OutOfTimeError: it is.
    """
    end = _end.get()
    if end is not inf and time.monotonic() > end:
        raise OutOfTimeError("the time limit is reached")
    stop = _stop.get()
    if stop is not None and stop.is_set():
        raise OutOfTimeError("it was stopped")
