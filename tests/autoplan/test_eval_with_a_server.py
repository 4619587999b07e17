"""`autoplan eval` with a model on a server: the real SDK over HTTP, the reader behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from pddl2nl.llm import OpenAIModel
from tests.autoplan.served_reader import Player
from tests.chat_server import ChatServer, completion, error, reply

SMALL = ("eval", "--domain", "ferry", "--instances", "2", "--model", "openai/m-1")


pytestmark = pytest.mark.usefixtures("key")


def order(server: ChatServer, out: Path, *mechanisms: str) -> list[str]:
    where = ("--base-url", server.base_url, "--out", str(out))
    return [*SMALL, "--mechanism", *mechanisms, *where]


def test_a_model_on_a_server_plays_all_mechanisms(player: Player, key: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with ChatServer(answer=player.answer) as server:
        assert cli.main(order(server, out, "basic", "cot", "act", "react")) == 0
        frame = autoplan.load(out)
        assert len(frame) == 8
        assert frame["solved"].all()
        assert set(frame["model"]) == {"openai/m-1"}
        assert len(server.received) == frame["calls"].sum()
        assert (frame["input_tokens"] == 10 * frame["calls"]).all()
        assert (frame["output_tokens"] == 5 * frame["calls"]).all()
        assert not frame["tokens_estimated"].any()
        for request in server.received:
            assert request.headers["authorization"] == f"Bearer {key}"
            assert request.body["temperature"] == 0


def test_answers_that_are_known_are_not_asked_for_again(player: Player, tmp_path: Path) -> None:
    with ChatServer(answer=player.answer) as server:
        assert cli.main(order(server, tmp_path / "one", "basic", "act")) == 0
        asked = len(server.received)
        assert asked > 0
        assert cli.main(order(server, tmp_path / "two", "basic", "act")) == 0
        assert len(server.received) == asked
    one, two = (autoplan.load(tmp_path / name) for name in ("one", "two"))
    same = ["instance", "mechanism", "solved", "steps", "calls", "input_tokens", "output_tokens"]
    by = ["mechanism", "instance"]
    assert one[same].sort_values(by).values.tolist() == two[same].sort_values(by).values.tolist()


def test_a_wrong_key_stops_everything_with_one_line(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(answer=lambda request: error(401, f"Incorrect key {key}")) as server:
        assert cli.main(order(server, tmp_path / "out", "act")) == 2
    told = capsys.readouterr().err.splitlines()
    stops = [line for line in told if line.startswith("stopped: ")]
    assert len(stops) == 1
    assert "401" in stops[0]
    assert stops[0].endswith("(to continue, repeat the command)")
    assert key not in "".join(told)
    assert not any("Traceback" in line for line in told)
    assert len(autoplan.load(tmp_path / "out")) == 0


def test_a_passing_fault_is_recorded_and_played_again(
    player: Player,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = tmp_path / "out"
    defaults = OpenAIModel.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "max_retries", 0)
    with ChatServer([error(503, "too many players")], answer=player.answer) as server:
        assert cli.main(order(server, out, "basic")) == 1
        first = autoplan.load(out)
        assert sorted(first["finish"]) == ["error", "goal"]
        failed = first.query("finish == 'error'").iloc[0]
        assert not failed["solved"]
        assert "503" in failed["error"]
        assert "too many players" in capsys.readouterr().err
        assert cli.main(order(server, out, "basic")) == 0
    second = autoplan.load(out)
    assert list(second["finish"]) == ["goal", "goal"]
    assert second["error"].isna().all()
    assert "1 of 2 episodes are already in the results folder" in capsys.readouterr().err


def test_a_request_that_is_rejected_ends_its_episode_alone(player: Player, tmp_path: Path) -> None:
    out = tmp_path / "out"
    refusal = error(400, "This prompt is too long", code="context_length_exceeded")
    with ChatServer([refusal], answer=player.answer) as server:
        assert cli.main(order(server, out, "basic")) == 1
    assert sorted(autoplan.load(out)["finish"]) == ["error", "goal"]


HALF = '{"from": "\\ud800", "\\udfff": "\\ud800"}'
"""Arguments in which JSON escapes halves of surrogate pairs, which are no text."""


def test_half_a_character_in_a_call_ends_neither_the_run_nor_the_report(tmp_path: Path) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "sail", "arguments": HALF}}
    answer = reply(completion(None, tool_calls=[call]))
    with ChatServer(answer=lambda request: answer) as server:
        call_once = ("--input", "tools", "--patience", "1", "--translator", "none")
        assert cli.main([*order(server, tmp_path / "out", "act", "react"), *call_once]) == 0
    frame = autoplan.load(tmp_path / "out")
    assert set(frame["finish"]) == {"patience"}
    assert not frame["solved"].any()
    assert cli.main(["report", str(tmp_path / "out")]) == 0
