"""The scripts of tables and figures, as a user calls them: they play offline to the end."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autoplan import cli
from tests.conftest import REPOSITORY

Run = Callable[..., int]

SNIPPETS = """
predicates:
  {clear: "{} is clear", ontable: "{} lies on the table", handempty: "the hand is free",
   holding: "{} is in the hand", "on": "{} lies on {}"}
actions:
  {pick-up: "take {}", put-down: "lay down {}", stack: "put {} on top of {}",
   unstack: "take {} off {}"}
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, cache: Path) -> Run:
    """Runs a script with arguments; gives its exit status."""
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))

    def call(name: str, *arguments: object) -> int:
        table = REPOSITORY / "scripts" / "tables.py"
        script = own if (own := table.with_stem(name)).exists() else table
        words = [str(script), *([] if script == own else [name]), *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as left:
            runpy.run_path(str(script), run_name="__main__")
        assert isinstance(left.value.code, int)
        return left.value.code

    return call


def rows(markdown: str) -> dict[str, list[str]]:
    """The rows of the tables in a text, by their first cells."""
    lines = [line.strip("|").split("|") for line in markdown.splitlines() if line[:1] == "|"]
    return {first.strip(): [cell.strip() for cell in cells] for first, *cells in lines}


def test_table_2_plays_everybody_and_stands_beside_the_paper(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "paper"
    few = ("--domains", "blocksworld", "ferry", "--instances", 1)
    assert run("table2", "--markdown", "--run", out, *few) == 0
    found = rows(capsys.readouterr().out)
    random = found["ferry"].pop(9)
    assert random.endswith(" (0)")
    assert found["ferry"] == [
        *("20", "– (7)", "– (12)", "– (14)", "– (18)", "– (0)", "– (13)", "– (8)"),
        *("– (17)", "1/1 (20)", "1/1 (20)", "1/1 (20)"),
    ]
    assert "ferry, library" not in found  # an offline model played it
    assert found["grid"][:2] == ["20", "– (8)"]
    assert found["blocksworld, obfuscated"][1::2][:2] == ["– (0)", "– (0)"]
    assert found["Σ, published"][1:5] == ["(100)", "(125)", "(174)", "(194)"]

    assert run("table6", "--markdown", out) == 0
    found = rows(capsys.readouterr().out)
    assert found["ferry"][0] == "1"
    assert [cell.split()[1] for cell in found["ferry"][1:]] == ["(18,027)", "(29,356)", "(14,210)"]
    assert found["grid"][0] == "–"
    assert found["ratio"][1].startswith("1.00")


def test_table_7_says_which_descriptions_cannot_be_played(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, snippets = tmp_path / "paper", tmp_path / "snippets"
    snippets.mkdir()
    (snippets / "blocksworld.yaml").write_text(SNIPPETS)
    (snippets / "depot.yaml").write_text(SNIPPETS)
    call = ("--markdown", "--run", out, "--snippets", snippets, "--instances", 1)
    assert run("table7", *call, "--domains", "blocksworld", "depot") == 0
    shown = capsys.readouterr()
    assert rows(shown.out)["depot"] == ["–", "(35,352)", "(24,346)"]
    told = [line for line in shown.err.splitlines() if line.startswith("not played: ")]
    assert "the reader cannot read what people wrote" in told[0]
    assert "depot.yaml" in told[1]


def test_table_3_plays_the_suites_that_are_there(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suites = tmp_path / "suites"
    source = REPOSITORY / "domains" / "ferry"
    for name in ("gripper98", "snake18-bfs", "unknown99"):
        folder = suites / name
        (folder / "instances").mkdir(parents=True)
        (folder / "domain.pddl").write_text((source / "domain.pddl").read_text())
        for number in (1, 2, 3):
            problem = source / "instances" / f"instance-{number}.pddl"
            (folder / "instances" / problem.name).write_text(problem.read_text())
    call = ("--markdown", "--run", tmp_path / "ipc", "--suites", suites, "--instances", 1)
    assert run("table3", *call) == 0
    found = rows(capsys.readouterr().out)
    assert found["gripper98"][:3] == ["19", "– (12)", "– (19)"]
    assert found["gripper98"][4:] == ["1/1 (7)", "1/1 (6)", "1/1 (19)"]


def test_scaling_says_at_which_size_players_stop(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["eval", "--mechanism", "ff", "--domain", "ferry", "--instances", "1"]
    assert cli.main([*call, "--out", str(tmp_path / "out")]) == 0
    capsys.readouterr()
    assert run("scaling", "--markdown", tmp_path) == 0
    found = rows(capsys.readouterr().out)
    assert found["ferry-scaled"][-1] == "– (20)"
    assert found["Σ, published"][-1] == "(80)"


def test_identical_trajectories_are_counted_in_three_forms(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("token_ratios", "--markdown", "--domains", "ferry", "--instances", 2) == 0
    found = rows(capsys.readouterr().out)
    assert found["ferry"][0] == "2"
    nl, template, pddl = (float(cell.split()[0]) for cell in found["ratio"][1:])
    assert pddl < nl == 1.0 < template


def test_frontier_stands_beside_the_published_study(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("--domains", "frontier-spanner", "--instances", 2)
    assert run("frontier", "--markdown", "--run", tmp_path, *few) == 0
    told = capsys.readouterr().out
    found = rows(told)
    assert found["domain"] == ["tasks", "lama-first"]
    assert found["spanner"] == ["45", "2/2"]
    assert found["rovers"] == ["45", "–"]
    assert found["Σ"] == ["360", "2/2"]
    assert "LAMA 204, GPT-5 205 (152), Gemini 2.5 Pro 155 (146), DeepSeek R1 157 (93)" in told


def test_the_largest_task_is_timed_stage_by_stage(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("bench_largest", "--markdown", "--floors", 6, "--passengers", 3) == 0
    told = capsys.readouterr().out
    assert "9 objects, 22 facts, " in told
    assert set(rows(told)) >= {"read", "prompt, from the file's values", "episode with Act"}


@pytest.mark.parametrize(
    ("script", "arguments", "told"),
    [
        ("table2", [], "name a folder with results, or have them played with --run DIR"),
        ("table6", ["{tmp}"], "contains no results"),
        ("table2", ["{tmp}", "--", "--verbalizer", "llm"], "--verbalizer needs --run DIR"),
        ("table3", ["--run", "{tmp}/out"], "--run needs --suites FOLDER"),
        ("table7", ["--run", "{tmp}/out"], "--run needs --snippets FOLDER"),
        ("table6", ["--run", "{tmp}/out", "--domains", "ferry", "--model", "x/y"], "not played"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    run: Run,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    script: str,
    arguments: list[str],
    told: str,
) -> None:
    assert run(script, *(each.format(tmp=tmp_path) for each in arguments)) == 2
    shown = capsys.readouterr()
    assert told in shown.err.splitlines()[-1]
    assert shown.out == ""
