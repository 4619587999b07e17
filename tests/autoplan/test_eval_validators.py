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
from autoplan.experiment.matrix import EpisodeKey
from autoplan.play.judge import CARRIED_OUT, PROPOSED, Judge
from autoplan.results.record import Ledger, TaskInWords, record_of
from autoplan.results.store import FILE, Store
from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction, Problem
from simulator.validation import UnifiedPlanningValidator, ValValidator, Verdict
from tests import yard
from tests.autoplan import fake_val

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
    assert autoplan.load("out")["disagreement"].isna().all()
    told = [(each["witness"], each["valid"]) for each in verdicts()]
    assert told == [("episode", True), ("own", True), ("unified-planning", True)]
    assert "disagree" not in capsys.readouterr().out


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


def test_a_silent_witness_is_named_once_and_its_words_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VAL", str(fake_val.install(tmp_path / "val", fake_val.GREETINGS)))
    assert cli.main([*PLAY, "--validator", "val"]) == 0
    assert capsys.readouterr().err.count("val gives no verdict: VAL's words are not known") == 1
    assert autoplan.load("out")["disagreement"].isna().all()
    silent = verdicts()[-1]
    assert (silent["witness"], silent["valid"]) == ("val", None)
    assert str(silent["output"]).endswith("Good morning.\n")


def test_val_asked_for_and_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*PLAY, "--validator", "val"]) == 2
    assert capsys.readouterr().err == (
        "--validator val: VAL is not installed (set VAL to its folder, or put Validate on the "
        "PATH)\n"
    )
    assert not Path("out").exists()


def test_all_without_val_says_that_it_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*PLAY, "--validator", "all"]) == 0
    assert "--validator all: VAL is not installed" in capsys.readouterr().err
    assert {each["witness"] for each in verdicts()} == {"episode", "own", "unified-planning"}


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


def test_results_of_earlier_versions_are_read_and_continued(tmp_path: Path) -> None:
    record = record_of(KEY, yard.episode(), Ledger(), TaskInWords((), (), None), seconds=0.1)
    with Store.open(tmp_path / "old", {}) as store:
        store.add(record)
    with sqlite3.connect(tmp_path / "old" / FILE) as connection:
        connection.execute("ALTER TABLE episodes DROP COLUMN disagreement")
    before = autoplan.load(tmp_path / "old")
    assert before["disagreement"].isna().all()
    with Store.open(tmp_path / "old", {}) as store:
        assert store.done() == {KEY}
        store.add(record)
    assert len(autoplan.load(tmp_path / "old")) == 1
    with pytest.raises(InputError):
        Store.open(tmp_path / "old", {"another": "experiment"})
