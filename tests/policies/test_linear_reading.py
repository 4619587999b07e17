"""What reads a model's answer takes time in proportion to its length, whatever stands in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product

import pytest

from domains.agents import agentic_task
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Usage
from pddl2nl.llm.wire import read_reply
from pddl2nl.model import ActionSchema
from pddl2nl.verbalizers.llm import snippets_in_answer
from pddl2nl.verbalizers.llm_answers import SnippetItem, Use, text_faults, unquoted
from policies.agents.agentkit.database import as_text, references
from policies.agents.constraints import TravelRequest, read_request
from policies.agents.procedural.actions import script_of
from policies.agents.procedural.asking import parse_command, unfenced
from policies.agents.procedural.network import network_faults
from policies.agents.procedural.verifier import verdict_of
from policies.agents.procedural.workspace import numbered, plain_name, shown
from policies.answer_forms import Choice, ItemList, JsonValue, Prose, YesNo, asked_form
from policies.thought_writer import thoughts_in
from simulator.plans import parse_plan
from tests import effort

LENGTH = 100_000
SECONDS = 1.0
"""Of processor time; an idle machine needs less than 0.1."""


def completion(text: str) -> Completion:
    return Completion(text, Usage(0, 0, 0, 0), "stop", cached=False, model="m")


def reply(text: str) -> Completion:
    body = {"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}
    return read_reply(json.dumps(body), (), "m")


KEYED = JsonValue((("a", "yes or no: whether it is so"),))
READING: dict[str, Callable[[str], object]] = {
    "yes or no": YesNo().read,
    "list": ItemList().read,
    "choice": Choice(("left", "on the right")).read,
    "json": JsonValue().read,
    "json with keys": KEYED.read,
    "verdict in json": lambda text: KEYED.read(json.dumps({"a": text})),
    "prose": Prose().read,
    "form": lambda text: asked_form(f"## Question\n{text}"),
    "command": lambda text: parse_command(text, ("Read", "Write")),
    "fence": unfenced,
    "script": script_of,
    "verifier": verdict_of,
    "file name": plain_name,
    "network": lambda text: network_faults(text, checks=False),
    "request": lambda answer: read_request(answer, TravelRequest),
    "thoughts": thoughts_in,
    "snippet": unquoted,
    "snippets": lambda text: snippets_in_answer(
        completion(text), [SnippetItem("a", ActionSchema("a"), Use.ACTION)]
    ),
    "snippets in json": lambda text: snippets_in_answer(
        completion(f'{{"actions": {text}'), [SnippetItem("a", ActionSchema("a"), Use.ACTION)]
    ),
    "phrase": lambda text: text_faults(text, ("?x",), Use.ACTION),
    "clause": lambda text: text_faults(f"{{?x}} is {text}", ("?x",), Use.PASSING),
    "reply": reply,
    "references": references,
    "entry": as_text,
    "shown": shown,
    "numbered": numbered,
    "plan": parse_plan,
    "unit movement": agentic_task("unit-movement", seed=1).check,
    "recipes": agentic_task("recipes", seed=1).check,
    "travel": agentic_task("travel", seed=1).check,
}
UNITS = (
    *(" ", "\n", "\t", "\r", "\x00", "\u2028", "`", "[", "]", "{", "}", "(", ")", '"', "'", "-"),
    *("*", "#", "_", ".", ",", ":", "|", "\\", "<", ">", "/", "?", "$", "1", "a", "A", "é", "½"),
    *("```\n", "`` ", "<think>", "</think>", "- ", "1. ", "a ", "a-", "x\n ", "\n ", "(a", "(a)\n"),
    *("PASS: ", "PASS: TRUE\n", "answer ", "the ", "no ", "[1,", '{"a":', "$db.a", "{?x} ", "not "),
)
FRAMES = {
    "command": "```py\nx{}y```z",
    "fence": "```py\nx{}y```z",
    "script": "```py\nx{}y",
    "verifier": "PASS: {}x",
    "yes or no": "the answer {}x",
    "list": "- {}x",
    "thoughts": "1. think: {}x",
    "plan": "1: (a {}) {}z",
}
"""What stands around such a text, besides nothing; else letters."""


@pytest.fixture(scope="module", autouse=True)
def words() -> None:
    """The tables of English words are read once, and not counted."""
    text_faults("move {?x}", ("?x",), Use.ACTION)


@pytest.mark.parametrize("name", READING)
def test_an_answer_of_equal_characters_is_read_in_linear_time(name: str) -> None:
    for unit, frame in product(UNITS, ("{}", FRAMES.get(name, "x{}y"))):
        text = frame.replace("{}", unit * (LENGTH // len(unit)))
        # The first slow one ends the test, since each takes a minute where a pattern is quadratic.
        assert effort.within(SECONDS, partial(attempt, READING[name], text)), (unit, frame)


def attempt(read: Callable[[str], object], text: str) -> None:
    with suppress(ValueError, InputError):
        read(text)
