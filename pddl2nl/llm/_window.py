"""How many requests a server keeps up with, found out as TCP finds out what a network carries.

Additive increase, multiplicative decrease, and a slow start, which is fast: Jacobson and Karels
1988; RFC 5681. A burst of refusals is one event, as in RFC 6582: only requests sent since the last
cut say something about the present size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

LEAST = 1.0
FAULTS_IN_A_ROW = 5
"""So many failures without a success between them are no accident: the server may be drowning."""


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
    """The server has answered: more is tried, if all that was allowed was in use.

    Args:
        window: the window so far.
        cuts: the window's cuts when the request was sent.
        in_full_use: whether as many requests were under way as may be.
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
