"""The protocol of agents: JSON is read strictly, and whatever comes is answered in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.agents.procedural.asking import Command, MalformedAnswer, parse_command
from tests.policies.agents.procedural.working import act

ACTIONS = ("Read", "Write", "Append", "Verify")
WRITE = act("Write", "notes.txt", "a\nb")


@pytest.mark.parametrize(
    "answer",
    [
        WRITE,
        f"\n\n  {WRITE}\n",
        f"```json\n{WRITE}\n```",
        f"```\n{WRITE}\n```  ",
        f"<think>Read or Write?</think>\n{WRITE}",
        WRITE.replace("Write", "write"),
    ],
)
def test_the_action_is_read_with_or_without_a_fence(answer: str) -> None:
    assert parse_command(answer, ACTIONS) == Command("Write", "notes.txt", "a\nb")


def test_a_text_keeps_its_blanks_and_a_file_does_not() -> None:
    command = parse_command(act("Append", " notes.txt ", "  a \n"), ACTIONS)
    assert command == Command("Append", "notes.txt", "  a \n")
    assert str(command) == "Append notes.txt"


def changed(**values: Any) -> str:
    return json.dumps({**json.loads(WRITE), **values})


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "JSONDecodeError: Expecting value: line 1 column 1"),
        ("I write to notes.txt.", "JSONDecodeError"),
        (f"{WRITE}\n{WRITE}", "JSONDecodeError: Extra data: line 2"),
        (f"Either {WRITE} or {WRITE}", "JSONDecodeError"),
        (f"Here it is: {WRITE[:-5]}", "JSONDecodeError"),
        ("[1]", "the answer must be an object with the keys observation, thought, action"),
        ('{"action": {}}', "the answer lacks observation, thought"),
        (changed(plan="x"), "has keys that nobody asked for: plan"),
        (changed(thought=3), "'observation' and 'thought' must be texts"),
        (changed(action="Verify"), "'action' must be an object with the keys name, action_arg1"),
        (changed(action={"action_arg1": "a"}), "'action' lacks name"),
        (
            changed(action={"name": "Write", "action_arg1": "a", "action_arg2": ["b"]}),
            "the name and the arguments of the action must be texts",
        ),
        (act("Wirte", "notes.txt"), "There is no action 'Wirte'; did you mean 'write'?"),
        (act("Execute"), "There is no action 'Execute'; there are Read, Write, Append, Verify"),
        ("[" * 10_000, "JSONDecodeError"),
        ("1" * 5_000, "JSONDecodeError"),
    ],
)
def test_anything_else_comes_back_with_what_is_wrong(answer: str, reason: str) -> None:
    with pytest.raises(MalformedAnswer) as malformed:
        parse_command(answer, ACTIONS)
    assert reason in str(malformed.value)


@pytest.mark.parametrize(
    ("answer", "tolerated"),
    [
        (f"Here it is: {WRITE}", "prose around the JSON"),
        (f"I take notes.\n```json\n{WRITE}\n```\nThen I verify.", "prose around the JSON"),
        (WRITE.replace("\\n", "\n"), "a line break in a text"),
    ],
)
def test_what_cannot_be_mistaken_is_tolerated_and_noted(answer: str, tolerated: str) -> None:
    assert parse_command(answer, ACTIONS) == Command("Write", "notes.txt", "a\nb", (tolerated,))


@pytest.mark.parametrize("given", [{}, {"action_arg1": "a.txt"}, {"action_arg2": None}])
def test_an_argument_that_is_missing_or_null_is_an_empty_text(given: dict[str, Any]) -> None:
    found = parse_command(changed(action={"name": "Verify", **given}), ACTIONS)
    noted = ("an argument that is missing or null",)
    assert found == Command("Verify", given.get("action_arg1", ""), "", noted)


def test_half_a_character_is_no_text() -> None:
    command = parse_command(act("Write", "notes.txt", "a\ud800b"), ACTIONS)
    assert command == Command("Write", "notes.txt", "a?b")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("name", "action_arg1", "action_arg2")
ACTION = st.fixed_dictionaries(
    {}, optional={key: VALUES | st.sampled_from(ACTIONS) for key in KEYS}
)
ANSWERS = (
    st.text()
    | VALUES.map(json.dumps)
    | st.fixed_dictionaries(
        {}, optional={"observation": VALUES, "thought": st.text(), "action": ACTION | VALUES}
    ).map(json.dumps)
)


@given(ANSWERS)
def test_any_answer_is_an_action_or_malformed(answer: str) -> None:
    try:
        assert parse_command(answer, ACTIONS).name in ACTIONS
    except MalformedAnswer as malformed:
        assert str(malformed)  # noqa: PT017


@given(st.sampled_from(ACTIONS), st.text(), st.text())
def test_what_is_in_the_protocol_is_taken_as_it_is(name: str, first: str, second: str) -> None:
    assert parse_command(act(name, first, second), ACTIONS) == Command(name, first.strip(), second)
