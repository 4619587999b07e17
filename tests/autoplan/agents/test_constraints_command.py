"""`autoplan constraints`: the pipeline over travel tasks, with a model behind a server."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from autoplan import cli
from autoplan.agents.commands import _world_options, constraints
from pddl2nl.llm import TransientModelError
from simulator.agents.sandbox import Sandbox
from tests.chat_server import ChatServer
from tests.policies.agents.constraints.answers import REQUEST, SCRIPT, SEED, STEPS, TOO_DEAR, fenced

pytestmark = pytest.mark.usefixtures("key")
needs_scripts = pytest.mark.skipif(
    find_spec("z3") is None or bool(Sandbox.unavailable()), reason="scripts cannot be run here"
)


def answer(body: dict[str, Any]) -> str:
    """What a model answers that solves the task of `SEED`, and no other."""
    question = body["messages"][0]["content"]
    if "The steps:" in question:
        return fenced(SCRIPT if '"Port Ismere"' in question else TOO_DEAR)
    if "numbered list" in question:
        return STEPS
    if "from Port Ismere to" in question:
        return REQUEST
    return REQUEST.replace("Port Ismere", "Nowhere")


@needs_scripts
def test_it_prints_subtasks_with_intervals_and_keeps_the_stages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "kept"
    with ChatServer(answer=answer) as server:
        call = ["constraints", "--model", "openai/m-1", "--base-url", server.base_url]
        call += ["--seed", str(SEED), "1", "--out", str(out)]
        assert cli.main(call) == 0
    printed = capsys.readouterr()
    rows = [re.split(r"  +", line.strip()) for line in printed.out.splitlines()]
    for name in ("flight 1", "flight 2", "hotel", "all of it"):
        assert [name, "1/2", "50%", "9% to 91%"] in rows
    assert "ended: answered 1, no-solution 1; repairs: 0.0 a task" in printed.out
    kept = [json.loads(line) for line in (out / "constraints.jsonl").read_text().splitlines()]
    assert [each["solved"] for each in kept] == [True, False]
    assert kept[0]["stages"][-1]["text"] == SCRIPT.strip()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--model", "reader"), "the reader cannot write code: name another --model"),
        (("--model", "openai/m-1", "--days", "1"), "travel needs days from 2 to 14, not 1"),
        (("--model", "openai/m-1", "--tasks", "nowhere"), "nowhere/train_ref_info.jsonl: No such"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    options: tuple[str, ...],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_world_options, "is_installed", lambda _: True)
    monkeypatch.setattr(Sandbox, "unavailable", staticmethod(lambda: ""))
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


def test_a_model_that_does_not_answer_is_said_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object, **__: object) -> None:
        raise TransientModelError("the connection failed", reason="network")

    monkeypatch.setattr(_world_options, "is_installed", lambda _: True)
    monkeypatch.setattr(Sandbox, "unavailable", staticmethod(lambda: ""))
    monkeypatch.setattr(constraints, "study_pipeline", failing)
    assert cli.main(["constraints", "--model", "openai/m-1", "--base-url", "http://x/v1"]) == 2
    said = capsys.readouterr().err
    assert said == "stopped: the connection failed (the same command continues)\n"
