"""A Python function as a model."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import pddl2nl
from pddl2nl.errors import InputError
from pddl2nl.llm import FunctionSpec, Message, RejectedRequestError, Request, open_model
from tests.conftest import REPOSITORY

ASKED = Request((Message("system", "Be brief."), Message("user", "Hello?")))
HERE = "python/tests.pddl2nl.llm.test_function_model"


def echo(messages: list[dict[str, Any]]) -> str:
    return " ".join(f"{each['role']}:{each['content']}" for each in messages)


async def later(messages: list[dict[str, Any]]) -> str:
    return f"later {echo(messages)}"


def broken(messages: list[dict[str, Any]]) -> str:
    raise ValueError("two\nlines")


def silently_broken(messages: list[dict[str, Any]]) -> str:
    raise ValueError


def silent(messages: list[dict[str, Any]]) -> Any:
    return None


class Agent:
    def answer(self, messages: list[dict[str, Any]]) -> str:
        return f"{len(messages)} messages"


async def test_a_function_receives_the_messages_and_is_called_by_its_module_and_name() -> None:
    model = open_model(echo)
    answer = await model.complete(ASKED)
    assert (model.name, answer.model) == (f"{HERE}.echo", f"{HERE}.echo")
    assert answer.text == "system:Be brief. user:Hello?"
    assert answer.usage.estimated
    assert answer.usage.output_tokens > 0


async def test_it_may_be_asynchronous_or_a_method() -> None:
    assert (await open_model(later).complete(ASKED)).text.startswith("later system:")
    model = open_model(Agent().answer)
    assert model.name == f"{HERE}.Agent.answer"
    assert (await model.complete(ASKED)).text == "2 messages"


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (broken, "broken raised ValueError: two lines"),
        (silently_broken, "silently_broken raised ValueError"),
        (silent, "silent must return a text, not NoneType"),
    ],
)
async def test_a_function_that_fails_is_named_in_one_line(function: Any, message: str) -> None:
    with pytest.raises(RejectedRequestError) as caught:
        await open_model(function).complete(ASKED)
    assert str(caught.value) == f"the model {HERE}.{message}"


def test_a_specification_of_a_function_is_sent_with_it() -> None:
    sent = pickle.loads(pickle.dumps(FunctionSpec(echo)))
    assert (sent, sent.function) == (f"{HERE}.echo", echo)


def test_what_is_no_function_with_a_name_is_refused() -> None:
    for given, name in ((lambda messages: "", "<lambda>$"), (Agent(), "Agent$"), (5, "int$")):
        with pytest.raises(InputError, match=f"results are filed under, not .*{name}"):
            open_model(given)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"takes no base URL"):
        open_model(echo, base_url="http://127.0.0.1:1/v1")
    with pytest.raises(InputError, match="pass it from Python"):
        open_model(f"{HERE}.echo")


def test_a_function_writes_snippets() -> None:
    asked = []

    def wrote(messages: list[dict[str, Any]]) -> str:
        asked.append(messages)
        return "no snippets"

    domain = pddl2nl.read_domain(REPOSITORY / "docs" / "examples" / "lamps" / "domain.pddl")
    lexicon = pddl2nl.verbalizer("llm", model=wrote).lexicon(domain)
    assert "switch-on" in asked[0][-1]["content"]
    assert set(lexicon.actions) == {"repair", "switch-on"}
