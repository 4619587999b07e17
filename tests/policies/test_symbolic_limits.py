"""Limits of planners hold for all their processes, and nothing of a planner is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Timer

import psutil
import pytest

from policies.symbolic import GIBIBYTE, Limits, NoPlan, SymbolicPlanner
from policies.symbolic._supervision import Job, StoppedError, run_limited
from policies.symbolic._watchdog import end_processes
from tests.conftest import REPOSITORY
from tests.hard_task import hopeless_task
from tests.planner_processes import PATIENCE, running_in, searches_in, wait_for

pytestmark = pytest.mark.long

MEBIBYTE = 1024**2
CHILD = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', {code!r}]{more}){wait}"
GREEDY = "import time; held = b'x' * {size}; time.sleep(600)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def with_child(code: str, *, more: str = "", wait: bool = True) -> list[str]:
    """A program that starts another one, and waits for it or not."""
    return python(CHILD.format(code=code, more=more, wait=".wait()" if wait else ""))


def test_a_program_that_keeps_to_its_limits_ends_by_itself(tmp_path: Path) -> None:
    (tmp_path / "input").write_text("17")
    code = "import sys; print('read', input()); sys.exit(3)"
    ended = run_limited(python(code), Job(tmp_path, Limits(), Event()), source=tmp_path / "input")
    assert (ended.code, ended.breach, ended.output) == (3, None, "read 17\n")


@pytest.mark.parametrize(
    "command",
    [
        python(STUBBORN),
        with_child(STUBBORN),
        with_child(STUBBORN, more=", start_new_session=True"),
        with_child(STUBBORN, more=", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL"),
        python("import os, time; os.close(1); os.close(2); time.sleep(600)"),
        python("while True: print('x' * 10000)"),
    ],
    ids=["alone", "child", "child in a session", "quiet child", "no output", "much output"],
)
def test_the_time_limit_ends_all_processes(command: list[str], tmp_path: Path) -> None:
    begun = time.monotonic()
    ended = run_limited(command, Job(tmp_path, Limits(seconds=0.5), Event()))
    assert ended.breach == "time-limit"
    assert 0.5 <= ended.seconds <= time.monotonic() - begun
    assert running_in(tmp_path) == []
    assert len(ended.output) < 5000


@pytest.mark.parametrize("child", [False, True], ids=["its own", "its child's"])
def test_the_memory_limit_counts_all_processes(child: bool, tmp_path: Path) -> None:
    code = GREEDY.format(size=200 * MEBIBYTE)
    command = with_child(code) if child else python(code)
    ended = run_limited(command, Job(tmp_path, Limits(PATIENCE, 150 * MEBIBYTE), Event()))
    assert ended.breach == "memory-limit"
    assert running_in(tmp_path) == []


def test_memory_below_the_limit_is_no_breach(tmp_path: Path) -> None:
    code = GREEDY.format(size=50 * MEBIBYTE).replace("600", "0.5")
    ended = run_limited(python(code), Job(tmp_path, Limits(PATIENCE, GIBIBYTE), Event()))
    assert (ended.code, ended.breach) == (0, None)


def test_a_child_that_outlives_its_program_is_ended(tmp_path: Path) -> None:
    ended = run_limited(with_child(STUBBORN, wait=False), Job(tmp_path, Limits(), Event()))
    assert (ended.code, ended.breach) == (0, None)
    assert running_in(tmp_path) == []


def test_a_program_that_nobody_waits_for_is_stopped(tmp_path: Path) -> None:
    stop = Event()
    timer = Timer(0.5, stop.set)
    timer.start()
    with pytest.raises(StoppedError):
        run_limited(with_child(STUBBORN), Job(tmp_path, Limits(), stop))
    assert running_in(tmp_path) == []


def test_a_program_that_does_not_exist_is_no_breach(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run_limited([tmp_path / "nothing"], Job(tmp_path, Limits(), Event()))


def test_only_the_processes_of_the_folder_are_ended(tmp_path: Path) -> None:
    inside, beside = tmp_path / "room", tmp_path / "room-2"
    inside.mkdir()
    beside.mkdir()
    with (
        subprocess.Popen(python(STUBBORN), cwd=inside) as ours,
        subprocess.Popen(python(STUBBORN), cwd=beside) as other,
    ):
        end_processes(inside)
        survived = other.poll() is None
        other.kill()
        assert ours.wait(PATIENCE) == -signal.SIGKILL
        assert survived


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary folders are made."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yield tmp_path
    assert running_in(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_search_that_exceeds_its_time_leaves_nothing(place: Path) -> None:
    with SymbolicPlanner(1) as planner:
        found = asyncio.run(planner.solve(hopeless_task(), "brfs", seconds=3))
        assert isinstance(found, NoPlan)
        assert found.reason == "time-limit"
        assert found.seconds >= 3
        assert running_in(place) == []
        (workshop,) = place.iterdir()
        assert {file.suffix for file in workshop.iterdir()} == {".sas"}


def test_a_search_that_exceeds_its_memory_leaves_nothing(place: Path) -> None:
    with SymbolicPlanner(1) as planner:
        solving = planner.solve(hopeless_task(), "brfs", seconds=60, memory=60 * MEBIBYTE)
        found = asyncio.run(solving)
        assert isinstance(found, NoPlan)
        assert found.reason == "memory-limit"
        assert running_in(place) == []


def test_the_translator_is_limited_too(place: Path) -> None:
    with SymbolicPlanner(1) as planner:
        found = asyncio.run(planner.solve(hopeless_task(), "ff", seconds=0.01))
    assert isinstance(found, NoPlan)
    assert found.reason == "time-limit"


def test_an_engine_of_unified_planning_is_limited_with_its_planner(place: Path) -> None:
    with SymbolicPlanner(1) as planner:
        found = asyncio.run(planner.solve(hopeless_task(), "up:fast-downward", seconds=5))
        assert isinstance(found, NoPlan)
        assert found.reason == "time-limit"
        assert running_in(place) == []


def test_a_search_whose_answer_nobody_awaits_is_stopped(place: Path) -> None:
    with SymbolicPlanner(1) as planner:

        async def impatient() -> None:
            await asyncio.wait_for(planner.solve(hopeless_task(), "brfs"), 1.5)

        with pytest.raises(TimeoutError):
            asyncio.run(impatient())
        wait_for("the end of the planner", lambda: running_in(place) == [])


SEARCHING = """
import asyncio
from policies.symbolic import SymbolicPlanner
from tests.conftest import REPOSITORY
from tests.hard_task import hopeless_task

with SymbolicPlanner(1) as planner:
    asyncio.run(planner.solve(hopeless_task(), "brfs"))
"""
BEING_STUBBORN = f"""
import sys
from threading import Event
from policies.symbolic import Limits
from policies.symbolic._supervision import Job, Workshop, run_limited

workshop = Workshop()
with workshop.room() as room:
    run_limited({with_child(STUBBORN)!r}, Job(room, Limits(), Event()))
"""


@pytest.mark.parametrize("code", [SEARCHING, BEING_STUBBORN], ids=["search", "stubborn"])
@pytest.mark.parametrize(
    "number",
    [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP],
    ids=lambda number: number.name,
)
def test_no_planner_outlives_the_process_that_wants_its_plan(
    number: signal.Signals, code: str, place: Path
) -> None:
    with subprocess.Popen(
        python(code), stderr=subprocess.PIPE, cwd=REPOSITORY, start_new_session=True
    ) as process:
        wait_for("a planner", lambda: _is_under_way(place, code))
        # As a terminal does: Ctrl-C goes to the whole group.
        os.killpg(process.pid, number)
        process.communicate(timeout=PATIENCE)
    wait_for("the end of the planner", lambda: running_in(place) == [])
    wait_for("the end of its folder", lambda: not any(place.iterdir()))


def test_the_end_of_a_whole_family_leaves_no_folder(place: Path) -> None:
    with subprocess.Popen(python(BEING_STUBBORN), cwd=REPOSITORY) as process:
        wait_for("a planner", lambda: _is_under_way(place, BEING_STUBBORN))
        family = psutil.Process(process.pid)
        for member in [*family.children(recursive=True), family]:
            member.kill()
    wait_for("the end of its folder", lambda: not any(place.iterdir()))


def _is_under_way(place: Path, code: str) -> bool:
    # The stubborn one is two: a program, and the child that it waits for.
    return searches_in(place) != [] if code == SEARCHING else len(running_in(place)) == 2
