"""Which requests are in which batch, kept in a file, so that nothing is lost or paid for twice."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pddl2nl.errors import InputError
from pddl2nl.llm.answer_store import MarkedFile
from pddl2nl.llm.dialects import Replacements
from pddl2nl.llm.values import CacheError

BUSY_SECONDS = 5.0
"""How long to wait for another process that uses the file: one that was killed is soon gone."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS batches (
    number INTEGER PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    replacements TEXT NOT NULL,
    file_id TEXT,
    uploaded REAL,
    batch_id TEXT,
    ended TEXT
);
CREATE TABLE IF NOT EXISTS requests (
    key TEXT PRIMARY KEY,
    number INTEGER NOT NULL REFERENCES batches
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS requests_of_batch ON requests (number);
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    number INTEGER NOT NULL REFERENCES batches,
    body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS replacements (
    name TEXT PRIMARY KEY,
    final TEXT
) WITHOUT ROWID
"""


_KEYS = "SELECT key FROM requests WHERE number = ?"


def _set_up(connection: sqlite3.Connection) -> None:
    # The lock is kept until the file is closed or the process dies.
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA synchronous = EXTRA")


_FILE = MarkedFile("journal of batches", 0x70326E42, _SCHEMA, "EXCLUSIVE", BUSY_SECONDS, _set_up)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """What is known of a batch.

    Args:
        number: its number in this journal, from 1.
        token: our name for it, which the server keeps with it.
        keys: its requests that have no answer yet.
        replacements: the sampling parameters that were replaced in it.
        file_id: the uploaded file with its requests, None as long as none is known of.
        uploaded: when the file was uploaded, in seconds since 1970; 0 as long as it is not.
        batch_id: the server's name for it, None as long as none is known of.
    """

    number: int
    token: str
    keys: tuple[str, ...]
    replacements: Replacements
    file_id: str | None = None
    uploaded: float = 0.0
    batch_id: str | None = None


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The JSON of an answer, and which sampling parameters were replaced to get it."""

    body: str
    replacements: Replacements


class Journal:
    """Batches, their requests and their answers in a SQLite file.

    Every change is on disk, and survives a power cut, before the method returns. One process at a
    time may use the file. It holds answers, but neither prompts nor keys.

    The methods block: they are called a few times a batch, and that no other coroutine runs
    meanwhile is what makes "look up, then enter" safe.

    Args:
        path: the file; it and its folder are made where absent.

    Raises:
        InputError: the file is no journal, is in use by another process, or can't be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _FILE.connect(path)
        except (sqlite3.Error, OSError) as error:
            why = f"the journal of batches cannot be opened: {error}"
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                why = "another process is using this journal of batches; wait until it has ended"
            raise InputError(why, source=str(path)) from error

    def plan(self, token: str, keys: Sequence[str], replacements: Replacements) -> JournalEntry:
        """Enter a batch that is about to be submitted."""
        with self._transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO batches (token, replacements) VALUES (?, ?)",
                (token, json.dumps(replacements)),
            )
            number = int(cursor.lastrowid or 0)
            connection.executemany(
                "INSERT INTO requests VALUES (?, ?)", [(key, number) for key in keys]
            )
        return JournalEntry(number, token, tuple(keys), dict(replacements))

    def uploaded(self, number: int, file_id: str, moment: float) -> None:
        """A batch's requests are on the server; from now on it may exist."""
        self._change(
            "UPDATE batches SET file_id = ?, uploaded = ? WHERE number = ?", file_id, moment, number
        )

    def created(self, number: int, batch_id: str) -> None:
        """A batch exists on the server under this name."""
        self._change("UPDATE batches SET batch_id = ? WHERE number = ?", batch_id, number)

    def end(self, number: int, how: str, answers: Mapping[str, str]) -> None:
        """A batch is over: keep its answers by the requests' keys, and release its other requests.

        `how` is its last state, or why it never came to be.
        """
        with self._transaction() as connection:
            connection.execute("UPDATE batches SET ended = ? WHERE number = ?", (how, number))
            connection.execute("DELETE FROM requests WHERE number = ?", (number,))
            connection.executemany(
                "INSERT INTO answers VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [(key, number, body) for key, body in answers.items()],
            )

    def answer(self, key: str) -> StoredAnswer | None:
        """The answer to a request, None where there is none yet."""
        rows = self._rows(
            "SELECT body, replacements FROM answers JOIN batches USING (number) WHERE key = ?", key
        )
        return StoredAnswer(rows[0][0], json.loads(rows[0][1])) if rows else None

    def batch_of(self, key: str) -> int | None:
        """The number of the batch that a request is in, None where it is in none."""
        rows = self._rows("SELECT number FROM requests WHERE key = ?", key)
        return int(rows[0][0]) if rows else None

    def unfinished(self) -> tuple[JournalEntry, ...]:
        """The batches that are not over, oldest first."""
        rows = self._rows(
            "SELECT number, token, replacements, file_id, uploaded, batch_id FROM batches "
            "WHERE ended IS NULL ORDER BY number"
        )
        return tuple(
            JournalEntry(
                number,
                token,
                tuple(key for (key,) in self._rows(_KEYS, number)),
                json.loads(replaced),
                file_id,
                uploaded or 0.0,
                batch_id,
            )
            for number, token, replaced, file_id, uploaded, batch_id in rows
        )

    def replace(self, name: str, final: str | None) -> None:
        """Remember that the server refuses a parameter, and what stands for it."""
        self._change("INSERT INTO replacements VALUES (?, ?) ON CONFLICT DO NOTHING", name, final)

    def replacements(self) -> dict[str, str | None]:
        """The parameters that the server is known to refuse, and what stands for them."""
        return dict(self._rows("SELECT name, final FROM replacements"))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _rows(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._fault(error) from error

    def _change(self, statement: str, *values: str | float | None) -> None:
        with self._transaction() as connection:
            connection.execute(statement, values)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self._connection.execute("BEGIN")
            with self._connection:
                yield self._connection
        except sqlite3.Error as error:
            raise self._fault(error) from error

    def _fault(self, error: sqlite3.Error) -> CacheError:
        return CacheError(f"{self.path}: the journal of batches failed: {error}")
