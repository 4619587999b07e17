"""The results folder: an SQLite database with a row for each episode and its full transcript."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType

from autoplan.experiment import EpisodeKey
from autoplan.results.record import Record
from pddl2nl.errors import InputError

FILE = "results.sqlite"
_FORMAT = "1"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files (
    domain TEXT NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (domain, name)
);
CREATE TABLE IF NOT EXISTS episodes (
    domain TEXT NOT NULL,
    instance TEXT NOT NULL,
    mechanism TEXT NOT NULL,
    input TEXT NOT NULL,
    model TEXT NOT NULL,
    seed INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    finish TEXT NOT NULL,
    steps INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    plan_length INTEGER NOT NULL,
    reference_length INTEGER,
    calls INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    tokens_estimated INTEGER NOT NULL,
    seconds REAL NOT NULL,
    error TEXT,
    disagreement TEXT,
    transcript TEXT NOT NULL,
    PRIMARY KEY (domain, instance, mechanism, input, model, seed)
);
"""
_DISAGREEMENT = "disagreement"
_COLUMNS = (
    "domain, instance, mechanism, input, model, seed, solved, finish, steps, refused, plan_length, "
    "reference_length, calls, input_tokens, cached_tokens, output_tokens, reasoning_tokens, "
    "tokens_estimated, seconds, error, disagreement, transcript"
)


class Store:
    """The results of one experiment."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection = connection
        self.folder = folder

    @classmethod
    def open(cls, folder: Path, settings: Mapping[str, str]) -> Store:
        """Open a results folder, or start one.

        Args:
            folder: the folder; it is made where there is none.
            settings: what all its episodes have in common.

        Raises:
            InputError: the folder holds something else, or results of other settings.
        """
        path = folder / FILE
        if folder.exists() and not folder.is_dir():
            raise InputError("is a file, not a results folder", source=str(folder))
        if folder.exists() and not path.exists() and any(folder.iterdir()):
            raise InputError(
                "is not empty and holds no results; choose another folder with --out",
                source=str(folder),
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            connection = _connect(path)
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"cannot hold results: {error}", source=str(folder)) from error
        store = cls(connection, folder)
        try:
            store._claim({"format": _FORMAT, **settings})
        except (InputError, sqlite3.Error):
            connection.close()
            raise
        return store

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        unused = isinstance(error, InputError) and self._is_empty()
        self._connection.close()
        if unused:
            # The order was wrong, as it turned out late: leave no claim to the folder behind.
            (self.folder / FILE).unlink(missing_ok=True)
            if not any(self.folder.iterdir()):
                self.folder.rmdir()

    def _is_empty(self) -> bool:
        return self._connection.execute("SELECT 1 FROM episodes LIMIT 1").fetchone() is None

    def done(self) -> set[EpisodeKey]:
        """The episodes that need not be played again: all but those that broke off."""
        rows = self._connection.execute(
            "SELECT domain, instance, mechanism, input, model, seed FROM episodes "
            "WHERE error IS NULL"
        )
        return {EpisodeKey(*row) for row in rows}

    def add(self, record: Record) -> None:
        """Keep an episode; it is on disk when this returns. One that broke off is replaced."""
        key, usage = record.key, record.usage
        disagreement = record.judgement.disagreement if record.judgement else None
        values = (
            *(key.domain, key.instance, key.mechanism, key.input, key.model, key.seed),
            *(record.solved, record.finish, record.steps, record.refused, record.plan_length),
            *(record.reference_length, record.calls, usage.input_tokens, usage.cached_tokens),
            *(usage.output_tokens, usage.reasoning_tokens, usage.estimated, record.seconds),
            *(record.error, disagreement, json.dumps(record.transcript, ensure_ascii=False)),
        )
        marks = ", ".join("?" for _ in values)
        with self._connection:
            self._connection.execute(
                f"INSERT OR REPLACE INTO episodes ({_COLUMNS}) VALUES ({marks})", values
            )

    def claim_files(self, domain: str, digests: Mapping[str, str]) -> None:
        """See that a domain's files are those of the results so far; new ones are noted.

        Args:
            domain: the domain's name.
            digests: fingerprints of its files, by name.

        Raises:
            InputError: a file has changed, or another domain of this name was played before.
        """
        query = "SELECT name, digest FROM files WHERE domain = ?"
        kept = dict(self._connection.execute(query, (domain,)))
        for name in digests:
            if kept.get(name, digests[name]) != digests[name]:
                raise InputError(
                    f"holds results of another {domain}, with another {name}; "
                    "choose another folder with --out",
                    source=str(self.folder),
                )
        with self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO files VALUES (?, ?, ?)",
                [(domain, name, digest) for name, digest in digests.items()],
            )

    def _claim(self, settings: Mapping[str, str]) -> None:
        """Write the settings into a new folder; refuse one that has others."""
        kept = dict(self._connection.execute("SELECT name, value FROM settings"))
        if not kept:
            with self._connection:
                self._connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
            return
        for name in sorted({*kept, *settings}):
            if kept.get(name) != settings.get(name):
                raise InputError(
                    f"holds another experiment ({name} is {kept.get(name)} there and "
                    f"{settings.get(name)} here); choose another folder with --out",
                    source=str(self.folder),
                )


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.executescript(_SCHEMA)
    _add_new_columns(connection)
    return connection


def _add_new_columns(connection: sqlite3.Connection) -> None:
    """Bring results of earlier versions up to date; what they do not know is NULL."""
    if _DISAGREEMENT in _columns(connection):
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")  # another process may be doing the same
        if _DISAGREEMENT not in _columns(connection):
            connection.execute(f"ALTER TABLE episodes ADD COLUMN {_DISAGREEMENT} TEXT")


def _columns(connection: sqlite3.Connection) -> set[str]:
    return {name for _, name, *_ in connection.execute("PRAGMA table_info(episodes)")}


def database(folder: Path) -> Path:
    """The database of a results folder.

    Raises:
        InputError: the folder holds no results.
    """
    path = folder / FILE
    if not path.is_file():
        raise InputError(f"holds no results (no {FILE} in it)", source=str(folder))
    return path


def rows(folder: Path) -> tuple[list[str], list[tuple[object, ...]]]:
    """All episodes of a results folder without their transcripts: column names, and rows.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    path = database(folder)
    columns = _COLUMNS.removesuffix(", transcript")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            # Results of earlier versions may be read where they cannot be brought up to date.
            new = _DISAGREEMENT in _columns(connection)
            chosen = columns if new else columns.replace(_DISAGREEMENT, "NULL")
            found = connection.execute(f"SELECT {chosen} FROM episodes ORDER BY rowid").fetchall()
    except sqlite3.Error as error:
        raise InputError(f"cannot be read: {error}", source=str(path)) from error
    return columns.split(", "), found
