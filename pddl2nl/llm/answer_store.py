"""Answers in a SQLite file that several processes may share."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pddl2nl.errors import InputError
from pddl2nl.llm.values import CacheError, Completion, ToolCall, Usage, as_data


@dataclass(frozen=True, slots=True)
class MarkedFile:
    """A kind of SQLite file, with its `application_id` and the statements that make its tables.

    The transaction that makes them begins `IMMEDIATE` or `EXCLUSIVE`; `set_up` gets every
    connection before its first statement.
    """

    what: str
    mark: int
    schema: str
    lock: str
    busy_seconds: float
    set_up: Callable[[sqlite3.Connection], object]

    def connect(self, path: Path) -> sqlite3.Connection:
        """Open a file of this kind, which is made where there is none.

        Raises:
            InputError: the file is another database.
            sqlite3.Error: it cannot be opened.
        """
        connection = sqlite3.connect(path, timeout=self.busy_seconds, isolation_level=None)
        try:
            self.set_up(connection)
            self._make_tables(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _make_tables(self, connection: sqlite3.Connection, path: Path) -> None:
        connection.execute(f"BEGIN {self.lock}")
        mark = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if tables and mark != self.mark:
            connection.execute("ROLLBACK")
            raise InputError(f"the file is a database, but no {self.what}", source=str(path))
        connection.execute(f"PRAGMA application_id = {self.mark}")
        for statement in self.schema.split(";"):
            connection.execute(statement)
        connection.execute("COMMIT")


BUSY_SECONDS = 60.0
"""How long to wait for another process that is writing."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    answer TEXT NOT NULL
) WITHOUT ROWID
"""

_SELECT = "SELECT answer FROM answers WHERE key = ?"
_INSERT = """
INSERT INTO answers
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING
"""


def _set_up(connection: sqlite3.Connection) -> None:
    # SQLite does not wait for a lock here, as it does elsewhere, when processes start together.
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.02)
    # Survives the death of the process; a power cut may lose the last answers, never the file.
    connection.execute("PRAGMA synchronous = NORMAL")


_FILE = MarkedFile("cache of answers", 0x70326E6C, _SCHEMA, "IMMEDIATE", BUSY_SECONDS, _set_up)


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """An answer to be stored under a key, as JSON; and who waits for the one that is then there."""

    key: str
    answer: str
    waiting: asyncio.Future[str]


class AnswerStore:
    """A map from request keys to completions, kept in a file.

    Reading takes less time than a change of threads, and no writer holds it up. Writing happens in
    one thread of the store's own, so that a slow disk or another process's lock never holds up an
    event loop; whatever has come up meanwhile is written together.

    Args:
        path: the file; it and its folder are made where absent.

    Raises:
        InputError: the file is no cache of answers, or can't be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers")
        self._jobs: list[_Job] = []
        self._lock = threading.Lock()
        self._closed = False
        try:
            self._writer, self._reader = self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    def get(self, key: str) -> Completion | None:
        """The answer stored under a key, marked as cached; None where there is none.

        Raises:
            CacheError: the file cannot be read.
        """
        with self._lock:
            self._check_open()
            try:
                found = self._reader.execute(_SELECT, (key,)).fetchone()
            except sqlite3.Error as error:
                raise self._failure(error) from error
        return None if found is None else self._decoded(found[0])

    async def put(self, key: str, completion: Completion) -> Completion:
        """Store an answer durably, unless one is stored already.

        A cancellation comes too late: the answer is stored all the same.

        Returns:
            the answer that is now stored: this one, or an earlier one, marked as cached.

        Raises:
            CacheError: the file cannot be written.
        """
        answer = json.dumps(_fields(completion))
        stored = await self._enqueue(key, answer)
        return completion if stored == answer else self._decoded(stored)

    def close(self) -> None:
        """Finish what is under way and close the file."""
        with self._lock:
            if not self._closed:
                self._reader.close()
                self._thread.submit(self._writer.close)
            self._closed = True
        self._thread.shutdown()

    def _check_open(self) -> None:
        if self._closed:
            raise CacheError(f"{self.path}: the cache of answers is closed")

    def _enqueue(self, key: str, answer: str) -> asyncio.Future[str]:
        job = _Job(key, answer, asyncio.get_running_loop().create_future())
        with self._lock:
            self._check_open()
            self._jobs.append(job)
            if len(self._jobs) == 1:
                self._thread.submit(self._work)
        return job.waiting

    def _work(self) -> None:
        """Store all that has come up, in the store's thread."""
        with self._lock:
            jobs, self._jobs = self._jobs, []
        try:
            stored = _stored(self._writer, jobs)
        except Exception as error:  # whatever it is, those who wait must hear of it
            failure = self._failure(error)
            _deliver(jobs, [failure for _ in jobs])
        else:
            _deliver(jobs, [stored[job.key] for job in jobs])

    def _decoded(self, answer: str) -> Completion:
        try:
            return _decode(answer)
        except (ValueError, TypeError, KeyError) as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> CacheError:
        failure = CacheError(f"{self.path}: the cache of answers failed: {error}")
        failure.__cause__ = error
        return failure

    def _open(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        """A connection to write, and one to read, in whatever thread."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            writer = _FILE.connect(self.path)
            reader = sqlite3.connect(self.path, BUSY_SECONDS, check_same_thread=False)
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"the cache of answers cannot be opened: {error}", source=str(self.path)
            ) from error
        return writer, reader


def _stored(connection: sqlite3.Connection, jobs: Sequence[_Job]) -> dict[str, str]:
    """Store answers; those that are now under the jobs' keys."""
    # One statement, whatever the number: Python hands its lock over at every one of them.
    new: dict[str, str] = {}
    for job in jobs:
        new.setdefault(job.key, job.answer)
    if connection.execute(_INSERT, (json.dumps(list(new.items())),)).rowcount == len(new):
        return new
    # Some were there already, stored by another process say.
    found = {key: connection.execute(_SELECT, (key,)).fetchone() for key in new}
    return {key: row[0] if row else new[key] for key, row in found.items()}


def _deliver(jobs: Sequence[_Job], outcomes: Sequence[str | CacheError]) -> None:
    """Wake those who wait, once for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, str | CacheError]]] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        by_loop.setdefault(job.waiting.get_loop(), []).append((job, outcome))
    for loop, pairs in by_loop.items():
        # A loop that has ended has nobody left who waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: Sequence[tuple[_Job, str | CacheError]]) -> None:
    for job, outcome in pairs:
        if job.waiting.done():
            continue  # cancelled
        if isinstance(outcome, CacheError):
            job.waiting.set_exception(outcome)
        else:
            job.waiting.set_result(outcome)


def _fields(completion: Completion) -> dict[str, object]:
    content = as_data(completion)
    if not completion.tool_calls:
        del content["tool_calls"]  # as in files from before there were any
    return content


def _decode(text: str) -> Completion:
    content = json.loads(text)
    changed = {
        "usage": Usage(**content["usage"]),
        "notes": tuple(content["notes"]),
        "tool_calls": tuple(ToolCall(**each) for each in content.get("tool_calls", ())),
    }
    return Completion(**{**content, **changed, "cached": True})
