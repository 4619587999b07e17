"""How players behave, as columns of the results; what they are told, and how often they may try."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import autoplan
from autoplan import cli
from autoplan.results.reading import settings, transcripts
from simulator.episode import NEUTRAL_TEXT
from tests import yard
from tests.chat_server import ChatServer

pytestmark = pytest.mark.usefixtures("key")

STEPS = {
    "drive": "(drive lorry quay shed)",
    "load": "(load arm box lorry shed)",
    "back": "(drive lorry shed quay)",
    "wrong": "(drive wreck quay shed)",
    "look": "look around",
    "done": "You are finished",
    "babble": "(dance)",
}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("yard").mkdir()
    Path("yard/domain.pddl").write_text(yard.DOMAIN)
    Path("yard/p1.pddl").write_text(yard.PROBLEM)


def played(answers: list[str], *options: str, mechanism: str = "act") -> list[dict[str, Any]]:
    """Play with the answers of a script; gives the requests."""
    script = iter(answers)
    with ChatServer(answer=lambda _: next(script)) as server:
        order = ["eval", "--mechanism", mechanism, "--domain", "yard", "--input", "pddl"]
        order += ["--model", "openai/m-1", "--base-url", server.base_url, "--out", "out"]
        assert cli.main([*order, *options]) == 0
        return [each.body for each in server.received]


def test_conduct_is_counted() -> None:
    words = "look wrong look done babble drive load back"
    played([STEPS[word] for word in words.split()], "--feedback", "none", "--patience", "9")
    (row,) = autoplan.load("out").to_dict("records")
    counts = {name: row[name] for name in ("looks", "looks_after_mistake", "false_finishes")}
    assert counts == {"looks": 2, "looks_after_mistake": 1, "false_finishes": 1}
    assert (row["mistakes"], row["attempts"], row["steps"]) == (3, 1, 6)
    assert pd.isna(row["goal_step"])
    assert pd.isna(row["length_factor"])
    assert row["finish"] == "limit"
    assert not row["flawless"]


def test_a_flawless_episode_and_its_length() -> None:
    played([STEPS[word] for word in ("drive", "look", "load", "back")])
    (row,) = autoplan.load("out").to_dict("records")
    assert (row["solved"], row["flawless"], row["mistakes"]) == (True, True, 0)
    assert (row["goal_step"], row["plan_length"], row["length_factor"]) == (4, 3, 1.0)


def test_patience_ends_an_episode_and_belongs_to_the_experiment() -> None:
    played([STEPS["wrong"]] * 9, "--patience", "2")
    (row,) = autoplan.load("out").to_dict("records")
    assert (row["finish"], row["steps"], row["solved"]) == ("patience", 2, False)
    assert settings(Path("out"))["patience"] == "2"


def test_what_is_left_out_is_not_sent() -> None:
    words = [STEPS[word] for word in ("drive", "wrong", "load", "back")]
    asked = played(words, "--feedback", "negative", "unfinished")
    seen = [each["content"] for each in asked[-1]["messages"] if each["role"] == "user"][-3:]
    assert seen[0] == seen[2] == NEUTRAL_TEXT
    assert "not applicable" in seen[1] or "broken" in seen[1]


def test_a_second_attempt_is_counted() -> None:
    plan = "\n".join(STEPS[word] for word in ("drive", "load", "back"))
    first = f"{STEPS['load']}\n[PLAN END]"
    asked = played([first, f"{plan}\n[PLAN END]"], "--attempts", "2", mechanism="basic")
    assert len(asked) == 2
    (row,) = autoplan.load("out").to_dict("records")
    assert (row["solved"], row["attempts"], row["plan_length"]) == (True, 2, 3)
    assert row["goal_step"] == 4
    assert not row["flawless"]


def test_the_rounds_of_modulo_are_counted_and_their_critiques_kept() -> None:
    plan = "\n".join(STEPS[word] for word in ("drive", "load", "back"))
    early = f"{STEPS['load']}\n[PLAN END]"
    asked = played([early, early, f"{plan}\n[PLAN END]"], mechanism="modulo")
    (row,) = autoplan.load("out").to_dict("records")
    assert (row["solved"], row["attempts"], row["mistakes"]) == (True, 3, 2)
    [(_, finish, transcript)] = transcripts(Path("out"))
    assert finish == "goal"
    assert [each["same_as"] for each in transcript.attachments["rounds"]] == [[], [1], []]
    said = [message.content for call in transcript.calls for message in call.sent]
    assert "Plan 2 is the same as plan 1" in said[-1]
    assert said[-1] == asked[-1]["messages"][-1]["content"]


def test_modulo_plays_beside_basic_offline_and_is_in_the_report(tmp_path: Path) -> None:
    order = ["eval", "--mechanism", "modulo", "basic", "--domain", "blocksworld"]
    order += ["--instances", "2", "--input", "nl", "pddl", "--out", str(tmp_path / "o")]
    assert cli.main(order) == 0
    frame = autoplan.load(tmp_path / "o")
    assert frame["solved"].all()
    assert (frame["attempts"] == 1).all()
    assert cli.main(["report", str(tmp_path / "o")]) == 0
    assert "LLM-Modulo" in (tmp_path / "o" / "report.html").read_text(encoding="utf-8")
