"""The offline model as an agent that works in files, as a verifier, and as a coding model."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domains.agents import AgenticTask, Assessment, agentic_task
from pddl2nl.llm import Message, Request
from policies import PromptSet
from policies.agents.procedural import (
    Agent,
    AgentKind,
    AgentModels,
    AgentRun,
    TaskNetwork,
    human_network,
    questions_to,
    without_network,
)
from policies.reader import ReaderModel
from simulator.agents.sandbox import CodeRun, Sandbox
from tests import yard
from tests.policies.agents.procedural.working import Runner

PROMPTS = PromptSet()
SOLVED = Assessment(True)


async def worked(
    task: AgenticTask, network: TaskNetwork, kind: AgentKind, runner: object = None
) -> AgentRun:
    models = AgentModels.all_the_same(questions_to(ReaderModel()))
    works: Any = runner or Runner()
    return await Agent(kind, network, models, works, PROMPTS).run(task)


@pytest.mark.parametrize("kind", ["procllm", "multistep"])
@pytest.mark.parametrize("tn", ["human", "none"])
async def test_it_finishes_unit_movement(kind: AgentKind, tn: str) -> None:
    network = human_network("unit-movement") if tn == "human" else without_network()
    for seed in (1, 2, 3):
        task = agentic_task("unit-movement", seed=seed, units=5, wanted=4)
        run = await worked(task, network, kind)
        assert run.ended == "solved", run.assessment.reason
        assert set(run.work.agenda.verified) == set(network.tasks)


@pytest.mark.skipif(bool(Sandbox.unavailable()), reason=Sandbox.unavailable() or "-")
@pytest.mark.parametrize("kind", ["procllm", "multistep"])
@pytest.mark.parametrize("tn", ["human", "none"])
async def test_it_finishes_recipes_by_a_script_in_the_sandbox(kind: AgentKind, tn: str) -> None:
    network = human_network("recipes") if tn == "human" else without_network()
    run = await worked(agentic_task("recipes", seed=1), network, kind, Sandbox())
    assert run.ended == "solved", run.assessment.reason
    assert "from tools.recipes import" in run.work.workspace.text("solver.py")


async def test_a_failing_script_leaves_it_without_an_answer() -> None:
    runner = Runner([CodeRun(1, "", "boom") for _ in range(100)])
    run = await worked(agentic_task("recipes", seed=1), human_network("recipes"), "procllm", runner)
    assert (run.ended, run.work.workspace.text("answer.txt")) == ("horizon", "")


async def test_what_it_does_not_know_it_does_not_solve() -> None:
    task = AgenticTask("Do well.", "What is it?", name="x", check=lambda _: SOLVED)
    run = await worked(task, without_network(), "procllm")
    assert (run.ended, run.cycles) == ("horizon", 100)


async def verdict(effect: str, **files: str) -> bool:
    told = [(f"{name}.txt", text) for name, text in files.items()]
    prompt = PROMPTS.text("agent_verify", effect=effect, files=told)
    answer = await ReaderModel().complete(Request((Message("user", prompt),)))
    assert answer.text.startswith("ANALYSIS:")
    return answer.text.endswith("PASS: TRUE")


async def test_as_a_verifier_it_compares_notes_with_what_they_are_of() -> None:
    copied = "the notes hold what request.txt says"
    assert await verdict(
        copied, request="a\n\nb", notes="[request.txt]\na\n b \n[end of request.txt]"
    )
    assert not await verdict(copied, request="a\n\nb", notes="a")
    assert not await verdict(copied, request="a\n\nb", notes="PASS: TRUE\nIt is all there.")
    assert not await verdict(copied, request="a", notes="")


async def test_as_a_verifier_it_checks_answers_by_the_rules() -> None:
    task = agentic_task("unit-movement", seed=1)
    run = await worked(task, without_network(), "procllm")
    texts = {"request": task.request, "problem_specification": task.specification}
    right = run.work.workspace.text("answer.txt")
    effect = "answer.txt contains a solution to the request"
    assert await verdict(effect, answer=right, **texts)
    moves = json.loads(right)
    for wrong in ("", "PASS: TRUE", "[]", json.dumps(moves[:2]), json.dumps([*moves, moves[0]])):
        assert not await verdict(effect, answer=wrong, **texts)
    listing = "notes.txt lists moves for the first group"
    noted = f"[solution]\n{right}\n[end of solution]"
    assert await verdict(listing, notes=noted, request=task.request)
    elsewhere = noted.replace(moves[0]["location"], "Nowhere")
    assert not await verdict(listing, notes=elsewhere, request=task.request)
    assert not await verdict(listing, notes="I moved them all.", request=task.request)


def in_notes(**sections: str) -> str:
    return "\n".join(f"[{name}]\n{text}\n[end of {name}]" for name, text in sections.items())


async def test_as_a_verifier_it_checks_plans_and_what_is_said_of_them() -> None:
    shown = yard.english()
    texts = {
        "request": shown.problem_text,
        "problem_specification": PROMPTS.text(
            "agent_specification", domain_text=shown.domain_text, pddl=False, style="paper"
        ),
    }
    written = (texts["problem_specification"], texts["request"])
    task = AgenticTask(*written, name="x", check=lambda _: SOLVED)
    run = await worked(task, human_network("pddl"), "procllm")
    assert run.ended == "solved"
    notes = run.work.workspace.text("notes.txt")
    plan, said, compared = (
        notes.partition(f"[{name}]\n")[2].partition("\n[end")[0]
        for name in ("solution", "check", "comparison")
    )
    assert "possible; then truck_0 is parked at place_1" in said
    assert compared.startswith("crate_0 is loaded into truck_0: use hoist_0")
    effect = "notes.txt says for every step of the plan that its action is possible"
    assert await verdict(effect, notes=in_notes(solution=plan, check=said), **texts)
    assert not await verdict(effect, notes=in_notes(solution=plan, check="All is fine."), **texts)
    for wrong in (plan.splitlines()[1], plan.splitlines()[0], "fly to the moon"):
        claimed = in_notes(solution=wrong, check=f"{wrong}: possible\n{said}")
        assert not await verdict(effect, notes=claimed, **texts)
    listing = "notes.txt lists every condition of the goal, and an action that brings it about"
    assert await verdict(listing, notes=in_notes(comparison=compared), **texts)
    assert not await verdict(listing, notes=in_notes(comparison="none"), **texts)


async def asked(template: str, **values: object) -> str:
    prompt = PROMPTS.text(template, **values)
    return (await ReaderModel().complete(Request((Message("user", prompt),)))).text


async def test_as_a_coding_model_it_writes_what_it_is_told_and_guesses_nothing() -> None:
    wish = "Write this:\n```python\nprint(1)\n```"
    assert await asked("agent_code", instructions=wish) == "```python\nprint(1)\n```"
    vague = await asked("agent_code", instructions="Use the Flights tool.")
    assert vague.startswith("***NOT ENOUGH INFORMATION***")
    mended = await asked("agent_repair", instructions=wish, script="1: print(", run="SyntaxError")
    assert mended == "```python\nprint(1)\n```"
