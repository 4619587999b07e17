"""Runs a program within limits of time and memory, which hold for all processes it starts.

Planners work in rooms of a folder, which a watchdog clears.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import IO, Literal

import psutil

from policies.symbolic import _watchdog
from policies.symbolic._outcome import Limits
from policies.symbolic._watchdog import end_processes

_SECONDS_BETWEEN_LOOKS = 0.1
_SECONDS_BETWEEN_CENSUSES = 1.0
"""How often memory is measured, and how often child processes are looked for; that is dear,
since it takes a look at every process of the machine."""
_KEPT_OUTPUT = 4000

Breach = Literal["time-limit", "memory-limit"]


class StoppedError(Exception):
    """The program was stopped because nobody wants its answer any more."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended.

    Args:
        code: its exit code; negative for the signal that ended it.
        breach: the limit that it exceeded, for which it was killed; None if it kept to both.
        seconds: how long it ran.
        output: the end of what it printed.
    """

    code: int
    breach: Breach | None
    seconds: float
    output: str


@dataclass(frozen=True, slots=True)
class Job:
    """What a planner works in and under.

    Args:
        room: the working directory of its programs, used by nothing else.
        limits: what they may use together with the processes that they start.
        stop: ends them early when set.
    """

    room: Path
    limits: Limits
    stop: Event


def run_limited(
    command: Sequence[str | Path],
    job: Job,
    *,
    source: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Run a program to its end, or until it exceeds a limit; then all of it is killed.

    Args:
        command: the program and its arguments.
        job: where it runs, and what it may use.
        source: the file that is its standard input.
        environment: its environment variables, None for ours.

    Raises:
        StoppedError: the job was stopped.
        OSError: the program cannot be started.
    """
    begun = time.monotonic()
    with (
        (source or Path(os.devnull)).open("rb") as given,
        subprocess.Popen(
            command,
            cwd=job.room,
            # What it writes for its own use goes with its folder, however it ends.
            env={**(os.environ if environment is None else environment), "TMPDIR": str(job.room)},
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        assert process.stdout is not None
        printed = _Tail(process.stdout)
        try:
            breach = _watch(process, printed, begun, job)
        finally:
            # An open output means that a child of an ended program still holds it.
            if process.poll() is None or printed.follow(0):
                process.kill()
                end_processes(job.room)
        return Ended(process.wait(), breach, time.monotonic() - begun, printed.text)


def _watch(
    process: subprocess.Popen[bytes], printed: _Tail, begun: float, job: Job
) -> Breach | None:
    """Wait for the end of a program, or for the first limit that it exceeds."""
    family = _Family(process.pid)
    while process.poll() is None:
        if job.stop.is_set():
            raise StoppedError
        left = job.limits.seconds - (time.monotonic() - begun)
        if left <= 0:
            return "time-limit"
        if family.memory() > job.limits.memory:
            return "memory-limit"
        if not printed.follow(min(left, _SECONDS_BETWEEN_LOOKS)):
            # What closes its output is about to end, but some programs only mean to be quiet.
            with suppress(subprocess.TimeoutExpired):
                process.wait(min(left, _SECONDS_BETWEEN_LOOKS))
    return None


class _Tail:
    """The end of what a program prints."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._kept = b""
        self._open = True

    def follow(self, seconds: float) -> bool:
        """Wait for output, read what is there, and tell whether more may come."""
        while self._open and select.select([self._pipe], [], [], seconds)[0]:
            chunk = os.read(self._pipe.fileno(), 65536)
            self._open = bool(chunk)
            self._kept = (self._kept + chunk)[-_KEPT_OUTPUT:]
            seconds = 0
        return self._open

    @property
    def text(self) -> str:
        return self._kept.decode(errors="replace")


class _Family:
    """A process and those that descend from it."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._members: list[psutil.Process] = []
        self._used = 0
        # Nothing is looked at before its time, so that small tasks are not charged for it.
        self._next_look = self._next_census = time.monotonic() + _SECONDS_BETWEEN_LOOKS

    def memory(self) -> int:
        """The resident bytes of all, as measured a moment ago; shared pages count for each."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + _SECONDS_BETWEEN_LOOKS
            if now >= self._next_census:
                self._next_census = now + _SECONDS_BETWEEN_CENSUSES
                with suppress(psutil.NoSuchProcess):
                    head = psutil.Process(self._pid)
                    self._members = [head, *head.children(recursive=True)]
            self._used = sum(map(_resident, self._members))
        return self._used


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:
        return 0


class Workshop:
    """A temporary folder with a room for every planner that runs.

    Whatever runs in the folder ends with the workshop, and the folder goes, however this process
    ends: a watchdog in a process of its own sees to it.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="autoplan-planners-")).resolve()
        self._watchdog = subprocess.Popen(
            [sys.executable, _watchdog.__file__, str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.folder.anchor,
            # Ctrl-C on a terminal reaches the owner's whole group, and must not reach the watchdog.
            start_new_session=True,
        )
        # What was started has forked and is gone; nothing runs here before the watchdog watches.
        self._watchdog.wait()

    @contextmanager
    def room(self) -> Iterator[Path]:
        """A folder that is removed when it is left."""
        with tempfile.TemporaryDirectory(dir=self.folder) as room:
            yield Path(room)

    def close(self) -> None:
        """End what still runs, and remove the folder."""
        self._watchdog.communicate()
