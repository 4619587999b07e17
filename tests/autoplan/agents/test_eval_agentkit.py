"""`autoplan eval --mechanism agentkit` and `autoplan graph`, from order to page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.results.reading import expenses, settings
from policies.agents.agentkit.mechanism import BUNDLED
from policies.answer_forms import AnswerForm, YesNo, filler
from policies.reader import _model
from tests.autoplan.running import refused
from tests.autoplan.served_reader import Player
from tests.chat_server import ChatServer

QUIET = """\
system: $db.task.instructions$
act: go
nodes:
  - {name: go, prompt: "What now?"}
"""
GIVEN = "given: [task.instructions]\nnodes:"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first instance of every bundled domain, played with the offline model."""
    folder = tmp_path_factory.mktemp("agentkit") / "out"
    named = [name for name in domains.names() if "-" not in name]
    order = ["eval", "--mechanism", "agentkit", "--domain", *named, "--instances", "1"]
    assert cli.main([*order, "--out", str(folder)]) == 0
    return folder


def test_the_offline_model_solves_the_first_instance_of_every_domain(played: Path) -> None:
    episodes = autoplan.load(played)
    assert len(episodes) == 13
    assert episodes["solved"].all()
    assert (episodes["refused"] == 0).all()


def test_every_pass_of_an_episode_becomes_a_page(played: Path, tmp_path: Path) -> None:
    assert cli.main(["graph", "trace", str(played), "-o", str(tmp_path)]) == 0
    pages = sorted(tmp_path.glob("*.html"))
    assert len(pages) == 13
    (page,) = (path.read_text() for path in pages if path.name.startswith("ferry"))
    steps = len(re.findall(r"<h2>Pass \d+</h2>", page))
    assert steps >= 3
    for said in ("left out: only when $db.begun$ is yes", "<code>plan</code> is now", "My task"):
        assert said in page


def test_the_report_holds_its_episodes(played: Path) -> None:
    page = played / "report.html"
    assert cli.main(["report", str(played)]) == 0
    assert "AgentKit" in page.read_text()


def test_a_dry_run_counts_the_questions_of_every_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["eval", "--domain", "ferry", "--instances", "1", "--dry-run", "--out", str(tmp_path)]
    assert cli.main([*order, "--mechanism", "act", "agentkit"]) == 0
    calls = dict(re.findall(r"(act|agentkit) +nl +1 +(\d+) to", capsys.readouterr().out))
    assert int(calls["agentkit"]) == 4 * int(calls["act"]) - 1  # no look back before the first step


def test_a_node_that_fails_ends_its_episode_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vague(form: AnswerForm, text: str, items: list[str]) -> str:
        return "perhaps" if isinstance(form, YesNo) else filler(form, text, items)

    monkeypatch.setattr(_model, "filler", vague)
    order = ["eval", "--domain", "ferry", "--instances", "1", "--out", str(tmp_path)]
    assert cli.main([*order, "--mechanism", "agentkit", "act"]) == 1
    episodes = autoplan.load(tmp_path).set_index("mechanism")
    assert episodes.loc["act", "solved"]
    fault = "node 'gate' gave no usable answer in 3 answers: it is neither yes nor no."
    assert episodes.loc["agentkit", "error"] == fault
    lines = map(json.loads, (tmp_path / "log.jsonl").read_text().splitlines())
    (line,) = (each for each in lines if each.get("node") == "gate")
    assert line["answers"] == ["perhaps"] * 3
    assert "Does this list have to be written anew?" in line["prompt"]


def test_a_folder_keeps_to_its_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = tmp_path / "graph.yaml"
    graph.write_text(QUIET.replace("nodes:", GIVEN))
    order = ["eval", "--domain", "ferry", "--instances", "1", "--out", str(tmp_path / "out")]
    order += ["--mechanism", f"agentkit:graph={graph}"]
    assert cli.main(order) == 0
    graph.write_text(graph.read_text().replace("What now?", "And now?"))
    assert "(what differs: graph); undo the change, or choose" in refused(capsys, *order)
    graph.write_text(QUIET)
    assert "graph.yaml:4:5: node 'go' needs the database entry" in refused(capsys, *order)


def test_a_node_asks_the_model_that_it_names(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph, prices, out = tmp_path / "graph.yaml", tmp_path / "prices.json", tmp_path / "out"
    named = "  - name: act\n    model: compat/careful\n"
    graph.write_text(BUNDLED.read_text().replace("  - name: act\n", named))
    prices.write_text(
        '{"dated": "2026-01-01", "models": {"compat/quick": {"input": 1000, "output": 0}, '
        '"compat/careful": {"input": 0, "output": 200000}}}'
    )
    name = f"agentkit:graph={graph}"
    order = ["eval", "--mechanism", name, "--domain", "ferry", "--instances", "1"]
    order += ["--model", "compat/quick", "--prices", str(prices), "--model-arg", "top_p=0.9"]
    with ChatServer(answer=player.answer) as server:
        order += ["--base-url", server.base_url]
        assert cli.main([*order, "--max-cost", "900", "--out", str(out)]) == 0
        asked = [each.body for each in server.received]
    assert autoplan.load(out)["solved"].all()
    acting = [each for each in asked if "Which step should I take next?" in str(each["messages"])]
    assert [each for each in asked if each["model"] == "careful"] == acting
    assert {each.get("top_p") for each in acting} == {None}, "that is for the planning model"
    assert {each.get("top_p") for each in asked if each not in acting} == {0.9}
    spent = {each.model: each.usage for _, each in expenses(out)}
    assert set(spent) == {"compat/quick", "compat/careful"}
    dollars = spent["compat/quick"].input_tokens / 1000 + spent["compat/careful"].output_tokens / 5
    assert f"paid: ${dollars:.4f} for {len(asked)} calls" in capsys.readouterr().out
    assert settings(out)[f"models of {name}"] == "compat/careful"
    assert cli.main([*order, "--dry-run"]) == 0
    note = f"{name} also asks compat/careful, counted here at the price of compat/quick"
    assert note in capsys.readouterr().out
    graph.write_text(graph.read_text().replace("compat/careful", "opennai/careful"))
    said = refused(capsys, *order, "--out", str(tmp_path / "other"))
    assert f"--mechanism {name}: a node's model: unknown model 'opennai/careful'" in said
    assert not (tmp_path / "other").exists()


# --- autoplan graph


def test_a_graph_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = tmp_path / "graph.yaml"
    graph.write_text(QUIET.replace("nodes:", GIVEN))
    assert cli.main(["graph", "check", str(graph)]) == 0
    assert capsys.readouterr().out == f"{graph}: 1 node, 0 of them conditional; depth 1\n"
    graph.write_text(QUIET.replace("act: go", "act: run"))
    said = refused(capsys, "graph", "check", str(graph))
    assert said == f"{graph}:2:6: `act` names 'run', which is no node\n"


def test_a_graph_is_shown_in_three_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["graph", "show"]) == 0
    assert "4. gate: needs observe, reflect; when $db.begun$ is yes" in capsys.readouterr().out
    assert cli.main(["graph", "show", "--format", "mermaid"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "flowchart TD"
    assert '    n0["observe"]' in lines
    assert "    n0 --> n3" in lines
    assert "    n3 -.-> n4" in lines
    drawn = tmp_path / "graph.svg"
    assert cli.main(["graph", "show", "--format", "svg", "-o", str(drawn)]) == 0
    for said in ("<svg", "subgoals", "unless gate is no"):
        assert said in drawn.read_text()


def test_results_without_graphs_have_no_traces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["eval", "--domain", "ferry", "--instances", "1", "--out", str(tmp_path)]
    assert cli.main([*order, "--mechanism", "random"]) == 0
    assert "no episode in it was played with a graph" in refused(
        capsys, "graph", "trace", str(tmp_path)
    )
