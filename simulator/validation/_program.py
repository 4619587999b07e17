"""Runs a program of others within limits that hold for all processes that it starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from simulator.patience import check

MAX_OUTPUT = 16 << 20
"""Bytes of standard output, and as many of standard error."""
_SECONDS_BETWEEN_LOOKS = 0.1
_OUTPUTS = ("stdout.txt", "stderr.txt")


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How a program ended.

    Args:
        status: its exit status; negative for the signal that ended it.
        stdout: its standard output; what is no UTF-8 is replaced.
        stderr: its standard error.
        breach: the limit at which it was stopped, such as `after 60 seconds`; None if it kept them.
    """

    status: int
    stdout: str
    stderr: str
    breach: str | None


def run_program(command: Sequence[str], folder: Path, seconds: float) -> ProgramRun:
    """Run a program until it ends, exceeds a limit or is interrupted; then its group is killed.

    Args:
        command: the program and its arguments.
        folder: its working directory, where its outputs are written.
        seconds: how long it may run.

    Raises:
        OSError: it cannot be started.
        OutOfTimeError: `simulator.patience` gives it no more time.
    """
    # In files, since a pipe stays open as long as a process that the program has left behind.
    paths = [folder / name for name in _OUTPUTS]
    with (
        paths[0].open("wb") as out,
        paths[1].open("wb") as err,
        subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        ) as process,
    ):
        try:
            breach = _breach(process, paths, seconds)
        finally:
            _kill(process)
    return ProgramRun(process.returncode, _beginning(paths[0]), _beginning(paths[1]), breach)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and, where there are groups of processes, all that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _breach(process: subprocess.Popen[bytes], paths: Sequence[Path], seconds: float) -> str | None:
    """Wait for the end of a program, or for the first limit that it exceeds."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        check()
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(left, _SECONDS_BETWEEN_LOOKS))
        if max(path.stat().st_size for path in paths) > MAX_OUTPUT:
            return f"after {MAX_OUTPUT:,} bytes of output"
        if process.returncode is not None:
            return None
    return f"after {seconds:g} seconds"


def _beginning(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MAX_OUTPUT).decode("utf-8", "replace")
