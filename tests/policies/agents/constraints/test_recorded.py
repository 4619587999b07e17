"""The constraint pipeline, and the own encoding, with the answers that a language model gave."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from domains.agents import agentic_task
from domains.agents.travel import generate_tour
from pddl2nl.llm import Request
from policies import PromptSet
from policies.agents.constraints import TaskRun, run_form, run_pipeline
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import Sandbox
from tests.recordings import DATA, NotRecordedError, Recording, Replay, recording

pytestmark = pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")

RECORDED = sorted((DATA / "agents" / "constraints").glob("*.json"))
MARKS = {
    "code": "***STEPS START***",
    "steps": "***TOOLS START***",
    "form": '"room_types"',
    "json": "***REQUEST START***",
}
"""What a prompt contains that none of the next ones contains, by what it asks for."""


def subject(request: Request) -> str:
    """What the model is asked for, also where a repair of it is asked for."""
    question = request.messages[0].content
    return next(asked for asked, mark in MARKS.items() if mark in question)


def played(game: Recording) -> None:
    """Play a recorded game, and see that it comes to what it came to."""
    about, model = game.about, Replay(game, subject)
    ask = questions_to(model).ask
    run: TaskRun
    if about["encoding"] == "own":
        tour = generate_tour(random.Random(about["seed"]), **about["sizes"])
        run = asyncio.run(run_form(tour, ask, PromptSet(), seconds=30))
    else:
        if missing := Sandbox.unavailable():
            pytest.skip(missing)
        task = agentic_task(about["benchmark"], seed=about["seed"], **about["sizes"])
        run = asyncio.run(run_pipeline(task, ask, Sandbox(), PromptSet()))
        assert [each.name for each in run.stages] == [each["subject"] for each in game.answers]
    outcome = {"ended": run.ended, "solved": run.assessment.solved}
    assert outcome == game.outcome, run.assessment.reason
    assert not model.unused


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: str(path.stem))
def test_what_the_model_wrote_solves_the_task(path: Path) -> None:
    played(recording(path))


def test_an_answer_on_another_subject_and_one_too_many_are_noticed() -> None:
    game = recording(next(each for each in RECORDED if each.stem.endswith("own-encoding")))
    (answer,) = game.answers
    with pytest.raises(NotRecordedError, match="no answer 1 on 'form'; subjects are 'json'"):
        played(replace(game, answers=({**answer, "subject": "json"},)))
    with pytest.raises(AssertionError, match="unused"):
        played(replace(game, answers=(answer, answer)))
