"""The first table: recorded answers of a language model, graded again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from scripts import first_table as script
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long


def test_the_recorded_answers_solve_as_the_readme_shows(tmp_path: Path) -> None:
    tasks = script.made_tasks(["visitall"], tmp_path)
    assert [task.scaled for task in tasks] == [False, False, True]
    rows = list(script.graded(tasks, tmp_path / "out"))
    assert [str(row).split(" | ")[2] for row in rows] == ["2 of 2"] * 4
    assert [str(row).split(" | ")[4] for row in rows] == ["1 of 1 |"] * 4
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert all(f"| {row.who} | {row.form} | 26 of 26 |" in readme for row in rows)


def test_an_altered_answer_is_not_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(script.DATA, tmp_path / "data")
    lines = (script.DATA / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    answers = [
        {**each, "answer": _without_a_step(each["answer"])} for each in map(json.loads, lines)
    ]
    text = "".join(json.dumps(each) + "\n" for each in answers)
    (tmp_path / "data" / "answers.jsonl").write_text(text, encoding="utf-8")
    monkeypatch.setattr(script, "DATA", tmp_path / "data")
    tasks = script.made_tasks(["ferry"], tmp_path)[:1]
    rows = script.graded(tasks, tmp_path / "out")
    assert [str(row).split(" | ")[2] for row in rows] == ["0 of 1"] * 4


def _without_a_step(answer: str) -> str:
    first, second, *others = answer.splitlines()
    return "\n".join((first, second, *others[1:]))
