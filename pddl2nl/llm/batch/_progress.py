"""Tells people how far a batch has come."""

from __future__ import annotations

from collections.abc import Callable

from pddl2nl.llm.batch._journal import JournalEntry
from pddl2nl.llm.batch._wire import ServerBatch


class BatchProgress:
    """Tells of a batch whenever it looks other than before.

    Args:
        entry: the batch.
        told: told in one line.
    """

    def __init__(self, entry: JournalEntry, told: Callable[[str], object]) -> None:
        self._entry = entry
        self._told = told
        self._last = ""

    def __call__(self, batch: ServerBatch) -> None:
        done = batch.completed + batch.failed
        status = batch.status.replace("_", " ")
        requests = count_requests(len(self._entry.keys))
        line = f"batch {self._entry.number}: {requests}, {done} done, {status}"
        if line != self._last:
            self._last = line
            self._told(line)


def count_requests(count: int) -> str:
    """`1 request`, `2 requests`."""
    return "1 request" if count == 1 else f"{count} requests"
