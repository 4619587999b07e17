"""`autoplan ask`: over real HTTP, continued, paid for, reported, and refused in one line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from autoplan.cli import main
from autoplan.report.answers import answer_tables
from autoplan.results.answers import FILE, answers
from tests.chat_server import Behaviour, ChatServer, completion, error, reply

pytestmark = pytest.mark.usefixtures("key")  # a cache per test: a server may get an old one's port

CALL = ["--domain", "ferry", "--instances", "2", "--kinds", "app", "land", "prog"]
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ask") / "questions.jsonl"
    assert main(["questions", *CALL, "-o", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@pytest.fixture
def model(rows: list[dict[str, Any]]) -> Callable[[dict[str, Any]], str]:
    """Answers open questions rightly, of others half, and one unreadably."""
    known = {row["prompt"][1]["content"]: row for row in rows}

    def answer(request: dict[str, Any]) -> str:
        row = known[request["messages"][1]["content"]]
        if row["form"] == "open":
            return str(row["completion"])
        return "Answer: A" if row["form"] == "choice" else "who knows"

    return answer


@pytest.fixture
def server(model: Callable[[dict[str, Any]], str]) -> Iterator[ChatServer]:
    with ChatServer(answer=lambda body: reply(completion(model(body), usage=USAGE))) as server:
        yield server


def ask(file: Path, server: ChatServer, out: Path, *more: str) -> int:
    where = ["--model", "compat/m", "--base-url", server.base_url, "-o", str(out)]
    return main(["ask", str(file), *where, *more])


def test_answers_are_kept_and_shown(
    file: Path,
    rows: list[dict[str, Any]],
    server: ChatServer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ask(file, server, tmp_path / "out") == 0
    found = {each.id: each for each in answers(tmp_path / "out")}
    assert found.keys() == {row["id"] for row in rows}
    for row in rows:
        right = row["answer"] == "A" if row["form"] == "choice" else True
        assert found[row["id"]].right is (None if row["form"] == "bool" else right)
    shown = capsys.readouterr().out
    assert "landmarks" in shown
    assert "3 unread" in shown
    (table,) = answer_tables(found.values())
    assert {name: whole.answered for name, whole, _ in table.rows}["all"] == len(rows)


def test_an_interrupted_run_is_continued(
    file: Path, rows: list[dict[str, Any]], server: ChatServer, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert ask(file, server, out) == 0
    asked = len(server.received)
    kept = (out / FILE).read_text("utf-8").splitlines(keepends=True)
    (out / FILE).write_text("".join(kept[:4]) + kept[4][:30], "utf-8")
    assert ask(file, server, out, "--seed", "2") == 0
    assert len(server.received) == asked + len(rows) - 4
    assert {each.id for each in answers(out)} == {row["id"] for row in rows}


def test_what_a_model_has_answered_is_kept_when_it_fails(
    file: Path, model: Callable[[dict[str, Any]], str], tmp_path: Path, capsys: Any
) -> None:
    calls = iter(range(100))

    def failing(body: dict[str, Any]) -> str | Behaviour:
        return model(body) if next(calls) < 3 else error(401, "no such key")

    with ChatServer(answer=failing) as server:
        assert ask(file, server, tmp_path / "out", "--max-connections", "1") == 2
    assert 0 < len(answers(tmp_path / "out")) <= 3
    assert "to continue, repeat the command" in capsys.readouterr().err
    with ChatServer(answer=model) as server:
        assert ask(file, server, tmp_path / "out") == 0
    assert len(answers(tmp_path / "out")) == len(file.read_text("utf-8").splitlines())


def test_an_answer_that_is_under_way_when_another_call_fails_is_kept(
    file: Path, model: Callable[[dict[str, Any]], str], tmp_path: Path
) -> None:
    calls, refused = iter(range(100)), Event()

    def failing(body: dict[str, Any]) -> str | Behaviour:
        if next(calls) > 0:
            refused.set()
            return error(401, "no such key")
        refused.wait(10)
        time.sleep(0.3)  # the refusal reaches the client first
        return model(body)

    with ChatServer(answer=failing) as server:
        assert ask(file, server, tmp_path / "out", "--max-connections", "2") == 2
    assert len(answers(tmp_path / "out")) == 1


def test_other_questions_do_not_mix(
    file: Path, server: ChatServer, tmp_path: Path, capsys: Any
) -> None:
    assert ask(file, server, tmp_path / "out") == 0
    changed = file.read_text("utf-8").replace("my current situation", "the current situation")
    other = tmp_path / "other.jsonl"
    other.write_text(changed, "utf-8")
    assert ask(other, server, tmp_path / "out") == 2
    assert "choose another --out" in capsys.readouterr().err


def test_the_budget_is_kept(file: Path, server: ChatServer, tmp_path: Path, capsys: Any) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(
        json.dumps({"models": {"compat/m": {"input": 1000.0, "output": 1000.0}}}), "utf-8"
    )
    options = ("--max-cost", "1", "--prices", str(prices), "--max-tokens", "10")
    options = (*options, "--max-connections", "1")
    status = ask(file, server, tmp_path / "out", *options)
    err = capsys.readouterr().err
    assert status == 2, err
    assert "the limit of $1.00" in err
    assert 0 < len(answers(tmp_path / "out")) < 9


def test_the_report_has_the_answers(file: Path, server: ChatServer, tmp_path: Path) -> None:
    out = tmp_path / "out"
    play = ["--mechanism", "random", "--domain", "ferry", "--instances", "1", "-o", str(out)]
    assert main(["eval", *play]) == 0
    assert ask(file, server, out) == 0
    assert main(["report", str(out)]) == 0
    page = (out / "report.html").read_text("utf-8")
    assert '<section id="answers">' in page
    assert "best next action" not in page
    assert "applicable actions" in page


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (["ask"], "name either a file of questions or --acpbench"),
        (["ask", "x.jsonl", "--acpbench", "y"], "name either"),
        (["ask", "nowhere.jsonl", "--model", "openai/m", "-o", "o"], "cannot be read"),
        (["ask", "x.jsonl", "--model", "reader", "-o", "o"], "answers no questions"),
        (["ask", "x.jsonl", "--check"], "--check needs --acpbench"),
        (["ask", "x.jsonl"], "--model"),
        (["questions", "--domain", "ferry", "--kinds", "why"], "invalid choice"),
        (["questions", "--domain", "ferry", "--verbalizer", "llm"], "lexicon"),
    ],
)
def test_bad_input_is_one_line(
    call: list[str], fault: str, capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = main(call)
    except SystemExit as ended:
        status = int(ended.code or 0)
    err = capsys.readouterr().err
    assert status == 2
    assert fault in err
    assert "Traceback" not in err


def test_a_line_that_is_no_question_is_named(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": 1}\n', "utf-8")
    assert main(["ask", str(file), "--model", "openai/m", "-o", str(tmp_path / "o")]) == 2
    assert f"{file}:1: not a question: 'kind' is missing" in capsys.readouterr().err
