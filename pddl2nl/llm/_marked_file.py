"""SQLite files that carry a mark of ours, so that no other database is written to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pddl2nl.errors import InputError


@dataclass(frozen=True, slots=True)
class MarkedFile:
    """A kind of file.

    Args:
        what: what such a file is called in messages.
        mark: SQLite's `application_id`.
        schema: the statements that make its tables, where they are not there.
        lock: how a transaction begins that makes them, `IMMEDIATE` or `EXCLUSIVE`.
        busy_seconds: how long to wait for another process that uses the file.
        set_up: told of every connection before anything else is asked of it.
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
