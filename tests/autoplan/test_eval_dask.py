"""`autoplan eval --dask`: a real cluster of processes, one of which is killed in mid-run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

import autoplan
from autoplan import cli
from pddl2nl.errors import InputError
from tests.autoplan.running import finish, start

pytestmark = pytest.mark.long

pytest.importorskip("distributed", reason="distributed is not installed (the extra dask)")

ORDER = ["eval", "--mechanism", "ff", "act", "random", "--domain", "ferry", "--instances", "10"]
EPISODES = 30
PORT = 28786


@pytest.fixture
def at_home(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.setenv("PYTHONPATH", os.getcwd())
    return tmp_path


@pytest.fixture
def scheduler(at_home: Path) -> Iterator[str]:
    """A scheduler and two workers, as an administrator would start them."""
    address = f"tcp://127.0.0.1:{PORT}"
    options = ["--host", "127.0.0.1", "--no-dashboard"]
    programs = [
        ["distributed.cli.dask_scheduler", *options, "--port", str(PORT)],
        *[["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]] * 2,
    ]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", *program],
            cwd=at_home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for program in programs
    ]
    yield address
    for process in processes:
        for each in [*psutil.Process(process.pid).children(recursive=True), process]:
            each.kill()
        process.wait()


def test_a_worker_that_is_killed_loses_nothing(scheduler: str, at_home: Path) -> None:
    process = start([*ORDER, "--dask", scheduler, "--out", "out"], at_home)
    deadline = time.monotonic() + 90
    while not _played(at_home / "out"):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(_a_worker(scheduler), signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    frame = autoplan.load(at_home / "out")
    assert len(frame) == EPISODES
    assert not frame.duplicated(["domain", "instance", "mechanism"]).any()
    assert frame["error"].isna().all()
    assert frame[frame["mechanism"] != "random"]["solved"].all()
    # Played here, the same comes out.
    status, _, err = finish([*ORDER, "--out", "here"], at_home)
    assert status == 0, err
    same = ["mechanism", "instance", "solved", "steps", "plan_length", "finish"]
    there, here = (autoplan.load(at_home / name)[same] for name in ("out", "here"))
    assert sorted(there.values.tolist()) == sorted(here.values.tolist())


def _played(folder: Path) -> bool:
    # In its first moments the file has no tables yet.
    with suppress(InputError):
        return (folder / "results.sqlite").exists() and len(autoplan.load(folder)) > 3
    return False


def _a_worker(scheduler: str) -> int:
    """The process that executes a worker's tasks: the nanny's child."""
    for process in psutil.process_iter(["pid", "cmdline"]):
        if "dask_worker" in " ".join(process.info["cmdline"] or []):
            for child in process.children():
                if "resource_tracker" not in " ".join(child.cmdline()):
                    return int(child.pid)
    raise AssertionError("there is no worker")


def test_a_cluster_of_this_machines_own_processes(at_home: Path) -> None:
    order = ["eval", "--mechanism", "ff", "--domain", "ferry", "--instances", "3"]
    status, out, err = finish([*order, "--dask", "local", "--out", "out"], at_home)
    assert status == 0, err
    assert "3/3" in out
    again = finish([*order, "--dask", "local", "--out", "out"], at_home)
    assert "3 of 3 episodes are already in the results folder" in again[2]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--dask", "tcp://127.0.0.1:9"], "--dask tcp://127.0.0.1:9: no scheduler can be reached"),
        (["--dask", "nonsense://x"], "--dask nonsense://x: "),
        (["--dask", "local", "--max-cost", "3"], "--max-cost cannot be kept with --dask"),
        (["--dask", "slurm"], "--dask slurm: "),
    ],
)
def test_a_cluster_that_cannot_be_had_is_one_line(
    options: list[str],
    told: str,
    at_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "1s")
    monkeypatch.chdir(at_home)
    order = ["eval", "--mechanism", "ff", "--domain", "ferry", "--instances", "1", "--out", "out"]
    if options[1] == "tcp://127.0.0.1:9":
        status, _, err = finish([*order, *options], at_home)
    else:
        status = cli.main([*order, *options])
        err = capsys.readouterr().err
    assert status == 2
    assert err.splitlines()[-1].startswith(told)
    assert "Traceback" not in err
