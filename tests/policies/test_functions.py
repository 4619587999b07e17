"""Action schemas as functions: what a model is offered, and which action a call stands for."""

from __future__ import annotations

import json
import random
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import domains
from autoplan.preparation.tasks import kept_plan
from pddl2nl.compose import STYLES, StyleName
from pddl2nl.llm import ToolCall
from pddl2nl.model import GroundAction, Problem, objects_by_type
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies.answers import Doubt, Finished, LookAround, UnusableCall
from policies.functions import Functions, functions_of
from simulator import present_english
from tests import yard
from tests.pddl_strategies import small_tasks

NAME = r"[A-Za-z0-9_-]{1,64}"


def functions(task: Problem, source: str = "auto", style: StyleName = "paper") -> Functions:
    lexicon = verbalizer(source).lexicon(task.domain)
    return functions_of(task, present_english(task, lexicon, "tools", style))


def yard_functions() -> Functions:
    return functions_of(yard.problem(), yard.english())


def actions_of(task: Problem) -> list[GroundAction]:
    """Some actions of each schema whose objects have the right types."""
    kinds, found = objects_by_type(task), []
    for schema in task.domain.actions:
        choices = [
            [item for kind in each.types for item in kinds[kind]] for each in schema.parameters
        ]
        found += [GroundAction(schema.name, args) for args in islice(product(*choices), 50)]
    return found


@settings(max_examples=60, deadline=None)
@given(task=small_tasks(), style=st.sampled_from(STYLES))
def test_the_call_of_any_action_maps_back_to_exactly_that_action(
    task: Problem, style: StyleName
) -> None:
    made = functions(task, "template", style)
    assert len({tool.name for tool in made.tools}) == len(task.domain.actions) + 2
    for action in actions_of(task):
        assert made.read(made.call(action)) == action


@pytest.mark.parametrize("name", domains.names())
@pytest.mark.parametrize("style", STYLES)
def test_a_plans_calls_keep_to_the_schemas_of_every_bundled_domain(
    name: str, style: StyleName
) -> None:
    folder = domains.folder(name)
    path = folder / "instances/instance-2.pddl"
    task = read_problem(path, read_domain(folder / "domain.pddl"))
    made = functions(task, style=style)
    offered = {tool.name: json.loads(tool.parameters) for tool in made.tools}
    plan = kept_plan(path, task)
    assert plan
    for action in plan:
        call = made.call(action)
        given, schema = json.loads(call.arguments), offered[call.name]
        assert list(given) == schema["required"] == list(schema["properties"])
        for word, allowed in zip(given.values(), schema["properties"].values(), strict=True):
            assert word in allowed["enum"], "of the right type"
        assert made.read(call) == action


def test_a_function_tells_its_action_its_conditions_and_its_objects() -> None:
    drive, load, rest, look, finished = yard_functions().tools
    assert drive.description == (
        "Drive a truck A from a place B to a place C. I can only do this if A is parked at B. I "
        "cannot do this if A is broken."
    )
    assert json.loads(drive.parameters) == {
        "type": "object",
        "properties": {
            "t": {"type": "string", "description": "truck A", "enum": ["truck_0", "truck_1"]},
            "from": {"type": "string", "description": "place B", "enum": ["place_0", "place_1"]},
            "to": {"type": "string", "description": "place C", "enum": ["place_0", "place_1"]},
        },
        "required": ["t", "from", "to"],
        "additionalProperties": False,
    }
    assert list(json.loads(load.parameters)["properties"]) == ["h", "c", "t", "p"]
    for nothing in (rest, look, finished):
        assert json.loads(nothing.parameters)["properties"] == {}
    assert [tool.name for tool in (rest, look, finished)] == ["rest", "look_around", "finished"]


def test_the_brief_style_tells_conditions_in_its_own_way() -> None:
    drive = functions(yard.problem(), style="brief").tools[0]
    assert drive.description.endswith(
        "Needs, then no longer: A is parked at B. Not if: A is broken."
    )


def test_names_that_servers_refuse_are_changed_and_stay_apart() -> None:
    domain = parse_domain(
        """(define (domain odd) (:requirements :strips)
        (:predicates (p ?x))
        (:action finished :parameters (?x.1 ?x+1) :precondition (p ?x.1) :effect (not (p ?x.1)))
        (:action a.b :parameters () :precondition (and) :effect (and))
        (:action a+b :parameters () :precondition (and) :effect (and))
        (:action LONG :parameters () :precondition (and) :effect (and)))""".replace(
            "LONG", "l" * 80
        ),
        "odd",
    )
    task = parse_problem(
        "(define (problem o) (:domain odd) (:objects u) (:init (p u)) (:goal (p u)))", domain, "o"
    )
    made = functions(task, "template")
    names = [tool.name for tool in made.tools]
    assert names == ["finished_2", "a_b", "a_b_2", "l" * 64, "look_around", "finished"]
    assert list(json.loads(made.tools[0].parameters)["properties"]) == ["x_1", "x_1_2"]
    assert made.read(ToolCall("a_b_2", "{}")) == GroundAction("a+b", ())
    assert isinstance(made.read(ToolCall("a+b", "{}")), UnusableCall)


def test_a_parameter_without_objects_has_no_empty_list_of_choices() -> None:
    task = yard.problem(yard.PROBLEM.replace("arm - hoist", "").replace("(stands arm shed)", ""))
    hoist = json.loads(functions(task).tools[1].parameters)["properties"]["h"]
    assert hoist == {"type": "string", "description": "hoist A; none exists"}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("look_around", "{}"), ("look_around", ""), ("look_around", '{"why": "I want to"}')],
)
def test_looking_around_needs_no_arguments(name: str, arguments: str) -> None:
    assert yard_functions().read(ToolCall(name, arguments)) == LookAround()
    assert yard_functions().read(ToolCall("finished", arguments)) == Finished()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ('{"t": "truck_0", ', "its arguments are no JSON"),
        ('["truck_0"]', "its arguments are no JSON object"),
        ({"t": "truck_0", "from": "place_0", "too": "place_1"}, "drive takes t, from and to"),
        ({"t": "lorry", "from": "place_0", "to": "place_1"}, "there is no object called lorry"),
    ],
)
def test_a_call_that_cannot_be_tried_has_a_reason(arguments: Any, reason: str) -> None:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    assert yard_functions().read(ToolCall("drive", text)) == UnusableCall(reason)


@settings(max_examples=100, deadline=None)
@given(
    name=st.sampled_from(["drive", "load", "rest", "finished", "swim", ""]) | st.text(max_size=5),
    arguments=st.text(max_size=9)
    | st.recursive(
        st.none() | st.integers() | st.sampled_from(["truck_0", "place_1", "lorry", "box"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["t", "from", "to", "p"]), inner, max_size=4)
        ),
    ).map(json.dumps),
)
def test_any_call_is_an_action_of_known_objects_or_a_doubt(name: str, arguments: str) -> None:
    meaning = yard_functions().read(ToolCall(name, arguments))
    if isinstance(meaning, GroundAction):
        assert meaning in actions_of(yard.problem()) or meaning.name in ("drive", "load")
        assert set(meaning.args) <= {item.name for item in yard.problem().all_objects}
    else:
        assert isinstance(meaning, Doubt | LookAround | Finished)


def test_the_order_of_arguments_does_not_matter() -> None:
    made, dice = yard_functions(), random.Random(1)
    for action in actions_of(yard.problem()):
        call = made.call(action)
        given = list(json.loads(call.arguments).items())
        dice.shuffle(given)
        assert made.read(ToolCall(call.name, json.dumps(dict(given)))) == action
