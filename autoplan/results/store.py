"""The results folder: an SQLite database with a row for each episode and its full transcript."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, fields
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from autoplan.models.paid_models import Payment
from autoplan.results.record import Conduct, EpisodeKey, Judgement, Record
from pddl2nl.errors import InputError
from pddl2nl.llm import encodable
from pddl2nl.options import size_text

FILE = "results.sqlite"
LOCK = "results.lock"
LOG = "log.jsonl"
_ASIDE = (LOCK, LOG)
"""What lies in a results folder before there are results."""
_FORMAT = "5"
"""Changes with the tables and what a transcript holds; a folder in another format is refused."""
SNIPPETS, OF_MECHANISM = "snippets", "mechanism"
_SNIPPETS_OF = re.compile(rf"{SNIPPETS} of domain (?P<file>\d+) for seed (?P<seed>\S+)")
"""How the fingerprints of snippets, and of a mechanism's own prompts, are filed."""
OF_PLANNERS = " of planners"
"""What the names of settings end in that are limits of planners."""
ANY_SEED = -(2**63)
"""Stands for all seeds whose words of a task are not kept on their own; no seed itself."""

CONDUCT = tuple(each.name for each in fields(Conduct))
KEY = tuple(each.name for each in fields(EpisodeKey))
_FIGURES = (
    *("solved", "solved_strict", "untranslated", "finish", "steps", "refused", "plan_length"),
    *("reference_length", "calls"),
)
_TEXT, _NUMBER = "TEXT NOT NULL", "INTEGER NOT NULL"
_TASK = {"domain": _TEXT, "instance": _TEXT}
_EPISODE = {**_TASK, "mechanism": _TEXT, "input": _TEXT, "model": _TEXT, "seed": _NUMBER}
_SENT = dict.fromkeys(("input_tokens", "cached_tokens", "output_tokens"), _NUMBER)
_TOKENS = {"calls": _NUMBER, **_SENT, "reasoning_tokens": _NUMBER, "tokens_estimated": _NUMBER}
_PLACE = ("domain", "instance", "input", "seed")
TABLES: Mapping[str, tuple[Mapping[str, str], Sequence[str]]] = {
    "settings": ({"name": "TEXT", "value": _TEXT}, ("name",)),
    "files": ({"domain": _TEXT, "name": _TEXT, "digest": _TEXT}, ("domain", "name")),
    "unsolvable": (_TASK, tuple(_TASK)),
    "episodes": (
        {
            **_EPISODE,
            **dict.fromkeys(("solved", "solved_strict"), "INTEGER"),
            **{"untranslated": _NUMBER, "finish": _TEXT, "steps": _NUMBER, "refused": _NUMBER},
            **{"plan_length": _NUMBER, "reference_length": "INTEGER", **_TOKENS},
            **{"seconds": "REAL NOT NULL", "error": "TEXT"},
            **dict.fromkeys(("disagreement", "no_verdict", "unanswered"), "TEXT"),
            **dict.fromkeys(("snippets", "thoughts", "example"), "TEXT"),
            **dict.fromkeys(CONDUCT, "INTEGER"),
            "transcript": _TEXT,
        },
        KEY,
    ),
    "costs": (
        {**_EPISODE, "plan": "REAL", "reference": "REAL", "reference_optimal": _NUMBER},
        KEY,
    ),
    "scenes": (
        {
            **{**_TASK, "input": _TEXT, "initial": _TEXT, "goal": _TEXT, "reference": "TEXT"},
            "seed": _NUMBER,
        },
        _PLACE,
    ),
    "names": ({**_TASK, "input": _TEXT, "seed": _NUMBER, "names": _TEXT}, _PLACE),
    "expenses": (
        {
            **{**_EPISODE, "role": _TEXT, "asked": _TEXT, "reused": _NUMBER, "batched": _NUMBER},
            **_TOKENS,
        },
        (*KEY, "role", "asked", "reused", "batched"),
    ),
    "payments": (
        {
            **{"model": _TEXT, "role": _TEXT, "batched": _NUMBER, **_SENT},
            **{"tokens_estimated": _NUMBER, "usd": "REAL"},
        },
        (),
    ),
    "prices": ({"model": "TEXT", "price": _TEXT, "dated": _TEXT}, ("model",)),
}
"""The columns of each table with their types, in an order that stays (rows are inserted by it), and
those of its primary key."""
COLUMNS = tuple(TABLES["episodes"][0])


class WriteError(InputError):
    """The results cannot be written: the disk is full, say. What was written before is safe."""


class Store:
    """The results of one experiment."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, lock: BaseFileLock) -> None:
        self._connection = connection
        self._lock = lock
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
        if folder.exists() and not path.exists() and _holds_something(folder):
            raise InputError(
                "is not empty and contains no results; choose another folder with --out",
                source=str(folder),
            )
        if path.exists() and path.stat().st_size == 0:
            raise InputError(
                "is empty: its results are gone; delete it to start again, or choose another "
                "folder with --out",
                source=str(path),
            )
        lock = _lock(folder)
        try:
            connection = _connect(path)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            lock.release()
            broken = isinstance(error, UnicodeDecodeError)
            why = "the database is damaged" if broken else error
            raise InputError(f"cannot be a results folder: {why}", source=str(folder)) from error
        store = cls(connection, folder, lock)
        try:
            store._claim({"format": _FORMAT, **settings})
        except InputError:
            store._shut()
            lock.release()
            raise
        return store

    def _shut(self) -> None:
        """Close the database as one file, which can be copied, and read where it is read-only."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA journal_mode=DELETE")
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        wrong = isinstance(error, InputError) and not isinstance(error, WriteError)
        query = "SELECT 1 FROM episodes LIMIT 1"
        unused = wrong and self._connection.execute(query).fetchone() is None
        self._shut()
        if unused:
            # The order was wrong, as it turned out late: leave no claim to the folder behind.
            (self.folder / FILE).unlink(missing_ok=True)
        self._lock.release()
        if unused and not _holds_something(self.folder):
            for name in _ASIDE:
                (self.folder / name).unlink(missing_ok=True)
            self.folder.rmdir()

    def done(self) -> set[EpisodeKey]:
        """The episodes that need not be played again: all but those that broke off."""
        query = f"SELECT {', '.join(KEY)} FROM episodes WHERE error IS NULL"
        return {EpisodeKey(*row) for row in self._connection.execute(query)}

    def add(self, record: Record) -> None:
        """Keep an episode; it is on disk when this returns. One that broke off is replaced."""
        usage = record.usage
        judgement = record.judgement or Judgement({})
        row = (
            *astuple(record.key),
            *(getattr(record, name) for name in _FIGURES),
            *(usage.input_tokens, usage.cached_tokens, usage.output_tokens),
            *(usage.reasoning_tokens, usage.estimated, record.seconds, record.error),
            *(judgement.disagreement, judgement.no_verdict, record.unanswered),
            *(record.snippets, record.thoughts, record.example),
            *astuple(record.conduct),
            encodable(json.dumps(record.transcript, ensure_ascii=False)),
        )
        with self._writing() as connection:
            _insert(connection, "REPLACE", f"episodes ({', '.join(COLUMNS)})", [row])
            place = " AND ".join(f"{name} = ?" for name in KEY)
            connection.execute(f"DELETE FROM expenses WHERE {place}", astuple(record.key))
            spent = [
                (
                    *astuple(record.key),
                    *(each.role, each.model, each.reused, each.batched, each.calls),
                    *astuple(each.usage),
                )
                for each in record.expenses
            ]
            _insert(connection, "ABORT", "expenses", spent)
            if record.costs is not None:
                priced = (*astuple(record.key), *astuple(record.costs))
                _insert(connection, "REPLACE", "costs", [priced])
            _add_scene(connection, record)
            if record.solvability == "unsolvable":
                task = [(record.key.domain, record.key.instance)]
                _insert(connection, "IGNORE", "unsolvable", task)

    def pay(self, payments: Sequence[Payment]) -> None:
        """Note calls that were paid for; they are on disk when this returns."""
        rows = [
            (
                *(each.model, each.role, each.batched, each.usage.input_tokens),
                *(each.usage.cached_tokens, each.usage.output_tokens, each.usage.estimated),
                each.usd,
            )
            for each in payments
        ]
        self._keep("ABORT", "payments", rows)

    def keep_prices(self, prices: Mapping[str, str], dated: str) -> None:
        """Note what models cost in this run, as JSON by model; earlier prices are replaced."""
        rows = [(model, price, dated) for model, price in prices.items()]
        self._keep("REPLACE", "prices", rows)

    def paid(self) -> float:
        """The dollars paid so far for calls whose price is known."""
        query = "SELECT coalesce(sum(usd), 0) FROM payments"
        return float(self._connection.execute(query).fetchone()[0])

    def _keep(self, clash: str, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        with self._writing() as connection:
            _insert(connection, clash, table, rows)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction."""
        try:
            with self._connection:
                yield self._connection
        except sqlite3.Error as error:
            raise WriteError(
                f"cannot be written: {error} (what is in it is safe; to continue, repeat the "
                "command)",
                source=str(self.folder / FILE),
            ) from error

    def claim_files(self, domain: str, digests: Mapping[str, str]) -> None:
        """See that a domain's files are those of the results so far; new ones are noted.

        Raises:
            InputError: a file has changed, or another domain of this name was played before.
        """
        query = "SELECT name, digest FROM files WHERE domain = ?"
        kept = dict(self._connection.execute(query, (domain,)))
        for name in digests:
            if kept.get(name, digests[name]) != digests[name]:
                raise InputError(
                    f"contains results of another {domain} (what differs: {in_words(name)}); "
                    "undo the change, or choose another folder with --out",
                    source=str(self.folder),
                )
        rows = [(domain, name, digest) for name, digest in digests.items()]
        self._keep("IGNORE", "files", rows)

    def claim_limits(self, seconds: float, memory: int) -> None:
        """Note within which limits planners play; those that a lower one ended play again.

        Raises:
            InputError: planners have played within higher limits.
        """
        limits = {"time-limit": seconds, "memory-limit": float(memory)}
        with self._writing() as connection:
            for name, limit in limits.items():
                query = "SELECT value FROM settings WHERE name = ?"
                kept = connection.execute(query, (f"{name}{OF_PLANNERS}",)).fetchone()
                query = "SELECT 1 FROM episodes WHERE model = 'none' LIMIT 1"
                unused = connection.execute(query).fetchone() is None
                if kept is not None and limit < float(kept[0]) and not unused:
                    raise InputError(
                        f"contains planners' results with --{name} "
                        f"{limit_text(name, float(kept[0]))}, and {limit_text(name, limit)} is "
                        "less; choose another folder with --out",
                        source=str(self.folder),
                    )
                if kept is not None and limit > float(kept[0]):
                    before = limit_text(name, float(kept[0]))
                    why = f"ended by --{name} {before}; to be played again"
                    connection.execute(
                        "UPDATE episodes SET error = ? WHERE finish = ?", (why, name)
                    )
                rows = [(f"{name}{OF_PLANNERS}", repr(limit))]
                _insert(connection, "REPLACE", "settings", rows)

    def _claim(self, settings: Mapping[str, str]) -> None:
        """Write the settings into a new folder; refuse one that has others."""
        query = f"SELECT name, value FROM settings WHERE name NOT LIKE '%{OF_PLANNERS}'"
        kept = dict(self._connection.execute(query))
        if not kept:
            self._keep("ABORT", "settings", list(settings.items()))
            return
        check_format(self._connection, self.folder)
        for name in sorted({*kept, *settings}):
            if kept.get(name) != settings.get(name):
                raise InputError(
                    f"contains another experiment ({name} is {kept.get(name, 'not set')} there and "
                    f"{settings.get(name, 'not set')} here); choose another folder with --out",
                    source=str(self.folder),
                )


def limit_text(name: str, limit: float) -> str:
    """A limit of planners as its option takes it: `1800`, or `8G` of memory."""
    return size_text(limit) if name.startswith("memory") else f"{limit:g}"


def in_words(name: str) -> str:
    """What a fingerprint is of, for people: a file by its name, or snippets of a lexicon."""
    found = _SNIPPETS_OF.fullmatch(name)
    if found is None:
        return name
    file = "" if found["file"] == "1" else f" of domain file {found['file']}"
    return f"the lexicon{file} (seed {found['seed']})"


def _lock(folder: Path) -> BaseFileLock:
    """Make the folder, and keep other processes from writing into it until this one ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The system gives it up with the process, however that ends.
        lock = FileLock(folder / LOCK)
        lock.acquire(blocking=False)
    except Timeout:
        raise InputError(
            "another evaluation is writing into this folder; wait for it, or choose another "
            "folder with --out",
            source=str(folder),
        ) from None
    except OSError as error:
        raise InputError(
            f"cannot be a results folder: {error.strerror}", source=str(folder)
        ) from error
    return lock


def _holds_something(folder: Path) -> bool:
    return any(path.name not in _ASIDE for path in folder.iterdir())


def _insert(
    connection: sqlite3.Connection, clash: str, table: str, rows: Sequence[tuple[object, ...]]
) -> None:
    """Insert rows; `clash` is what to do with one whose key is there already."""
    if rows:
        marks = ", ".join("?" for _ in rows[0])
        connection.executemany(f"INSERT OR {clash} INTO {table} VALUES ({marks})", rows)


def _add_scene(connection: sqlite3.Connection, record: Record) -> None:
    """Keep a task in words: for all seeds, or for its own where a seed has words of its own."""
    key, scene = record.key, record.scene
    place = (key.domain, key.instance, key.input)
    texts = tuple(
        None if lines is None else json.dumps(lines, ensure_ascii=False)
        for lines in (scene.initial, scene.goal, scene.reference)
    )
    query = (
        "SELECT initial, goal, reference FROM scenes "
        "WHERE domain = ? AND instance = ? AND input = ? AND seed = ?"
    )
    kept = connection.execute(query, (*place, ANY_SEED)).fetchone()
    if kept != texts:
        seed = ANY_SEED if kept is None else key.seed
        _insert(connection, "IGNORE", "scenes", [(*place, *texts, seed)])
        names = json.dumps(scene.names, ensure_ascii=False)
        _insert(connection, "IGNORE", "names", [(*place, seed, names)])


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30)
    connection.text_factory = stored_text
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        connection.close()
        raise sqlite3.DatabaseError(f"the database is damaged ({found})")
    connection.execute("PRAGMA journal_mode=WAL")
    # Survives the death of the process; a power cut may lose the last episodes, never the file.
    connection.execute("PRAGMA synchronous=NORMAL")
    for name, (columns, key) in TABLES.items():
        declared = [f"{column} {kind}" for column, kind in columns.items()]
        declared += [f"PRIMARY KEY ({', '.join(key)})"] if key else []
        connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({', '.join(declared)})")
    return connection


def check_format(connection: sqlite3.Connection, folder: Path) -> None:
    """See that a results folder has the tables of this version.

    Raises:
        InputError: it was written by another one.
    """
    found = connection.execute("SELECT value FROM settings WHERE name = 'format'").fetchone()
    if found is not None and found[0] != _FORMAT:
        raise InputError(
            f"contains results of another version of autoplan (format {found[0]}; this version "
            f"reads and writes format {_FORMAT}); play them again into another folder",
            source=str(folder),
        )


def stored_text(content: bytes) -> str:
    """A text of the database, which may be damaged."""
    return content.decode("utf-8", "replace")
