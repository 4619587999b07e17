"""`autoplan eval --dask`: a real cluster of processes, one of which is killed in mid-run."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import autoplan
from autoplan import cli
from tests.autoplan.running import episodes_in, finish, start

if TYPE_CHECKING:
    from distributed import LocalCluster

pytestmark = pytest.mark.long

distributed = pytest.importorskip(
    "distributed", reason="distributed is not installed (the extra dask)"
)

ORDER = ["eval", "--mechanism", "ff", "act", "random", "--domain", "ferry", "--instances", "3"]
EPISODES = 9


@pytest.fixture
def at_home(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.setenv("PYTHONPATH", os.getcwd())
    return tmp_path


@pytest.fixture
def cluster(at_home: Path) -> Iterator[LocalCluster]:
    """A scheduler in this process, and two workers in processes of their own."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as found:
        yield found


def test_a_worker_that_is_killed_loses_nothing(cluster: LocalCluster, at_home: Path) -> None:
    process = start([*ORDER, "--dask", cluster.scheduler_address, "--out", "out"], at_home)
    deadline = time.monotonic() + 90
    while episodes_in(at_home / "out") < 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    frame = autoplan.load(at_home / "out")
    assert len(frame) == EPISODES
    assert not frame.duplicated(["domain", "instance", "mechanism"]).any()
    assert frame["error"].isna().all()
    assert frame[frame["mechanism"] != "random"]["solved"].all()
    # Played here, the same comes out.
    assert cli.main([*ORDER, "--out", str(at_home / "here")]) == 0
    same = ["mechanism", "instance", "solved", "steps", "plan_length", "finish"]
    there, here = (autoplan.load(at_home / name)[same] for name in ("out", "here"))
    assert sorted(there.values.tolist()) == sorted(here.values.tolist())


def test_a_cluster_of_this_machines_own_processes(
    at_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["eval", "--mechanism", "ff", "--domain", "ferry", "--instances", "2"]
    order += ["--dask", "local", "--out", str(at_home / "out")]
    assert cli.main(order) == 0
    assert "2/2" in capsys.readouterr().out
    assert cli.main(order) == 0
    assert "2 of 2 episodes are already in the results folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--dask", "tcp://127.0.0.1:9"], "--dask tcp://127.0.0.1:9: no scheduler can be reached"),
        (["--dask", "nonsense://x"], "--dask nonsense://x: "),
        (["--dask", "local", "--max-cost", "3"], "--max-cost cannot be enforced with --dask"),
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
