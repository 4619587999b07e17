"""Thoughts by a model: how it is asked, what its answers are taken for, and who sees them."""

from __future__ import annotations

import asyncio

import pytest

from pddl2nl.llm import Message, ScriptedModel
from policies import Example, PromptSet
from policies.few_shot import dialogue_example, plan_example
from policies.thought_writer import (
    MAX_TOKENS,
    ThoughtWriter,
    UnusableThoughtsError,
    thoughts_in,
)
from simulator.world import World
from tests import yard

EXAMPLE = Example(World(yard.problem()), yard.english(), yard.PLAN)
THOUGHTS = ("Off I go.", "Now load it.", "And back.", "All done.")
ANSWER = "\n".join(f"{number}. Think: {text}" for number, text in enumerate(THOUGHTS, 1))


def write(*answers: str) -> tuple[tuple[str, ...], ScriptedModel]:
    model = ScriptedModel(answers)
    writer = ThoughtWriter(model, PromptSet(), seed=7)
    return asyncio.run(writer.thoughts(EXAMPLE)), model


def test_the_model_sees_the_domain_and_the_example_with_gaps_for_thoughts() -> None:
    _, model = write(ANSWER)
    asked = model.requests[0].messages
    assert [message.role for message in asked] == ["system", "user", "assistant", "user"]
    assert "write 4 thoughts" in asked[0].content
    domain, _, told = asked[-1].content.partition("\n\nI: ")
    assert domain == EXAMPLE.presentation.domain_text
    lines = told.splitlines()
    assert lines[0] == EXAMPLE.presentation.problem_text.splitlines()[0]
    assert [line for line in lines if "[THOUGHT" in line] == [
        f"You: Think: [THOUGHT {number}]" for number in (1, 2, 3, 4)
    ]
    drive = "drive truck_0 from place_0 to place_1"
    assert f"Instruction: {drive}\nI: I {drive}.\nYou: Think: [THOUGHT 2]" in told
    assert lines[-1] == "Instruction: You are finished."


def test_the_example_in_the_prompt_has_as_many_thoughts_as_gaps() -> None:
    _, model = write(ANSWER)
    _, task, thoughts, _ = model.requests[0].messages
    assert task.content.count("[THOUGHT ") == len(thoughts_in(thoughts.content)) == 5


def test_the_model_is_asked_as_in_the_paper() -> None:
    _, model = write(ANSWER)
    request = model.requests[0]
    assert (request.max_tokens, request.temperature, request.seed) == (MAX_TOKENS, 0.0, 7)


@pytest.mark.parametrize(
    "answer",
    [
        ANSWER,
        f"Here are the thoughts:\n\n{ANSWER}\n\nI hope they help.",
        ANSWER.replace("Think: ", ""),
        ANSWER.replace("Think:", "**Think:**"),
        "\n\n".join(f"{number}) think: {text}" for number, text in enumerate(THOUGHTS, 1)),
        "\n".join(f"**{number}.** Think: {text}" for number, text in enumerate(THOUGHTS, 1)),
    ],
)
def test_numbered_thoughts_are_found_in_an_answer(answer: str) -> None:
    assert thoughts_in(answer) == THOUGHTS
    assert write(answer)[0] == THOUGHTS


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        ("1. Think: a\n2. Think: b", "there have to be 4 numbered from 1 on, and 2 numbered"),
        (ANSWER + "\n5. Think: more", "and 5 numbered thoughts could be found"),
        ("", "and 0 numbered thoughts could be found"),
        ("0. Think: a\n1. Think: b\n2. Think: c\n3. Think: d", "and 0 numbered thoughts"),
        (ANSWER.replace("Now load it.", ""), "thought 2 is empty"),
        (ANSWER.replace("Off I", "a Instruction: go"), "thought 1 holds an instruction"),
    ],
)
def test_an_answer_that_does_not_fit_is_sent_back_once_with_its_fault(
    first: str, fault: str
) -> None:
    found, model = write(first, ANSWER)
    assert found == THOUGHTS
    again = model.requests[1].messages
    assert again[:-2] == model.requests[0].messages
    assert again[-2] == Message("assistant", first or "(no answer)")
    assert fault in again[-1].content


def test_a_second_answer_that_does_not_fit_is_given_up() -> None:
    with pytest.raises(UnusableThoughtsError, match="thought 4 is empty"):
        write("no", ANSWER.replace("All done.", ""))


def test_react_shows_the_thoughts_and_cot_all_but_the_last() -> None:
    shown = Example(EXAMPLE.world, EXAMPLE.presentation, EXAMPLE.plan, THOUGHTS)
    said = [turn.content for turn in dialogue_example(shown, thinking=True)]
    assert [text.splitlines()[0] for text in said[1::2]] == [f"Think: {each}" for each in THOUGHTS]
    plan = plan_example(shown, thinking=True)[1].content.splitlines()
    assert plan[0:-1:2] == [f"Think: {each}" for each in THOUGHTS[:3]]
    assert plan[-1] == "[PLAN END]"


def test_without_thoughts_an_example_has_those_of_the_rules() -> None:
    said = [turn.content for turn in dialogue_example(EXAMPLE, thinking=True)]
    assert said[1].startswith("Think: One part of the goal is that crate_0 is loaded into truck_0")
    assert said[-1].startswith("Think: Now crate_0 is loaded into truck_0")
