"""Work that a test can bound on any machine: calls instead of seconds."""

from __future__ import annotations

import cProfile
import gc
import time
from collections.abc import Callable


def calls(work: Callable[[], object]) -> int:
    """The number of calls of functions, ours and built-in ones, that some work makes."""
    counted = cProfile.Profile()
    counted.runcall(work)
    return sum(each.callcount for each in counted.getstats())


def grows_with_length(work: Callable[[str], object], text: str) -> bool:
    """Whether work on a text makes at most half as many calls again as its length asks for.

    A quarter of the text is the measure; work that is quadratic makes sixteen times its calls.
    """
    short = text[: len(text) // 4]
    work(short[:40])  # what is loaded once does not count
    return calls(lambda: work(text)) < 6 * calls(lambda: work(short)) + _FEW


_FEW = 5000
"""Calls in which texts of some thousand characters may differ by chance."""


def within(seconds: float, work: Callable[[], object]) -> bool:
    """Whether some work takes fewer seconds of processor time in one of three tries.

    For patterns alone, whose work is no call. No garbage of other tests is collected meanwhile.
    """
    gc.disable()
    try:
        return any(_seconds(work) < seconds for _ in range(3))
    finally:
        gc.enable()


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
