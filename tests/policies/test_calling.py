"""Act and ReAct by calls of functions, with a model whose calls are given."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from pddl2nl.llm import Message, ScriptedModel, ToolCall
from policies import Example, Player, PromptSet, Rules, mechanism
from policies.functions import MAX_QUOTED, functions_of
from simulator import Episode, Feedback, Presentation
from simulator.world import World
from tests import yard
from tests.interpreting import interpreter

OTHER = yard.problem(yard.PROBLEM.replace("(not (parked lorry shed))", "(parked wreck quay)"))


def shown() -> Presentation:
    return replace(yard.english(), form="tools")


DRIVE, LOAD, BACK = (
    replace(functions_of(yard.problem(), shown()).call(action), id=f"c-{number}")
    for number, action in enumerate(yard.PLAN)
)
SAID = "drive truck_0 from place_0 to place_1"


def calling(*calls: ToolCall, text: str = "") -> Message:
    return Message("assistant", text, calls)


def play(
    *answers: str | Message,
    name: str = "act",
    example: bool = False,
    patience: int | None = None,
    feedback: Feedback | None = None,
) -> tuple[Episode, ScriptedModel]:
    task, model = yard.problem(), ScriptedModel(answers)
    other = replace(yard.english(OTHER), form="tools")
    player = Player(
        model=model,
        answers=interpreter(task, shown().lexicon),
        prompts=PromptSet(),
        example=Example(World(OTHER), other, yard.PLAN[:2]) if example else None,
        rules=Rules(patience=patience),
    )
    told = {"feedback": feedback} if feedback else {}
    played = Episode(World(task), shown(), step_limit=8, **told)
    asyncio.run(mechanism(name)(player).run(played))
    return played, model


def test_a_call_is_carried_out_and_its_result_is_the_observation() -> None:
    played, model = play(calling(DRIVE), calling(LOAD, text="Now it can be loaded."), calling(BACK))
    assert (played.solved, played.solved_strictly, played.refused) == (True, True, 0)
    assert played.plan == yard.PLAN
    assert played.history[0].text == "drive(t=truck_0, from=place_0, to=place_1)"
    assert model.requests[2].messages[2:] == (
        calling(DRIVE),
        Message("tool", f"I {SAID}.", tool_call_id="c-0"),
        calling(LOAD, text="Now it can be loaded."),
        Message("tool", played.history[1].observation.text, tool_call_id="c-1"),
    )
    names = [tool.name for tool in model.requests[0].tools]
    assert names == ["drive", "load", "rest", "look_around", "finished"]
    assert len({request.tools for request in model.requests}) == 1


def test_the_instructions_tell_to_call_one_function() -> None:
    for name, zero_shot in (("act", "the call alone"), ("react", "one thought and one call")):
        _, model = play(calling(DRIVE), calling(LOAD), calling(BACK), name=name)
        system = model.requests[0].messages[0].content
        assert "call one function, and wait until I tell you what happened." in system
        assert system.endswith(f"Answer with {zero_shot}.")
        assert ("Think: [your thought]" in system) == (name == "react")


@pytest.mark.parametrize("name", ["act", "react"])
def test_the_example_is_played_by_calls_and_every_call_has_a_result(name: str) -> None:
    _, model = play(calling(DRIVE), calling(LOAD), calling(BACK), name=name, example=True)
    (_, *messages, task) = model.requests[0].messages
    roles = ["user", *["assistant", "tool"] * 3, "assistant"]
    assert [message.role for message in messages] == roles
    calls = [message.tool_calls[0] for message in messages[1:-1:2]]
    assert [call.name for call in calls] == ["drive", "load", "finished"]
    assert [call.id for call in calls] == [message.tool_call_id for message in messages[2::2]]
    assert messages[-2].content == "Thank you, that worked. Here is another task."
    assert (messages[-1].content, task.role) == ("I am ready.", "user")
    thoughts = [message.content.startswith("Think: ") for message in messages[1:-1:2]]
    assert thoughts == [name == "react"] * 3


def test_looking_around_and_finishing_too_early_are_calls() -> None:
    look, finished = ToolCall("look_around", "{}", "l"), ToolCall("finished", "", "f")
    rest = (calling(DRIVE), calling(LOAD), calling(BACK))
    played, _ = play(calling(look), calling(finished), *rest)
    first, second = (step.observation for step in played.history[:2])
    assert (first.look, first.text.startswith("Currently, ")) == (True, True)
    assert second.mistake == "finished too early"
    assert played.solved_strictly


WRONG = {
    "an unknown function": (
        ToolCall("swim", "{}"),
        "unknown action",
        'I do not know an action called "swim".',
    ),
    "an unknown object": (
        ToolCall("drive", DRIVE.arguments.replace("truck_0", "truck_9")),
        "unknown object",
        "There is no object called truck_9.",
    ),
    "a missing argument": (
        ToolCall("drive", '{"t": "truck_0"}'),
        "wrong number of objects",
        "I need 3 objects to drive a truck A from a place B to a place C, but I was given 1.",
    ),
    "an object of a wrong type": (
        ToolCall("drive", DRIVE.arguments.replace("truck_0", "crate_0")),
        "wrong type",
        "I cannot drive truck crate_0 from place_0 to place_1 because crate_0 is a "
        "crate, not a truck.",
    ),
    "a precondition that does not hold": (
        BACK,
        "unsatisfied precondition",
        "I cannot drive truck_0 from place_1 to place_0 because truck_0 is not parked at place_1.",
    ),
    "broken JSON": (
        ToolCall("drive", '{"t": "truck_0", '),
        "not understood",
        'I do not understand "drive({"t": "truck_0", )": its arguments are no JSON.',
    ),
    "an argument of another name": (
        ToolCall("drive", DRIVE.arguments.replace('"to"', '"where"')),
        "not understood",
        'I do not understand "drive(t=truck_0, from=place_0, where=place_1)": '
        "drive takes t, from and to.",
    ),
    "an object that only PDDL calls so": (
        ToolCall("drive", DRIVE.arguments.replace("truck_0", "lorry")),
        "not understood",
        'I do not understand "drive(t=lorry, from=place_0, to=place_1)": '
        "there is no object called lorry.",
    ),
    "no name": (
        ToolCall("", "{}"),
        "not understood",
        'I do not understand "()": it names no function.',
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_is_answered_by_the_narrator_and_counted(name: str) -> None:
    call, mistake, told = WRONG[name]
    call = replace(call, id="w")
    played, model = play(calling(call), calling(DRIVE), calling(LOAD), calling(BACK))
    assert played.solved
    assert played.history[0].observation.mistake == mistake
    assert model.requests[1].messages[-1] == Message("tool", told, tool_call_id="w")
    tried = mistake in ("wrong type", "unsatisfied precondition")
    assert (played.solved_strictly, len(played.untranslated)) == (tried, 0 if tried else 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "I was given no instruction: no function was called."),
        (
            SAID,
            f'I do not understand "{SAID}": no function was called.',
        ),
    ],
)
def test_an_answer_without_a_call_is_a_mistake(text: str, told: str) -> None:
    played, model = play(text, calling(DRIVE), calling(LOAD), calling(BACK))
    assert model.requests[1].messages[-2:] == (Message("assistant", text), Message("user", told))
    assert played.history[0].observation.mistake == "not understood"
    assert played.solved
    assert not played.solved_strictly


def test_a_long_answer_without_a_call_is_not_repeated_in_full() -> None:
    played, _ = play("word " * 10_000, calling(DRIVE), calling(LOAD), calling(BACK))
    assert len(played.history[0].observation.text) < MAX_QUOTED + 100


def test_several_calls_are_carried_out_until_one_is_refused() -> None:
    swim = ToolCall("swim", "{}", "s")
    answer = calling(DRIVE, swim, LOAD, BACK)
    played, model = play(answer, calling(LOAD), calling(BACK))
    assert [step.observation.mistake for step in played.history] == [
        None,
        "unknown action",
        None,
        None,
    ]
    assert played.solved
    assert not played.solved_strictly
    said, *results = model.requests[1].messages[2:]
    assert said == answer
    assert [result.tool_call_id for result in results] == ["c-0", "s", "c-1", "c-2"]
    assert [result.content for result in results[2:]] == [
        "I stopped before I came to this step."
    ] * 2


def test_several_calls_may_solve_the_task_at_once() -> None:
    played, model = play(calling(DRIVE, LOAD, BACK))
    assert (played.solved, played.steps, len(model.requests)) == (True, 3, 1)


def test_patience_and_feedback_hold_for_calls() -> None:
    swim = calling(ToolCall("swim", "{}", "s"))
    played, model = play(*[swim] * 3, patience=3, feedback=Feedback(negative=False))
    assert played.finish == "patience"
    assert model.requests[1].messages[-1].content == "What is the next step?"


def test_mechanisms_that_write_plans_do_not_take_calls() -> None:
    for name in ("basic", "cot", "modulo", "chathtn", "procllm", "multistep", "agentkit"):
        assert "tools" not in mechanism(name).traits.forms
    for name in ("act", "react", "random", "ff"):
        assert "tools" in mechanism(name).traits.forms


def test_arguments_of_any_length_are_not_sent_again_in_full() -> None:
    vast = ToolCall("drive", json.dumps({"t": "x" * 300_000}), "v")
    _, model = play(calling(vast), calling(DRIVE), calling(LOAD), calling(BACK))
    assert len(model.requests[1].messages[-2].tool_calls[0].arguments) <= 100_000
