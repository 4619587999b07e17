"""Command lines run within the process of the tests: a process of their own takes much longer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Done]
"""Runs a command line: its `main` or what stands for it, and the arguments."""


def done(
    capsys: pytest.CaptureFixture[str],
    main: Callable[[Sequence[str]], int],
    *arguments: str | Path,
) -> Done:
    """Run a command line to its end, also where it leaves by itself."""
    capsys.readouterr()
    try:
        status = main([*map(str, arguments)])
    except SystemExit as left:
        status = int(str(left.code))
    return Done(status, *capsys.readouterr())
