"""Answers that are no answers: huge, binary, deep, or made to keep a pattern busy."""

from __future__ import annotations

import json
import random

import pytest

from tests.policies.answers.spoken import fitting, words

SPOKEN = words("bundled/logistics", "rules")
CHOOSE = random.Random(1)
ACTIONS = [
    action
    for schema in SPOKEN.problem.domain.actions
    for action in [fitting(schema, SPOKEN.problem, CHOOSE)]
    if action is not None
]
STEPS = [SPOKEN.say(action) for action in ACTIONS]
BAITS = {
    "twenty megabytes of a letter": "a" * 20_000_000,
    "twenty megabytes of prose": "The truck is there, and we go on. " * 600_000,
    "bytes": random.Random(2).randbytes(1_000_000).decode("latin-1"),
    "nothing but zeros": "\0" * 1_000_000,
    "lone surrogates": "\ud800" * 50_000,
    "a hundred thousand lines": "I drive on.\n" * 100_000,
    "lists in lists": "[" * 1_000_000 + "]" * 1_000_000,
    "objects in objects": '{"a":' * 200_000 + "1" + "}" * 200_000,
    "brackets": "(" * 1_000_000,
    "open calls": "(load a " * 100_000,
    "stars": "*" * 1_000_000,
    "hashes": "#" * 1_000_000,
    "backslashes": "\\" * 1_000_000,
    "fences": "```\n" * 100_000,
    "pipes": "|" * 1_000_000,
    "thoughts": "<think>" * 100_000,
    "ends of thoughts": "<think></think>" * 100_000,
    "labels": "Action: " * 100_000,
    "items": r"\item " * 100_000,
    "words that join": "load " + "and " * 200_000,
    "reasons": "load it because " * 100_000,
    "empty lines": "\n" * 1_000_000,
    "one name": "load object_" + "object_" * 100_000,
}


@pytest.mark.parametrize("name", BAITS)
def test_what_is_no_answer_is_no_plan(name: str) -> None:
    for reading in (SPOKEN.answers.read(BAITS[name]), SPOKEN.answers.read_turn(BAITS[name])):
        assert not any(reading.plan)
        assert (None in reading.plan) == bool(reading.untranslated)
        assert not reading.strict


def test_what_is_too_long_to_be_read_is_said() -> None:
    reading = SPOKEN.answers.read("\n".join(STEPS * 2000))
    assert reading.plan[: len(ACTIONS)] == tuple(ACTIONS)
    assert reading.plan[-1] is None
    (rest,) = [step for step in reading.steps if step.action is None and "beyond" in str(step)]
    assert rest.said in "\n".join(STEPS * 2000)


def test_a_long_thought_does_not_hide_the_plan_behind_it() -> None:
    answer = f"<think>{'Hm, let me see. ' * 20_000}</think>\n" + "\n".join(STEPS)
    assert SPOKEN.answers.read(answer).plan == tuple(ACTIONS)


def test_a_plan_in_json_is_read_however_it_is_nested() -> None:
    plan = {"answer": {"plan": [{"step": n, "action": said} for n, said in enumerate(STEPS)]}}
    assert SPOKEN.answers.read(json.dumps(plan)).plan == tuple(ACTIONS)
