"""What could not be read is shown apart, from the record to the tables: never as failed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

import autoplan
from autoplan import cli
from autoplan.results import summary
from tests.autoplan.report.played import PLAN, keep, play

JUGGLE = "juggle crate crate_0"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """An episode that is solved, one that failed, and one that is unread."""
    return keep(
        tmp_path / "results",
        play("basic", PLAN),
        play("basic", PLAN.splitlines()[0], instance="instance-2"),
        play("basic", f"{PLAN}\n{JUGGLE}", instance="instance-3"),
    )


def test_a_frame_has_whether_it_is_solved_as_unknown(results: Path) -> None:
    frame = autoplan.load(results)
    assert frame["finish"].tolist() == ["goal", "plan-ended", "unread"]
    assert frame["unread"].tolist() == [False, False, True]
    for name in ("solved", "solved_strict", "flawless"):
        assert frame[name].dtype == "boolean"
        assert frame[name].isna().tolist() == [False, False, True]
    assert frame["solved"].tolist()[:2] == [True, False]
    assert frame[frame["solved"]]["instance"].tolist() == ["instance-1"]
    assert frame["plan_length"].tolist() == [3, 1, 0]
    assert pd.isna(frame["length_factor"].iloc[2])


@pytest.mark.parametrize(("column", "value"), [("solved", "maybe"), ("solved", 7), ("steps", "x")])
def test_a_damaged_value_is_one_line(
    results: Path, column: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(results / "results.sqlite")) as connection:
        connection.execute(f"UPDATE episodes SET {column} = ?", (value,))
        connection.commit()
    for call in (["report", str(results)], ["compare", str(results), str(results)]):
        assert cli.main(call) == 2
        assert f"{results}/results.sqlite: is damaged: " in capsys.readouterr().err


def test_the_table_of_a_folder_gives_bounds(results: Path) -> None:
    found, _ = summary.lines(results)
    assert [(each["solved"], each["unread"], each["episodes"]) for each in found] == [(1, 1, 3)]
    out = StringIO()
    Console(file=out, width=200).print(summary.table(found))
    assert "1 to 2 of 3, 1 unread" in out.getvalue()
    assert summary.bounds(40, 0, 60) == "40/60"
    assert summary.bounds(40, 6, 60) == "40 to 46 of 60, 6 unread"


def test_a_comparison_counts_the_pairs_that_are_left_out(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("instance-1", "instance-2", "instance-3")
    other = keep(tmp_path / "other", *(play("basic", PLAN, instance=name) for name in names))
    pairs = tmp_path / "pairs.csv"
    assert cli.main(["compare", str(results), str(other), "-o", str(pairs)]) == 0
    out = capsys.readouterr().out
    assert "1 more pair left out because an answer is unread: 1 of A, 0 of B" in out
    assert "With the omitted pairs, A - B lies between -67 and -33 points" in out
    assert pd.read_csv(pairs)["finish_a"].tolist() == ["goal", "plan-ended", "unread"]
    assert cli.main(["compare", str(results), str(results)]) == 0
    out = capsys.readouterr().out
    assert out.rstrip().endswith("A and B solve the same tasks in the pairs that are compared.")
