"""Ctrl-C in the middle of paid calls: what is under way may finish, nothing new begins."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SECONDS_TO_FINISH = 5.0
SECONDS_UNHEARD = 1.0
"""How long an event loop may be too busy to hear a Ctrl-C."""


class InterruptedRunError(Exception):
    """The user has stopped the run."""


class _BrokenIntoError(BaseException):
    """Ends a computation in the middle; no handler of errors takes it for one."""


async def until_interrupted(
    work: Coroutine[Any, Any, None], stop: Callable[[], None], grace: float = SECONDS_TO_FINISH
) -> None:
    """Do some work; at Ctrl-C ask it to stop, and cancel it when it takes too long.

    A second Ctrl-C cancels it at once.

    Args:
        work: the work.
        stop: asks the work to come to an end.
        grace: the seconds that it has to do so.

    Raises:
        InterruptedRunError: there was a Ctrl-C.
    """
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        if interrupted:
            task.cancel()
        interrupted = True
        stop()
        loop.call_later(grace, task.cancel)

    def break_in() -> None:
        nonlocal interrupted
        if not interrupted:
            interrupted = True
            stop()
            raise _BrokenIntoError

    with _heard(lambda: loop.call_soon_threadsafe(interrupt), break_in):
        try:
            await task
        except BaseException:
            # Whatever breaks after a Ctrl-C is its consequence: processes of ours get it too.
            if not interrupted:
                task.cancel()
                raise
    if interrupted:
        raise InterruptedRunError


@contextmanager
def _heard(tell: Callable[[], object], break_in: Callable[[], None]) -> Iterator[None]:
    """Report Ctrl-C to an event loop, and break into what keeps the loop too busy to notice it.

    Args:
        tell: tells the loop.
        break_in: raises an exception, unless the loop has heard.
    """

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        tell()
        signal.setitimer(signal.ITIMER_REAL, SECONDS_UNHEARD)

    def on_alarm(number: int, frame: FrameType | None) -> None:
        break_in()

    before = {
        number: signal.signal(number, handler)
        for number, handler in ((signal.SIGALRM, on_alarm), (signal.SIGINT, on_interrupt))
    }
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
