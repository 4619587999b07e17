"""Symbolic planners in the workers of a Dask cluster: limits hold, and nothing goes on unwanted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

import autoplan
from tests.hard_task import write_hard_domain
from tests.planner_processes import PATIENCE, blind_searches_in, running_in, searches_in, wait_for

pytestmark = pytest.mark.long

distributed = pytest.importorskip(
    "distributed", reason="distributed is not installed (the extra dask)"
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Path]:
    """Where planners have their folders."""
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder))
        patch.setenv("AUTOPLAN_CACHE", str(cache))
        patch.setenv("PYTHONPATH", os.getcwd())
        yield folder


@pytest.fixture(scope="module")
def address(place: Path) -> Iterator[str]:
    """A scheduler in this process, with one worker in a process of its own."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


def start(folder: Path, address: str, seconds: float) -> subprocess.Popen[str]:
    write_hard_domain(folder / "hard")
    order = ("--domain", "hard", "--mechanism", "brfs", "--time-limit", str(seconds))
    return subprocess.Popen(
        [sys.executable, "-m", "autoplan.cli", "eval", *order, "--dask", address, "--out", "out"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_limits_hold_in_the_workers(tmp_path: Path, place: Path, address: str) -> None:
    with start(tmp_path, address, 0.5) as process:
        _, told = process.communicate(timeout=120)
    assert process.returncode == 0, told
    (row,) = autoplan.load(tmp_path / "out").to_dict("records")
    assert row["finish"] == "time-limit"
    assert row["seconds"] >= 0.5
    assert searches_in(place) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_planner_goes_on_in_a_worker_without_the_evaluation(
    number: signal.Signals, tmp_path: Path, place: Path, address: str
) -> None:
    with start(tmp_path, address, 600) as process:
        wait_for("a blind search", lambda: blind_searches_in(place) != [])
        (search,) = blind_searches_in(place)
        # Ctrl-C gives it some seconds, which it need not spend in searching.
        os.kill(search, signal.SIGSTOP)
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
    wait_for("the end of the planner", lambda: searches_in(place) == [])


def test_no_planner_outlives_its_worker(tmp_path: Path, place: Path, address: str) -> None:
    with start(tmp_path, address, 600) as process:
        wait_for("a blind search", lambda: blind_searches_in(place) != [])
        (planner,) = searches_in(place)
        worker = psutil.Process(planner).parent()
        assert worker is not None
        worker.kill()
        wait_for("the end of the planner", lambda: planner not in running_in(place))
        wait_for("another search", lambda: blind_searches_in(place) != [])
        process.kill()
