"""Functions that a model may call: how they are sent, how calls are read, kept and repeated."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pddl2nl.llm import (
    CachedModel,
    Completion,
    Message,
    Request,
    ScriptedModel,
    Tool,
    ToolCall,
    estimate_usage,
    request_as_json,
    request_key,
)
from pddl2nl.llm.batch.server import input_line
from tests.chat_server import Behaviour, ChatServer, completion, reply
from tests.pddl2nl.llm.test_openai_model import model_at

SCHEMA = '{"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}'
SAIL = Tool("sail", "Sail somewhere.", SCHEMA)
CALL = ToolCall("sail", '{"to": "place_1"}', "c-7")
ASKED = (
    Message("user", "Where to?"),
    Message("assistant", "", (CALL,)),
    Message("tool", "I cannot sail.", tool_call_id="c-7"),
)
ON_THE_WIRE = {
    "id": "c-7",
    "type": "function",
    "function": {"name": "sail", "arguments": '{"to": "place_1"}'},
}
OLD_KEY = "33a60449064d07a893c69a9e28550a8fb1ea8ad19383ce257b65255e6cb36d18"
OLD_KEY_WITH_ARGUMENTS = "bd4e92957c387dc12d6d92c8f580d0ac2b4a2246e8206ae2304d67ab596105a4"


def ask(*behaviours: Behaviour, tools: tuple[Tool, ...] = (SAIL,)) -> tuple[Completion, Any]:
    """An answer, and the request's body."""
    with ChatServer(behaviours) as server:
        model = model_at(server, max_retries=0)
        answer = asyncio.run(model.complete(Request(ASKED, tools=tools)))
        return answer, server.received[0].body


def test_functions_calls_and_results_are_sent_as_the_protocol_has_them() -> None:
    answer, body = ask(
        reply(completion(None, finish_reason="tool_calls", tool_calls=[ON_THE_WIRE]))
    )
    assert body["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "sail",
                "description": "Sail somewhere.",
                "parameters": json.loads(SCHEMA),
            },
        }
    ]
    assert body["messages"] == [
        {"role": "user", "content": "Where to?"},
        {"role": "assistant", "content": None, "tool_calls": [ON_THE_WIRE]},
        {"role": "tool", "content": "I cannot sail.", "tool_call_id": "c-7"},
    ]
    assert (answer.text, answer.tool_calls, answer.finish_reason) == ("", (CALL,), "tool_calls")
    assert answer.notes == ()


def test_without_functions_nothing_is_offered_and_no_call_is_read() -> None:
    answer, body = ask(
        reply(completion(None, finish_reason="tool_calls", tool_calls=[ON_THE_WIRE])), tools=()
    )
    assert "tools" not in body
    assert answer.tool_calls == ()
    assert answer.notes == ("the answer has no text",)


DIALECTS: dict[str, dict[str, Any]] = {
    "arguments as an object": {"tool_calls": [{**ON_THE_WIRE, "function": {
        "name": "sail", "arguments": {"to": "place_1"}}}]},
    "finish_reason stop": {"tool_calls": [ON_THE_WIRE], "finish_reason": "stop"},
    "the older function_call": {
        "function_call": ON_THE_WIRE["function"], "finish_reason": "function_call"},
    "no id": {"tool_calls": [{"function": ON_THE_WIRE["function"]}]},
    "an id of null, and no type": {
        "tool_calls": [{"id": None, "function": ON_THE_WIRE["function"]}]},
    "an empty text": {"text": "", "tool_calls": [ON_THE_WIRE]},
}  # fmt: skip


@pytest.mark.parametrize("name", DIALECTS)
def test_the_dialects_of_servers_are_one_call(name: str) -> None:
    told = dict(DIALECTS[name])
    answer, _ = ask(reply(completion(told.pop("text", None), **told)))
    (call,) = answer.tool_calls
    assert (call.name, json.loads(call.arguments)) == ("sail", {"to": "place_1"})
    assert call.id in ("c-7", "call00001"), "unlike the one id that the conversation has"


@pytest.mark.parametrize(
    "calls",
    [None, "sail", {}, [], [None, 3], [{}], [{"function": None}], [{"function": {"name": 3}}]],
)
def test_calls_that_are_none_break_nothing(calls: object) -> None:
    answer, _ = ask(reply(completion("So.", tool_calls=calls)))
    assert answer.text == "So."
    assert [call.name for call in answer.tool_calls] in ([], [""])


def test_calls_without_ids_get_different_ones() -> None:
    function = {"function": ON_THE_WIRE["function"]}
    answer, _ = ask(reply(completion(None, tool_calls=[function, function])))
    assert [call.id for call in answer.tool_calls] == ["call00001", "call00002"]


@pytest.mark.parametrize("arguments", ['{"to": ', "", "[1]", "null", "{" * 100_000])
def test_a_broken_call_is_kept_and_is_sent_again_as_one_that_servers_take(arguments: str) -> None:
    broken = Message("assistant", "", (ToolCall("sail away!", arguments, "c"),))
    (sent,) = request_as_json(Request((broken,)))["messages"]
    assert sent["tool_calls"][0]["function"] == {"name": "sail_away_", "arguments": "{}"}
    assert broken.full_text == ("sail away!()" if not arguments else f"sail away!({arguments})")


def test_a_call_is_told_in_one_readable_line() -> None:
    assert str(CALL) == "sail(to=place_1)"
    assert str(ToolCall("go", '{"steps": 3, "on": null}')) == "go(steps=3, on=null)"
    assert Message("assistant", "Think: why not.", (CALL,)).full_text == (
        "Think: why not.\nsail(to=place_1)"
    )


def test_functions_and_calls_are_counted_where_no_server_counts() -> None:
    answer, _ = ask(reply(completion(None, tool_calls=[ON_THE_WIRE])))
    assert answer.usage == estimate_usage(ASKED, "sail(to=place_1)", tools=(SAIL,))
    assert answer.usage == estimate_usage(ASKED, "", tools=(SAIL,), tool_calls=answer.tool_calls)
    assert answer.usage.input_tokens > estimate_usage(ASKED, "").input_tokens + 20
    assert answer.usage.output_tokens >= 4


# --- kept answers ---------------------------------------------------------------------------------


def test_keys_from_before_there_were_functions_are_valid() -> None:
    messages = (Message("system", "Plan."), Message("user", "héllo"))
    assert request_key("m", "http://x/v1", Request(messages, 50, 0.5, 7)) == OLD_KEY
    plain = Request((Message("user", "hi"),))
    assert request_key("m", None, plain, {"reasoning_effort": "low"}) == OLD_KEY_WITH_ARGUMENTS


def test_functions_calls_and_results_are_part_of_a_requests_key() -> None:
    requests = [
        Request(ASKED),
        Request(ASKED, tools=(SAIL,)),
        Request(ASKED, tools=(Tool("sail", "Sail there.", SCHEMA),)),
        Request((*ASKED[:2], Message("tool", "I cannot sail.", tool_call_id="c-8"))),
        Request((ASKED[0], Message("assistant", ""), ASKED[2])),
    ]
    assert len({request_key("m", None, each) for each in requests}) == len(requests)


def test_an_answer_with_calls_comes_back_from_the_cache_as_it_was(tmp_path: Path) -> None:
    async def twice() -> None:
        inner = ScriptedModel([Message("assistant", "Think.", (CALL,)), "No."])
        model = CachedModel(inner, tmp_path / "a.sqlite")
        first, second = [await model.complete(Request(ASKED, tools=(SAIL,))) for _ in range(2)]
        third = await model.complete(Request(ASKED))
        await model.aclose()
        assert (second.cached, second.text, second.tool_calls) == (True, "Think.", (CALL,))
        assert second.tool_calls == first.tool_calls
        assert (third.text, third.tool_calls) == ("No.", ())
        assert [request.tools for request in inner.requests] == [(SAIL,), ()]

    asyncio.run(twice())


def test_a_batch_offers_functions_too() -> None:
    body = json.loads(input_line("k", "m", Request(ASKED, tools=(SAIL,)), {}))["body"]
    assert {"model": "m", **request_as_json(Request(ASKED, tools=(SAIL,)))} == body
