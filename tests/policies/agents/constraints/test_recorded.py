"""The constraint pipeline with the answers that a language model gave."""

from __future__ import annotations

import asyncio
import json
import random
from importlib.util import find_spec
from pathlib import Path

import pytest

from domains.agents import agentic_task
from domains.agents.travel import generate_tour
from pddl2nl.llm import ScriptedModel
from policies import PromptSet
from policies.agents.constraints import run_form, run_pipeline
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import Sandbox
from tests.conftest import REPOSITORY

RECORDED = sorted((REPOSITORY / "tests" / "data" / "agents" / "constraints").glob("*.json"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: str(path.stem))
@pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")
@pytest.mark.skipif(bool(Sandbox.unavailable()), reason="code cannot be run here")
def test_what_the_model_wrote_solves_the_task(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    model = ScriptedModel([call["answer"] for call in kept["calls"]])
    task = agentic_task(kept["benchmark"], seed=kept["seed"], **kept.get("sizes", {}))
    assert task.request.strip() in kept["calls"][0]["question"]
    asked = questions_to(model).ask
    run = asyncio.run(run_pipeline(task, asked, Sandbox(), PromptSet()))
    assert (run.ended, run.repairs) == ("answered", 0)
    assert run.assessment.solved, run.assessment.reason
    assert [stage.name for stage in run.stages] == [call["stage"] for call in kept["calls"]]


@pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")
@pytest.mark.parametrize(
    "path", [path for path in RECORDED if "trips" in path.name], ids=lambda path: str(path.stem)
)
def test_the_form_that_the_model_filled_in_is_solved(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    task = generate_tour(random.Random(kept["seed"]), **kept["sizes"])
    assert task.request.strip() in kept["form"]["question"]
    ask = questions_to(ScriptedModel([kept["form"]["answer"]])).ask
    run = asyncio.run(run_form(task, ask, PromptSet(), seconds=30))
    assert (run.ended, run.assessment.solved) == ("answered", True), run.assessment.reason
