"""The course of one batch: submitted or found again, waited for, collected.

Each step is in the journal before the next begins, so that a process which is killed anywhere can
be followed by another: a batch without an uploaded file was never created; one with a file and
without a name may have been, and the server is asked; one with a name is waited for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from pddl2nl.llm.batch._journal import Journal, JournalEntry
from pddl2nl.llm.batch._server import BatchServer
from pddl2nl.llm.batch._settings import Timing
from pddl2nl.llm.batch._wire import BatchLine, ServerBatch, read_lines

DOWNLOADS = 4
"""How often a file is fetched that is not whole, before what can be read of it is taken."""


async def submit(
    server: BatchServer, journal: Journal, entry: JournalEntry, content: bytes, timing: Timing
) -> str:
    """Bring a new batch to the server, exactly once; the server's name for it.

    Raises:
        ModelError: the server refuses it, or stays out of reach for too long.
        CacheError: the journal can't be written.
    """
    file_id = await server.upload(content, entry.token)
    moment = time.time()
    journal.uploaded(entry.number, file_id, moment)
    tried = False

    async def attempt() -> ServerBatch:
        # An attempt may have succeeded although its answer was lost: creating the batch again
        # would be paying twice.
        nonlocal tried
        found = await _search(server, file_id, entry.token, moment, timing) if tried else None
        tried = True
        return found or await server.create(file_id, entry.token)

    batch = await server.patiently(attempt)
    journal.created(entry.number, batch.id)
    return batch.id


async def recover(
    server: BatchServer, journal: Journal, entry: JournalEntry, timing: Timing
) -> str | None:
    """The server's name for a batch of an earlier run; None if it was never created.

    Raises:
        ModelError: the server can't be asked.
        CacheError: the journal can't be written.
    """
    if entry.batch_id is not None or entry.file_id is None:
        return entry.batch_id
    batch = await _search(server, entry.file_id, entry.token, entry.uploaded, timing)
    if batch is None:
        return None
    journal.created(entry.number, batch.id)
    return batch.id


async def wait_for_end(
    server: BatchServer, batch_id: str, timing: Timing, told: Callable[[ServerBatch], object]
) -> ServerBatch:
    """Look at a batch until it is over, at growing intervals.

    Args:
        server: where it is.
        batch_id: the server's name for it.
        timing: when to look.
        told: told of what is seen at each look.

    Raises:
        ModelError: the server can't be asked.
    """
    interval = timing.poll
    while True:
        batch = await server.retrieve(batch_id)
        told(batch)
        if batch.over:
            return batch
        await asyncio.sleep(interval)
        interval = min(interval * 1.5, timing.longest_poll)


async def collect(server: BatchServer, batch: ServerBatch, timing: Timing) -> dict[str, BatchLine]:
    """What a batch's files say, by the requests' keys.

    Raises:
        ModelError: the files can't be fetched.
    """
    answers = await _lines(server, batch.output_file, batch.completed, timing)
    failures = await _lines(server, batch.error_file, batch.failed, timing)
    return {line.key: line for line in (*failures, *answers)}


async def _lines(
    server: BatchServer, file_id: str | None, expected: int, timing: Timing
) -> tuple[BatchLine, ...]:
    """The lines of a file, which is fetched again where some are damaged or missing."""
    if file_id is None:
        return ()
    lines: tuple[BatchLine, ...] = ()
    for attempt in range(DOWNLOADS):
        if attempt:
            await asyncio.sleep(timing.backoff.first * 2**attempt)
        lines, whole = read_lines(await server.download(file_id))
        if whole and len(lines) >= expected:
            break
    return lines


async def _search(
    server: BatchServer, file_id: str, token: str, since: float, timing: Timing
) -> ServerBatch | None:
    """Look for a batch that may have been created a moment ago and not be listed yet."""
    deadline = time.monotonic() + timing.doubt
    while True:
        found = await server.find(file_id, token, since)
        if found is not None or time.monotonic() >= deadline:
            return found
        await asyncio.sleep(min(timing.poll, timing.doubt / 4))
