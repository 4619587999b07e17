"""`autoplan agents`, and the agents among the mechanisms of `autoplan eval`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import autoplan
from autoplan import cli
from autoplan.agents.commands import agents
from autoplan.agents.studies.agents import RunKey, study_task
from autoplan.results.reading import transcripts
from domains.agents import AgenticTask
from policies import PromptSet
from simulator.agents.sandbox import Sandbox

SMALL = ("--benchmark", "unit-movement", "--size", "units=3", "wanted=2")


def rows_of(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "runs.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_one_task_is_shown_command_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["agents", *SMALL, "--tn", "none"]) == 0
    printed = capsys.readouterr().out
    assert "unit-movement, units=3 wanted=2, seed 1: procllm, network: none" in printed
    for command in ("Read problem_specification.txt", "Append notes.txt", "Write answer.txt"):
        assert f"\n  {command}\n" in printed
    assert printed.rstrip().endswith("solved after 7 cycles")


def test_one_task_of_each_benchmark_shows_whether_there_are_tools(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[RunKey] = []

    def counted(key: RunKey, *rest: Any) -> AgenticTask:
        made.append(key)
        return study_task(key, *rest)

    monkeypatch.setattr(agents, "study_task", counted)
    assert cli.main(["agents", *SMALL, "--tn", "none", "--seeds", "1-20"]) == 0
    assert len(made) == 1


def test_the_offline_player_finishes_blocks_world_in_every_condition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["agents", "--study", "--benchmark", "blocks-world", "--seeds", "1", "-o", str(tmp_path)]
    assert cli.main(call) == 0
    rows = rows_of(tmp_path)
    assert len(rows) == 4 * 3
    assert all(row["solved"] for row in rows)
    assert {row["tn"] for row in rows} == {"human", "llm", "none"}
    printed = capsys.readouterr()
    assert "76%" not in printed.out  # four tasks a condition
    assert "51%–100%" in printed.out
    assert "blocks-world, human: GPT-oss 120b (ProcLLM section 5): largest 70%" in printed.out
    assert (tmp_path / "blocks-world.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (tmp_path / "networks" / "blocks-world-procllm-reader.json").is_file()
    assert "12/12" in printed.err
    human = next(row for row in rows if row["tn"] == "human")
    assert human["work"]["verified"][-2:] == ["build the stack", "process user request"]


def test_networks_in_the_shape_of_the_published_ones_are_named_as_such(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call = ["agents", *SMALL, "--tn", "paper"]
    origin = "network paper: written for this project in the shape of the published one (ProcLLM"
    assert cli.main(call) == 0
    assert origin in capsys.readouterr().out
    assert cli.main([*call, "human", "paper-llm", "--study", "--seeds", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("solved 1") == 3
    assert origin in printed
    assert "network human:" not in printed
    figure = "GPT-oss (ProcLLM Figure 3): above none for every model"
    assert f"unit-movement, paper: {figure}" in printed
    assert f"unit-movement, human: {figure}" in printed
    assert "unit-movement, paper-llm: GPT-oss (ProcLLM Figure 3): above none; below" in printed


def test_the_rule_of_the_task_may_decide_on_the_last_task(tmp_path: Path) -> None:
    call = ["agents", "--study", *SMALL, "--tn", "none", "--seeds", "1", "-o", str(tmp_path)]
    assert cli.main(call) == 0
    assert cli.main([*call, "--check", "answer"]) == 0
    asked, ruled = rows_of(tmp_path)
    assert (asked["check"], asked["calls"], asked["cycles"]) == ("verifier", 8, 7)
    assert (ruled["check"], ruled["calls"], ruled["cycles"]) == ("answer", 7, 7)


def test_what_is_in_the_folder_is_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["agents", "--study", *SMALL, "--tn", "none", "-o", str(tmp_path)]
    assert cli.main([*call, "--seeds", "1-2"]) == 0
    first = (tmp_path / "runs.jsonl").read_text(encoding="utf-8")
    # The end of a run that was killed while it was written.
    (tmp_path / "runs.jsonl").write_text(first + '{"benchmark": "unit', encoding="utf-8")
    capsys.readouterr()
    assert cli.main([*call, "--seeds", "1", "2", "3"]) == 0
    told = capsys.readouterr().err
    assert "2 of 3 runs are already in" in told
    assert "3/3" in told
    assert (tmp_path / "runs.jsonl").read_text(encoding="utf-8").startswith(first)
    assert [row["seed"] for row in rows_of(tmp_path)] == [1, 2, 3]


@pytest.mark.parametrize("end", ["", '{"benchmark": "unit é'], ids=["whole", "cut off"])
def test_a_folder_goes_on_whatever_characters_its_runs_hold(tmp_path: Path, end: str) -> None:
    call = ["agents", "--study", *SMALL, "--tn", "none", "--seeds", "1", "-o", str(tmp_path)]
    assert cli.main(call) == 0
    (row,) = rows_of(tmp_path)
    row["reason"] = "a line\u2028another\x85and a third"
    kept = json.dumps(row, ensure_ascii=False) + "\n"
    # A kill may fall between the bytes of one character.
    (tmp_path / "runs.jsonl").write_bytes((kept + end).encode()[: -1 if end else None])
    assert cli.main(call) == 0
    assert (tmp_path / "runs.jsonl").read_text(encoding="utf-8") == kept


def test_a_folder_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    folder = tmp_path / "file" / "o"
    call = ["agents", "--study", *SMALL, "--tn", "none", "--seeds", "1", "-o", str(folder)]
    assert cli.main(call) == 2
    assert f"{folder}/runs.jsonl: cannot be written: Not a directory" in capsys.readouterr().err


def test_an_answer_that_cannot_be_read_is_neither_right_nor_wrong() -> None:
    key = RunKey("blocks-world", "blocks=3 height=2", "none", "procllm", "reader", 1)
    assessed = study_task(key, PromptSet()).check("1. Juggle the blocks until they are tall.")
    assert assessed.solved is None
    assert assessed.reason


def test_a_line_that_is_no_run_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "runs.jsonl").write_text('{"solved": true}\n', encoding="utf-8")
    assert cli.main(["agents", "--study", *SMALL, "-o", str(tmp_path)]) == 2
    assert "runs.jsonl:1: is not a run of this study" in capsys.readouterr().err


def test_a_horizon_too_short_fails_and_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["agents", "--study", *SMALL, "--tn", "none", "--horizon", "3"]) == 0
    printed = capsys.readouterr().out
    assert "horizon 3" in printed
    assert "0%–56%" in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--tn", "nothing.json"),
            "--tn is human, paper, paper-llm, first-steps, llm, none or a file, and 'nothing.json'",
        ),
        (
            ("--tn", "first-steps"),
            "--tn first-steps: there is none for blocks-world, only for travel",
        ),
        (("--size", "blocks=3"), "--size belongs to one benchmark: add --benchmark NAME"),
        (
            ("--benchmark", "unit-movement", "--size", "blocks=3"),
            "there is no such size; unit-movement has units, wanted",
        ),
        (
            ("--benchmark", "blocks-world", "--size", "blocks=3", "height=9"),
            "a stack of at least two blocks",
        ),
        (("--size", "three"), "expected NAME=N"),
        (("--seeds", "3-1"), "expected a number, or a span as 1-20"),
        (("--seeds", "1-999999999999"), "expected a number, or a span as 1-20"),
        (("--seeds", "9" * 5000), "expected a number, or a span as 1-20"),
        (("--size", "units=" + "9" * 5000), "expected NAME=N, as blocks=9"),
        (("--benchmark", "chess"), "invalid choice: 'chess'"),
    ],
)
def test_a_wrong_order_is_one_line(
    options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = cli.main(["agents", "--study", *options])
    except SystemExit as ended:  # the parser of options ends by itself
        status = int(ended.code or 0)
    told = capsys.readouterr().err
    assert status == 2
    assert message in told
    assert "Traceback" not in told


def test_a_network_with_a_fault_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "net.json"
    path.write_text('{"m": {"task": "go"}}', encoding="utf-8")
    assert cli.main(["agents", "--study", *SMALL, "--tn", str(path)]) == 2
    assert f"{path}:1:7: the task 'go' has no effect" in capsys.readouterr().err


def test_without_a_sandbox_what_needs_one_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(agents.Sandbox, "unavailable", staticmethod(lambda: "bwrap is missing"))
    assert cli.main(["agents", "--study", "--benchmark", "recipes"]) == 2
    assert "recipes with procllm runs code: bwrap is missing" in capsys.readouterr().err
    assert cli.main(["agents", *SMALL, "--tn", "none"]) == 0


@pytest.mark.skipif(bool(Sandbox.unavailable()), reason=Sandbox.unavailable() or "-")
def test_a_copy_of_travelplanner_is_studied_task_by_task(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["agents", "--study", "--travelplanner", str(shared / "travelplanner"), "--tn", "human"]
    assert cli.main([*call, "--benchmark", "travel", "--seeds", "1", "-o", str(tmp_path)]) == 0
    rows = rows_of(tmp_path)
    assert len({row["task"] for row in rows}) == len(rows) > 5
    # The offline model knows nothing of travelling, and says so until the horizon.
    assert {row["ended"] for row in rows} == {"horizon"}
    shown = capsys.readouterr()
    assert "flight 1 0%, flight 2 0%, hotel 0%" in shown.out
    assert "TravelPlanner, train: 7 of 45 requests have one destination" in shown.err
    assert cli.main(call) == 2
    assert "--travelplanner goes with --benchmark travel" in capsys.readouterr().err
    assert cli.main([*call, "--benchmark", "travel", "--split", "validation"]) == 2
    assert "validation_ref_info.jsonl: cannot be read" in capsys.readouterr().err


@pytest.mark.skipif(bool(Sandbox.unavailable()), reason=Sandbox.unavailable() or "-")
def test_the_study_runs_both_agents_on_recipes(tmp_path: Path) -> None:
    call = ["agents", "--study", "--benchmark", "recipes", "--agent", "procllm", "multistep"]
    assert cli.main([*call, "--seeds", "1", "-o", str(tmp_path)]) == 0
    assert [row["ended"] for row in rows_of(tmp_path)] == ["solved"] * 6


def test_agents_play_beside_other_mechanisms_and_appear_in_the_report(tmp_path: Path) -> None:
    out = tmp_path / "o"
    mechanisms = ["procllm", "procllm:tn=none,horizon=4", "multistep:tn=llm", "basic"]
    call = ["eval", "--mechanism", *mechanisms, "--domain", "ferry", "--instances", "2"]
    assert cli.main([*call, "--input", "nl", "pddl", "--out", str(out)]) == 0
    frame = autoplan.load(out)
    short = frame["mechanism"] == "procllm:tn=none,horizon=4"
    assert frame.loc[~short, "solved"].all()
    assert set(frame.loc[short, "finish"]) == {"horizon"}
    assert (frame.loc[short, "calls"] == 4).all()
    kept = [
        transcript.attachments["agent"]
        for key, _, transcript in transcripts(out)
        if key.mechanism == "procllm"
    ]
    assert len(kept) == 4
    assert all(each["verified"][-1] == "process user request" for each in kept)
    assert cli.main(["report", str(out)]) == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "ProcLLM" in page
    assert "the agent reached its turn limit" in page.replace("&#39;", "'")


def test_a_dry_run_and_a_prompt_know_the_agents(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["--mechanism", "procllm", "--domain", "ferry"]
    assert cli.main(["prompt", *call, "--instance", "2"]) == 0
    assert "***NOTES START***" in capsys.readouterr().out
    assert cli.main(["eval", *call, "--instances", "1", "--dry-run"]) == 0
    # From the cycles of the offline player, with its verifications, to the horizon.
    assert " to 200 " in capsys.readouterr().out
