"""The constraint pipeline with answers written by hand, in the real sandbox and with z3."""

from __future__ import annotations

import asyncio
import json
from importlib.util import find_spec

import pytest

from domains.agents import AgenticTask
from pddl2nl.llm import ScriptedModel
from policies import PromptSet
from policies.agents.constraints import TaskRun, run_pipeline
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import Sandbox, SandboxLimits
from tests.policies.agents.constraints.answers import (
    HANGING,
    MISNAMED,
    REQUEST,
    SCRIPT,
    STEPS,
    TOO_DEAR,
    UNIMPORTED,
    fenced,
    task,
)

pytestmark = [
    pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed"),
    pytest.mark.skipif(bool(Sandbox.unavailable()), reason="code cannot be run here"),
]


def solve(
    *answers: str, seconds: float = 30.0, repairs: int = 8, of: AgenticTask | None = None
) -> tuple[TaskRun, ScriptedModel]:
    model = ScriptedModel([REQUEST, STEPS, *answers])
    sandbox = Sandbox(SandboxLimits(seconds=seconds))
    made = run_pipeline(
        of or task(),
        questions_to(model).ask,
        sandbox,
        PromptSet(),
        repairs=repairs,
        seconds=seconds,
    )
    return asyncio.run(made), model


def told(model: ScriptedModel, request: int) -> str:
    return model.requests[request].messages[-1].content


def test_a_competent_model_solves_the_task_without_a_repair() -> None:
    run, model = solve(fenced(SCRIPT))
    assert (run.ended, run.repairs, len(model.requests)) == ("answered", 0, 3)
    assert run.assessment.solved, run.assessment.reason
    assert set(json.loads(run.answer)) == {"departing_flight", "returning_flight", "accommodation"}
    assert [stage.name for stage in run.stages] == ["json", "steps", "code"]
    assert run.stages[-1].text == SCRIPT.strip()
    assert run.seconds > 0


def test_a_faulty_script_is_repaired_after_its_error_was_told() -> None:
    run, model = solve(fenced(MISNAMED), fenced(SCRIPT))
    assert (run.ended, run.repairs, run.assessment.solved) == ("answered", 1, True)
    assert run.stages[2].fault.startswith("AttributeError: ")
    assert "as_number" in run.stages[2].fault
    assert "Script 1 does not work." in told(model, 3)
    assert "Traceback (most recent call last)" in told(model, 3)
    assert run.stages[2].fault in told(model, 3)
    question, answer, _ = model.requests[3].messages
    assert question == model.requests[2].messages[0]
    assert answer.content == f"```python\n{MISNAMED.strip()}\n```"


def test_two_scripts_in_turns_lead_to_a_new_beginning_and_then_to_an_end() -> None:
    run, model = solve(*[fenced(MISNAMED), fenced(UNIMPORTED)] * 3)
    assert (run.ended, len(run.attempts), run.assessment.solved) == ("repair-loop", 6, False)
    assert run.answer == ""
    assert [each.same_script for each in run.attempts] == [(), (), (1,), (2,), (1, 3), (2, 4)]
    assert "Script 3 is the same as script 1" in told(model, 5)
    afresh = model.requests[6].messages
    assert len(afresh) == 1
    assert afresh[0].content.startswith(told(model, 2))
    assert "AttributeError" in afresh[0].content
    assert "NameError: name 'json' is not defined" in afresh[0].content


def test_a_script_that_hangs_is_stopped_and_the_model_is_told() -> None:
    run, model = solve(fenced(HANGING), fenced(SCRIPT), seconds=2.0)
    assert (run.ended, run.repairs, run.assessment.solved) == ("answered", 1, True)
    assert "It was stopped: it ran longer than 2 seconds." in told(model, 3)
    assert "it is stopped after 2 seconds" in told(model, 2)


def test_a_model_of_constraints_without_a_solution_ends_it() -> None:
    run, model = solve(fenced(TOO_DEAR))
    assert (run.ended, run.answer, run.assessment.solved) == ("no-solution", "", False)
    assert len(model.requests) == 3


def test_a_plan_that_breaks_a_rule_is_an_answer_but_no_solution() -> None:
    late = SCRIPT.replace('== "Private room"', '!= "Private room"').replace(
        'total <= request["budget"]', "total >= 0"
    )
    run, _ = solve(fenced(late))
    assert (run.ended, run.assessment.solved) == ("answered", False)
    assert not run.assessment.parts["hotel"]
    assert run.assessment.parts["flight 1"]
