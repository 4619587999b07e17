"""Ends what still runs in a folder, and removes the folder, once its owner is gone.

A program of its own: `python _watchdog.py FOLDER`, with a pipe from the owner as its input. The
pipe closes when the owner closes it, and also when the owner is killed in a way that it cannot
catch.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

_SECONDS_BETWEEN_SWEEPS = 0.01


def end_processes(folder: Path) -> None:
    """Kill every process whose working directory is in a folder, until there is none."""
    while found := _processes_in(folder):
        for process in found:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        time.sleep(_SECONDS_BETWEEN_SWEEPS)


def _processes_in(folder: Path) -> list[psutil.Process]:
    # One that has ended has no working directory, even if nobody has asked how it ended.
    return [
        process
        for process in psutil.process_iter(["cwd"])
        if process.info["cwd"] and Path(process.info["cwd"]).is_relative_to(folder)
    ]


def main() -> None:
    """Wait for the end of the input, then clean up; the output closes when that is done."""
    if os.fork():
        # The watchdog is nobody's child, so that what kills the owner's family spares it.
        os._exit(0)
    folder = Path(sys.argv[1]).resolve()
    sys.stdin.buffer.read()
    end_processes(folder)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
