"""Our mechanisms plan for unified-planning, and its problems are said in English."""

from __future__ import annotations

import asyncio
import io
import warnings
from typing import Any

import pytest
from unified_planning import shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.environment import Environment

import autoplan.up
import pddl2nl
from autoplan.up import ENGINES, register
from pddl2nl.errors import InputError
from tests.chat_server import ChatServer, completion, reply


@pytest.fixture(autouse=True)
def no_credits() -> None:
    up.get_environment().credits_stream = None


def problem(*, lit: bool = False, reachable: bool = True) -> Any:
    """A robot brings a letter from the Hall to the Attic; names with upper case and blanks."""
    place, letter = up.UserType("Place"), up.UserType("Letter")
    at = up.Fluent("robot_at", up.BoolType(), place=place)
    lies = up.Fluent("letter_at", up.BoolType(), letter=letter, place=place)
    held = up.Fluent("holding", up.BoolType(), letter=letter)
    move = up.InstantaneousAction("Move", start=place, end=place)
    start, end = move.parameters
    move.add_precondition(at(start))
    move.add_effect(at(start), False)
    move.add_effect(at(end), True)
    take = up.InstantaneousAction("Take", letter=letter, place=place)
    drop = up.InstantaneousAction("Drop", letter=letter, place=place)
    for action, before, after in ((take, lies, held), (drop, held, lies)):
        what, where = action.parameters
        first = before(what, where) if before is lies else before(what)
        then = after(what) if after is held else after(what, where)
        action.add_precondition(at(where))
        action.add_precondition(first)
        action.add_effect(first, False)
        action.add_effect(then, True)
    made = up.Problem("Post")
    for fluent in (at, lies, held):
        made.add_fluent(fluent, default_initial_value=False)
    made.add_actions([move, take, drop] if reachable else [move, take])
    hall, attic = (made.add_object(name, place) for name in ("Hall", "The Attic"))
    note = made.add_object("Love Letter", letter)
    made.set_initial_value(at(attic), True)
    made.set_initial_value(lies(note, hall), True)
    made.add_goal(lies(note, attic))
    return made


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_returns_a_plan_of_the_problems_own_objects(name: str) -> None:
    task = problem()
    with up.OneshotPlanner(name=name) as planner:
        found = planner.solve(task)
    assert found.status is Status.SOLVED_SATISFICING, found.log_messages
    assert found.engine_name == name
    assert [str(step) for step in found.plan.actions] == [
        *("Move(The Attic, Hall)", "Take(Love Letter, Hall)"),
        *("Move(Hall, The Attic)", "Drop(Love Letter, The Attic)"),
    ]
    with up.PlanValidator(problem_kind=task.kind) as validator:
        assert validator.validate(task, found.plan)
    assert int(found.metrics["calls"]) > 0


def test_a_problem_without_a_plan_is_not_called_unsolvable() -> None:
    out = io.StringIO()
    with up.OneshotPlanner(name="autoplan-basic") as planner:
        found = planner.solve(problem(reachable=False), output_stream=out)
    assert (found.status, found.plan) == (Status.UNSOLVABLE_INCOMPLETELY, None)
    assert "the goal is not reached" in found.log_messages[0].message


def test_what_is_not_classical_is_unsupported_with_a_reason() -> None:
    task = problem()
    level = task.add_fluent("level", up.IntType(0, 9), default_initial_value=0)
    rise = up.InstantaneousAction("Rise")
    rise.add_increase_effect(level, 1)
    task.add_action(rise)
    with up.OneshotPlanner(name="autoplan-react") as planner, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = planner.solve(task)
    assert (found.status, found.plan) == (Status.UNSUPPORTED_PROBLEM, None)
    assert "numeric effect" in found.log_messages[0].message
    assert not up.get_environment().factory.engine("autoplan-react").supports(task.kind)
    assert up.get_environment().factory.engine("autoplan-react").supports(problem().kind)


def test_a_served_model_is_asked_and_its_seed_sent() -> None:
    with ChatServer([reply(completion("I give up."))] * 9) as server:
        given = {"model": "compat/some", "base_url": server.base_url, "seed": 7, "steps": 3}
        with up.OneshotPlanner(name="autoplan-act", params=given) as planner:
            found = planner.solve(problem())
        assert found.status is Status.UNSOLVABLE_INCOMPLETELY
        assert found.metrics["calls"] == "3"
        assert server.received[0].body["seed"] == 7


def test_a_server_that_refuses_is_an_error_and_no_verdict() -> None:
    with ChatServer([reply({"error": {"message": "no such model"}}, 404)]) as server:
        given = {"model": "compat/some", "base_url": server.base_url}
        with up.OneshotPlanner(name="autoplan-act", params=given) as planner:
            found = planner.solve(problem())
    assert found.status is Status.INTERNAL_ERROR
    assert "no such model" in found.log_messages[0].message


def test_time_that_is_up_is_told() -> None:
    with up.OneshotPlanner(name="autoplan-react") as planner:
        assert planner.solve(problem(), timeout=0.001).status is Status.TIMEOUT


async def test_it_plans_where_an_event_loop_runs_already() -> None:
    assert asyncio.get_running_loop()
    with up.OneshotPlanner(name="autoplan-basic", params={"style": "brief"}) as planner:
        assert planner.solve(problem()).plan is not None


def test_an_environment_of_ones_own_gets_the_engines_once() -> None:
    own = Environment()
    register(own)
    register(own)
    assert set(ENGINES) <= set(own.factory.engines)
    assert own.factory.preference_list.count("autoplan-act") == 1


def test_wrong_parameters_are_one_line() -> None:
    with pytest.raises(InputError, match="autoplan-react cannot play in the input form 'pddl'"):
        up.OneshotPlanner(name="autoplan-react", params={"form": "pddl"})
    with (
        up.OneshotPlanner(name="autoplan-basic", params={"model": "gpt"}) as planner,
        pytest.raises(InputError, match="gpt"),
    ):
        planner.solve(problem())


def test_a_problem_built_in_python_is_said_in_english() -> None:
    told = pddl2nl.convert(problem())
    assert [each.problem.name for each in told.problems] == ["post"]
    assert told == pddl2nl.convert(told.problems[0].problem)
    assert "move the robot from a place A to a place B" in told.text
    brief = pddl2nl.convert(problem(), style="brief")
    assert brief.text != told.text


def test_names_that_pddl_cannot_tell_apart_are_refused() -> None:
    task = problem()
    task.add_object("HALL", task.user_type("Place"))
    with pytest.raises(InputError, match="the objects 'Hall' and 'HALL' have the same name"):
        pddl2nl.convert(task)


def test_what_is_no_problem_is_refused_in_one_line() -> None:
    with pytest.raises(InputError, match="a str is not a classical planning problem"):
        pddl2nl.convert("ferry")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_has_credits_as_others_have(name: str) -> None:
    out = io.StringIO()
    up.get_environment().credits_stream = out
    with up.OneshotPlanner(name=name, params={"model": "compat/some", "base_url": "http://a/v1"}):
        pass
    printed = out.getvalue()
    assert f"Engine name: {name}\n" in printed
    assert "The model compat/some plans from an English description: " in printed
    full = io.StringIO()
    up.get_environment().factory.engine(name).get_credits().write_credits(full, full_credits=True)
    assert "License:     Apache-2.0" in full.getvalue()
    assert "ICAPS 2025" in full.getvalue()


def test_the_engines_are_there_by_an_import() -> None:
    assert set(autoplan.up.ENGINES) <= set(up.get_environment().factory.engines)
