"""What is sent to the planning model besides the conversation, and with which key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import autoplan
from autoplan import cli
from autoplan.results.reading import settings
from tests.autoplan.served_reader import Player
from tests.autoplan.served_writer import part_of
from tests.chat_server import ChatServer, error

pytestmark = pytest.mark.usefixtures("key")


def order(server: ChatServer, out: Path, *options: str, model: str = "openai/m-1") -> list[str]:
    return [
        *("eval", "--mechanism", "cot", "--domain", "ferry", "--instances", "1"),
        *("--model", model, "--base-url", server.base_url, "--out", str(out), *options),
    ]


def test_arguments_reach_the_planning_model_alone(player: Player, tmp_path: Path) -> None:
    def answer(request: dict[str, Any]) -> Any:
        return "none" if part_of(request) == "thoughts" else player.answer(request)

    options = ["--reasoning-effort", "low", "--model-arg", "top_p=0.9", "--model-arg", "user=me"]
    with ChatServer(answer=answer) as server:
        assert cli.main(order(server, tmp_path / "out", "--thoughts", "llm", *options)) == 0
        asked = [each.body for each in server.received]
    for body in asked:
        sent = {name: body.get(name) for name in ("reasoning_effort", "top_p", "user")}
        if part_of(body) == "plan":
            assert sent == {"reasoning_effort": "low", "top_p": 0.9, "user": "me"}
        else:
            assert set(sent.values()) == {None}
    assert {part_of(body) for body in asked} == {"plan", "thoughts"}
    assert "top_p" in settings(tmp_path / "out")["model_arguments"]


def test_an_argument_that_the_server_refuses_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = error(400, "Unrecognized request argument supplied: reasoning_effort")
    with ChatServer(answer=lambda _: refusal) as server:
        assert cli.main(order(server, tmp_path / "out", "--reasoning-effort", "high")) != 0
    assert "reasoning_effort" in capsys.readouterr().err
    assert not autoplan.load(tmp_path / "out")["solved"].any()


def test_the_key_of_another_server_is_named_and_kept_secret(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINE", "hush-0123456789")
    out = tmp_path / "out"
    with ChatServer(answer=player.answer) as server:
        call = order(server, out, "--api-key-env", "MINE", model="compat/m")
        assert cli.main([*call, "--log-level", "debug"]) == 0
        (request,) = server.received
    assert request.headers["authorization"] == "Bearer hush-0123456789"
    for path in out.rglob("*"):
        assert path.is_dir() or b"hush-0123456789" not in path.read_bytes()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--model-arg", "temperature=1"), "'temperature' is --temperature"),
        (("--model-arg", "messages=[]"), "'messages' belongs to the request"),
        (("--model-arg", "top_p"), "expected KEY=VALUE"),
        (("--model-arg", "top_p=1", "--model-arg", "top_p=2"), "a name occurs twice"),
        (("--model-arg", "top_p=1", "--batch"), "cannot be combined"),
        (("--api-key-env", "NOT_THERE"), "NOT_THERE"),
    ],
)
def test_what_cannot_be_meant_is_one_line(
    options: tuple[str, ...], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer() as server:
        call = order(server, tmp_path / "out", *options, model="compat/m")
        try:
            status = cli.main(call)
        except SystemExit as left:
            status = int(str(left.code))
        assert not server.received
    out, err = capsys.readouterr()
    assert (status, out, len(err.splitlines())) == (2, "", 1), err
    assert complaint in err


def test_the_reader_takes_no_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["eval", "--mechanism", "cot", "--domain", "ferry", "--model-arg", "top_p=1"]
    assert cli.main([*call, "--out", str(tmp_path / "out")]) == 2
    assert "--model-arg: reader is on no server" in capsys.readouterr().err
