"""A limit on the time that looking through all actions or objects may take.

The loops that can take for ever, over the objects of an action or of a quantifier, ask `check` on
the way. Whoever calls them says `within` how many seconds they have to be done.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

_end: ContextVar[float] = ContextVar("_end", default=inf)


class OutOfTimeError(Exception):
    """A loop was broken off, since its time was up."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Give what runs inside so many seconds; a limit around it that ends sooner stays.

    Raises:
        OutOfTimeError: what runs inside has broken off.
    """
    token = _end.set(min(_end.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _end.reset(token)


def check() -> None:
    """Break off if the time is up.

    Raises:
        OutOfTimeError: it is.
    """
    end = _end.get()
    if end is not inf and time.monotonic() > end:
        raise OutOfTimeError("the time limit is reached")
