"""The stages of the constraint pipeline with a fake sandbox: JSON, steps, and loops of repairs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.agents import AgenticTask, Assessment
from pddl2nl.llm import ScriptedModel
from policies import PromptSet
from policies.agents.constraints import (
    RequestFault,
    TaskRun,
    TravelRequest,
    read_request,
    run_pipeline,
)
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import CodeRun, SandboxUnavailable
from tests.policies.agents.constraints.answers import REQUEST, STEPS

TASK = AgenticTask(
    name="a trip",
    specification="The rules.",
    request="We want to go.\n",
    check=lambda answer: Assessment(answer == '{"plan": 1}', "" if answer else "Empty."),
    tools_specification="tools.flights: find_flights(...)",
    tools={"tools/flights.py": "FLIGHTS = []\n"},
)
RIGHT = CodeRun(0, '{"plan": 1}\n', "")


def error(text: str) -> CodeRun:
    where = f'Traceback (most recent call last):\n  File "solver.py", line {len(text)}\n'
    return CodeRun(1, "", f"{where}{text}\n")


@dataclass
class FakeSandbox:
    """Runs nothing: each script is the name of what comes of it."""

    runs: Mapping[str, CodeRun] = field(
        default_factory=lambda: {
            "right": RIGHT,
            "a": error("AttributeError: no eval, line 7"),
            "a2": error("AttributeError: no eval, line 19"),
            "b": error("NameError: no m"),
            "b2": error("NameError: no m"),
            "c": error("TypeError: an int"),
            "silent": CodeRun(0, "", ""),
            "chatty": CodeRun(0, 'Found it!\n{"plan": 1}\n', ""),
            "mute": CodeRun(1, "", ""),
        }
    )
    files: list[Mapping[str, str]] = field(default_factory=list)

    async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
        self.files.append(files)
        return self.runs[files[script]]


def solve(
    answers: Sequence[str], *, repairs: int = 8, sandbox: FakeSandbox | None = None
) -> tuple[TaskRun, ScriptedModel]:
    model = ScriptedModel(answers)
    made = run_pipeline(
        TASK,
        questions_to(model).ask,
        sandbox or FakeSandbox(),
        PromptSet(),
        repairs=repairs,
    )
    return asyncio.run(made), model


def scripts(*names: str, repairs: int = 8) -> tuple[TaskRun, ScriptedModel]:
    return solve([REQUEST, STEPS, *names], repairs=repairs)


def told(model: ScriptedModel, request: int) -> str:
    return model.requests[request].messages[-1].content


# --- JSON and steps -------------------------------------------------------------------------------


def test_each_stage_sees_what_the_one_before_has_made() -> None:
    sandbox = FakeSandbox()
    run, model = solve([REQUEST, STEPS, "right"], sandbox=sandbox)
    assert (run.ended, run.assessment.solved) == ("answered", True)
    first, second, third = (told(model, number) for number in range(3))
    assert "We want to go." in first
    assert "We want to go." not in second + third
    assert '"people_number": 2' in second
    assert '"people_number": 2' in third
    assert STEPS in third
    assert all("The rules." in each for each in (first, second, third))
    assert all("tools.flights" in each for each in (second, third))
    [files] = sandbox.files
    assert json.loads(files["request.json"]) == json.loads(REQUEST)
    assert files["tools/flights.py"] == "FLIGHTS = []\n"


def changed(**values: object) -> str:
    return json.dumps({**json.loads(REQUEST), **values})


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("I would like to help.", "Invalid JSON"),
        ("", "Invalid JSON"),
        ("[]", "an object"),
        (changed(budgett=3), "budgett: Extra inputs are not permitted"),
        (changed(people_number="2"), "people_number: Input should be a valid integer"),
        (changed(people_number=0), "people_number: Input should be greater than or equal to 1"),
        (changed(budget=-5), "budget"),
        (changed(org=""), "org: "),
        (changed(date=["2031-02-30"] * 3), "date.0: "),
        (changed(days=2), "there are 3 dates for a trip of 2 days"),
        (changed(date=["2031-09-02", "2031-09-01", "2031-08-31"]), "the dates are not in their"),
        (changed(preferences="none"), "preferences: "),
        (REQUEST.replace('"dest"', '"to"'), "dest: Field required"),
    ],
)
def test_json_with_a_fault_is_told_once_and_may_be_mended(answer: str, fault: str) -> None:
    run, model = solve([answer, REQUEST, STEPS, "right"])
    assert run.assessment.solved
    assert fault in run.stages[0].fault
    assert fault in told(model, 1)
    assert [stage.name for stage in run.stages] == ["json", "json", "steps", "code"]


def test_json_that_stays_wrong_ends_it() -> None:
    run, model = solve(["no", "no"])
    assert (run.ended, run.answer, len(model.requests)) == ("no-json", "", 2)
    assert run.assessment == Assessment(False, "Empty.")
    assert run.repairs == 0


def test_json_may_stand_in_a_code_block_after_thoughts() -> None:
    found = read_request(f"<think>{{}}</think>Here:\n```json\n{REQUEST}\n```\nDone.", TravelRequest)
    assert (found.org, found.budget, len(found.preferences)) == ("Port Ismere", 570, 2)
    assert json.loads(found.as_json()) == json.loads(REQUEST)
    with pytest.raises(RequestFault):
        read_request(f"{REQUEST}\n{REQUEST}", TravelRequest)


def test_without_steps_no_code_is_written() -> None:
    run, model = solve([REQUEST, " \n"])
    assert (run.ended, len(model.requests)) == ("no-steps", 2)


# --- scripts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("a", "AttributeError: no eval, line 7"),
        ("silent", "its output is not one JSON object. It is empty."),
        ("chatty", 'not one JSON object. The output is:\nFound it!\n{"plan": 1}'),
        ("mute", "It ended with exit status 1."),
        ("", "Your answer has no script."),
        ("```python\n```", "Your answer has no script."),
    ],
)
def test_what_went_wrong_is_told(script: str, why: str) -> None:
    run, model = scripts(script, "right")
    assert (run.ended, run.repairs) == ("answered", 1)
    assert why in told(model, 3)
    assert run.stages[2].fault


def test_the_same_script_but_for_comments_is_told_as_such() -> None:
    sandbox = FakeSandbox()
    sandbox.runs = {**sandbox.runs, "# try again\na": error("AttributeError: no eval, line 8")}
    run, model = solve([REQUEST, STEPS, "a", "# try again\na", "right"], sandbox=sandbox)
    assert run.ended == "answered"
    assert "Script 2 is the same as script 1, but for comments and blanks" in told(model, 4)
    assert "- script 1: AttributeError: no eval, line 7" in told(model, 4)


def test_a_fault_that_comes_back_in_another_script_is_told_as_such() -> None:
    run, model = scripts("a", "b", "a2", "right")
    assert run.ended == "answered"
    assert "Script 3 has the fault of script 1 again." in told(model, 5)
    assert run.attempts[2].same_script == ()


def test_two_faults_in_turns_are_a_loop_although_no_script_is_repeated() -> None:
    sandbox = FakeSandbox()
    more = {f"{name}{number}": run for number in (3, 4) for name, run in sandbox.runs.items()}
    sandbox.runs = {**sandbox.runs, **more}
    names = ["a", "b", "a2", "b2", "a3", "b3"]
    run, model = solve([REQUEST, STEPS, *names], sandbox=sandbox)
    assert (run.ended, len(model.requests)) == ("repair-loop", 8)
    assert [each.conversation for each in run.attempts] == [1, 1, 1, 1, 2, 2]


def test_one_fault_that_stays_is_no_loop_but_uses_the_repairs_up() -> None:
    run, _ = scripts("a", "a2", "chatty", "c", repairs=3)
    assert (run.ended, run.repairs) == ("repairs-used-up", 3)
    assert not any(each.repeated for each in run.attempts)


def test_a_new_beginning_may_lead_to_an_answer() -> None:
    run, model = scripts("a", "a", "a", "right")
    assert (run.ended, run.assessment.solved) == ("answered", True)
    assert told(model, 5).startswith(told(model, 2))
    assert "- AttributeError: no eval, line 7\nWrite a new script" in told(model, 5)


def test_a_sandbox_that_is_not_there_is_no_fault_of_the_script() -> None:
    class Nowhere(FakeSandbox):
        async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
            raise SandboxUnavailable("no bubblewrap")

    with pytest.raises(SandboxUnavailable):
        solve([REQUEST, STEPS, "right"], sandbox=Nowhere())


def test_a_run_is_kept_as_data() -> None:
    run, _ = scripts("a", "right")
    data = json.loads(json.dumps(replace(run).as_data()))
    assert (data["task"], data["ended"], data["solved"]) == ("a trip", "answered", True)
    assert [each["name"] for each in data["stages"]] == ["json", "steps", "code", "code"]
    assert (data["repairs"], data["answer"]) == (1, '{"plan": 1}')


WRONG = ("a", "a2", "b", "b2", "c", "silent", "chatty", "mute", "")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WRONG), min_size=9, max_size=9), st.integers(1, 8))
def test_any_wrong_scripts_end_within_the_repairs(names: list[str], repairs: int) -> None:
    run, model = scripts(*names, repairs=repairs)
    assert run.ended in ("repair-loop", "repairs-used-up")
    assert len(run.attempts) == len(model.requests) - 2 <= repairs + 1
    assert (run.ended == "repair-loop") or run.repairs == repairs
    assert not run.assessment.solved
    assert all(message.content for request in model.requests for message in request.messages)
