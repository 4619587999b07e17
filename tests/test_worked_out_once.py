"""What is the same for all episodes, calls or turns is worked out once."""

from __future__ import annotations

import asyncio
import importlib.metadata
import pickle
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from autoplan.models.paid_models import Budget, PaidModel
from pddl2nl.compose import paper
from pddl2nl.extensions import offered
from pddl2nl.llm import (
    Completion,
    Message,
    OpenAIModel,
    Request,
    ScriptedModel,
    Tool,
    ToolCall,
    Usage,
    as_data,
)
from pddl2nl.llm.prices import PriceList
from policies import Example, mechanism
from policies.few_shot import dialogue_example
from simulator.world import World
from tests import yard
from tests.chat_server import ChatServer, completion, reply

GROUP = "autoplan.tests"
HELLO = (Message("system", "You plan."), Message("user", "Move the ball."))


class Counted:
    """A function that counts its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.calls = 0
        self._function = function

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls += 1
        return self._function(*given, **named)


def install(folder: Path, name: str) -> None:
    """A package that offers one entry point of its own name."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {name}:made\n")


def test_installed_packages_are_read_once_however_many_mechanisms_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = Counted(importlib.metadata.distributions)
    monkeypatch.setattr(importlib.metadata, "distributions", read)
    for _ in range(20):
        mechanism("act")
    assert read.calls <= 1


def test_a_package_that_is_installed_or_removed_later_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    assert list(offered(GROUP)) == []
    install(tmp_path, "early")
    assert list(offered(GROUP)) == ["early"]
    install(tmp_path, "late")
    assert sorted(offered(GROUP)) == ["early", "late"]
    monkeypatch.undo()
    assert list(offered(GROUP)) == []


def test_the_address_and_headers_of_a_server_are_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    built = Counted(httpx2.AsyncClient.build_request)
    monkeypatch.setattr(
        httpx2.AsyncClient, "build_request", lambda *given, **named: built(*given, **named)
    )

    async def thrice(model: OpenAIModel) -> None:
        for _ in range(3):
            await model.complete(Request(HELLO))

    with ChatServer() as server:
        asyncio.run(thrice(OpenAIModel("m", base_url=server.base_url)))
    assert built.calls <= 1


def test_requests_have_the_headers_of_the_sdk_and_the_cookies_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-7")

    async def twice(model: OpenAIModel) -> None:
        for _ in range(2):
            await model.complete(Request(HELLO))

    answer = reply(completion("hello"), **{"Set-Cookie": "seat=4"})
    with ChatServer([answer, answer]) as server:
        asyncio.run(twice(OpenAIModel("m", base_url=server.base_url, api_key="sk-1")))
    first, second = (each.headers for each in server.received)
    assert first["authorization"] == "Bearer sk-1"
    assert first["openai-organization"] == "org-7"
    assert first["content-type"] == "application/json"
    assert "OpenAI" in first["user-agent"]
    assert second["cookie"] == "seat=4"


def test_the_few_shot_example_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    example = Example(World(yard.problem()), yard.english(), yard.PLAN)
    first = dialogue_example(example, thinking=True)
    monkeypatch.setattr(World, "step", None)
    assert dialogue_example(example, thinking=True) == first


def test_the_text_of_a_state_is_composed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    narrator, facts = yard.english().narrator, World(yard.problem()).initial.atoms()
    first = narrator.state(facts)
    monkeypatch.setattr(paper, "say_state", None)
    assert narrator.state(frozenset(facts)) == first


def test_a_voice_that_has_spoken_goes_to_another_process() -> None:
    narrator, facts = yard.english().narrator, World(yard.problem()).initial.atoms()
    first = narrator.state(facts)
    sent = pickle.loads(pickle.dumps(narrator))
    assert sent == narrator
    assert sent.state(facts) == first


async def test_the_cost_of_a_call_is_estimated_only_where_there_is_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autoplan.models.paid_models.estimate_usage", None)
    budget = Budget(PriceList({}, "today", "prices.json"))
    answer = await PaidModel(ScriptedModel(["yes"]), budget, "planner").complete(Request(HELLO))
    assert answer.text == "yes"


def test_a_message_is_sent_as_it_is_whatever_is_in_it() -> None:
    odd = 'a "quoted" line\n\\ and \u20ac, \U0001f600, \x00'
    call = ToolCall("sail", '{"to": "l1"}', "call00001")
    said = (
        Message("system", odd),
        Message("assistant", "", (call,)),
        Message("tool", odd, tool_call_id=call.id),
    )
    tool = Tool("sail", odd, '{"type": "object", "properties": {"z": {}, "a": {}}}')
    with ChatServer() as server:
        asyncio.run(
            OpenAIModel("m", base_url=server.base_url).complete(Request(said, tools=(tool,)))
        )
    body = server.received[0].body
    assert [each["content"] for each in body["messages"]] == [odd, None, odd]
    assert body["messages"][1]["tool_calls"][0]["function"]["arguments"] == call.arguments
    assert list(body["tools"][0]["function"]["parameters"]["properties"]) == ["z", "a"]


def test_data_of_a_value_is_that_of_the_standard_library() -> None:
    answer = Completion("yes", Usage(3, 1), "stop", False, "m", notes=("a", "b"))
    for value in (answer, replace(answer, tool_calls=(ToolCall("sail", "{}", "1"),)), *HELLO):
        assert as_data(value) == asdict(value)
