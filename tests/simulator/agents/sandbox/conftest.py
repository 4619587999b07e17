"""What the tests of the sandbox share."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from uuid import uuid4

import psutil
import pytest

from simulator.agents.sandbox import Sandbox


@pytest.fixture(scope="session")
def bubblewrap() -> None:
    """Skips where no code can be run, unless bubblewrap by itself works: then the fault is ours."""
    reason = Sandbox.unavailable()
    program = shutil.which("bwrap")
    if reason and program is not None:
        plain = [program, "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]
        nested = [program, "--bind", "/", "/", *plain] if os.geteuid() == 0 else plain
        assert subprocess.run(nested, capture_output=True, check=False).returncode != 0, reason
    if reason:
        pytest.skip(reason)


@pytest.fixture
def mark() -> Iterator[str]:
    """A word for command lines; no process that carries it may be left at the end."""
    word = f"mark-{uuid4().hex}"
    yield word
    assert not processes_with(word)


def processes_with(word: str) -> list[int]:
    """The processes of the machine that have a word in their command line."""
    return [
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if word in " ".join(process.info["cmdline"] or ())
    ]
