"""Agents in files with what language models answered (tests/data/agents/procedural)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from autoplan.agents.studies.agents import RunKey, Studio
from pddl2nl.llm import Completion, Request, estimate_usage
from policies import PromptSet
from policies.agents.procedural import HORIZONS, AgentRun
from simulator.agents.sandbox import CodeRun, Sandbox
from tests.conftest import REPOSITORY

RECORDED = sorted((REPOSITORY / "tests" / "data" / "agents" / "procedural").glob("*.json"))
SCRIPTED = ("recipes", "travel")
"""Benchmarks whose agents write code."""
MARKS = {
    "agent": "***LAST COMMAND OUTPUT***",
    "verifier": "***EFFECT START***",
    "repairer": "***SCRIPT START***",
    "coder": "***INSTRUCTIONS START***",
    "network": "***TASK SPEC START***",
}
"""What a prompt contains, by who is asked."""


class Recorded:
    """Answers what a language model answered to the question about the same thing.

    A question is about a task of the network, put to one of the parts in `MARKS`, for the n-th
    time; the wording of the prompt plays no part. A question that was not asked then is a fault.
    """

    name = "recorded"

    def __init__(self, answers: list[Mapping[str, str]]) -> None:
        self._task = ""
        self._asked: list[tuple[str, str]] = []
        self.left: dict[tuple[str, str, int], str] = {}
        for each in answers:
            about = each["task"], each["asked"]
            earlier = sum(key[:2] == about for key in self.left)
            self.left[(*about, earlier + 1)] = each["answer"]

    async def complete(self, request: Request) -> Completion:
        text = self.left.pop(self._about(request))
        return Completion(text, estimate_usage(request.messages, text), "stop", False, self.name)

    def _about(self, request: Request) -> tuple[str, str, int]:
        prompt = "\n".join(each.content for each in request.messages if each.role != "system")
        asked = next(part for part, mark in MARKS.items() if mark in prompt)
        if asked == "agent":
            lines = prompt.rpartition("***LAST COMMAND OUTPUT END***")[2].splitlines()
            self._task = next(line[6:] for line in lines if line.startswith("Task: "))
        self._asked.append((self._task, asked))
        return self._task, asked, self._asked.count((self._task, asked))


class Printing:
    """The sandbox, and what the scripts have printed."""

    def __init__(self) -> None:
        self._sandbox = Sandbox()
        self.printed: list[str] = []

    async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
        run = await self._sandbox.run(script, files)
        self.printed.append(run.output)
        return run


def played(data: Mapping[str, Any]) -> tuple[AgentRun, Recorded, list[str]]:
    """The run of a recorded game, the model with what was not asked, and what scripts printed."""
    coding = data["agent"] == "multistep" or data["benchmark"] in SCRIPTED
    if coding and (missing := Sandbox.unavailable()):
        pytest.skip(missing)
    model, runner = Recorded(data["answers"]), Printing()
    studio = Studio(model, model, PromptSet(), runner)
    which = (data[name] for name in ("benchmark", "size", "tn", "agent"))
    key = RunKey(*which, model.name, data["seed"], horizon=data["horizon"])
    return asyncio.run(studio.run(key)), model, runner.printed


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_language_models_answers_lead_to_what_they_led_to(path: Path) -> None:
    data = _read(path)
    run, model, printed = played(data)
    assert run.assessment.solved == data["solved"], run.assessment.reason
    assert (run.ended, run.cycles) == (data["ended"], data["cycles"])
    assert sum(each.passed is False for each in run.work.cycles) == data["failed_checks"]
    assert dict(run.assessment.parts) == data["parts"]
    assert not model.left
    assert run.work.workspace.text("request.txt") == data["request"]
    assert printed == data["printed"]


def test_a_conversation_that_goes_another_way_fails() -> None:
    data = _read(next(path for path in RECORDED if path.stem == "blocks-world-multistep-paper"))
    refused = [
        {**each, "answer": each["answer"].replace("PASS: TRUE", "PASS: FALSE")}
        for each in data["answers"]
    ]
    with pytest.raises(KeyError, match=r"'note the rules', 'agent', 4"):
        played({**data, "answers": refused})


def test_both_flights_are_booked_within_the_commands_of_the_paper() -> None:
    """Seed paper 001, section 6.3 and figure 12."""
    (data,) = (each for each in map(_read, RECORDED) if each["tn"] == "first-steps")
    run, _, _ = played(data)
    assert run.assessment.parts == {"flight 1": True, "flight 2": True, "hotel": False}
    assert (data["agent"], data["horizon"]) == ("multistep", None)
    assert run.cycles <= HORIZONS["multistep"] == 20


def test_every_benchmark_was_done_by_both_agents() -> None:
    done = {(each["benchmark"], each["agent"], each["tn"]) for each in map(_read, RECORDED)}
    benchmarks = ("blocks-world", "unit-movement", "recipes", "travel")
    conditions = [("procllm", tn) for tn in ("human", "llm", "none")] + [("multistep", "paper")]
    every = {(name, agent, tn) for name in benchmarks for agent, tn in conditions}
    assert done == every | {("travel", "multistep", tn) for tn in ("first-steps", "none")}


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
