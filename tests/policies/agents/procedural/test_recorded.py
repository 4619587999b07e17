"""Agents in files with what language models answered (tests/data/agents/procedural)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from autoplan.agents.studies.agents import RunKey, Studio
from policies import PromptSet
from simulator.agents.sandbox import Sandbox
from tests.conftest import REPOSITORY
from tests.policies.agents.procedural.working import in_turn

RECORDED = sorted((REPOSITORY / "tests" / "data" / "agents" / "procedural").glob("*.json"))
SCRIPTED = ("recipes", "travel")
"""Benchmarks whose agents write code."""


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_language_models_answers_do_the_task(path: Path) -> None:
    data: Any = json.loads(path.read_text(encoding="utf-8"))
    if data["benchmark"] in SCRIPTED and (missing := Sandbox.unavailable()):
        pytest.skip(missing)
    model = in_turn(*data["answers"])
    studio = Studio(model, model, PromptSet(), Sandbox())
    key = RunKey(
        data["benchmark"],
        data["size"],
        data["tn"],
        "procllm",
        model.name,
        data["seed"],
        horizon=40,
    )
    run = asyncio.run(studio.run(key))
    cycles = run.work.cycles
    assert run.assessment.solved, run.assessment.reason
    assert (run.work.ended, len(cycles)) == (data["ended"], data["cycles"])
    assert sum(each.passed is False for each in cycles) == data["failed_checks"]
    assert len(model.asked) == len(data["answers"])


def test_every_benchmark_was_done_in_every_condition() -> None:
    done = {(each["benchmark"], each["tn"]) for each in map(_read, RECORDED)}
    benchmarks = ("blocks-world", "unit-movement", "recipes", "travel")
    assert done == {(name, tn) for name in benchmarks for tn in ("human", "llm", "none")}


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
