"""A server that fails in every way: each episode ends, or is recorded and repeated."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import autoplan
from autoplan import cli
from pddl2nl.llm import Backoff, OpenAIModel
from tests.autoplan.served_reader import Player
from tests.chat_server import Behaviour, ChatServer, Hang, completion, error, reply
from tests.local_server import Reply, Reset

pytestmark = pytest.mark.usefixtures("key")

TIMEOUT = "0.3"
HTML = Reply(b"<html><title>502 Bad Gateway</title></html>", 502, {"content-type": "text/html"})
CUT = Reply(b'{"id": "c1", "choices": [{"mess', 200, {"content-type": "application/json"})


class Unreliable:
    """Fails about every second request, and otherwise answers as the reader does."""

    def __init__(self, player: Player, seed: int) -> None:
        self.faults = 0
        self._player = player
        self._dice = random.Random(seed)

    def answer(self, request: dict[str, object]) -> str | Behaviour:
        fault = self._dice.choices(
            [self._none, self._limited, self._failed, self._broken], weights=[50, 20, 10, 20]
        )[0]()
        self.faults += fault is not None
        return self._player.answer(request) if fault is None else fault

    def _none(self) -> None:
        return None

    def _limited(self) -> Behaviour:
        if self._dice.random() < 0.5:
            return error(429, "Rate limit reached", code="rate_limit_exceeded")
        return error(429, "Slow down", retry_after_ms="30")

    def _failed(self) -> Behaviour:
        return error(self._dice.choice([500, 503]), "The server is overloaded")

    def _broken(self) -> Behaviour:
        return self._dice.choice(
            [Reset(), Hang(), HTML, CUT, reply({"id": "c1", "choices": []}), reply([])]
        )


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits between attempts are short, and there are few."""
    defaults = OpenAIModel.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "backoff", Backoff(first=0.01, longest=0.05))
    monkeypatch.setitem(defaults, "max_retries", 2)


@pytest.mark.usefixtures("impatient")
def test_every_episode_ends_or_is_recorded_and_repeated(player: Player, tmp_path: Path) -> None:
    server_side = Unreliable(player, seed=7)
    with ChatServer(answer=server_side.answer) as server:
        order = ["eval", "--domain", "ferry", "--instances", "4", "--model", "openai/m-1"]
        order += ["--mechanism", "basic", "act", "--base-url", server.base_url]
        order += ["--timeout", TIMEOUT, "--out", str(tmp_path / "out")]
        runs = 0
        while runs == 0 or autoplan.load(tmp_path / "out")["error"].notna().any():
            runs += 1
            assert runs < 20
            status = cli.main(order)
            frame = autoplan.load(tmp_path / "out")
            assert len(frame) == 8
            assert status == (1 if frame["error"].notna().any() else 0)
            broken = frame[frame["error"].notna()]
            assert set(broken["finish"]) <= {"error"}
            assert broken["error"].str.contains(r"openai/m-1: .+ \(after 3 attempts").all()
        assert server_side.faults > 10
        assert len(server.received) > frame["calls"].sum()
    assert runs > 1, "the faults were too few to break an episode"
    assert frame["solved"].all()


ODD_ANSWERS = {
    "nothing": completion(None),
    "a refusal": completion(None, refusal="I cannot help with that."),
    "half an answer": completion(
        "sail the ferry from location object_0 to location object_1\nsail the ferry from",
        finish_reason="length",
    ),
    "a filtered answer": completion("", finish_reason="content_filter"),
    "a tool call": completion(None, finish_reason="tool_calls", tool_calls=[]),
}


BECAME = {
    "nothing": "said nothing 1",
    "a refusal": "refused to answer 1",
    "half an answer": "cut off 1",
    "a filtered answer": "filtered 1",
    "a tool call": "called a tool 1",
}


def test_a_lost_plan_has_a_cause_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with ChatServer([reply(odd) for odd in ODD_ANSWERS.values()]) as server:
        order = ["eval", "--domain", "ferry", "--instances", str(len(ODD_ANSWERS))]
        order += ["--mechanism", "basic", "--model", "openai/m-1", "--base-url", server.base_url]
        assert cli.main([*order, "--translator", "none", "--out", str(out)]) == 0
    assert "unanswered" in capsys.readouterr().out
    assert cli.main(["report", str(out)]) == 0
    causes = pd.read_csv(out / "report" / "episodes.csv").set_index("instance")["cause"]
    told = autoplan.load(out).set_index("instance")["unanswered"]
    assert sorted(told) == sorted(BECAME.values())
    assert [causes[name] for name in told.index] == [each.removesuffix(" 1") for each in told]


def test_a_task_that_the_offline_model_cannot_read_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "act.j2").write_text("Be brief. {{ domain_text }}")
    order = ["eval", "--domain", "ferry", "--instances", "2", "--mechanism", "act", "basic"]
    assert cli.main([*order, "--prompts", str(tmp_path), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr()
    (line,) = (each for each in said.err.splitlines() if "cannot read" in each)
    assert line.endswith(
        "act: in the form nl, the model reader cannot read the task in its prompt: there is no "
        "line «I can carry out these actions:» or «My actions, with what each needs and changes:»"
    )
    assert "with a task that was not read" in said.out
    frame = autoplan.load(tmp_path / "out").set_index("mechanism")
    assert frame.loc["basic", "unanswered"].isna().all()
    acted = frame.loc["act"]
    assert list(acted["unanswered"]) == [f"task not read {calls}" for calls in acted["calls"]]


@pytest.mark.parametrize("odd", ODD_ANSWERS)
def test_an_answer_that_says_nothing_is_a_wrong_step_and_no_error(
    odd: str, player: Player, tmp_path: Path
) -> None:
    with ChatServer([reply(ODD_ANSWERS[odd])], answer=player.answer) as server:
        order = ["eval", "--domain", "ferry", "--instances", "1", "--model", "openai/m-1"]
        order += ["--mechanism", "act", "--base-url", server.base_url, "--translator", "none"]
        assert cli.main([*order, "--out", str(tmp_path / "out")]) == 0
        frame = autoplan.load(tmp_path / "out")
        assert list(frame["finish"]) == ["goal"]
        assert list(frame["unanswered"]) == [BECAME[odd]]
        assert frame["steps"].item() == frame["plan_length"].item() + 1
        assert len(server.received) == frame["steps"].item()


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (error(401, "Incorrect API key"), "the server rejects the API key"),
        (error(404, "No model m-1", code="model_not_found"), "the server knows no such model"),
        (error(429, "No money", code="insufficient_quota"), "the account has no quota left"),
    ],
)
def test_what_cannot_pass_stops_the_run_at_once(
    page: Reply, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = time.monotonic()
    with ChatServer(answer=lambda request: page) as server:
        order = ["eval", "--domain", "ferry", "--model", "openai/m-1", "--mechanism", "act"]
        order += ["--base-url", server.base_url, "--out", str(tmp_path / "out")]
        assert cli.main(order) == 2
        assert len(server.received) <= 20, "each episode asks once at most"
    assert time.monotonic() - begun < 30, "that is: it has not retried"
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith(f"stopped: openai/m-1: {told}")
    assert len(autoplan.load(tmp_path / "out")) == 0


@pytest.mark.parametrize("count", [10**30, -5, 1.5, "7", True, None, {}])
def test_counts_that_cannot_be_are_estimated(count: object, player: Player, tmp_path: Path) -> None:
    def answer(request: dict[str, Any]) -> Reply:
        usage = {"prompt_tokens": count, "completion_tokens": count}
        return reply(completion(str(player.answer(request)), usage=usage))

    with ChatServer(answer=answer) as server:
        order = ["eval", "--domain", "ferry", "--instances", "1", "--model", "openai/m-1"]
        order += ["--mechanism", "act", "--base-url", server.base_url]
        assert cli.main([*order, "--out", str(tmp_path / "out")]) == 0
    (episode,) = autoplan.load(tmp_path / "out").to_dict("records")
    assert episode["solved"]
    assert episode["tokens_estimated"]
    assert 0 < episode["output_tokens"] < episode["input_tokens"] < 100_000


@pytest.mark.usefixtures("impatient")
def test_what_is_waited_for_is_told(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = [error(500, "The server is overloaded")] * 2
    with ChatServer(faults, answer=player.answer) as server:
        order = ["eval", "--domain", "ferry", "--instances", "1", "--model", "openai/m-1"]
        order += ["--mechanism", "basic", "--base-url", server.base_url]
        assert cli.main([*order, "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().err
    assert "waiting: attempt 2: openai/m-1: the server failed (HTTP 500)" in said


@pytest.mark.usefixtures("impatient")
def test_equal_errors_are_said_once_and_counted(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(answer=lambda _: error(500, "down")) as server:
        order = ["eval", "--domain", "ferry", "--instances", "4", "--model", "openai/m-1"]
        order += ["--mechanism", "basic", "--base-url", server.base_url]
        assert cli.main([*order, "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert said.count("HTTP 500): down (after 3 attempts") == 2
    assert "4 episodes ended with an error; the same command retries them" in said


def test_of_an_endless_answer_what_is_read_is_kept(player: Player, tmp_path: Path) -> None:
    endless = completion("sail somewhere " * 400_000)
    with ChatServer([reply(endless)], answer=player.answer) as server:
        order = ["eval", "--domain", "ferry", "--instances", "1", "--model", "openai/m-1"]
        order += ["--mechanism", "act", "--base-url", server.base_url]
        assert cli.main([*order, "--out", str(tmp_path / "out")]) == 0
        again = max(len(str(each.body["messages"])) for each in server.received)
    assert again < 300_000
    assert (tmp_path / "out" / "results.sqlite").stat().st_size < 1_500_000
    assert "more characters were not kept" in _transcript(tmp_path / "out")


def _transcript(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "results.sqlite")) as connection:
        return str(connection.execute("SELECT transcript FROM episodes").fetchone()[0])
