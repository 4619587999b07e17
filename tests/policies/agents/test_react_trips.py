"""End-to-end ReAct on whole trips: thoughts and calls of tools in turns, in the real sandbox."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from domains.agents.travel import TourTask, generate_tour
from pddl2nl.llm import ScriptedModel
from policies import PromptSet
from policies.agents.constraints import TaskRun
from policies.agents.procedural.asking import questions_to
from policies.agents.react import run_react
from simulator.agents.sandbox import Sandbox

pytestmark = pytest.mark.skipif(bool(Sandbox.unavailable()), reason="code cannot be run here")


@pytest.fixture(scope="module")
def task() -> TourTask:
    return generate_tour(random.Random(1), cities=2, visits=1)


def play(task: TourTask, *answers: str, steps: int = 30) -> tuple[TaskRun, ScriptedModel]:
    model = ScriptedModel(answers)
    ask = questions_to(model).ask
    return asyncio.run(run_react(task.task, ask, Sandbox(), PromptSet(), steps=steps)), model


def test_what_a_tool_returns_is_observed_and_the_plan_is_judged(task: TourTask) -> None:
    city = task.tour.cities[0]
    run, model = play(
        task,
        "Thought: Where to?\nAction: find_cities()",
        f'Thought: Where to eat?\n**Action:** find_restaurants(city="{city}")',
        'Thought: Enough.\nAction: Finish {"plan": []}',
    )
    assert (run.ended, run.assessment.solved) == ("answered", False)
    assert run.assessment.reason == "The plan has 0 days, and the trip has 3."
    assert run.stages[0].output.splitlines() == [f'"{each}"' for each in task.tour.cities]
    names = [json.loads(line)["name"] for line in run.stages[1].output.splitlines()]
    assert names == [each["name"] for each in task.data.restaurants if each["city"] == city]
    question, *turns = model.requests[2].messages
    assert task.request.strip() in question.content
    assert [message.role for message in turns] == ["assistant", "user"] * 2
    assert turns[-1].content == f"Observation: {run.stages[1].output}"
    assert json.loads(json.dumps(run.as_data()))["stages"][2]["output"] == ""


@pytest.mark.parametrize(
    ("answer", "observation"),
    [
        ("I would like to help.", "There is no action: write one line"),
        ("Action: find_cities()\nObservation: A\nAction: find_cities()", "There is no action"),
        ("Action: find_flights(origin, 'A', 'B')", "There is no action"),
        ("Action: find_cities()[0]", "There is no action"),
        ("Action: open('x')", "There is no tool open; there are find_accommodations, find_"),
        ("Action: matching('flights')", "There is no tool matching;"),
        ("Action: find_cities('A')", "TypeError: find_cities() takes 0 positional arguments but"),
        ("Action: find_flights('A', 'B', '2031-01-01')", "[]"),
        ("Action: find_distance('A', 'B')", "null"),
        ("Action: `find_restaurants('A')`", "[]"),
    ],
)
def test_a_turn_that_is_no_call_is_answered(task: TourTask, answer: str, observation: str) -> None:
    run, _ = play(task, answer, steps=1)
    assert run.stages[0].output.startswith(observation)
    assert (run.ended, run.assessment.solved) == ("horizon", False)


def test_turns_end_at_the_horizon(task: TourTask) -> None:
    run, model = play(task, *["Action: find_cities()"] * 3, steps=3)
    assert (run.ended, len(model.requests)) == ("horizon", 3)
