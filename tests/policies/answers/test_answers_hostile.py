"""Answers made to keep a pattern busy: what reading them takes grows with their length alone."""

from __future__ import annotations

import random

import pytest

from policies.answers import MAX_READ
from tests import yard
from tests.effort import calls, grows_with_length
from tests.interpreting import answer_reader

STEP = "drive truck_0 from place_0 to place_1"
MAX_CALLS = 60 * MAX_READ
"""Reading makes up to half as many calls; where it is quadratic, a thousand times as many."""
PIECES = [
    *(" ", "\n", "\t", "\0", "\ud800", "[", "(", "{", "|", "*", "`", "#", "-", "_", "'", "$", "<"),
    *("1. ", "1.", "- ", "> ", "a ", "a: ", "a-", "truck_0 ", "the truck ", "drive ", "load "),
    *("Think: ", "Action: ", "Think: x Action: ", "<think>", "<think></think>", "</think>"),
    *("[PLAN]", "[PLAN END]", "[ plan", "[STATEMENT]", "Wait. ", "goal ", "list state ", "then "),
    *("\\item ", "\\item[", "\\begin{", "\\[", "\\text{", "\\"),
    *('{"a":', '{"plan":["a",', '{"plan":["a"]}\n', '["', "[[", "[1,", '"', "\n[ ", "| a |\n"),
    *("```\n", "**a** ", "a:\n", "- a\n", "1. a\n", "truck_0 is parked at place_0 and "),
    *(f"{STEP} (", f"({STEP} ", f"{STEP} and ", f"{STEP} because ", f"{STEP}, ", f"{STEP}. "),
    *(f"{STEP}\n", f"- {STEP}\n", f"{STEP}\n\n", f"| {STEP} |\n", f"'{STEP}", f'"{STEP}", '),
    *("['a'", "['a', ", "Phase 1:\n1. take a rest\n", "I rest first.\nPlan:\n", "(rest) ; a\n"),
    # The number of these once counted by its square.
    *("1. take a rest\n", f"1. {STEP}\n", "1. take a rest\nfine\n"),
    *("1. take a rest\n   - take a rest\n", "\\\\[", "\\begin{a}["),
]
LENGTH = 16_000
NOISE = random.Random(2).randbytes(MAX_READ).decode("latin-1")


def read(answer: str) -> None:
    """Read an answer as a plan and as a turn."""
    reader = answer_reader(yard.problem(), yard.LEXICON)
    for reading in (reader.read(answer), reader.read_turn(answer)):
        assert (None in reading.plan) == bool(reading.untranslated)


def effort(answer: str) -> int:
    """The calls that reading an answer makes."""
    return calls(lambda: read(answer))


@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_reading_takes_no_more_than_its_length_needs(piece: str) -> None:
    assert grows_with_length(read, (piece * LENGTH)[:LENGTH])


@pytest.mark.parametrize("piece", [" ", "a", "[", '{"a":', "<think>", f"{STEP}\n", "I drive on.\n"])
def test_what_is_too_long_is_unread_at_once(piece: str) -> None:
    answer = piece * 200_000
    assert effort(answer) < MAX_CALLS
    assert answer_reader(yard.problem(), yard.LEXICON).read(answer).unread


@pytest.mark.parametrize("answer", ['{"steps": [%s]}', '{"plan": [{"n": %s}]}', '["drive", %s]'])
def test_a_number_that_python_does_not_read_leaves_an_answer_unread(answer: str) -> None:
    reading = answer_reader(yard.problem(), yard.LEXICON).read(answer % ("9" * 5_000))
    assert not any(reading.plan)


def test_bytes_are_no_plan() -> None:
    assert effort(NOISE) < MAX_CALLS
    assert not any(answer_reader(yard.problem(), yard.LEXICON).read(NOISE).plan)


def test_a_long_thought_does_not_count() -> None:
    answer = f"<think>{'Hm, let me see. ' * 20_000}</think>\n{STEP}"
    assert len(answer_reader(yard.problem(), yard.LEXICON).read(answer).plan) == 1


def test_a_long_plan_is_read_to_its_end() -> None:
    answer = "\n".join(f"{number}. {STEP}" for number in range(1, 1001))
    assert len(answer_reader(yard.problem(), yard.LEXICON).read(answer).plan) == 1000


def test_an_answer_that_ends_in_its_thoughts_is_unread() -> None:
    from autoplan.integrations.playable import playable_tasks

    (task,) = playable_tasks("ferry", 1).values()
    step = task.sentences[0]
    assert not task.reader.read(step).unread
    for answer in (f"<think>\n{step}\n", f"<think>hm</think>\n<think>\n{step}"):
        assert task.reader.read(answer).unread
