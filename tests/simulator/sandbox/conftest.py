"""What the tests of the sandbox share."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import psutil
import pytest

from simulator.sandbox import Sandbox


@pytest.fixture(scope="session")
def bubblewrap() -> None:
    """Skips where no code can be run."""
    reason = Sandbox.unavailable()
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
