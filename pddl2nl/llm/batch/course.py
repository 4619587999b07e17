"""The course of one batch: submitted or found again, waited for, collected.

Each step is in the journal before the next begins, so that a process which is killed anywhere can
be followed by another: a batch without an uploaded file was never created; one with a file and
without a name may have been, and the server is asked; one with a name is waited for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pddl2nl.llm.batch.journal import Journal, JournalEntry
from pddl2nl.llm.batch.server import BatchLine, BatchServer, ServerBatch, read_lines
from pddl2nl.llm.dialects import fault_of_status, read_complaint, refused_parameter
from pddl2nl.llm.values import ModelError, PermanentModelError, TransientModelError
from pddl2nl.llm.wire import GarbledReplyError, read_reply

_NO_ROOM = "token_limit_exceeded"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The server refuses a sampling parameter: the request may be sent again without it."""

    parameter: str


def is_answer(line: BatchLine, name: str) -> bool:
    """Whether a line holds a completion that can be read."""
    if line.status is None or not 200 <= line.status < 300:
        return False
    try:
        read_reply(line.body, (), name)
    except GarbledReplyError:
        return False
    return True


def failure(
    line: BatchLine | None, batch: ServerBatch, sent: Iterable[str], name: str
) -> Refusal | ModelError:
    """Why a request has no answer although its batch is over.

    Args:
        line: the batch's word on it, None where the files do not mention it.
        batch: the batch.
        sent: the names of the sampling parameters that were sent with the request.
        name: the model's name in errors.
    """
    if line is None or line.status is None:
        return _not_executed(line, batch, name)
    complaint = read_complaint(line.body)
    if 200 <= line.status < 300:
        text = f"{name}: batch {batch.id} gives an answer that cannot be read: {complaint.text}"
        return TransientModelError(text, reason="garbled")
    if line.status in (400, 422) and (parameter := refused_parameter(complaint, sent)):
        return Refusal(parameter)
    return fault_of_status(name, line.status, complaint, None)


def refused_for_room(batch: ServerBatch) -> bool:
    """Whether a batch failed because too many tokens are waiting in batches already."""
    return batch.status == "failed" and any(
        complaint.code == _NO_ROOM for complaint in batch.complaints
    )


def refused_batch(batch: ServerBatch, name: str) -> PermanentModelError:
    """The error for a batch that the server refused as a whole."""
    text = batch.complaints[0].text if batch.complaints else "no reason given"
    further = len(batch.complaints) - 1
    more = f" (and {further} more)" if further > 0 else ""
    return PermanentModelError(f"{name}: the server refuses the batch {batch.id}: {text}{more}")


def _not_executed(line: BatchLine | None, batch: ServerBatch, name: str) -> ModelError:
    if batch.status == "cancelled":
        return PermanentModelError(f"{name}: the batch {batch.id} was cancelled on the server")
    if batch.status == "expired":
        text = f"{name}: the batch {batch.id} expired before the request was answered"
        return TransientModelError(text, reason="time-out")
    if line is None:
        text = f"{name}: the files of batch {batch.id} lack the request"
        return TransientModelError(text, reason="garbled")
    complaint = read_complaint(line.body)
    text = f"{name}: the batch {batch.id} did not execute the request: {complaint.text}"
    return TransientModelError(text, reason="server")


DOWNLOADS = 4
"""How often a file is fetched that is not whole, before what can be read of it is taken."""


async def submit(server: BatchServer, journal: Journal, entry: JournalEntry, content: bytes) -> str:
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
        found = await _search(server, file_id, entry.token, moment) if tried else None
        tried = True
        return found or await server.create(file_id, entry.token)

    batch = await server.patiently(attempt)
    journal.created(entry.number, batch.id)
    return batch.id


async def recover(server: BatchServer, journal: Journal, entry: JournalEntry) -> str | None:
    """The server's name for a batch of an earlier run; None if it was never created.

    Raises:
        ModelError: the server can't be asked.
        CacheError: the journal can't be written.
    """
    if entry.batch_id is not None or entry.file_id is None:
        return entry.batch_id
    batch = await _search(server, entry.file_id, entry.token, entry.uploaded)
    if batch is None:
        return None
    journal.created(entry.number, batch.id)
    return batch.id


async def wait_for_end(
    server: BatchServer, batch_id: str, report: Callable[[ServerBatch], object]
) -> ServerBatch:
    """Look at a batch until it is over, at growing intervals, and report each look.

    Raises:
        ModelError: the server can't be asked.
    """
    interval = server.timing.poll
    while True:
        batch = await server.retrieve(batch_id)
        report(batch)
        if batch.over:
            return batch
        await asyncio.sleep(interval)
        interval = min(interval * 1.5, server.timing.longest_poll)


async def collect(server: BatchServer, batch: ServerBatch) -> dict[str, BatchLine]:
    """What a batch's files say, by the requests' keys.

    Raises:
        ModelError: the files can't be fetched.
    """
    answers = await _lines(server, batch.output_file, batch.completed)
    failures = await _lines(server, batch.error_file, batch.failed)
    return {line.key: line for line in (*failures, *answers)}


async def _lines(server: BatchServer, file_id: str | None, expected: int) -> tuple[BatchLine, ...]:
    """The lines of a file, which is fetched again where some are damaged or missing."""
    if file_id is None:
        return ()
    lines: tuple[BatchLine, ...] = ()
    for attempt in range(DOWNLOADS):
        if attempt:
            await asyncio.sleep(server.timing.backoff.first * 2**attempt)
        lines, whole = read_lines(await server.download(file_id))
        if whole and len(lines) >= expected:
            break
    return lines


async def _search(
    server: BatchServer, file_id: str, token: str, since: float
) -> ServerBatch | None:
    """Look for a batch that may have been created a moment ago and not be listed yet."""
    timing = server.timing
    deadline = time.monotonic() + timing.doubt
    while True:
        found = await server.find(file_id, token, since)
        if found is not None or time.monotonic() >= deadline:
            return found
        await asyncio.sleep(min(timing.poll, timing.doubt / 4))
