"""The log of a run: a JSON object a line, in the results folder."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pythonjsonlogger.json import JsonFormatter

from autoplan.results.store import LOG
from pddl2nl.errors import InputError, printable

_OURS = ("autoplan", "policies", "simulator", "pddl2nl")
_SHORTEST_SECRET = 6


@contextmanager
def logging_to(folder: Path, level: str, key: str | None = None) -> Iterator[None]:
    """Have everything of our packages from a level on written to the folder's log.

    Args:
        folder: the results folder.
        level: one of `LOG_LEVELS`.
        key: the environment variable with a key that must not be logged; those that are called keys
            are not logged in any case.

    Raises:
        InputError: the log cannot be written.
    """
    try:
        handler = _Handler(folder / LOG, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=error.filename) from error
    handler.setFormatter(_Formatter(key))
    before = {name: logging.getLogger(name).level for name in _OURS}
    for name in _OURS:
        logging.getLogger(name).setLevel(level.upper())
        logging.getLogger(name).addHandler(handler)
    try:
        yield
    finally:
        for name, old in before.items():
            logging.getLogger(name).removeHandler(handler)
            logging.getLogger(name).setLevel(old)
        handler.close()


class _Handler(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Go on without a log: the results, which cannot do without, report a full disk."""


class _Formatter(JsonFormatter):
    """Writes time, level, logger, message and what else a record carries, and no secret."""

    def __init__(self, key: str | None) -> None:
        super().__init__(
            "{asctime}{levelname}{name}{message}",
            style="{",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            json_ensure_ascii=False,
        )
        self._secrets = tuple(_secrets(key))

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, "***")
        return printable(line)


def _secrets(key: str | None) -> Iterator[str]:
    """The values of the environment's variables that are called keys, tokens or the like."""
    for name, value in os.environ.items():
        named_so = name == key or name.upper().endswith(("_KEY", "_TOKEN", "_SECRET", "_PASSWORD"))
        if named_so and len(value.strip()) >= _SHORTEST_SECRET:
            yield value.strip()
