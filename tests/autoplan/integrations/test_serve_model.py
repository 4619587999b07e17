"""The offline players behind a server, asked through the protocol's own client."""

from __future__ import annotations

import json
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import openai
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from autoplan import load
from autoplan.cli import main
from autoplan.integrations.chat_server import chat_server, own_names
from autoplan.integrations.playable import playable_tasks
from policies.reader import RandomModel, ReaderModel

Chat = list[Any]


@pytest.fixture
async def address() -> AsyncIterator[str]:
    models = {
        "reader": ReaderModel(),
        "random": RandomModel(),
        "hurried": ReaderModel(seconds=0.001),
    }
    runner = web.AppRunner(chat_server(models))
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


async def test_a_search_out_of_time_is_an_error_that_is_not_asked_again(
    client: openai.AsyncOpenAI,
) -> None:
    with pytest.raises(openai.BadRequestError, match=r"no plan within 0\.001 s"):
        await client.chat.completions.create(model="hurried", messages=conversation())


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
    assert [each.id async for each in client.models.list()] == ["reader", "random", "hurried"]


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        (b"[", 400, "the body is not valid JSON"),
        (b"[" * 100_000, 400, "the body is not valid JSON"),
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


@pytest.mark.parametrize("charset", ["klingon", "hex"])
async def test_an_unknown_charset_is_told_as_the_protocol_does(address: str, charset: str) -> None:
    kind = {"content-type": f"application/json; charset={charset}"}
    async with ClientSession() as session:
        answer = await session.post(f"{address}/chat/completions", data=b"{}", headers=kind)
        assert answer.status == 415
        told = (await answer.json())["error"]["message"]
    assert told == f"no text has the charset '{charset}'"


async def test_a_body_that_cannot_be_unpacked_is_told_as_the_protocol_does(address: str) -> None:
    kind = {"content-encoding": "gzip"}
    async with ClientSession(auto_decompress=False) as session:
        answer = await session.post(f"{address}/chat/completions", data=b"no gzip", headers=kind)
        assert answer.status == 400
        assert (await answer.json())["error"]["message"] == "the body cannot be decoded"


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/models", 405)])
async def test_a_wrong_address_is_told_as_the_protocol_does(
    address: str, path: str, status: int
) -> None:
    async with ClientSession() as session:
        answer = await session.post(address + path, data=b"{}")
        assert answer.status == status
        assert (await answer.json())["error"]["type"] == "invalid_request_error"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "[::1]:8000"}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:8000"}, 421),
        ({"Host": "["}, 421),
        ({"Host": ""}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_pages_of_other_servers_are_refused(
    address: str, headers: dict[str, str], status: int
) -> None:
    async with ClientSession() as session:
        answer = await session.get(f"{address}/models", headers=headers)
        assert answer.status == status
        assert status == 200 or (await answer.json())["error"]["message"]


@pytest.mark.parametrize("more", [{"model": "x" * 10**6}, {"n": "9" * 10**6}, {"n": 10**4000}])
async def test_what_a_client_sends_does_not_come_back_whole(
    address: str, more: dict[str, object]
) -> None:
    body = {"model": "reader", "messages": [{"role": "user", "content": "Hi"}], **more}
    async with ClientSession() as session:
        answer = await session.post(f"{address}/chat/completions", json=body)
        assert answer.status in (400, 404)
        assert len(await answer.text()) < 1000


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_a_server_for_this_machine_has_its_names(host: str) -> None:
    assert set(own_names(host)) == {"127.0.0.1", "::1", "localhost", host}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "planner.example"])
def test_a_server_for_others_requires_no_name(host: str) -> None:
    assert not own_names(host)


async def test_a_server_for_other_machines_has_any_name() -> None:
    app = chat_server({"random": RandomModel()}, ())
    async with TestServer(app) as server, ClientSession() as session:
        answer = await session.get(server.make_url("/v1/models"), headers={"Host": "planner"})
        assert answer.status == 200


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


def test_clients_that_hang_up_or_send_no_http_leave_no_trace() -> None:
    command = (sys.executable, "-m", "autoplan", "serve-model", "reader", "--port", "0")
    body = json.dumps({"model": "reader", "n": 50, "stream": True, "messages": conversation()})
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}"
    whole = f"{head}\r\n\r\n{body}".encode()
    packed = f"{head}\r\nContent-Encoding: gzip\r\n\r\n{body}".encode()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = int(process.stderr.readline().split("/v1")[0].rpartition(":")[2])
        for sent in (whole, whole[:-10], whole[:30], packed, b"NO HTTP\r\n\r\n"):
            for reset in (True, False):
                _send_and_leave(port, sent, reset=reset)
        # What was sent before is worked on before this is answered.
        urlopen(f"http://127.0.0.1:{port}/v1/models").close()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "interrupted\n"
        assert process.wait(5) == 130


def _send_and_leave(port: int, sent: bytes, *, reset: bool) -> None:
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(sent)
        if reset:  # a linger time of zero makes the close a reset
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_an_evaluation_runs_through_it_and_ctrl_c_ends_it(served: str, tmp_path: Path) -> None:
    told = ("--domain", "visitall", "--instances", "2", "--mechanism", "react", "basic")
    model = ("--model", "compat/reader", "--base-url", served, "--out", str(tmp_path))
    assert main(["eval", *told, *model]) == 0
    assert load(tmp_path).solved.tolist() == [True] * 4


def test_what_cannot_be_served_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve-model", "openai/gpt-4o"]) == 2
    assert main(["serve-model", "reader", "--port", "70000"]) == 2
    assert main(["serve-model", "reader", "--host", "203.0.113.1"]) == 2
    assert main(["serve-model", "reader", "--host", "x" * 70]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert "has a server already" in lines[0]
    assert "--port must be a number from 0 to 65535, not 70000" in lines[1]
    assert "cannot listen on 203.0.113.1:8000" in lines[2]
    assert lines[3].endswith("is not a host name")
