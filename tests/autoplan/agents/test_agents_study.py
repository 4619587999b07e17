"""The study of agents as a table: what is added up, and what stands beside it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from rich.console import Console

from autoplan.agents.commands.agents import _table
from autoplan.agents.report import by_condition, draw_by_size, published_figures
from autoplan.installation import published


def row(solved: bool | None, **changes: Any) -> dict[str, Any]:
    return {
        "benchmark": "travel",
        "size": "cities=5",
        "agent": "procllm",
        "tn": "human",
        "model": "m",
        "seed": 1,
        "task": "",
        "solved": solved,
        "ended": "solved" if solved else "horizon",
        "parts": {"flight 1": True, "hotel": solved},
        "cycles": 10 if solved else 100,
        "seconds": 2.0,
        **changes,
    }


def test_a_condition_is_added_up_with_its_interval() -> None:
    rows = [row(n == 1, seed=n) for n in range(1, 5)]
    human, none = by_condition([*rows, row(True, tn="none")])
    means = [human[name] for name in ("runs", "success", "cycles", "seconds")]
    assert means == [4, 0.25, 77.5, 2.0]
    assert human["low"] == pytest.approx(0.0456, abs=1e-3)
    assert human["high"] == pytest.approx(0.6994, abs=1e-3)
    assert (human["part flight 1"], human["part hotel"]) == (1.0, 0.25)
    assert (human["ended solved"], human["ended horizon"]) == (1, 3)
    assert (none["tn"], none["runs"]) == ("none", 1)


def test_runs_of_one_task_are_no_trials_of_their_own() -> None:
    once = by_condition([row(n == 1, task=f"t{n}") for n in range(1, 5)])
    thrice = by_condition(
        [row(n == 1, task=f"t{n}", seed=seed) for n in range(1, 5) for seed in (1, 2, 3)]
    )
    for name in ("success", "low", "high"):
        assert thrice[0][name] == once[0][name]
    assert (once[0]["runs"], thrice[0]["runs"]) == (4, 12)


def test_what_is_unread_is_neither_solved_nor_failed() -> None:
    rows = [row(None, ended="unread"), row(True, seed=2), row(False, seed=3), row(True, seed=4)]
    (found,) = by_condition(rows)
    assert (found["unread"], found["success"], found["success_most"]) == (1, 0.5, 0.75)
    assert found["low"] < 0.5 < 0.75 < found["high"]
    shown = StringIO()
    Console(file=shown, width=200).print(_table([found]))
    assert "50% to 75%, 1 unread" in shown.getvalue()


def test_sizes_are_told_apart_on_demand() -> None:
    rows = [row(True), row(False, size="cities=6")]
    assert [each["size"] for each in by_condition(rows, by_size=True)] == ["cities=5", "cities=6"]
    frame = pd.DataFrame(by_condition(rows, by_size=True))
    assert list(frame["success"]) == [1.0, 0.0]
    assert list(frame["part hotel"]) == [1.0, 0.0]


def test_a_part_that_a_run_does_not_tell_is_not_done() -> None:
    (found,) = by_condition([row(True), row(False, parts={})])
    assert (found["part flight 1"], found["part hotel"]) == (0.5, 0.5)


def test_a_part_counts_where_all_before_it_are_done_as_in_the_paper() -> None:
    out, back, bed = "flight 1", "flight 2", "hotel"
    done = [(out, back, bed), (out, bed), (back, bed), (out, back), ()]
    parts = [{name: name in each for name in (out, back, bed)} for each in done]
    (found,) = by_condition([row(False, seed=n, parts=each) for n, each in enumerate(parts)])
    parts = [(name, share) for name, share in found.items() if name.startswith("part ")]
    assert parts == [(f"part {out}", 0.6), (f"part {back}", 0.4), (f"part {bed}", 0.2)]


def test_the_published_numbers_stand_beside_the_same_condition() -> None:
    found = published_figures("travel", "procllm", "human")
    assert "Nemotron 70b (ProcLLM Table 1): flight 1 54%, flight 2 42%, hotel 12%" in found
    assert "GPT-oss 120b (ProcLLM Table 1): flight 1 81%, flight 2 60%, hotel 40%" in found
    assert published_figures("recipes", "procllm", "llm") == ""


def test_a_network_in_a_published_shape_stands_beside_its_condition() -> None:
    assert published_figures("travel", "procllm", "paper") == found_for("travel", "human")
    assert published_figures("unit-movement", "procllm", "paper-llm") == found_for(
        "unit-movement", "llm"
    )
    steps = published_figures("travel", "multistep", "first-steps")
    figure = "flight 2 more than twice as many as with none"
    assert steps == f"Codestral 22b (multi-step Figure 12): {figure}"
    # Its paper's agent had the whole network.
    assert published_figures("travel", "procllm", "first-steps") == ""


def found_for(benchmark: str, tn: str) -> str:
    found = published_figures(benchmark, "procllm", tn)
    assert found
    return found


def test_every_published_row_has_a_source_and_a_figure_or_words() -> None:
    rows = published("agents")
    assert len(rows) > 20
    for each in rows:
        assert each["source"].startswith(("ProcLLM ", "multi-step "))
        assert bool(each["value"]) != bool(each["described"])
        assert not each["value"] or 0 <= float(each["value"]) <= 1


def test_a_plot_needs_two_sizes(tmp_path: Path) -> None:
    path = tmp_path / "travel.svg"
    assert not draw_by_size([row(True), row(False)], path)
    assert not path.exists()
    assert draw_by_size([row(True), row(False, size="cities=6"), row(True, tn="none")], path)
    assert "procllm, human, m" in path.read_text(encoding="utf-8")
