"""How far an evaluation is: a bar on a terminal, plain lines elsewhere, and the folder's log."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from pythonjsonlogger.json import JsonFormatter
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from autoplan.models.paid_models import Budget
from autoplan.results.record import EpisodeKey, Judgement, Record
from autoplan.results.store import LOG
from autoplan.terminal import Terminal
from pddl2nl.console import Waits
from pddl2nl.english.nouns import counted
from pddl2nl.errors import InputError, printable
from pddl2nl.llm import Usage

_SECONDS_BETWEEN_LINES = 10.0
_SECONDS_OF_SILENCE = 30.0
"""In pipes, a line says that the run goes on where no episode has ended for this long."""

_CALLS = "pddl2nl.llm"
"""The logger of calls."""

_log = logging.getLogger(__name__)
# The console shows warnings; where no log is kept, `logging` would print them again.
_log.addHandler(logging.NullHandler())


def _new_bar(console: Terminal) -> Bar:
    return Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[news]}", markup=False),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )


class Progress:
    """Tells the user what is going on."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._console = Terminal(stderr=True)
        self._bar = _new_bar(self._console)
        self._task = self._bar.add_task("starting", total=None, news="")
        self._total = self._done = self._solved = self._not_known = 0
        self._usage = Usage()
        self._begun = self._last_line = time.monotonic()
        self._last_wait = -_SECONDS_BETWEEN_LINES
        self._warned: set[tuple[str, ...]] = set()
        self._errors = Counter[str]()
        self._waits = Waits(self.waiting)
        self._unsolvable: dict[str, dict[str, None]] = defaultdict(dict)
        self.disagreements = 0
        self.broken_off = 0

    def __enter__(self) -> Progress:
        self._bar.start()
        logging.getLogger(_CALLS).addHandler(self._waits)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger(_CALLS).removeHandler(self._waits)
        self._bar.stop()

    def preparing(self, domain: str, what: str = "") -> None:
        """A domain is being prepared; `what` is something about it that takes a while."""
        self._bar.update(self._task, description=f"preparing {domain}")
        if what and self._bar.disable:
            print(f"{domain}: {what}", file=sys.stderr)

    def warn(self, message: str) -> None:
        """Something that the user should know and that stops nothing."""
        _log.warning(message)
        self._console.print(message, soft_wrap=True)

    def note(self, message: str) -> None:
        """Something about the run that is worth knowing."""
        _log.info(message)
        self._console.print(message, soft_wrap=True)

    def start(self, total: int, done: int) -> None:
        """All is ready to play `total` episodes, of which `done` have been played before."""
        self._total, self._done = total, done
        self._begun = self._last_line = time.monotonic()
        self._bar.update(self._task, description="episodes", total=total, completed=done)
        if done:
            self.warn(f"{done} of {total} episodes are already in the results folder")
        if self._bar.disable and total > done:
            print(f"playing up to {counted(total - done, 'episode')}", file=sys.stderr)

    def left_out(self, key: EpisodeKey) -> None:
        """An episode is not played, as its task is unsolvable."""
        self._unsolvable[key.domain][key.instance] = None
        self._total -= 1
        self._bar.update(self._task, total=self._total)

    def played(self, record: Record) -> None:
        """An episode has ended."""
        self._done += 1
        self._solved += record.solved is True
        self._not_known += record.solved is None
        self._usage += record.usage
        key = record.key
        logged = {
            **{"episode": asdict(key), "solved": record.solved, "finish": record.finish},
            **{"steps": record.steps, "seconds": round(record.seconds, 3)},
            **{"tokens": asdict(record.usage), "error": record.error},
        }
        _log.info("an episode has ended", extra=logged)
        if record.error:
            self.broken_off += 1
            self._errors[record.error] += 1
            if self._errors[record.error] == 1:
                self.warn(f"{key.domain} {key.instance} {key.mechanism}: {record.error}")
        task = f"{key.domain} {key.instance}"
        if record.finish == "unsupported":
            reason = f": {record.because}" if record.because else ""
            text = f"{task}: {key.mechanism} cannot express the task{reason}"
            self._warn_once(text, "unsupported", key.domain, key.mechanism)
        if record.judgement:
            self._judged(key, record.judgement)
        if record.unread is not None:
            text = (
                f"{task} {key.mechanism}: in the form {key.input}, the model {key.model} cannot "
                f"read the task in its prompt: {record.unread}"
            )
            self._warn_once(text, "unread", key.mechanism, key.input)
        self._bar.update(self._task, completed=self._done, news=self._news())
        now = time.monotonic()
        finished = self._done == self._total
        if self._bar.disable and (finished or now - self._last_line > _SECONDS_BETWEEN_LINES):
            self._last_line = now
            print(f"{self._done}/{self._total} episodes, {self._news()}", file=sys.stderr)

    async def keep_alive(self) -> None:
        """In pipes, say from time to time that the run goes on; until it is cancelled."""
        while self._bar.disable:
            quiet = time.monotonic() - self._last_line
            if quiet >= _SECONDS_OF_SILENCE:
                self._last_line = time.monotonic()
                seconds = f"{self._last_line - self._begun:,.0f} s"
                done = f"{self._done}/{self._total} episodes"
                print(f"{done}, {self._news()}, after {seconds}", file=sys.stderr)
            await asyncio.sleep(_SECONDS_OF_SILENCE - (quiet % _SECONDS_OF_SILENCE))

    def waiting(self, why: str) -> None:
        """A call has failed more than once, and is to be repeated."""
        self._bar.update(self._task, news=f"waiting: {why}")
        now = time.monotonic()
        if self._bar.disable and now - self._last_wait > _SECONDS_BETWEEN_LINES:
            self._last_wait = now
            print(f"waiting: {why}", file=sys.stderr)

    def conclude(self) -> None:
        """Name the tasks that were left out, and tell how often each error ended an episode."""
        for domain, tasks in self._unsolvable.items():
            self.warn(
                f"{domain}: omitted, since they are proved unsolvable: "
                f"{', '.join(tasks)} (--keep-unsolvable runs them)"
            )
        for error, number in self._errors.items():
            if number > 1:  # the first was reported as it came
                self.warn(f"{number} episodes ended with an error: {error}")

    def _news(self) -> str:
        """How the episodes of this run fared, and what calls of models there were."""
        unread = f", {self._not_known} unread" if self._not_known else ""
        parts = [f"{self._solved} solved{unread} in this run"]
        if self._budget.calls:
            seconds = max(time.monotonic() - self._begun, 0.001)
            parts.append(f"{self._budget.calls / seconds:.1f} calls/s")
        if self._usage.cached_tokens:
            parts.append(f"{self._usage.cached_tokens / self._usage.input_tokens:.0%} cached input")
        if self._budget.spent or self._budget.unpriced:
            unknown = " and calls without a known price" if self._budget.unpriced else ""
            parts.append(f"${self._budget.spent:.2f}{unknown}")
        return ", ".join(parts)

    def _warn_once(self, text: str, *what: str) -> None:
        if what not in self._warned:
            self._warned.add(what)
            self.warn(text)

    def _judged(self, key: EpisodeKey, judgement: Judgement) -> None:
        """Name every disagreement, and once a domain and reason where a validator is silent."""
        if judgement.disagreement:
            self.disagreements += 1
            self.warn(
                f"{key.domain} {key.instance} {key.mechanism}: the validators disagree: "
                f"{judgement.disagreement}"
            )
        for verdict in judgement.silent:
            silence = f"{verdict.witness} gives no verdict: {verdict.reason}"
            self._warn_once(f"{key.domain} {key.instance}: {silence}", key.domain, silence)


_OURS = ("autoplan", "policies", "simulator", "pddl2nl")
_SHORTEST_SECRET = 6


@contextmanager
def logging_to(folder: Path, level: str, key: str | None = None) -> Iterator[None]:
    """Have everything of our packages from a level on written to the folder's log.

    Args:
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
        # The values of variables that are called keys, tokens or the like.
        self._secrets = [
            value.strip()
            for name, value in os.environ.items()
            if name == key or name.upper().endswith(("_KEY", "_TOKEN", "_SECRET", "_PASSWORD"))
            if len(value.strip()) >= _SHORTEST_SECRET
        ]

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, "***")
        return printable(line)


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how many of a number of things are done: a bar on a terminal, plain lines elsewhere.

    Args:
        what: what is counted, as a noun in the plural.
        total: how many there are.

    Yields:
        What is called for each that is done.
    """
    console = Terminal(stderr=True)
    bar = _new_bar(console)
    task = bar.add_task(what, total=total, news="")
    done, last = 0, time.monotonic()

    def advance() -> None:
        nonlocal done, last
        done += 1
        bar.advance(task)
        if bar.disable and time.monotonic() - last > _SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            print(f"{what}: {done} of {total}", file=sys.stderr)

    with bar:
        yield advance
