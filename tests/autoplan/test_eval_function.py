"""A Python function as the model of an evaluation, and of an engine of unified-planning."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from unified_planning.shortcuts import OneshotPlanner

import autoplan
import autoplan.up
import pddl2nl
from autoplan.experiment.experiment import (
    Experiment,
    ModelOptions,
    PlayOptions,
    RunOptions,
    TextOptions,
)
from pddl2nl.llm import Message, Request
from policies.reader import ReaderModel
from tests.conftest import REPOSITORY

LAMPS = REPOSITORY / "docs" / "examples" / "lamps"
HERE = "python/tests.autoplan.test_eval_function"
PLAN = ("switch on lamp_0", "repair lamp_1 in room_0", "switch on lamp_1")
pytestmark = pytest.mark.usefixtures("key")


def recited(messages: list[dict[str, Any]]) -> str:
    """The plan of the first task, step by step, whatever is asked."""
    return PLAN[sum(each["role"] == "assistant" for each in messages) % len(PLAN)]


async def asked_elsewhere(messages: list[dict[str, Any]]) -> str:
    asked = Request(tuple(Message(**each) for each in messages))
    return (await ReaderModel().complete(asked)).text


def failing(messages: list[dict[str, Any]]) -> str:
    raise ConnectionError("no route")


def experiment(model: Any, folder: Path, *mechanisms: str) -> Experiment:
    return Experiment(
        PlayOptions(mechanisms or ("act",), (str(LAMPS),), validator="own"),
        ModelOptions(model),
        TextOptions(examples=0),
        RunOptions(out=folder),
    )


def evaluated(asked: Experiment) -> Any:
    return asyncio.run(autoplan.evaluate(asked))


def test_a_function_is_evaluated_under_its_module_and_name(tmp_path: Path) -> None:
    done = evaluated(experiment(recited, tmp_path / "o"))
    assert (done.stopped, done.broken_off) == (None, 0)
    episodes = autoplan.load(tmp_path / "o").set_index("instance")
    assert set(episodes["model"]) == {f"{HERE}.recited"}
    assert episodes["solved"].to_dict() == {"p1": True, "p2": False}
    assert episodes["calls"]["p1"] == 3


def test_an_asynchronous_function_plays_every_mechanism(tmp_path: Path) -> None:
    evaluated(experiment(asked_elsewhere, tmp_path / "o", "basic", "react", "agentkit"))
    episodes = autoplan.load(tmp_path / "o")
    assert len(episodes) == 6
    assert episodes["solved"].all()


def test_what_it_costs_is_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evaluated(experiment(recited, tmp_path / "o"))
    assert "$0.00 and calls without a known price" in capsys.readouterr().err
    limited = experiment(recited, tmp_path / "limited")
    limited = replace(limited, model=replace(limited.model, max_cost=1.0))
    with pytest.raises(pddl2nl.InputError, match=f"has no price for {HERE}.recited"):
        evaluated(limited)


def test_an_exception_in_it_ends_the_episode_with_a_line_that_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = evaluated(experiment(failing, tmp_path / "o"))
    assert done.broken_off == 2
    line = f"the model {HERE}.failing raised ConnectionError: no route"
    printed = capsys.readouterr().err
    assert line in printed
    assert "Traceback" not in printed
    assert set(autoplan.load(tmp_path / "o")["error"]) == {line}


def test_it_writes_snippets_and_translates_where_it_is_named() -> None:
    play = PlayOptions(("act",), ("ferry",), translator="llm", translator_model=recited)  # type: ignore[arg-type]
    text = TextOptions(verbalizer_model=failing, thoughts_model=asked_elsewhere)  # type: ignore[arg-type]
    named = Experiment(play, ModelOptions(recited), text).models  # type: ignore[arg-type]
    names = ("recited", "recited", "failing", "asked_elsewhere")
    assert named == tuple(f"{HERE}.{name}" for name in names)


def test_it_plans_for_unified_planning() -> None:
    _, [problem] = pddl2nl.load(LAMPS / "domain.pddl", LAMPS / "instances" / "p1.pddl")
    asked = pddl2nl.to_unified_planning(problem)
    with OneshotPlanner(name="autoplan-act", params={"model": recited}) as planner:
        found = planner.solve(asked)
    assert [each.action.name for each in found.plan.actions] == ["switch-on", "repair", "switch-on"]
