"""`autoplan graph run`: a graph by itself, over HTTP, with a model for a node."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autoplan import cli
from tests.chat_server import ChatServer, completion, error, reply
from tests.local_server import Reply

pytestmark = pytest.mark.usefixtures("key")

GRAPH = """\
given: [text]
database:
  notes: []
entries: [text]
nodes:
  - name: theme
    prompt: What is the text about?
  - name: faults
    needs: theme
    model: openai/careful
    parse: list
    append: notes
    prompt: Which faults does it have?
  - name: verdict
    needs: [theme, faults]
    parse: yes/no
    prompt: Should it be printed?
"""
ANSWERS = {"about?": "A fox.", "faults": "- too long\n- too sad", "printed?": "no"}
USAGE = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}


def answered(body: dict[str, Any]) -> Reply:
    question = body["messages"][0]["content"].rsplit("##", 1)[-1]
    (text,) = (answer for words, answer in ANSWERS.items() if words in question)
    return reply(completion(text, usage=USAGE))


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer(answer=answered) as server:
        yield server


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "review.yaml"
    path.write_text(GRAPH)
    (tmp_path / "fable.txt").write_text("A fable of a fox.\n")
    return path


def run(graph: Path, server: ChatServer, *more: str | Path) -> int:
    order = ["graph", "run", graph, "--model", "openai/quick", "--base-url", server.base_url]
    return cli.main([*map(str, order), *map(str, more)])


def test_a_graph_is_evaluated_with_inputs_of_files_and_a_model_for_a_node(
    graph: Path, server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prices.json").write_text(
        '{"models": {"openai/quick": {"input": 1, "output": 10}}, "dated": "2026-01-01"}'
    )
    text = f"text={tmp_path / 'fable.txt'}"
    assert run(graph, server, "--input", text, "--prices", tmp_path / "prices.json") == 0
    out, err = capsys.readouterr()
    assert out.startswith("## theme\nA fox.\n\n## faults\n")
    assert out.endswith("## verdict\nno\n")
    assert [each.body["model"] for each in server.received] == ["quick", "careful", "quick"]
    assert "A fable of a fox." in server.received[0].body["messages"][-1]["content"]
    assert err.splitlines() == [
        "openai/quick: 2 calls, 2000 input and 200 output tokens, $0.0040",
        "openai/careful: 1 call, 1000 input and 100 output tokens",
    ]


def test_what_a_run_leaves_is_where_another_one_begins(
    graph: Path, server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    given = ("--input", f"text={tmp_path / 'fable.txt'}")
    assert run(graph, server, *given, "--passes", "2", "-o", out) == 0
    kept = json.loads((out / "database.json").read_text())
    assert (kept["pass"], len(kept["notes"])) == (2, 4)
    page = (out / "passes.html").read_text()
    assert "Pass 2" in page
    assert "openai/careful" in page
    capsys.readouterr()
    assert run(graph, server, "--database", out / "database.json", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["outputs"]["verdict"] is False
    assert (found["database"]["pass"], len(found["database"]["notes"])) == (3, 6)


def test_a_text_comes_through_a_pipe(
    graph: Path, server: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("A crow.\n"))
    assert run(graph, server, "--input", "text=-") == 0
    assert "A crow." in server.received[0].body["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ((), "nobody gives it the entry 'text'"),
        (("--input", "text"), "--input text: expected ENTRY=FILE, as plan=plan.txt"),
        (("--input", "text=gone.txt"), "gone.txt: cannot be read: No such file or directory"),
        (("--database", "gone.json"), "gone.json: holds no database"),
    ],
)
def test_what_cannot_be_evaluated_is_one_line(
    graph: Path,
    server: ChatServer,
    options: tuple[str, ...],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(graph, server, *options) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert complaint in err
    assert not server.received


def test_a_node_without_a_usable_answer_leaves_what_was_done(
    graph: Path, server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph.write_text(GRAPH.replace("Which faults does it have?", "What is it about?"))
    given = ("--input", f"text={tmp_path / 'fable.txt'}", "-o", tmp_path / "out")
    assert run(graph, server, *given) == 2
    assert "review.yaml: node 'faults' gave no usable answer" in capsys.readouterr().err
    assert "Not used: " in (tmp_path / "out" / "passes.html").read_text()


def test_a_refused_key_is_one_line(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(answer=lambda _: error(401, "wrong key")) as server:
        assert run(graph, server, "--input", f"text={tmp_path / 'fable.txt'}") == 2
    _, err = capsys.readouterr()
    assert len(err.splitlines()) == 1
    assert "wrong key" in err
