"""Ctrl-C in the middle of paid calls: what is under way may finish, nothing new begins."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any

SECONDS_TO_FINISH = 5.0


class InterruptedRunError(Exception):
    """The user has stopped the run."""


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

    loop.add_signal_handler(signal.SIGINT, interrupt)
    try:
        await task
    except BaseException:
        # Whatever breaks after a Ctrl-C is its consequence: processes of ours get it too.
        if not interrupted:
            task.cancel()
            raise
    finally:
        loop.remove_signal_handler(signal.SIGINT)
    if interrupted:
        raise InterruptedRunError
