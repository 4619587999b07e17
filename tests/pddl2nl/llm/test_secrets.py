"""A key that is planted appears nowhere: not in errors, tracebacks, logs, answers or files."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from pathlib import Path

import pytest

from pddl2nl.llm import Backoff, CachedModel, Message, ModelError, OpenAIModel, Request
from tests.chat_server import Behaviour, ChatServer, completion, error, reply
from tests.local_server import Reply, Reset

KEY = "sk-planted-0123456789"
ECHO = f"you sent Bearer {KEY}"

FAULTS: dict[str, Behaviour] = {
    "wrong key, repeated": error(401, ECHO),
    "HTML page that repeats it": Reply(f"<html><title>{ECHO}</title>".encode(), 403),
    "rate limit": error(429, ECHO),
    "server error": Reply(ECHO.encode(), 500),
    "bad request": error(400, ECHO),
    "garbled": Reply(ECHO.encode()),
    "reset": Reset(),
}


def model_at(server: ChatServer) -> OpenAIModel:
    backoff = Backoff(first=0.001, longest=0.001)
    return OpenAIModel("m", base_url=server.base_url, api_key=KEY, max_retries=1, backoff=backoff)


def everything_reachable(error: BaseException) -> str:
    """An error's texts and traceback, and those of all that it came from."""
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or current.__context__
    parts = [f"{link!r} {link} {link.__dict__}" for link in chain]
    frames = traceback.StackSummary.extract(
        traceback.walk_tb(error.__traceback__), capture_locals=True
    )
    # The tests' own frames hold the key that they planted.
    parts += [str(frame.locals) for frame in frames if frame.filename != __file__]
    return "".join([*parts, *traceback.format_exception(error)])


@pytest.mark.parametrize("behaviour", FAULTS.values(), ids=FAULTS.keys())
def test_no_error_traceback_or_log_holds_the_key(
    behaviour: Behaviour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with ChatServer([behaviour, behaviour]) as server:
        with pytest.raises(ModelError) as caught:
            asyncio.run(model_at(server).complete(Request((Message("user", "hi"),))))
        assert KEY in server.received[0].headers["authorization"]
    assert KEY not in everything_reachable(caught.value)
    assert KEY not in caplog.text


def test_no_answer_and_no_file_holds_the_key(tmp_path: Path) -> None:
    async def ask(model: CachedModel) -> str:
        answer = await model.complete(Request((Message("user", "hi"),)))
        await model.aclose()
        return repr(answer)

    with ChatServer([reply(completion(ECHO, refusal=ECHO, reasoning=ECHO))]) as server:
        model = CachedModel(model_at(server), tmp_path / "answers.sqlite")
        shown = asyncio.run(ask(model)) + repr(model) + json.dumps(str(vars(model._inner)))
    assert KEY not in shown
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert all(KEY.encode() not in path.read_bytes() for path in written)


def test_a_placeholder_for_a_key_does_not_mutilate_answers() -> None:
    with ChatServer([reply(completion("none of the blocks"))]) as server:
        model = OpenAIModel("m", base_url=server.base_url, api_key="none")
        assert (
            asyncio.run(model.complete(Request((Message("user", "hi"),)))).text
            == "none of the blocks"
        )
