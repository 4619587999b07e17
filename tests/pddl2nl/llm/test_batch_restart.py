"""A process that is killed at any step is followed by one that loses and repeats nothing."""

from __future__ import annotations

import json
import multiprocessing
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tests.batch_server import BatchServer, Dropped, Fate, Moment
from tests.pddl2nl.llm.batch_process import KEY, ask

pytestmark = pytest.mark.long

QUESTIONS = [f"question {number}" for number in range(6)]

MOMENTS: list[Moment] = [
    ("upload", "before"),
    ("upload", "after"),
    ("create", "before"),
    ("create", "after"),
    ("retrieve", "before"),
    ("retrieve", "after"),
    ("content", "before"),
    ("content", "after"),
]


class Gate:
    """Holds the server at a moment, the first time that it comes.

    Args:
        moment: the moment.
        drops: whether the server then does nothing and hangs up, rather than going on.
    """

    def __init__(self, moment: Moment, *, drops: bool = False) -> None:
        self.reached = threading.Event()
        self.open = threading.Event()
        self._moment = moment
        self._drops = drops

    def __call__(self, moment: Moment) -> None:
        if moment == self._moment and not self.reached.is_set():
            self.reached.set()
            assert self.open.wait(30)
            if self._drops:
                raise Dropped


# Processes that have the libraries loaded already start in milliseconds.
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.pddl2nl.llm.batch_process", "aiohttp"])


def start(server: BatchServer, folder: Path, questions: Sequence[str] = QUESTIONS) -> BaseProcess:
    process = _processes.Process(target=ask, args=(server.base_url, folder, list(questions)))
    process.start()
    return process


def kill(process: BaseProcess) -> None:
    process.kill()
    process.join(30)


def finish(server: BatchServer, folder: Path, questions: Sequence[str] = QUESTIONS) -> None:
    """Run a process to its end, and check the answers that it got."""
    process = start(server, folder, questions)
    process.join(60)
    assert process.exitcode == 0
    answers = json.loads((folder / "answers.json").read_text())
    assert answers == {question: f"answer to {question}" for question in questions}


@contextmanager
def killed_at(gate: Gate, folder: Path) -> Iterator[BatchServer]:
    """A server whose first client was killed at a moment of the protocol."""
    with BatchServer(at=gate) as server:
        process = start(server, folder)
        assert gate.reached.wait(30)
        kill(process)
        gate.open.set()
        yield server


@pytest.mark.parametrize("drops", [False, True], ids=["the server goes on", "the server drops it"])
@pytest.mark.parametrize("moment", MOMENTS, ids=" ".join)
def test_nothing_is_paid_twice_or_lost(moment: Moment, drops: bool, tmp_path: Path) -> None:
    with killed_at(Gate(moment, drops=drops), tmp_path) as server:
        finish(server, tmp_path)
        assert sorted(server.paid.values()) == [1] * len(QUESTIONS)
        assert len(server.batches) == 1
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) >= 3
    assert all(KEY.encode() not in path.read_bytes() for path in written)


def test_a_batch_that_is_listed_late_is_found(tmp_path: Path) -> None:
    with killed_at(Gate(("create", "after")), tmp_path) as server:
        server.hidden = 2
        finish(server, tmp_path)
        assert server.hidden == 0
        assert len(server.batches) == 1


def test_what_a_killed_process_asked_for_beyond_is_kept_for_later(tmp_path: Path) -> None:
    with killed_at(Gate(("retrieve", "before")), tmp_path) as server:
        finish(server, tmp_path, QUESTIONS[:2])
        finish(server, tmp_path, [*QUESTIONS, "a new one"])
        assert [len(batch.lines) for batch in server.batches] == [6, 1]
        assert set(server.paid.values()) == {1}


def test_what_was_never_submitted_and_is_no_longer_asked_for_is_not_paid(tmp_path: Path) -> None:
    with killed_at(Gate(("create", "before"), drops=True), tmp_path) as server:
        finish(server, tmp_path, QUESTIONS[:2])
        assert server.paid.total() == 2


def test_a_batch_that_expires_between_two_processes_is_completed(tmp_path: Path) -> None:
    gate = Gate(("create", "after"))
    with BatchServer(at=gate) as server:
        server.fates.append(Fate("expired", executed=4))
        process = start(server, tmp_path)
        assert gate.reached.wait(30)
        kill(process)
        gate.open.set()
        finish(server, tmp_path)
        assert [len(batch.lines) for batch in server.batches] == [6, 2]
        assert sorted(server.paid.values()) == [1] * 6


def test_nothing_is_asked_once_all_is_in_the_cache(tmp_path: Path) -> None:
    with BatchServer() as server:
        finish(server, tmp_path)
        calls = server.asked.total()
        finish(server, tmp_path)
        assert server.asked.total() == calls


def test_kills_at_random_moments_change_nothing(tmp_path: Path) -> None:
    dice = random.Random(5)
    # Slow enough for kills to hit every step.
    with BatchServer(at=lambda moment: time.sleep(0.01), looks=6) as server:
        for round_ in range(2):
            folder = tmp_path / str(round_)
            folder.mkdir()
            server.paid.clear()
            for _ in range(4):
                process = start(server, folder)
                process.join(dice.uniform(0.1, 0.8))
                kill(process)
            finish(server, folder)
            assert sorted(server.paid.values()) == [1] * len(QUESTIONS)
