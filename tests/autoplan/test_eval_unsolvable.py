"""Tasks without a plan: left out of a run, or counted apart from those that can be solved."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from pandas import isna

import autoplan
import domains
from autoplan import cli
from autoplan.results.reading import transcripts
from autoplan.results.summary import SummaryLine, lines
from pddl2nl.llm import Completion, Request, Usage
from pddl2nl.model import Problem
from policies.few_shot import NO_PLAN
from policies.reader import ReaderModel
from policies.symbolic import NoPlan, ReferencePlans

FERRY = domains.folder("ferry")
FULL = "instance-3"
"""The ferry of this task has no room, which nothing changes."""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full" / "instances").mkdir(parents=True)
    shutil.copy(FERRY / "domain.pddl", "full")
    for number in (2, 3, 4):
        text = (FERRY / "instances" / f"instance-{number}.pddl").read_text()
        full = f"full/instances/instance-{number}.pddl"
        Path(full).write_text(text.replace("(empty-ferry)", "", number == 3))
    return tmp_path


def play(*options: str) -> None:
    order = ["eval", "--mechanism", "act", "ff", "basic", "--domain", "full", "--out", "out"]
    assert cli.main([*order, "--validator", "own", *options]) == 0


def by_mechanism() -> dict[str, SummaryLine]:
    return {line["mechanism"]: line for line in lines(Path("out"))[0]}


def test_an_unsolvable_task_is_left_out_and_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    play()
    named = [line for line in capsys.readouterr().err.splitlines() if FULL in line]
    assert len(named) == 1
    assert f"proved unsolvable: {FULL} (--keep-unsolvable runs" in named[0]
    assert set(autoplan.load("out")["instance"]) == {"instance-4"}
    assert all(line["apart"] == 0 for line in by_mechanism().values())


def test_an_unsolvable_task_that_is_kept_is_counted_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("--keep-unsolvable")
    out, err = capsys.readouterr()
    assert FULL not in err
    assert "unsolvable: answers that there is no plan" in out
    for name, line in by_mechanism().items():
        assert (line["solved"], line["episodes"]) == (1, 1)
        assert (line["apart_right"], line["apart"]) == (int(name == "ff"), 1)
        assert line["steps"] < 50
    assert autoplan.load("out")["solved"].all()
    assert {key.instance for key, _, _ in transcripts(Path("out"))} == {"instance-4"}


def test_a_report_names_the_episodes_of_unsolvable_tasks_that_it_leaves_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("--keep-unsolvable")
    assert cli.main(["report", "out"]) == 0
    assert "left out: 3 episodes of unsolvable tasks, which" in capsys.readouterr().err
    with sqlite3.connect("out/results.sqlite") as connection:
        connection.execute("DELETE FROM episodes WHERE instance = 'instance-4'")
    assert cli.main(["report", "out"]) == 2
    assert "contains only episodes of unsolvable tasks" in capsys.readouterr().err
    assert cli.main(["compare", "out", "out"]) == 2
    assert "contains only episodes of unsolvable tasks" in capsys.readouterr().err


def test_folders_of_versions_that_did_not_know_of_such_tasks_are_read(place: Path) -> None:
    play()
    with sqlite3.connect(place / "out" / "results.sqlite") as connection:
        connection.execute("DROP TABLE unsolvable")
    assert autoplan.load("out")["solved"].all()
    play("--keep-unsolvable")
    assert by_mechanism()["act"]["apart"] == 1


def test_the_offline_model_claims_that_a_task_has_no_plan_exactly_where_that_is_proved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("--allow-unsolvable")
    capsys.readouterr()
    frame, line = autoplan.load("out"), by_mechanism()["basic"]
    assert (line["apart_right"], line["apart"]) == (1, 1)
    assert frame.loc[frame["mechanism"] == "basic", "solved"].all()


@pytest.mark.parametrize(
    ("answer", "known", "solved", "right"),
    [
        (NO_PLAN, True, [False], (1, 0, 1)),
        (NO_PLAN, False, [None, None], (0, 0, 0)),
        (f"{NO_PLAN}\nsail the ferry from object_1 to object_2", True, [None], (0, 1, 1)),
        (f"**{NO_PLAN}**", True, [False], (1, 0, 1)),
        ("There is no plan.", True, [None], (0, 1, 1)),
    ],
)
def test_a_claim_is_right_or_wrong_where_that_is_known_and_else_undecided(
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    known: bool,
    solved: list[bool | None],
    right: tuple[int, int, int],
) -> None:
    async def claim(self: ReaderModel, request: Request) -> Completion:
        assert NO_PLAN in request.messages[0].content
        return Completion(answer, Usage(1, 1), "stop", False, "reader")

    async def nothing(self: ReferencePlans, problem: Problem, most: float = 0.0) -> NoPlan:
        return NoPlan("time-limit")

    monkeypatch.setattr(ReaderModel, "complete", claim)
    if not known:
        monkeypatch.setattr(ReferencePlans, "plan", nothing)
        monkeypatch.setattr("autoplan.preparation.tasks.kept_plan", lambda *_: None)
    order = ["eval", "--mechanism", "basic", "--domain", "full", "--out", "out"]
    options = ("--allow-unsolvable", "--example", "full/instances/instance-2.pddl")
    if not known:
        options = ("--allow-unsolvable", "--examples", "0", "--instances", "2")
    assert cli.main([*order, "--validator", "own", *options]) == 0
    found = [None if isna(each) else each for each in autoplan.load("out")["solved"]]
    line = by_mechanism()["basic"]
    assert found == solved
    assert (line["apart_right"], line["apart_unread"], line["apart"]) == right


def test_only_basic_may_claim_and_only_where_that_is_allowed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["eval", "--mechanism", "act", "--domain", "full", "--allow-unsolvable"]) == 2
    assert "--allow-unsolvable needs --mechanism basic" in capsys.readouterr().err
    play("--keep-unsolvable")
    with_none = [t for key, _, t in transcripts(Path("out")) if key.mechanism == "basic"]
    assert all(NO_PLAN not in call.sent[0].content for each in with_none for call in each.calls)
