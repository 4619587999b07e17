"""The constraint pipeline with the answers that a language model gave."""

from __future__ import annotations

import asyncio
import json
from importlib.util import find_spec

import pytest

from domains.agents import agentic_task
from pddl2nl.llm import ScriptedModel
from policies import PromptSet
from policies.agents.constraints import run_pipeline
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import Sandbox
from tests.conftest import REPOSITORY

RECORDED = REPOSITORY / "tests" / "data" / "agents" / "constraints" / "travel-11.json"


@pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")
@pytest.mark.skipif(bool(Sandbox.unavailable()), reason="code cannot be run here")
def test_what_the_model_wrote_solves_the_task() -> None:
    kept = json.loads(RECORDED.read_text(encoding="utf-8"))
    model = ScriptedModel([call["answer"] for call in kept["calls"]])
    task = agentic_task(kept["benchmark"], seed=kept["seed"])
    assert task.request.strip() in kept["calls"][0]["question"]
    asked = questions_to(model).ask
    run = asyncio.run(run_pipeline(task, asked, Sandbox(), PromptSet()))
    assert (run.ended, run.repairs) == ("answered", 0)
    assert run.assessment.solved, run.assessment.reason
    assert [stage.name for stage in run.stages] == [call["stage"] for call in kept["calls"]]
