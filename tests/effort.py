"""Work that a test can bound on any machine: calls instead of seconds."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from types import FrameType


def calls(work: Callable[[], object]) -> int:
    """The number of calls of functions, ours and built-in ones, that some work makes."""
    made = 0

    def count(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made


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
