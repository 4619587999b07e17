"""`autoplan eval` with symbolic planners, from the command line to the results folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import autoplan
from autoplan import cli
from pddl2nl.model import Problem
from policies.symbolic import NoPlan, SymbolicPlanner
from tests.autoplan.running import refused
from tests.hard_task import write_hard_domain
from tests.planner_processes import PATIENCE, blind_searches_in, planners_in, running_in, wait_for

pytestmark = pytest.mark.long

PLANNERS = ("brfs", "lmcut", "ff")
SMALL = ("--domain", "ferry", "blocksworld", "--instances", "2")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "autoplan.cli", "eval", *arguments]


@pytest.fixture(scope="module")
def environment(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A place for temporary files of the tests' own, so that what is left there can be seen."""
    place = tmp_path_factory.mktemp("temporary")
    ours = {"AUTOPLAN_CACHE": str(cache), "TMPDIR": str(place), "PYTHONPATH": os.getcwd()}
    return {**os.environ, **ours}


def run(
    environment: dict[str, str], folder: Path, *arguments: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        timeout=120,
        check=False,
    )


def place(environment: dict[str, str]) -> Path:
    return Path(environment["TMPDIR"])


def left_in(folder: Path) -> list[object]:
    """Processes that run in a folder, and what lies there."""
    return [*running_in(folder), *folder.iterdir()]


@pytest.fixture(scope="module")
def played(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    forms = ("--input", "pddl", "nl")
    done = run(
        environment, folder, *SMALL, *forms, "--mechanism", *PLANNERS, "random", "--out", "out"
    )
    assert done.returncode == 0, done.stderr
    return folder / "out"


def test_who_reads_no_text_plays_once_whatever_the_form_and_the_seed(tmp_path: Path) -> None:
    call = ["eval", "--mechanism", "ff", "random", "--domain", "ferry", "--instances", "1"]
    for more in (["--input", "nl"], ["--input", "pddl"], ["--seed", "2", "3"]):
        assert cli.main([*call, *more, "--out", str(tmp_path)]) == 0
    frame = autoplan.load(tmp_path)
    assert set(frame["input"]) == {"none"}
    assert sorted(zip(frame["mechanism"], frame["seed"], strict=True)) == [
        ("ff", 1),
        *(("random", seed) for seed in (1, 2, 3)),
    ]
    assert cli.main(["report", str(tmp_path), "-o", str(tmp_path / "report.html")]) == 0


def test_planners_play_once_under_no_model(played: Path) -> None:
    frame = autoplan.load(played)
    assert set(frame["model"]) == {"none"}
    assert (frame.groupby(["domain", "mechanism"]).size() == 2).all()
    assert set(frame["mechanism"]) == {*PLANNERS, "random"}
    assert (frame["calls"] == 0).all()


def test_planners_solve_small_tasks_and_the_optimal_ones_agree(played: Path) -> None:
    frame = autoplan.load(played)
    table = frame.pivot_table("plan_length", ["domain", "instance"], "mechanism")
    planned = frame[frame["mechanism"] != "random"]
    assert planned["solved"].all()
    assert set(planned["finish"]) == {"goal"}
    assert (planned["refused"] == 0).all()
    assert (planned["seconds"] > 0).all()
    assert (table["brfs"] == table["lmcut"]).all()
    assert (table["ff"] >= table["lmcut"]).all()
    ff = frame[frame["mechanism"] == "ff"]
    assert (ff["plan_length"] == ff["reference_length"]).all()


def test_nothing_is_left_of_planners(played: Path, environment: dict[str, str]) -> None:
    assert played.exists()
    assert left_in(place(environment)) == []


def test_a_second_call_plans_nothing_again(played: Path, environment: dict[str, str]) -> None:
    before = autoplan.load(played)
    done = run(
        environment, played.parent, *SMALL, "--input", "pddl", "--mechanism", "ff", "--out", "out"
    )
    assert done.returncode == 0, done.stderr
    assert "4 of 4 episodes are already" in done.stderr
    assert autoplan.load(played).equals(before)


def test_a_planner_that_is_out_of_time_has_not_solved_the_task(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    write_hard_domain(tmp_path / "hard")
    # Three seconds, since the one that does solve it has to start on a busy machine.
    limits = ("--time-limit", "3", "--memory-limit", "1G")
    order = ("--domain", "hard", "--mechanism", "brfs", "ff", *limits, "--out", "out")
    done = run(environment, tmp_path, *order)
    assert done.returncode == 0, done.stderr
    frame = autoplan.load(tmp_path / "out").set_index("mechanism")
    assert dict(frame["finish"]) == {"brfs": "time-limit", "ff": "goal"}
    assert not frame["solved"]["brfs"]
    assert frame["error"].isna().all()
    assert frame["seconds"]["brfs"] >= 3
    assert left_in(place(environment)) == []


def test_a_planner_that_takes_too_much_memory_has_not_solved_the_task(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.chdir(tmp_path)
    write_hard_domain(tmp_path / "hard")
    order = ["--domain", "hard", "--mechanism", "brfs", "--memory-limit", "60M", "--out", "out"]
    assert cli.main(["eval", *order]) == 0
    assert list(autoplan.load(tmp_path / "out")["finish"]) == ["memory-limit"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_planner_outlives_the_evaluation(
    number: signal.Signals, tmp_path: Path, environment: dict[str, str]
) -> None:
    write_hard_domain(tmp_path / "hard")
    order = ("--domain", "hard", "--mechanism", "brfs", "--out", "out")
    with subprocess.Popen(
        command(*order),
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_for("a blind search", lambda: blind_searches_in(place(environment)) != [])
        (search,) = blind_searches_in(place(environment))
        # Ctrl-C gives it some seconds, which it need not spend in searching.
        os.kill(search, signal.SIGSTOP)
        os.killpg(process.pid, number)
        _, told = process.communicate(timeout=PATIENCE)
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert "to continue, repeat the command" in told
    wait_for("the end of the planner", lambda: left_in(place(environment)) == [])


def test_planners_run_one_a_core_however_many_episodes_do(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    cores = len(os.sched_getaffinity(0))
    write_hard_domain(tmp_path / "hard", copies=2 * cores)
    limits = ("--time-limit", "0.4", "--max-connections", "50")
    order = ("--domain", "hard", "--mechanism", "brfs", *limits, "--out", "out")
    with subprocess.Popen(command(*order), cwd=tmp_path, env=environment) as process:
        most = 0
        while process.poll() is None:
            most = max(most, planners_in(place(environment)))
            time.sleep(0.03)
    assert 1 <= most <= cores


def test_the_time_of_an_episode_is_the_planners_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def solve(self: SymbolicPlanner, problem: Problem, name: str, **limits: Any) -> NoPlan:
        return NoPlan("gave-up", seconds=123.0)

    monkeypatch.setattr(SymbolicPlanner, "solve", solve)
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    assert cli.main(["eval", "--domain", "ferry", "--mechanism", "lmcut", "--out", "out"]) == 0
    frame = autoplan.load(tmp_path / "out")
    assert set(frame["seconds"]) == {123.0}
    assert set(frame["finish"]) == {"gave-up"}


def test_what_a_planner_cannot_express_is_told_apart_from_what_it_does_not_solve(
    tmp_path: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.chdir(tmp_path)
    write_washing(tmp_path / "washing")
    order = ["--domain", "washing", "--mechanism", "lmcut", "ff", "--out", "out"]
    assert cli.main(["eval", *order]) == 0
    out, err = capsys.readouterr()
    told = [line for line in err.splitlines() if "cannot express" in line]
    assert len(told) == 1, "once for the domain, not for each of its tasks"
    assert re.match(r"washing instance-\d: lmcut cannot express the task: ", told[0])
    assert "does not support conditional effects" in told[0]
    lines = [line.split() for line in out.splitlines() if line.startswith(" washing ")]
    assert [(line[1], line[4], line[-1]) for line in lines] == [
        ("ff", "2/2", "0"),
        ("lmcut", "0/2", "2"),
    ]
    assert [line[5] for line in lines if line[1] == "lmcut"] == ["-"], "no steps to average"
    assert "unsupported: tasks with features that the planner does not support" in out


def write_washing(folder: Path) -> None:
    """A domain with a conditional effect, which LM-cut does not know."""
    (folder / "instances").mkdir(parents=True)
    (folder / "domain.pddl").write_text(
        "(define (domain washing) (:requirements :conditional-effects)"
        " (:predicates (dirty ?g) (inside ?g) (clean ?g))"
        " (:action put-in :parameters (?g) :precondition (dirty ?g) :effect (inside ?g))"
        " (:action wash :parameters () :precondition ()"
        " :effect (forall (?g) (when (inside ?g) (and (clean ?g) (not (dirty ?g)))))))"
    )
    for number in (1, 2, 3):
        garments = " ".join(f"sock{each}" for each in range(number))
        facts = " ".join(f"(dirty {each})" for each in garments.split())
        (folder / f"instances/instance-{number}.pddl").write_text(
            f"(define (problem washing-{number}) (:domain washing) (:objects {garments})"
            f" (:init {facts}) (:goal (clean sock0)))"
        )


def test_an_engine_of_unified_planning_is_a_mechanism(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("up_pyperplan", reason="the engine pyperplan is not installed")
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    order = ["eval", "--domain", "ferry", "--instances", "1", "--mechanism", "up:pyperplan"]
    assert cli.main([*order, "--out", str(tmp_path / "out")]) == 0
    (row,) = autoplan.load(tmp_path / "out").to_dict("records")
    assert (row["mechanism"], row["model"], row["solved"]) == ("up:pyperplan", "none", True)


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (("--mechanism", "up:nothing"), "unified-planning has no planner 'nothing'; installed are"),
        (("--mechanism", "up:"), "unknown mechanism 'up:'"),
        (("--mechanism", "fff"), "unknown mechanism 'fff'; did you mean 'ff'?"),
        (("--mechanism", "xyzzy"), "known are act, agentkit, basic,"),
        (("--mechanism", "ff", "--memory-limit", "8"), "expected a size such as 8G or 500M"),
        (("--mechanism", "ff", "--memory-limit", "0G"), "expected a size such as 8G or 500M"),
        (("--mechanism", "ff", "--time-limit", "0"), "expected a number above 0"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    order: tuple[str, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in refused(capsys, "eval", "--domain", "ferry", *order)
    assert list(tmp_path.iterdir()) == []
