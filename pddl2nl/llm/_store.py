"""Answers in a SQLite file that several processes may share."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from pddl2nl.errors import InputError
from pddl2nl.llm._errors import CacheError
from pddl2nl.llm._marked_file import MarkedFile
from pddl2nl.llm._values import Completion, ToolCall, Usage

BUSY_SECONDS = 60.0
"""How long to wait for another process that is writing."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    answer TEXT NOT NULL
) WITHOUT ROWID
"""

_SELECT = "SELECT key, answer FROM answers WHERE key IN (SELECT value FROM json_each(?))"
_INSERT = """
INSERT INTO answers
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING
"""


def _set_up(connection: sqlite3.Connection) -> None:
    _start_write_ahead_log(connection)
    # Survives the death of the process; a power cut may lose the last answers, never the file.
    connection.execute("PRAGMA synchronous = NORMAL")


def _start_write_ahead_log(connection: sqlite3.Connection) -> None:
    # SQLite does not wait for a lock here, as it does elsewhere, when processes start together.
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.02)


_FILE = MarkedFile("cache of answers", 0x70326E6C, _SCHEMA, "IMMEDIATE", BUSY_SECONDS, _set_up)


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A key to be looked up or, where there is an answer, stored; and who waits for the outcome."""

    key: str
    answer: str | None
    waiting: asyncio.Future[Completion | None]


_Outcome: TypeAlias = Completion | CacheError | None


class AnswerStore:
    """A map from request keys to completions, kept in a file.

    All work on the file happens in one thread of the store's own, so that a slow disk or another
    process's lock never holds up an event loop. Whatever has come up meanwhile is done together:
    each change of threads costs more than the work itself.

    Args:
        path: the file; it and its folder are made where absent.

    Raises:
        InputError: the file is no cache of answers, or can't be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers")
        self._connection: sqlite3.Connection | None = None
        self._jobs: list[_Job] = []
        self._lock = threading.Lock()
        try:
            self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    async def get(self, key: str) -> Completion | None:
        """The answer stored under a key, marked as cached; None where there is none.

        Raises:
            CacheError: the file cannot be read.
        """
        return await self._enqueue(key, None)

    async def put(self, key: str, completion: Completion) -> Completion:
        """Store an answer durably, unless another process has stored one meanwhile.

        A cancellation comes too late: the answer is stored all the same.

        Returns:
            the answer that is now stored, marked as cached.

        Raises:
            CacheError: the file cannot be written.
        """
        return await self._enqueue(key, json.dumps(_fields(completion))) or completion

    def close(self) -> None:
        """Finish what is under way and close the file."""
        if self._connection is not None:
            self._thread.submit(self._connection.close).result()
            self._connection = None
        self._thread.shutdown()

    def _enqueue(self, key: str, answer: str | None) -> asyncio.Future[Completion | None]:
        if self._connection is None:
            raise CacheError(f"{self.path}: the cache of answers is closed")
        job = _Job(key, answer, asyncio.get_running_loop().create_future())
        with self._lock:
            self._jobs.append(job)
            first = len(self._jobs) == 1
        if first:
            self._thread.submit(self._work, self._connection)
        return job.waiting

    def _work(self, connection: sqlite3.Connection) -> None:
        """Do all that has come up, in the store's thread."""
        with self._lock:
            jobs, self._jobs = self._jobs, []
        try:
            stored = _carry_out(connection, jobs)
        except Exception as error:  # whatever it is, those who wait must hear of it
            failure = self._failure(error)
            outcomes: list[_Outcome] = [failure for _ in jobs]
        else:
            outcomes = [self._outcome(stored.get(job.key)) for job in jobs]
        _deliver(jobs, outcomes)

    def _outcome(self, answer: str | None) -> _Outcome:
        try:
            return None if answer is None else _decode(answer)
        except (ValueError, TypeError, KeyError) as error:
            return self._failure(error)

    def _failure(self, error: Exception) -> CacheError:
        failure = CacheError(f"{self.path}: the cache of answers failed: {error}")
        failure.__cause__ = error
        return failure

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _FILE.connect(self.path)
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"the cache of answers cannot be opened: {error}", source=str(self.path)
            ) from error


def _carry_out(connection: sqlite3.Connection, jobs: Sequence[_Job]) -> dict[str, str]:
    """Store what is to be stored; the answers that are now under the jobs' keys."""
    # One statement a kind, whatever the number: Python hands its lock over at every one of them.
    new: dict[str, str] = {}
    for job in jobs:
        if job.answer is not None:
            new.setdefault(job.key, job.answer)
    asked = {job.key for job in jobs} - new.keys()
    if new:
        rows = connection.execute(_INSERT, (json.dumps(list(new.items())),))
        if rows.rowcount < len(new):
            # Another process has stored some of them first.
            asked, new = asked | new.keys(), {}
    if not asked:
        return new
    with closing(connection.execute(_SELECT, (json.dumps(list(asked)),))) as found:
        return {**new, **dict(found)}


def _deliver(jobs: Sequence[_Job], outcomes: Sequence[_Outcome]) -> None:
    """Wake those who wait, once for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, _Outcome]]] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        by_loop.setdefault(job.waiting.get_loop(), []).append((job, outcome))
    for loop, pairs in by_loop.items():
        # A loop that has ended has nobody left who waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: Sequence[tuple[_Job, _Outcome]]) -> None:
    for job, outcome in pairs:
        if job.waiting.done():
            continue  # cancelled
        if isinstance(outcome, CacheError):
            job.waiting.set_exception(outcome)
        else:
            job.waiting.set_result(outcome)


def _fields(completion: Completion) -> dict[str, object]:
    told = asdict(completion)
    if not completion.tool_calls:
        del told["tool_calls"]  # as in files from before there were any
    return told


def _decode(text: str) -> Completion:
    content = json.loads(text)
    changed = {
        "usage": Usage(**content["usage"]),
        "notes": tuple(content["notes"]),
        "tool_calls": tuple(ToolCall(**each) for each in content.get("tool_calls", ())),
    }
    return Completion(**{**content, **changed, "cached": True})
