"""The offline players behind a server, asked through the protocol's own client."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from aiohttp import ClientSession, web

from autoplan import load
from autoplan.cli import main
from autoplan.integrations.chat_server import chat_server
from autoplan.integrations.playable import playable_tasks
from policies.reader import RandomModel, ReaderModel

Chat = list[Any]


@pytest.fixture
async def address() -> AsyncIterator[str]:
    runner = web.AppRunner(chat_server({"reader": ReaderModel(), "random": RandomModel()}))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    await runner.cleanup()


@pytest.fixture
async def client(address: str) -> AsyncIterator[openai.AsyncOpenAI]:
    async with openai.AsyncOpenAI(base_url=address, api_key="-", max_retries=0) as opened:
        yield opened


def conversation() -> Chat:
    shown = playable_tasks("ferry", 2)["instance-2"].presentation
    order = "Write a plan, one step a line, and end it with [PLAN END]."
    return [
        {"role": "system", "content": f"{shown.domain_text}\n\n{order}"},
        {"role": "user", "content": [{"type": "text", "text": shown.problem_text}]},
    ]


def is_solved(text: str) -> bool:
    task = playable_tasks("ferry", 2)["instance-2"]
    episode = task.episode()
    for step in task.reader.read(text).steps:
        assert step.action is not None, step
        episode.submit(step.action)
    return episode.solved


async def test_the_reader_solves_the_task_of_a_conversation(client: openai.AsyncOpenAI) -> None:
    answer = await client.chat.completions.create(model="reader", messages=conversation())
    assert is_solved(answer.choices[0].message.content or "")
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage
    assert answer.usage.total_tokens > 100


async def test_the_random_player_keeps_to_the_format_and_is_reproducible(
    client: openai.AsyncOpenAI,
) -> None:
    async def asked(seed: int) -> list[str]:
        answer = await client.chat.completions.create(
            model="random", messages=conversation(), seed=seed, n=3
        )
        return [choice.message.content or "" for choice in answer.choices]

    first = await asked(1)
    assert len(set(first)) == 3
    assert first == await asked(1) != await asked(7)
    assert not any(map(is_solved, first))


async def test_answers_are_streamed_where_that_is_asked_for(client: openai.AsyncOpenAI) -> None:
    stream = await client.chat.completions.create(
        model="reader", messages=conversation(), stream=True
    )
    chunks = [chunk async for chunk in stream]
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert is_solved(text)
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].usage is not None


async def test_the_models_are_listed(client: openai.AsyncOpenAI) -> None:
    assert [each.id async for each in client.models.list()] == ["reader", "random"]


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        (b"[", 400, "the body is no JSON"),
        (b"[" * 100_000, 400, "the body is no JSON"),
        (b"[]", 400, "the body must be a JSON object"),
        (b'{"model": "raeder"}', 404, "is not served; did you mean 'reader'?"),
        (b'{"model": ["reader"]}', 404, "is not served"),
        (b'{"model": "reader"}', 400, "messages must be a list"),
        (b'{"model": "reader", "messages": ["Hi"]}', 400, "messages[0] must be an object"),
        (b'{"model": "reader", "messages": [{"role": "king"}]}', 400, "messages[0].role must be"),
        (b'{"model": "reader", "messages": [{"role": []}]}', 400, "messages[0].role must be"),
        (b'{"model": "reader", "messages": [{"role": "user"}]}', 400, "messages[0].content must"),
        (
            b'{"model": "reader", "messages": [{"role": "user", "content": [1]}]}',
            400,
            "a part of a message's content must be text",
        ),
        (
            b'{"model": "reader", "n": 0, "messages": [{"role": "user", "content": ""}]}',
            400,
            "n must be a number from 1 to 128, not 0",
        ),
    ],
)
async def test_a_wrong_request_is_told_as_the_protocol_does(
    address: str, body: bytes, status: int, told: str
) -> None:
    async with ClientSession() as session:
        answer = await session.post(f"{address}/chat/completions", data=body)
        assert answer.status == status
        assert told in (await answer.json())["error"]["message"]


async def test_a_conversation_without_a_task_is_answered(client: openai.AsyncOpenAI) -> None:
    hello: Chat = [{"role": "user", "content": "Hello!"}]
    for name in ("reader", "random"):
        answer = await client.chat.completions.create(model=name, messages=hello)
        assert answer.choices[0].message.content == (
            "I cannot read the task: no message holds a task"
        )


@pytest.fixture
def served() -> Iterator[str]:
    """The address of the command itself, in a process of its own."""
    command = (sys.executable, "-m", "autoplan", "serve-model", "reader", "--port", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+/v1", line)
        assert found, line
        yield found[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(5) == 130


def test_an_evaluation_runs_through_it_and_ctrl_c_ends_it(served: str, tmp_path: Path) -> None:
    told = ("--domain", "visitall", "--instances", "2", "--mechanism", "react", "basic")
    model = ("--model", "compat/reader", "--base-url", served, "--out", str(tmp_path))
    assert main(["eval", *told, *model]) == 0
    assert load(tmp_path).solved.tolist() == [True] * 4


def test_what_cannot_be_served_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve-model", "openai/gpt-4o"]) == 2
    assert main(["serve-model", "reader", "--port", "70000"]) == 2
    assert main(["serve-model", "reader", "--host", "203.0.113.1"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "has a server already" in lines[0]
    assert "--port must be a number from 0 to 65535, not 70000" in lines[1]
    assert "cannot listen on 203.0.113.1:8000" in lines[2]
