"""Tasks without a plan: left out of a run, or counted apart from those that can be solved."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.results.reading import transcripts
from autoplan.results.summary import SummaryLine, lines

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
    assert f"plan: {FULL} (--keep-unsolvable plays" in named[0]
    assert set(autoplan.load("out")["instance"]) == {"instance-4"}
    assert all(line["apart"] == 0 for line in by_mechanism().values())


def test_an_unsolvable_task_that_is_kept_is_counted_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("--keep-unsolvable")
    out, err = capsys.readouterr()
    assert FULL not in err
    assert "unsolvable: tasks proved to have no plan" in out
    for name, line in by_mechanism().items():
        assert (line["solved"], line["episodes"]) == (1, 1)
        assert (line["apart_right"], line["apart"]) == (int(name == "ff"), 1)
        assert line["steps"] < 50
    assert autoplan.load("out")["solved"].all()
    assert {key.instance for key, _, _ in transcripts(Path("out"))} == {"instance-4"}


def test_folders_of_versions_that_did_not_know_of_such_tasks_are_read(place: Path) -> None:
    play()
    with sqlite3.connect(place / "out" / "results.sqlite") as connection:
        connection.execute("DROP TABLE unsolvable")
    assert autoplan.load("out")["solved"].all()
    play("--keep-unsolvable")
    assert by_mechanism()["act"]["apart"] == 1
