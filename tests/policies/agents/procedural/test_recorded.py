"""Agents in files with what language models answered (tests/data/agents/procedural)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from autoplan.agents.studies.agents import RunKey, Studio
from pddl2nl.llm import Request
from policies import PromptSet
from policies.agents.procedural import HORIZONS, AgentRun
from simulator.agents.sandbox import CodeRun, Sandbox
from tests.recordings import DATA, NotRecordedError, Recording, Replay, recording

RECORDED = sorted((DATA / "agents" / "procedural").glob("*.json"))
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


class Subjects:
    """What a request is about: which part is asked, and the task of the network at hand."""

    def __init__(self) -> None:
        self._task = ""

    def __call__(self, request: Request) -> str:
        prompt = "\n".join(each.content for each in request.messages if each.role != "system")
        asked = next(part for part, mark in MARKS.items() if mark in prompt)
        if asked == "agent":
            lines = prompt.rpartition("***LAST COMMAND OUTPUT END***")[2].splitlines()
            self._task = next(line[6:] for line in lines if line.startswith("Task: "))
        return ", ".join(filter(None, (asked, self._task)))


class Printing:
    """The sandbox, and what the scripts have printed."""

    def __init__(self) -> None:
        self._sandbox = Sandbox()
        self.printed: list[str] = []

    async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
        run = await self._sandbox.run(script, files)
        self.printed.append(run.output)
        return run


def played(game: Recording) -> tuple[AgentRun, Replay, list[str]]:
    """The run of a recorded game, the model with what was not asked, and what scripts printed."""
    about = game.about
    coding = about["agent"] == "multistep" or about["benchmark"] in SCRIPTED
    if coding and (missing := Sandbox.unavailable()):
        pytest.skip(missing)
    model, runner = Replay(game, Subjects()), Printing()
    studio = Studio(model, model, PromptSet(), runner)
    which = (about[name] for name in ("benchmark", "size", "tn", "agent"))
    key = RunKey(*which, model.name, about["seed"], horizon=about["horizon"])
    return asyncio.run(studio.run(key)), model, runner.printed


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_language_models_answers_lead_to_what_they_led_to(path: Path) -> None:
    game = recording(path)
    run, model, printed = played(game)
    data = game.outcome
    assert run.assessment.solved == data["solved"], run.assessment.reason
    assert (run.ended, run.cycles) == (data["ended"], data["cycles"])
    assert sum(each.passed is False for each in run.work.cycles) == data["failed_checks"]
    assert dict(run.assessment.parts) == data["parts"]
    assert not model.unused
    assert run.work.workspace.text("request.txt") == data["request"]
    assert printed == data["printed"]


def test_a_conversation_that_goes_another_way_fails() -> None:
    game = recording(next(each for each in RECORDED if each.stem == "blocks-world-multistep-paper"))
    refused = [
        {**each, "answer": each["answer"].replace("PASS: TRUE", "PASS: FALSE")}
        for each in game.answers
    ]
    with pytest.raises(NotRecordedError, match="no answer 4 on 'agent, note the rules'"):
        played(replace(game, answers=tuple(refused)))


def test_both_flights_are_booked_within_the_commands_of_the_paper() -> None:
    """The multi-step paper, section 6.3 and figure 12."""
    games = map(recording, RECORDED)
    (game,) = (each for each in games if each.about["tn"] == "first-steps")
    run, _, _ = played(game)
    assert run.assessment.parts == {"flight 1": True, "flight 2": True, "hotel": False}
    assert (game.about["agent"], game.about["horizon"]) == ("multistep", None)
    assert run.cycles <= HORIZONS["multistep"] == 20


def test_every_benchmark_was_done_by_both_agents() -> None:
    played_by = (each.about for each in map(recording, RECORDED))
    done = {(each["benchmark"], each["agent"], each["tn"]) for each in played_by}
    benchmarks = ("blocks-world", "unit-movement", "recipes", "travel")
    conditions = [("procllm", tn) for tn in ("human", "llm", "none")] + [("multistep", "paper")]
    every = {(name, agent, tn) for name in benchmarks for agent, tn in conditions}
    assert done == every | {("travel", "multistep", tn) for tn in ("first-steps", "none")}
