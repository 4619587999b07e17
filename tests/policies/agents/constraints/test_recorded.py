"""The constraint pipeline with the answers that a language model gave."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec

import pytest

from domains.agents import agentic_task
from policies import PromptSet
from policies.agents.constraints import run_pipeline
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import Sandbox
from tests.recordings import DATA, Replay, recording


@pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")
@pytest.mark.skipif(bool(Sandbox.unavailable()), reason="code cannot be run here")
def test_what_the_model_wrote_solves_the_task() -> None:
    kept = recording(DATA / "agents" / "constraints" / "travel-11.json")
    stages = [each["subject"] for each in kept.answers]
    following = iter(stages)
    model = Replay(kept, lambda _: next(following))
    task = agentic_task(kept.about["benchmark"], seed=kept.about["seed"])
    asked = questions_to(model).ask
    run = asyncio.run(run_pipeline(task, asked, Sandbox(), PromptSet()))
    assert (run.ended, run.repairs) == ("answered", 0)
    assert run.assessment.solved, run.assessment.reason
    assert [stage.name for stage in run.stages] == stages
