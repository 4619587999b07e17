"""`--input tools`: mechanisms that call functions, offline and through the SDK and a server."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import openai
import pytest
from aiohttp import ClientSession, web

import autoplan
import domains
from autoplan import cli
from autoplan.experiment.experiment import Experiment, PlayOptions
from autoplan.forecast.dry_run import forecast
from autoplan.integrations.chat_server import chat_server
from autoplan.report.conversation import Answered, Done, Packer, Utterance, turns
from autoplan.results.reading import transcripts
from autoplan.results.record import TaskInWords
from pddl2nl.llm import Message, ModelTraits, Request, Tool, ToolCall, request_as_json
from policies.functions import functions_of
from policies.reader import RandomModel, ReaderModel, ReaderProvider
from simulator import Episode, present_english
from simulator.world import World
from tests import yard

MECHANISMS = ("--mechanism", "act", "react")


@asynccontextmanager
async def serving() -> AsyncIterator[str]:
    models = {"reader": ReaderModel(), "random": RandomModel()}
    runner = web.AppRunner(chat_server(models))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    await runner.cleanup()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in a thread of its own, as an evaluation has an event loop of its own."""
    told: list[str] = []
    ready, over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with serving() as place:
            told.append(place)
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert ready.wait(10)
    yield told[0]
    over.set()
    thread.join()


def test_the_offline_model_solves_all_bundled_domains(tmp_path: Path) -> None:
    order = ("--domain", *domains.names(), "--instances", "1", "--input", "tools")
    assert cli.main(["eval", *MECHANISMS, *order, "--out", str(tmp_path / "out")]) == 0
    frame = autoplan.load(tmp_path / "out")
    assert len(frame) == 2 * len(domains.names()) == 26
    assert set(frame["input"]) == {"tools"}
    assert frame["solved_strict"].all()
    assert (frame["refused"] == 0).all()
    assert set(frame["snippets"]) == {"library"}


@pytest.mark.parametrize(
    "options",
    [("--style", "brief"), ("--examples", "0"), ("--obfuscate", "random"), ("--obfuscate",)],
)
def test_it_is_solved_in_other_words_too(options: tuple[str, ...], tmp_path: Path) -> None:
    order = ("--domain", "ferry", "depot", "--instances", "2", "--input", "tools", *options)
    assert cli.main(["eval", *MECHANISMS, *order, "--out", str(tmp_path / "out")]) == 0
    assert autoplan.load(tmp_path / "out")["solved_strict"].tolist() == [True] * 8


@pytest.fixture(scope="module")
def through_a_server(address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("served") / "out"
    order = ("--domain", "ferry", "--instances", "2", "--input", "nl", "tools")
    model = ("--model", "compat/reader", "--base-url", address)
    assert cli.main(["eval", *MECHANISMS, *order, *model, "--out", str(out)]) == 0
    return out


def test_calls_make_the_round_trip_through_the_sdk_and_a_server(through_a_server: Path) -> None:
    frame = autoplan.load(through_a_server)
    assert frame["solved_strict"].tolist() == [True] * 8
    steps = frame.groupby("input")["steps"].sum()
    assert steps["tools"] == steps["nl"]
    asked = frame.groupby("input")["input_tokens"].sum()
    assert asked["tools"] > asked["nl"], "functions are a part of the prompt"
    for key, _, told in transcripts(through_a_server):
        called = [str(call) for each in told.calls for call in each.completion.tool_calls]
        assert called == ([step.text for step in told.steps] if key.input == "tools" else [])
        assert [bool(call.tools) for call in told.calls] == [
            key.input == "tools" and place == 0 for place in range(len(told.calls))
        ]


def test_a_conversation_in_the_report_tells_functions_and_calls(through_a_server: Path) -> None:
    (told,) = (
        transcript
        for key, _, transcript in transcripts(through_a_server)
        if (key.mechanism, key.input, key.instance) == ("react", "tools", "instance-2")
    )
    told_turns = list(turns(told))
    assert isinstance(told_turns[0], Utterance)
    assert told_turns[0].message.content.startswith('{"type": "function", "function": {"name":')
    begun = [isinstance(each, Answered) for each in told_turns].index(True)
    played = told_turns[begun:]
    kinds = [type(each) for each in played]
    assert kinds == [Answered, Done] * len(told.steps), "a result is told as the step"
    packer = Packer()
    packer.add(TaskInWords((), (), None), told_turns)
    content = json.loads(zlib.decompress(base64.b64decode(packer.chunks()[0])))
    answer = content["episodes"][0][1][begun]["answer"]
    thought, call = (content["texts"][answer] if isinstance(answer, int) else answer).splitlines()
    assert thought.startswith("Think: ")
    assert call == told.steps[0].text


@pytest.mark.parametrize("style", ["paper", "brief"])
@pytest.mark.parametrize("mechanism", ["act", "react"])
def test_the_prompt_is_what_is_sent_functions_included(
    mechanism: str, style: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    what = ("--mechanism", mechanism, "--domain", "ferry", "--input", "tools", "--style", style)

    def prompt(form: str) -> str:
        assert cli.main(["prompt", *what, "--instance", "1", "--format", form]) == 0
        return capsys.readouterr().out

    assert cli.main(["eval", *what, "--instances", "1", "--out", str(tmp_path / "out")]) == 0
    capsys.readouterr()
    ((key, _, told),) = transcripts(tmp_path / "out")
    assert key.instance == "instance-1"
    body = json.loads(prompt("messages"))
    assert body == request_as_json(Request(told.calls[0].sent, tools=told.calls[0].tools))
    as_json, text = json.loads(prompt("json")), prompt("text")
    assert [tool["function"]["name"] for tool in as_json["tools"]][-1] == "finished"
    head, *sections = text.split("\n\n=== ")
    assert head.splitlines()[0] == "=== tools ==="
    assert [json.loads(line) for line in head.splitlines()[1:]] == as_json["tools"]
    assert sections[0].startswith("system ===\n")
    calls = [message["tool_calls"][0] for message in as_json["messages"] if "tool_calls" in message]
    assert all(json.dumps(call) in text for call in calls)
    assert f"=== tool {calls[0]['id']} ===" in text


def test_a_dry_run_counts_functions_and_calls(tmp_path: Path) -> None:
    wanted = Experiment(PlayOptions(("act", "react"), ("ferry",), 2, ("nl", "tools")))
    found = {(each.mechanism, each.input): each for each in asyncio.run(forecast(wanted)).estimates}
    for name in ("act", "react"):
        told, called = found[name, "nl"], found[name, "tools"]
        assert called.calls == told.calls
        assert called.usage[0].input_tokens > told.usage[0].input_tokens + 200 * called.calls[0]
        assert called.usage[0].output_tokens > 0
        assert called.usage[0].cached_tokens > told.usage[0].cached_tokens
    order = ("--domain", "ferry", "--instances", "2", "--input", "nl", "tools")
    assert cli.main(["eval", *MECHANISMS, *order, "--out", str(tmp_path / "out")]) == 0
    frame = autoplan.load(tmp_path / "out")
    spent = frame.groupby(["mechanism", "input"])["input_tokens"].sum()
    for form in ("nl", "tools"):  # the thoughts of the offline model are shorter than an example's
        assert found["act", form].usage[0].input_tokens == spent["act", form]


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (
            ("--mechanism", "basic"),
            "the mechanism 'basic' cannot play in the input form tools, only in nl, pddl, "
            "template, valm23",
        ),
        (
            ("--mechanism", "act", "--batch", "--model", "openai/m"),
            "--batch: the mechanism 'act' does not ask exactly one question",
        ),
    ],
)
def test_what_cannot_be_called_is_one_line(
    order: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    what = ("--domain", "ferry", "--input", "tools", "--out", str(tmp_path / "out"))
    assert cli.main(["eval", *order, *what]) == 2
    assert told in capsys.readouterr().err


def test_a_model_that_calls_no_functions_is_refused_before_it_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(ReaderProvider, "traits", ModelTraits())
    what = ("--mechanism", "act", "--domain", "ferry", "--out", str(tmp_path / "out"))
    assert cli.main(["eval", *what, "--input", "tools"]) == 2
    assert "--input tools: the model reader does not call functions" in capsys.readouterr().err
    assert cli.main(["eval", *what, "--input", "nl", "--instances", "1"]) == 0


# --- the server by itself -------------------------------------------------------------------------


def asked() -> dict[str, Any]:
    task = yard.problem()
    shown = present_english(task, yard.LEXICON, "tools")
    told = f"{shown.domain_text}\n\nCall a function."
    messages = (Message("system", told), Message("user", shown.problem_text))
    return request_as_json(Request(tuple(messages), tools=functions_of(task, shown).tools))


async def test_players_answer_with_calls_through_the_protocols_client(address: str) -> None:
    async with openai.AsyncOpenAI(base_url=address, api_key="-", max_retries=0) as client:
        answer = await client.chat.completions.create(model="reader", **asked())
        (choice,) = answer.choices
        (call,) = choice.message.tool_calls or []
        assert (choice.finish_reason, choice.message.content) == ("tool_calls", None)
        assert (call.type, call.id) == ("function", "call00000")
        assert call.function.name == "drive"  # type: ignore[union-attr]
        stream = await client.chat.completions.create(model="reader", stream=True, **asked())
        chunks = [chunk async for chunk in stream]
        (delta,) = chunks[0].choices[0].delta.tool_calls or []
        assert (delta.index, delta.function and delta.function.name) == (0, "drive")
        assert chunks[1].choices[0].finish_reason == "tool_calls"
        text = await client.chat.completions.create(model="reader", tool_choice="none", **asked())
        assert (text.choices[0].message.content or "").startswith("drive truck_0 from")
        dice = await client.chat.completions.create(model="random", seed=3, **asked())
        called = (dice.choices[0].message.tool_calls or [])[0].function  # type: ignore[union-attr]
    task = yard.problem()
    made = functions_of(task, present_english(task, yard.LEXICON, "tools"))
    meant = made.read(ToolCall(called.name, called.arguments))
    assert meant in World(task).possible()


async def test_functions_of_another_kind_leave_the_answer_in_text(address: str) -> None:
    body = asked()
    body["tools"] = [{"type": "function", "function": {"name": "search"}}]
    async with openai.AsyncOpenAI(base_url=address, api_key="-", max_retries=0) as client:
        answer = await client.chat.completions.create(model="reader", **body)
    assert not answer.choices[0].message.tool_calls
    assert (answer.choices[0].message.content or "").startswith("drive truck_0 from")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"tools": {}}, "tools must be a list of functions"),
        ({"tools": [{}]}, "tools[0] must be an object with a function that has a name"),
        (
            {"tools": [{"function": {"name": "f", "parameters": [1]}}]},
            "tools[0].function.parameters must be a JSON Schema",
        ),
        (
            {"messages": [{"role": "tool", "content": "So."}]},
            "messages[0].tool_call_id must name the call that this is a result of",
        ),
    ],
)
async def test_wrong_functions_and_results_are_told(
    change: dict[str, Any], told: str, address: str
) -> None:
    async with ClientSession() as session:
        body = {"model": "reader", **asked(), **change}
        answer = await session.post(f"{address}/chat/completions", json=body)
        assert answer.status == 400
        assert (await answer.json())["error"]["message"] == told


async def test_the_reader_goes_on_after_a_detour_by_calls() -> None:
    task, reader = yard.problem(), ReaderModel()
    shown = present_english(task, yard.LEXICON, "tools")
    made = functions_of(task, shown)
    played = Episode(World(task), shown)
    messages = [
        Message("system", f"{shown.domain_text}\n\nCall a function."),
        Message("user", shown.problem_text),
    ]
    detour = (ToolCall("rest", "{}", "a"), ToolCall("swim", "{}", "b"))
    tools: tuple[Tool, ...] = made.tools
    messages += [Message("assistant", "", detour), Message("tool", "I rest.", tool_call_id="a")]
    messages += [Message("tool", "I do not know how.", tool_call_id="b")]
    while not played.solved:
        assert played.steps < 8
        (call,) = (await reader.complete(Request(tuple(messages), tools=tools))).tool_calls
        action = made.read(call)
        seen = played.submit(action)  # type: ignore[arg-type]
        messages += [Message("assistant", "", (call,)), Message("tool", seen.text, (), call.id)]
    (last,) = (await reader.complete(Request(tuple(messages), tools=tools))).tool_calls
    assert (played.refused, last.name) == (0, "finished")
    ids = [call.id for message in messages for call in message.tool_calls]
    assert len(set(ids)) == len(ids)
