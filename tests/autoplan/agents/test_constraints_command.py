"""`autoplan constraints`: whole trips in the ways of Table 1, with a model behind a server."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from autoplan import cli
from autoplan.agents.commands import _world_options, constraints
from domains.agents.travel import TOUR_PARTS
from pddl2nl.llm import TransientModelError
from simulator.agents.sandbox import Sandbox
from tests.chat_server import ChatServer
from tests.recordings import DATA, recording

pytestmark = pytest.mark.usefixtures("key")
needs_z3 = pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")
needs_scripts = pytest.mark.skipif(
    find_spec("z3") is None or bool(Sandbox.unavailable()), reason="scripts cannot be run here"
)
STAGES = {"json": "one JSON object", "steps": "one numbered list", "code": "the whole script"}
"""The form of answer that a prompt of the pipeline asks for, and no other prompt does."""


def answer(body: dict[str, Any]) -> str:
    """What the language model answered to the stage that a question is about, for one trip.

    To any other question, nothing of use.
    """
    question = body["messages"][0]["content"]
    if "2031-04-21" in question or "April 21, 2031" in question:
        for each in recording(DATA / "agents" / "constraints" / "trips-21.json").answers:
            if STAGES[each["subject"]] in question:
                return str(each["answer"])
    return "I do not know."


def rows(printed: str) -> dict[str, list[str]]:
    cells = (re.split(r"  +", line.strip()) for line in printed.splitlines())
    return {first: others for first, *others in cells}


@needs_scripts
def test_the_ways_stand_side_by_side_and_all_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "kept"
    with ChatServer(answer=answer) as server:
        call = ["constraints", "--model", "openai/m-1", "--base-url", server.base_url]
        call += ["--way", "planner", "react", "constraints", "agentic", "--horizon", "2"]
        call += ["--seed", "21", "1", "--preferences", "3", "--out", str(out)]
        assert cli.main(call) == 0
    printed = capsys.readouterr().out
    shown = rows(printed)
    names = [name for name in shown if "LLM" in name or "ReAct" in name]
    assert [shown[name][4:8] for name in names] == [
        ["2", "0", "0", "0"],
        ["2", "1", "1", "1"],
        ["2", "0", "0", "0"],
        ["2", "0", "0", "0"],
    ]
    assert names[1] == "LLM for constraint models"
    assert shown[names[1]][:4] == ["model", "model's code", "z3", "openai/m-1"]
    assert "constraints: answered 1, no-json 1; there and back 1, route 1" in printed
    assert "published" not in printed
    kept = [json.loads(line) for line in (out / "constraints.jsonl").read_text().splitlines()]
    assert len(kept) == 8
    assert [row["solved"] for row in kept if row["way"] == "constraints"] == [True, False]
    stages = [row["stages"][-1]["name"] for row in kept if row["way"] == "constraints"]
    assert stages == ["code", "json"]


def test_dinner_in_the_wrong_city_is_right_by_the_rules_of_the_benchmark_alone() -> None:
    parts = {**dict.fromkeys(TOUR_PARTS, True), "time of day": False}
    row = {"parts": parts, "solved": False}
    counted = [counts(row) for counts in constraints._COUNTED.values()]
    assert counted == [True, True, False]
    assert not constraints._COUNTED["benchmark"]({"parts": {**parts, "meals": False}})


@needs_z3
def test_without_a_model_the_own_encoding_is_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sandbox, "unavailable", staticmethod(lambda: "no bubblewrap here"))
    assert cli.main(["constraints", "--visits", "1"]) == 0
    printed = capsys.readouterr()
    shown = rows(printed.out)["LLM for constraint models"]
    assert shown[:7] == ["the task's fields", "our encoding", "z3", "-", "3", "3", "3"]
    assert "trips-c5-v1-p2-w2-s1, constraints: answered" in printed.err


@needs_scripts
def test_the_benchmark_without_a_model(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["constraints", "--tasks", str(shared / "travelplanner"), "--limit", "3"]
    assert cli.main([*call, "--way", "react", "constraints", "agentic", "planner"]) == 0
    printed = capsys.readouterr().out
    shown = rows(printed)
    assert shown["End-to-end ReAct"][4] == "not run"
    assert shown["LLM for constraint models"][4:8] == ["3", "3", "3", "3"]
    assert shown["Task planner LLM"][3:8] == ["reader", "3", "0", "0", "0"]
    assert "react: not run, because reader writes no text; choose another --model" in printed
    assert "published" not in printed


@needs_scripts
def test_beside_a_model_stands_what_is_published_of_the_same_tasks(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["constraints", "--tasks", str(shared / "travelplanner"), "--limit", "1"]
    with ChatServer(answer=answer) as server:
        call += ["--model", "openai/m-1", "--base-url", server.base_url, "--horizon", "1"]
        assert cli.main([*call, "--way", "react", "agentic"]) == 0
    printed = capsys.readouterr().out
    assert "published for TravelPlanner, react: 0.6 % of trips with GPT-4" in printed
    assert "planner" not in printed


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--visits", "9"), "travel needs visits from 1 to 5, not 9"),
        (("--tasks", "nowhere"), "nowhere/train_ref_info.jsonl: No such"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    options: tuple[str, ...],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_world_options, "is_installed", lambda _: True)
    assert cli.main(["constraints", *options]) in (1, 2)
    said = capsys.readouterr().err
    assert said.startswith(told)
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("missing", ["the extra", "bubblewrap"])
def test_without_what_scripts_need_nothing_is_asked(
    missing: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_world_options, "is_installed", lambda _: missing != "the extra")
    monkeypatch.setattr(Sandbox, "unavailable", staticmethod(lambda: "no bubblewrap here"))
    assert cli.main(["constraints", "--model", "openai/m-1", "--base-url", "http://x/v1"]) == 2
    said = capsys.readouterr().err
    assert ("pip install" in said) if missing == "the extra" else (said == "no bubblewrap here\n")


def test_a_model_that_does_not_answer_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object, **__: object) -> None:
        raise TransientModelError("the connection failed", reason="network")

    monkeypatch.setattr(_world_options, "is_installed", lambda _: True)
    monkeypatch.setattr(Sandbox, "unavailable", staticmethod(lambda: ""))
    monkeypatch.setattr(constraints.TripStudio, "run", failing)
    assert cli.main(["constraints", "--model", "openai/m-1", "--base-url", "http://x/v1"]) == 2
    said = capsys.readouterr().err
    assert said == "stopped: the connection failed (to continue, repeat the command)\n"
