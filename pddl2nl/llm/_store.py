"""Answers in a SQLite file that several processes may share."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from pddl2nl.errors import InputError
from pddl2nl.llm._errors import CacheError
from pddl2nl.llm._values import Completion, Usage

APPLICATION_ID = 0x70326E6C
"""Marks the file as ours (SQLite's `application_id`), so that no other database is written to."""

BUSY_SECONDS = 60.0
"""How long to wait for another process that is writing."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    answer TEXT NOT NULL
) WITHOUT ROWID
"""

T = TypeVar("T")


class AnswerStore:
    """A map from request keys to completions, kept in a file.

    All work on the file happens in one thread of the store's own, so that a slow disk or another
    process's lock never holds up an event loop. Methods return futures.

    Args:
        path: the file; it and its folder are made where absent.

    Raises:
        InputError: the file is no cache of answers, or can't be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers")
        self._connection: sqlite3.Connection | None = None
        try:
            self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    def get(self, key: str) -> Future[Completion | None]:
        """The answer stored under a key, marked as cached; None where there is none."""
        return self._submit(lambda connection: _select(connection, key))

    def put(self, key: str, completion: Completion) -> Future[Completion]:
        """Store an answer durably, unless another process has stored one meanwhile.

        The future holds the answer that is now stored, marked as cached.
        """
        return self._submit(lambda connection: _insert(connection, key, completion))

    def close(self) -> None:
        """Finish what is under way and close the file."""
        if self._connection is not None:
            self._thread.submit(self._connection.close).result()
            self._connection = None
        self._thread.shutdown()

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _connect(self.path)
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"the cache of answers cannot be opened: {error}", source=str(self.path)
            ) from error

    def _submit(self, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        if self._connection is None:
            raise CacheError(f"{self.path}: the cache of answers is closed")
        return self._thread.submit(self._run, work, self._connection)

    def _run(self, work: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection) -> T:
        try:
            return work(connection)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise CacheError(f"{self.path}: the cache of answers failed: {error}") from error


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    _start_write_ahead_log(connection)
    # Survives the death of the process; a power cut may lose the last answers, never the file.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if tables and mark != APPLICATION_ID:
        connection.execute("ROLLBACK")
        raise InputError("the file is a database, but no cache of answers", source=str(path))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(_SCHEMA)
    connection.execute("COMMIT")


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


def _select(connection: sqlite3.Connection, key: str) -> Completion | None:
    with closing(connection.execute("SELECT answer FROM answers WHERE key = ?", (key,))) as rows:
        row = rows.fetchone()
    return None if row is None else _decode(row[0])


def _insert(connection: sqlite3.Connection, key: str, completion: Completion) -> Completion:
    connection.execute(
        "INSERT INTO answers VALUES (?, ?) ON CONFLICT DO NOTHING", (key, _encode(completion))
    )
    return _select(connection, key) or completion


def _encode(completion: Completion) -> str:
    return json.dumps(asdict(completion))


def _decode(text: str) -> Completion:
    fields = json.loads(text)
    changed = {"usage": Usage(**fields["usage"]), "notes": tuple(fields["notes"]), "cached": True}
    return Completion(**{**fields, **changed})
