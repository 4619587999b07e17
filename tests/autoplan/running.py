"""`autoplan` as a process of its own, as a user has it, and within this one where it is refused."""

from __future__ import annotations

import ctypes
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from autoplan import cli
from autoplan.results.store import FILE
from tests.commands import done
from tests.conftest import REPOSITORY

_LIBC = ctypes.CDLL(None, use_errno=True)
_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE = 1


def within_permissions() -> None:
    """Run before a program, it holds the superuser, too, to what the modes of files allow.

    The program stays the same user's, so that it finds an interpreter in that user's home.
    """
    if os.geteuid() == 0 and _LIBC.prctl(_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "the superuser's right to write everywhere stays")


def start(
    order: list[str], folder: Path, before: Callable[[], None] | None = None
) -> subprocess.Popen[str]:
    """Start `autoplan` in a folder.

    Args:
        order: its arguments.
        folder: the working directory.
        before: run in the new process before the program begins.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "autoplan.cli", *order],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )


def finish(
    order: list[str], folder: Path, before: Callable[[], None] | None = None
) -> tuple[int, str, str]:
    """Run `autoplan` to its end: its status, and what it printed on both streams."""
    process = start(order, folder, before)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def episodes_in(folder: Path) -> int:
    """The number of episodes in a results folder that a run may just begin to write."""
    path = folder / FILE
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as kept:
            return int(kept.execute("SELECT count(*) FROM episodes").fetchone()[0])
    except sqlite3.Error:
        return 0


def refused(capsys: pytest.CaptureFixture[str], *order: str) -> str:
    """The one line that says why an order is refused."""
    ended = done(capsys, cli.main, *order)
    said = ended.stderr
    assert (ended.returncode, ended.stdout, len(said.strip().splitlines())) == (2, "", 1), said
    return said
