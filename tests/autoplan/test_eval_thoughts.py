"""`autoplan eval --thoughts llm`: a model behind a server writes the example's thoughts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import autoplan
from autoplan import cli
from tests.autoplan.served_reader import Player
from tests.chat_server import Behaviour, ChatServer, error

Answer = Callable[[dict[str, Any]], str | Behaviour]

pytestmark = pytest.mark.usefixtures("key")


def order(server: ChatServer, out: Path, *mechanisms: str) -> list[str]:
    return [
        *("eval", "--domain", "ferry", "--instances", "2", "--model", "openai/m-1"),
        *("--base-url", server.base_url, "--out", str(out), "--thoughts", "llm"),
        *("--mechanism", *mechanisms),
    ]


def asks_for_thoughts(request: dict[str, Any]) -> bool:
    return "where a thought belongs" in request["messages"][0]["content"]


def thinking(player: Player, word: str = "hm") -> Answer:
    """Plays as the reader does, and fills every gap with a word."""

    def answer(request: dict[str, Any]) -> str | Behaviour:
        if not asks_for_thoughts(request):
            return player.answer(request)
        gaps = re.findall(r"\[THOUGHT (\d+)\]", request["messages"][-1]["content"])
        return "\n".join(f"{gap}. Think: {word} {gap}." for gap in gaps)

    return answer


def test_all_episodes_see_the_thoughts_of_one_call(player: Player, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with ChatServer(answer=thinking(player)) as server:
        assert cli.main(order(server, out, "cot", "react")) == 0
        calls = [each.body for each in server.received if asks_for_thoughts(each.body)]
        assert len(calls) == 1
        assert (calls[0]["temperature"], calls[0]["seed"]) == (0, 1)
        assert calls[0].get("max_tokens", calls[0].get("max_completion_tokens")) == 2000
        for each in server.received:
            if not asks_for_thoughts(each.body):
                shown = [turn["content"] for turn in each.body["messages"]]
                assert any("Think: hm 1.\nInstruction: " in text for text in shown)
                assert not any("The goal is not reached yet" in text for text in shown)
    assert autoplan.load(out)["solved"].all()
    kept = json.loads((out / "thoughts" / "ferry-seed1.json").read_text())
    assert kept["source"] == "llm:openai/m-1"
    assert kept["thoughts"] == [f"hm {gap}." for gap in range(1, len(kept["plan"]) + 2)]


def test_thoughts_are_taken_from_the_results_folder_the_next_time(
    player: Player, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with ChatServer(answer=thinking(player)) as server:
        assert cli.main(order(server, out, "cot")) == 0
        kept = out / "thoughts" / "ferry-seed1.json"
        kept.write_text(kept.read_text().replace("hm 1.", "edited by hand."))
        seen = len(server.received)
        assert cli.main(order(server, out, "cot", "react")) == 0
        later = server.received[seen:]
    assert later
    assert not any(asks_for_thoughts(each.body) for each in later)
    for each in later:
        assert any("Think: edited by hand.\n" in turn["content"] for turn in each.body["messages"])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[:-9], "contains no thoughts that could be read"),
        (lambda text: text.replace('"hm 1.",', ""), "contains the thoughts of another example"),
        (lambda text: text.replace("(board", "(sail"), "contains the thoughts of another example"),
    ],
)
def test_kept_thoughts_that_do_not_fit_stop_the_run(
    player: Player,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[str], str],
    told: str,
) -> None:
    out = tmp_path / "out"
    with ChatServer(answer=thinking(player)) as server:
        assert cli.main(order(server, out, "cot")) == 0
        kept = out / "thoughts" / "ferry-seed1.json"
        kept.write_text(change(kept.read_text()))
        capsys.readouterr()
        assert cli.main(order(server, out, "cot", "react")) == 2
    assert f"ferry-seed1.json: {told}" in capsys.readouterr().err


def test_thoughts_of_no_use_are_replaced_by_the_rules_with_a_warning(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(request: dict[str, Any]) -> str | Behaviour:
        return "Sorry." if asks_for_thoughts(request) else player.answer(request)

    out = tmp_path / "out"
    with ChatServer(answer=answer) as server:
        assert cli.main(order(server, out, "react")) == 0
        assert sum(asks_for_thoughts(each.body) for each in server.received) == 2
    assert autoplan.load(out)["solved"].all()
    assert "ferry: the model's thoughts cannot be used" in capsys.readouterr().err
    kept = json.loads((out / "thoughts" / "ferry-seed1.json").read_text())
    assert kept["source"] == "rule"
    assert kept["thoughts"][-1].endswith("so nothing is left to do.")


def test_a_server_that_cannot_be_asked_stops_the_run_and_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with ChatServer(answer=lambda request: error(401, "Incorrect key")) as server:
        assert cli.main(order(server, out, "react")) == 2
    assert "to continue, repeat the command" in capsys.readouterr().err
    assert not (out / "thoughts").exists()


def test_another_model_can_write_the_thoughts(player: Player, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with ChatServer(answer=thinking(player)) as server:
        options = [*order(server, out, "react"), "--thoughts-model", "openai/m-2"]
        assert cli.main(options) == 0
        asked = {asks_for_thoughts(each.body): each.body["model"] for each in server.received}
    assert asked == {True: "m-2", False: "m-1"}


def test_a_folder_knows_who_wrote_its_thoughts(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with ChatServer(answer=thinking(player)) as server:
        by_rule = [
            word for word in order(server, out, "react") if word not in ("--thoughts", "llm")
        ]
        assert cli.main(by_rule) == 0
        assert cli.main(order(server, out, "react")) == 2
    assert "thoughts is rule there and llm:openai/m-1 here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--thoughts", "llm"], "the reader cannot write thoughts"),
        (["--thoughts", "llm", "--model", "random"], "the random cannot write thoughts"),
        (["--thoughts-model", "openai/m-2"], "--thoughts-model needs --thoughts llm"),
    ],
)
def test_thoughts_without_a_model_are_refused_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    call = ["eval", "--mechanism", "react", "--domain", "ferry", "--out", str(tmp_path / "out")]
    assert cli.main([*call, *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(told)
    assert not (tmp_path / "out").exists()


def test_thoughts_may_tell_the_state(player: Player, tmp_path: Path) -> None:
    def answer(request: dict[str, Any]) -> str | Behaviour:
        return player.answer(request)

    call = [
        *("eval", "--domain", "ferry", "--instances", "1", "--mechanism", "react"),
        *("--thoughts", "state", "--out", str(tmp_path / "out")),
    ]
    with ChatServer(answer=answer) as server:
        assert cli.main([*call, "--model", "openai/m-1", "--base-url", server.base_url]) == 0
        shown = [turn["content"] for turn in server.received[0].body["messages"]]
    thoughts = [text for text in shown if text.startswith("Think: ")]
    assert all("the ferry is" in text for text in thoughts[:-1])
    assert "nothing is left to do" in thoughts[-1]
    frame = autoplan.load(tmp_path / "out")
    assert frame["solved"].all()
    assert set(frame["thoughts"]) == {"state"}
