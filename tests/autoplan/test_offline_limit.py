"""A task that is too hard for the offline model: its episodes end for that, and the run says so."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from autoplan import cli, progress
from tests.hard_task import DOMAIN, problem_text


def test_a_search_out_of_time_ends_the_episode_and_the_run_says_that_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(progress, "_SECONDS_OF_SILENCE", 0.2)
    (tmp_path / "instances").mkdir()
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "instances" / "instance-1.pddl").write_text(problem_text(39))
    out = tmp_path / "out"
    call = ["eval", "--mechanism", "act", "--domain", str(tmp_path), "--examples", "0"]
    limits = ["--timeout", "0.6", "--time-limit", "0.4"]
    assert cli.main([*call, *limits, "--out", str(out)]) == 1
    printed = capsys.readouterr().err
    assert "the offline model found no plan within 0.6 s (see --timeout)" in printed
    assert "0/1 episodes, 0 solved in this run, " in printed
    assert "1 episode ended with an error; " in printed
    with sqlite3.connect(out / "results.sqlite") as results:
        assert results.execute("SELECT finish FROM episodes").fetchall() == [("error",)]
