"""`autoplan crafter` and `autoplan webshop`, against models on loopback."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from autoplan import cli
from domains.agents.webshop import orders, products, served_shop
from domains.agents.webshop.server import ShopPages
from policies.agents.agentkit.crafter import CRAFTER_GRAPH
from simulator.agents.worlds.crafter import CrafterWorld
from tests.chat_server import ChatServer
from tests.policies.agents.agentkit.rule_player import RulePlayer
from tests.policies.agents.agentkit.rule_shopper import RuleShopper

pytest.importorskip("crafter", reason="the extra agents is not installed")
pytest.importorskip("bs4", reason="the extra agents is not installed")


@pytest.fixture(autouse=True)
def small_maps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Building the benchmark's map takes three seconds."""
    monkeypatch.setattr(CrafterWorld.__init__, "__kwdefaults__", {"area": (24, 24), "length": 60})
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))


def _said(request: dict[str, Any]) -> list[str]:
    return [each["content"] for each in request["messages"] if each["role"] == "user"]


def test_random_episodes_stand_beside_the_published_row_and_are_not_played_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "crafter"
    call = ["crafter", "--mechanism", "random", "--seed", "3", "--out", str(out)]
    assert cli.main([*call, "--episodes", "2"]) == 0
    first = (out / "episodes.jsonl").read_text()
    assert [json.loads(line)["seed"] for line in first.splitlines()] == [3, 4]
    assert cli.main([*call, "--episodes", "3"]) == 0
    lines = (out / "episodes.jsonl").read_text()
    assert lines.startswith(first)
    assert [json.loads(line)["seed"] for line in lines.splitlines()] == [3, 4, 5]
    (out / "episodes.jsonl").write_text(lines[:-20])  # as a kill may leave it
    assert cli.main([*call, "--episodes", "3"]) == 0
    assert (out / "episodes.jsonl").read_text() == lines
    printed = capsys.readouterr().out
    assert "2.1 ± 1.3" in printed
    assert "random" in printed


def test_the_agent_plays_and_leaves_a_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = RulePlayer(random.Random(3))
    out = tmp_path / "crafter"
    with ChatServer(answer=lambda request: player.answer(_said(request))) as server:
        call = ["crafter", "--model", "compat/rules", "--base-url", server.base_url]
        assert cli.main([*call, "--seed", "3", "--steps", "6", "--out", str(out)]) == 0
    (row,) = map(json.loads, (out / "episodes.jsonl").read_text().splitlines())
    assert row["steps"] >= 6
    assert row["ended"] == "steps"
    assert row["calls"] >= len(server.received) > 25  # the same question is asked once
    page = (out / "traces" / "seed-3.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "summary_observation" in page
    printed = capsys.readouterr().out
    assert "agentkit, compat/rules, paper manual" in printed
    assert sum(sum(taken.values()) for taken in row["skills"].values()) == row["steps"]
    assert "\n skill " in printed
    assert row["models"][""]["input_tokens"] == row["input_tokens"] > 0
    manual = server.received[0].body["messages"][0]["content"]
    assert "move_north, move_south: flat ground on that side" in manual


def test_what_models_cost_stands_in_the_table_also_of_one_that_a_node_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = RulePlayer(random.Random(3))
    graph, prices = tmp_path / "graph.yaml", tmp_path / "prices.json"
    graph.write_text(
        CRAFTER_GRAPH.read_text().replace("  - name: act\n", "  - name: act\n    model: compat/b\n")
    )
    prices.write_text(
        '{"dated": "2026-01-01", "models": {"compat/a": {"input": 1000, "output": 0}, '
        '"compat/b": {"input": 0, "output": 200000}}}'
    )
    with ChatServer(answer=lambda request: player.answer(_said(request))) as server:
        call = ["crafter", "--model", "compat/a", "--base-url", server.base_url, "--seed", "3"]
        call += ["--steps", "2", "--graph", str(graph), "--prices", str(prices)]
        assert cli.main([*call, "--manual", "full", "--out", str(tmp_path / "out")]) == 0
    (row,) = map(json.loads, (tmp_path / "out" / "episodes.jsonl").read_text().splitlines())
    quick, careful = row["models"][""], row["models"]["compat/b"]
    dollars = quick["input_tokens"] / 1000 + careful["output_tokens"] / 5
    assert careful["output_tokens"] > 0
    assert {each.body["model"] for each in server.received} == {"a", "b"}
    line = next(each for each in capsys.readouterr().out.splitlines() if "full manual" in each)
    assert f" {dollars:.2f} " in line


def test_a_node_without_a_usable_answer_ends_an_episode_and_the_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = RulePlayer()
    answers = iter(["hm"] * 3)

    def answer(request: dict[str, Any]) -> str:
        said = _said(request)
        acts = "Take the first of these actions" in said[0]
        return (next(answers, None) if acts else None) or player.answer(said)

    out = tmp_path / "crafter"
    with ChatServer(answer=answer) as server:
        call = ["crafter", "--model", "compat/rules", "--base-url", server.base_url]
        order = [*call, "--seed", "3", "--episodes", "2", "--steps", "5", "--out", str(out)]
        assert cli.main(order) == 0
    first, second = map(json.loads, (out / "episodes.jsonl").read_text().splitlines())
    assert first["fault"]["node"] == "act"
    assert first["fault"]["answers"] == ["hm", "hm", "hm"]
    assert "Take the first of these actions" in first["fault"]["prompt"]
    assert second["fault"] is None
    shown = capsys.readouterr()
    assert "node 'act' gave no usable answer" in shown.err
    assert "1 episode ended because a node gave no usable answer" in shown.out


def test_the_agent_shops_in_the_bundled_shop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shopper = RuleShopper()
    out = tmp_path / "shop"
    with ChatServer(answer=lambda request: shopper.answer(_said(request))) as server:
        call = ["webshop", "--model", "compat/rules", "--base-url", server.base_url]
        assert cli.main([*call, "--episodes", "2", "--out", str(out)]) == 0
    rows = [json.loads(line) for line in (out / "episodes.jsonl").read_text().splitlines()]
    assert [each["order"] for each in rows] == [0, 1]
    assert all(each["reward"] > 0.5 for each in rows)
    assert (out / "traces" / "order-1.html").is_file()
    assert "70.2 %" in capsys.readouterr().out


def test_the_rule_buys_what_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["webshop", "--mechanism", "rule", "--episodes", "5"]) == 0
    assert "rule" in capsys.readouterr().out


def test_an_error_of_the_shop_ends_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ShopPages.page

    def refuses(self: ShopPages, path: str, form: Mapping[str, str]) -> str:
        if path.startswith("/search_results/fixed_1/"):
            raise LookupError(path)
        return page(self, path, form)

    monkeypatch.setattr(ShopPages, "page", refuses)
    call = ["webshop", "--mechanism", "rule", "--episodes", "3", "--out", str(tmp_path)]
    assert cli.main(call) == 0
    rows = [json.loads(line) for line in (tmp_path / "episodes.jsonl").read_text().splitlines()]
    assert [each["order"] for each in rows] == [0, 1, 2]
    assert rows[1]["reward"] is None
    assert "404 Not Found (http://127.0.0.1:" in rows[1]["shop_faults"][0]
    printed = capsys.readouterr()
    assert "order 1: 1 actions, nothing bought; The shop gave no page: 404" in printed.err
    assert "in 1 order, the shop answered an action with an error" in printed.out


def test_an_order_past_the_end_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    stock = products(40)
    with served_shop(stock, orders(stock, 2)) as address:
        call = ["webshop", "--mechanism", "rule", "--address", address, "--episodes", "3"]
        assert cli.main(call) == 2
    *bought, line = capsys.readouterr().err.strip().splitlines()
    assert len(bought) == 2
    assert "/fixed_2: no such order: 2" in line


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["crafter"], "name it with --model"),
        (["webshop"], "name it with --model"),
        (["webshop", "--mechanism", "rule", "--seed", "-1"], "counted from 0"),
        (
            ["webshop", "--mechanism", "rule", "--address", "http://127.0.0.1:9"],
            "the shop gave no page",
        ),
        (["crafter", "--model", "reader", "--graph", "none.yaml"], "none.yaml"),
    ],
)
def test_bad_orders_get_one_line(
    call: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(call) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert told in line


def test_a_folder_holds_episodes_of_a_player_without_a_model_and_of_one_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["crafter", "--episodes", "1", "--out", str(tmp_path)]
    assert cli.main([*order, "--mechanism", "random"]) == 0
    assert cli.main([*order, "--model", "reader"]) == 0
    played = (tmp_path / "episodes.jsonl").read_text()
    assert [json.loads(line)["mechanism"] for line in played.splitlines()] == ["random", "agentkit"]
    for player in (["--mechanism", "random"], ["--model", "reader"]):
        assert cli.main([*order, *player]) == 0
    assert (tmp_path / "episodes.jsonl").read_text() == played


def test_a_spoilt_file_of_episodes_is_told_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "episodes.jsonl").write_text('{"mechanism": "random", "seed": 0}\nhm\n')
    assert cli.main(["crafter", "--mechanism", "random", "--out", str(tmp_path)]) == 2
    assert "episodes.jsonl:2: is no episode" in capsys.readouterr().err
