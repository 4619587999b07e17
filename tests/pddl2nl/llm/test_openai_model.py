"""The client against a server that answers and fails in all the known ways, through the SDK."""

from __future__ import annotations

import asyncio
import gzip
import logging
import random
import socket
import threading
import time
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import httpx2
import openai
import pytest

from pddl2nl.errors import InputError
from pddl2nl.llm import (
    Backoff,
    Completion,
    Message,
    ModelError,
    OpenAIModel,
    Pace,
    PermanentModelError,
    RejectedRequestError,
    Request,
    TransientModelError,
    Usage,
    connections,
)
from pddl2nl.llm.dialects import read_complaint
from pddl2nl.llm.wire import with_plain_letters
from tests import effort
from tests.chat_server import (
    Behaviour,
    ChatServer,
    Hang,
    HangUp,
    Trickle,
    completion,
    error,
    reply,
)
from tests.local_server import Reply, Reset

QUICK = Backoff(first=0.001, longest=0.002, total=20.0)
KEY = "sk-planted-0123456789"
HELLO = (Message("system", "You plan."), Message("user", "Move the ball."))


def model_at(
    server: ChatServer, *, max_retries: int = 2, timeout: float = 20.0, pace: Pace | None = None
) -> OpenAIModel:
    return OpenAIModel(
        "m",
        base_url=server.base_url,
        api_key=KEY,
        timeout=timeout,
        max_retries=max_retries,
        backoff=QUICK,
        label="compat/m",
        pace=pace,
    )


def ask(model: OpenAIModel, seed: int | None = None, max_tokens: int | None = None) -> Completion:
    return asyncio.run(model.complete(Request(HELLO, seed=seed, max_tokens=max_tokens)))


def ask_once(*behaviours: Behaviour) -> Completion:
    with ChatServer(behaviours) as server:
        return ask(model_at(server, max_retries=0))


def failure_of(*behaviours: Behaviour, max_retries: int = 0) -> tuple[Exception, int]:
    """The error that a call ends with, and how many requests were made."""
    with ChatServer(behaviours) as server:
        with pytest.raises((PermanentModelError, TransientModelError)) as caught:
            ask(model_at(server, max_retries=max_retries))
        return caught.value, len(server.received)


# --- what is sent and what comes back -------------------------------------------------------------


def test_the_request_carries_conversation_parameters_and_key() -> None:
    with ChatServer() as server:
        ask(model_at(server), seed=7, max_tokens=50)
        (received,) = server.received
    assert received.path == "/v1/chat/completions"
    assert received.headers["authorization"] == f"Bearer {KEY}"
    assert received.body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "You plan."},
            {"role": "user", "content": "Move the ball."},
        ],
        "temperature": 0.0,
        "max_tokens": 50,
        "seed": 7,
    }


def test_parameters_that_are_none_are_not_sent() -> None:
    with ChatServer() as server:
        ask(model_at(server))
        assert set(server.received[0].body) == {"model", "messages", "temperature"}


def test_an_answer_brings_text_reason_model_and_the_servers_counts() -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 40,
        "prompt_tokens_details": {"cached_tokens": 64},
        "completion_tokens_details": {"reasoning_tokens": 30},
    }
    assert ask_once(reply(completion("Go.", usage=usage))) == Completion(
        text="Go.",
        usage=Usage(100, 64, 40, 30),
        finish_reason="stop",
        cached=False,
        model="m-1",
    )


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None, "completion_tokens": 3}])
def test_missing_counts_are_estimated_and_marked(usage: dict[str, object] | None) -> None:
    counted = ask_once(reply(completion("x" * 40, usage=usage))).usage
    assert counted.estimated
    assert counted.output_tokens == 10
    assert counted.input_tokens > 0


DOUBT = "the server's counts of tokens cannot be right"
ODD_COUNTS = (-5, "7", float("inf"), float("nan"), 1.5, True, [9], 10**30)


@pytest.mark.parametrize("odd", ODD_COUNTS, ids=repr)
@pytest.mark.parametrize("name", ["prompt_tokens", "completion_tokens"])
def test_counts_that_cannot_be_are_estimated_and_doubted(name: str, odd: object) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 40, name: odd}
    answer = ask_once(reply(completion("x" * 40, usage=usage)))
    assert answer.usage.estimated
    assert answer.usage.output_tokens == 10
    assert answer.notes == (DOUBT,)


@pytest.mark.parametrize("odd", [*ODD_COUNTS, 101], ids=repr)
@pytest.mark.parametrize(
    "place", [("prompt_tokens_details", "cached_tokens"), ("prompt_cache_hit_tokens",)]
)
def test_no_more_input_is_cached_than_there_is(place: tuple[str, ...], odd: object) -> None:
    usage: dict[str, object] = {"prompt_tokens": 100, "completion_tokens": 40}
    usage[place[0]] = odd if len(place) == 1 else {place[1]: odd}
    answer = ask_once(reply(completion("Go.", usage=usage)))
    cached = 100 if odd == 101 and odd is not True else 0
    assert answer.usage == Usage(100, cached, 40, 0, estimated=True)
    assert answer.notes == (DOUBT,)


@pytest.mark.parametrize("odd", [*ODD_COUNTS, 41], ids=repr)
def test_no_more_output_is_reasoning_than_there_is(odd: object) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 40}
    usage |= {"completion_tokens_details": {"reasoning_tokens": odd}}  # type: ignore[dict-item]
    answer = ask_once(reply(completion("Go.", usage=usage)))
    assert answer.usage == Usage(100, 0, 40, 40 if odd == 41 else 0, estimated=True)
    assert answer.notes == (DOUBT,)


@pytest.mark.parametrize("odd", ODD_COUNTS, ids=repr)
def test_a_total_that_cannot_be_is_doubted(odd: object) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 40, "total_tokens": odd}
    assert ask_once(reply(completion("Go.", usage=usage))).usage == Usage(100, 0, 40, 0, True)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_in_its_own_field_is_kept_apart(field: str) -> None:
    answer = ask_once(reply(completion("Go.", **{field: "Let me see."})))  # type: ignore[arg-type]
    assert (answer.text, answer.reasoning) == ("Go.", "Let me see.")


def test_content_in_typed_parts_is_joined() -> None:
    parts = [
        {"type": "thinking", "thinking": "Hm."},
        {"type": "text", "text": "Go "},
        {"type": "text", "text": "on."},
    ]
    content = completion()
    content["choices"] = [{"message": {"content": parts}, "finish_reason": "stop"}]
    answer = ask_once(reply(content))
    assert (answer.text, answer.reasoning) == ("Go on.", "Hm.")


def test_an_answer_without_content_keeps_its_finish_reason() -> None:
    answer = ask_once(reply(completion(None, finish_reason="content_filter")))
    assert (answer.text, answer.finish_reason) == ("", "content_filter")
    assert answer.notes == ("the answer has no text",)


def test_a_refusal_is_noted() -> None:
    answer = ask_once(reply(completion(None, refusal="I can't help.")))
    assert (answer.text, answer.notes) == ("", ("the model refused: I can't help.",))


def test_an_answer_cut_for_length_is_kept() -> None:
    answer = ask_once(reply(completion("1. pick", finish_reason="length")))
    assert (answer.text, answer.finish_reason) == ("1. pick", "length")


def test_half_a_surrogate_pair_in_an_answer_can_be_sent_back() -> None:
    text = ask_once(reply(completion("a\ud800b"))).text
    assert text.encode("utf-8") == b"a?b"


# --- faults that pass -----------------------------------------------------------------------------

PASSING: dict[str, Sequence[Behaviour]] = {
    "rate limit with Retry-After": [error(429, "slow down", retry_after="0.001")],
    "rate limit without Retry-After": [error(429, "slow down")],
    "rate limit with an unreadable Retry-After": [error(429, "slow down", retry_after="soon")],
    "500": [error(500, "oops")],
    "502 as an HTML page": [Reply(b"<html><title>Bad gateway</title></html>", 502)],
    "503": [error(503, "overloaded")],
    "504": [Reply(b"", 504)],
    "529": [error(529, "overloaded")],
    "connection reset": [Reset()],
    "connection closed without an answer": [HangUp()],
    "answer that cannot be unpacked": [Reply(b"no gzip", headers={"content-encoding": "gzip"})],
    "empty answer": [Reply(b"")],
    "truncated body": [Reply(b'{"choices": [', missing=100)],
    "truncated JSON": [Reply(b'{"choices": [{"message": {"cont')],
    "HTML instead of JSON": [Reply(b"<html><body>Please wait</body></html>")],
    "JSON that is no object": [Reply(b"[1, 2]")],
    "empty choices": [reply({"choices": []})],
    "a choice without a message": [reply({"choices": [{"index": 0}]})],
    "an error with the status of a success": [reply({"error": {"message": "upstream"}})],
    "two faults one after the other": [error(500, "oops"), Reset()],
}


@pytest.mark.parametrize("behaviours", PASSING.values(), ids=PASSING.keys())
def test_a_fault_that_passes_is_retried(behaviours: Sequence[Behaviour]) -> None:
    with ChatServer(behaviours) as server:
        assert ask(model_at(server)).text == "hello"
        assert len(server.received) == len(behaviours) + 1


@pytest.mark.parametrize("behaviours", PASSING.values(), ids=PASSING.keys())
def test_a_fault_that_stays_ends_as_one_line_after_the_allowed_attempts(
    behaviours: Sequence[Behaviour],
) -> None:
    fault, requests = failure_of(*(list(behaviours) * 3), max_retries=2)
    assert isinstance(fault, TransientModelError)
    assert requests == 3
    assert str(fault).startswith("compat/m: ")
    assert "(after 3 attempts" in str(fault)
    assert "\n" not in str(fault)


@pytest.mark.parametrize("behaviour", [Hang(), Trickle()])
def test_a_server_that_hangs_is_given_up_after_the_time_out(behaviour: Behaviour) -> None:
    with ChatServer([behaviour]) as server:
        model = model_at(server, max_retries=1, timeout=2.0)
        assert ask(model).text == "hello"
    with (
        ChatServer([behaviour]) as server,
        pytest.raises(TransientModelError, match="no answer") as e,
    ):
        ask(model_at(server, max_retries=0, timeout=0.05))
    assert e.value.reason == "time-out"


def test_a_server_that_is_not_there_is_a_transient_fault() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        model = OpenAIModel(
            "m", base_url=f"http://127.0.0.1:{free.getsockname()[1]}/v1", max_retries=0
        )
    with pytest.raises(TransientModelError, match="no server listens here") as caught:
        ask(model)
    assert caught.value.reason == "nobody listens"


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (error(429, "slow"), "rate limit"),
        (error(503, "busy"), "overload"),
        (error(529, "busy"), "overload"),
        (error(500, "oops"), "server"),
        (Reply(b"", 504), "server"),
        (reply({"error": {"message": "busy", "code": 503}}), "overload"),
        (Reset(), "network"),
        (Reply(b"{"), "garbled"),
    ],
)
def test_a_transient_fault_says_what_kind_it_is(behaviour: Behaviour, reason: str) -> None:
    fault, _ = failure_of(behaviour)
    assert isinstance(fault, TransientModelError)
    assert fault.reason == reason


def test_the_time_in_the_queue_is_no_part_of_the_time_out() -> None:
    def slow(request: dict[str, object]) -> str:
        time.sleep(0.5)
        return "hello"

    async def one_after_the_other(server: ChatServer) -> list[Completion]:
        model = model_at(server, max_retries=0, timeout=2, pace=Pace(1))
        return await asyncio.gather(*(model.complete(Request(HELLO)) for _ in range(6)))

    with ChatServer(answer=slow) as server:
        answers = asyncio.run(one_after_the_other(server))
    assert [answer.text for answer in answers] == ["hello"] * 6


def test_models_with_one_pace_share_the_limit_of_their_server() -> None:
    open_now: set[int] = set()
    most: list[int] = []

    def watched(request: dict[str, object]) -> str:
        open_now.add(threading.get_ident())
        most.append(len(open_now))
        time.sleep(0.01)
        open_now.remove(threading.get_ident())
        return "hello"

    async def both(server: ChatServer) -> None:
        pace = Pace(3)
        models = [model_at(server, pace=pace) for _ in range(2)]
        await asyncio.gather(*(model.complete(Request(HELLO)) for model in models * 20))

    with ChatServer(answer=watched) as server:
        asyncio.run(both(server))
    assert max(most) == 3


def test_a_refusal_halves_the_pace_and_closes_the_server_to_all_calls() -> None:
    async def play(server: ChatServer) -> float:
        pace = Pace(8)
        first, second = (model_at(server, pace=pace) for _ in range(2))
        loop = asyncio.get_running_loop()
        begun = loop.time()
        refused = asyncio.create_task(first.complete(Request(HELLO)))
        while not server.received or pace.gate(server.base_url).under_way:
            await asyncio.sleep(0.001)
        assert pace.gate(server.base_url).window.room == 4
        await second.complete(Request(HELLO))
        waited = loop.time() - begun
        await refused
        return waited

    with ChatServer([error(429, "slow", retry_after="0.3")]) as server:
        assert asyncio.run(play(server)) >= 0.3


def test_a_storm_of_faults_of_all_kinds_loses_no_call() -> None:
    dice = random.Random(1)
    kinds: list[tuple[float, Behaviour | None]] = [
        (0.10, error(429, "slow down", retry_after="0.01")),
        (0.10, error(429, "slow down")),
        (0.05, error(500, "oops")),
        (0.05, error(503, "overloaded")),
        (0.03, Reset()),
        (0.02, Reply(b'{"choices": [{"message"', missing=50)),
        (0.02, Reply(b"<html><title>Please wait</title></html>")),
        (0.02, reply({"choices": []})),
        (0.61, None),
    ]
    weights, behaviours = zip(*kinds, strict=True)

    def stormy(request: dict[str, Any]) -> str | Behaviour:
        (behaviour,) = dice.choices(behaviours, weights)
        return behaviour or str(request["seed"])

    async def play(server: ChatServer) -> tuple[list[Completion], int]:
        pace = Pace()
        model = model_at(server, max_retries=40, pace=pace)
        answers = await asyncio.gather(
            *(model.complete(Request(HELLO, seed=n)) for n in range(200))
        )
        return answers, pace.gate(server.base_url).under_way

    with ChatServer(answer=stormy) as server:
        answers, under_way = asyncio.run(play(server))
    assert [answer.text for answer in answers] == [str(n) for n in range(200)]
    assert under_way == 0


# --- faults that stay -----------------------------------------------------------------------------

PERMANENT: dict[str, tuple[Reply, str]] = {
    "wrong key": (error(401, "Incorrect API key"), "rejects the API key (HTTP 401)"),
    "forbidden": (error(403, "Not your region"), "rejects the API key (HTTP 403)"),
    "wrong key as 400": (error(400, "API key not valid."), "rejects the API key (HTTP 400)"),
    "unknown model": (error(404, "no model m"), "knows no such model or address (HTTP 404)"),
    "no quota": (error(429, "Pay", code="insufficient_quota"), "no quota left (HTTP 429)"),
    "payment required": (error(402, "Pay"), "no quota left (HTTP 402)"),
    "plain-text error": (reply({"error": "model 'm' not found"}, 404), "model 'm' not found"),
    "HTML error page": (Reply(b"<html><title>Nothing\nhere</title>", 404), ": Nothing here"),
    "list of errors": (reply([{"error": {"message": "Bad key"}}], 401), ": Bad key"),
    "not implemented": (error(501, "no chat here"), "(HTTP 501): no chat here"),
    "quota reported with status 200": (
        reply({"error": {"message": "Pay", "code": 402}}),
        "no quota left",
    ),
}


@pytest.mark.parametrize(("behaviour", "text"), PERMANENT.values(), ids=PERMANENT.keys())
def test_a_permanent_fault_is_raised_at_once_in_one_line(behaviour: Reply, text: str) -> None:
    fault, requests = failure_of(behaviour, max_retries=5)
    assert isinstance(fault, PermanentModelError)
    assert not isinstance(fault, RejectedRequestError)
    assert requests == 1
    assert str(fault).startswith("compat/m: ")
    assert text in str(fault)
    assert "\n" not in str(fault)


@pytest.mark.parametrize(
    "behaviour",
    [
        error(400, "maximum context length exceeded", code="context_length_exceeded"),
        error(413, "too large"),
        error(400, "max_tokens is too large: 9. It supports at most 4.", param="max_tokens"),
    ],
)
def test_a_fault_of_the_request_alone_is_told_apart(behaviour: Reply) -> None:
    fault, requests = failure_of(behaviour, max_retries=5)
    assert isinstance(fault, RejectedRequestError)
    assert requests == 1


# --- refused parameters ---------------------------------------------------------------------------

NO_SEED = error(400, "Unsupported parameter: 'seed'", code="unsupported_parameter", param="seed")
NO_TEMPERATURE = error(
    400,
    "Unsupported value: 'temperature' does not support 0.0. Only the default (1) is supported.",
    code="unsupported_value",
    param="temperature",
)
NO_MAX_TOKENS = error(
    400,
    "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
    code="unsupported_parameter",
    param="max_tokens",
)
SEED_EXTRA = reply(
    {
        "detail": [
            {
                "type": "extra_forbidden",
                "loc": ["body", "seed"],
                "msg": "Extra inputs are not permitted",
            }
        ]
    },
    422,
)
SEED_UNNAMED = error(400, 'Unknown name "seed": cannot find field.')


@pytest.mark.parametrize("refusal", [NO_SEED, SEED_EXTRA, SEED_UNNAMED])
def test_a_refused_parameter_is_left_out_once_and_for_all(refusal: Reply) -> None:
    with ChatServer([refusal]) as server:
        model = model_at(server, max_retries=0)
        first, second = ask(model, seed=1), ask(model, seed=2)
        assert ["seed" in received.body for received in server.received] == [True, False, False]
    note = "the server refuses the parameter seed, which was left out"
    assert first.notes == second.notes == (note,)


def test_max_tokens_is_renamed_where_the_server_wants_it() -> None:
    with ChatServer([NO_MAX_TOKENS]) as server:
        answer = ask(model_at(server, max_retries=0), max_tokens=9)
        assert server.received[1].body["max_completion_tokens"] == 9
        assert "max_tokens" not in server.received[1].body
    assert answer.notes == (
        "the server refuses the parameter max_tokens, which was sent as max_completion_tokens",
    )


def test_a_server_that_refuses_the_new_name_too_gets_neither() -> None:
    refused_again = error(400, "Unrecognized argument: max_completion_tokens")
    with ChatServer([NO_MAX_TOKENS, refused_again]) as server:
        answer = ask(model_at(server, max_retries=0), max_tokens=9)
        assert set(server.received[2].body) == {"model", "messages", "temperature"}
    assert answer.notes == ("the server refuses the parameter max_tokens, which was left out",)


def test_all_parameters_can_be_refused_one_after_the_other() -> None:
    with ChatServer([NO_MAX_TOKENS, NO_TEMPERATURE, NO_SEED]) as server:
        answer = ask(model_at(server, max_retries=0), max_tokens=9, seed=1)
        sent = {"model", "messages", "max_completion_tokens"}
        assert set(server.received[-1].body) == sent
    assert len(answer.notes) == 3


def test_a_refusal_that_is_repeated_without_the_parameter_is_no_endless_loop() -> None:
    fault, requests = failure_of(NO_TEMPERATURE, NO_TEMPERATURE, max_retries=5)
    assert isinstance(fault, RejectedRequestError)
    assert requests == 2


def test_a_caller_who_does_not_want_a_refused_parameter_gets_no_note() -> None:
    with ChatServer([NO_SEED]) as server:
        model = model_at(server)
        assert ask(model, seed=1).notes
        assert ask(model).notes == ()


def test_requests_under_way_together_may_all_be_refused() -> None:
    def strict(request: dict[str, object]) -> str | Behaviour:
        return NO_SEED if "seed" in request else "hello"

    async def together(model: OpenAIModel) -> list[Completion]:
        return await asyncio.gather(*(model.complete(Request(HELLO, seed=n)) for n in range(4)))

    with ChatServer(answer=strict) as server:
        answers = asyncio.run(together(model_at(server, max_retries=0)))
    assert all(answer.text == "hello" and len(answer.notes) == 1 for answer in answers)


# --- connections ----------------------------------------------------------------------------------


def test_one_model_serves_several_event_loops_and_closes_its_connections(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with ChatServer() as server:
        model = model_at(server)
        assert [ask(model).text for _ in range(3)] == ["hello"] * 3
    assert len(model._connections) == 0
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_closed_model_connects_anew() -> None:
    async def twice(model: OpenAIModel) -> None:
        await model.complete(Request(HELLO))
        await model.aclose()
        assert len(model._connections) == 0
        await model.complete(Request(HELLO))

    with ChatServer() as server:
        asyncio.run(twice(model_at(server)))


def test_a_call_can_be_cancelled() -> None:
    async def cancel(model: OpenAIModel) -> None:
        call = asyncio.create_task(model.complete(Request(HELLO)))
        while not server.received:
            await asyncio.sleep(0.001)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    with ChatServer([Hang()]) as server:
        asyncio.run(cancel(model_at(server)))


@pytest.mark.skipif(find_spec("aiohttp") is None, reason="aiohttp is not installed")
def test_the_transport_without_aiohttp_behaves_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pddl2nl.llm.connections.find_spec", lambda name: None)
    monkeypatch.delattr(openai, "DefaultAioHttpClient")
    with ChatServer([Reset(), Reply(b"{", missing=9), error(500, "oops")]) as server:
        assert ask(model_at(server, max_retries=3)).text == "hello"
        assert len(server.received) == 4


# --- addresses and keys ---------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ftp://a/v1", "http://", "http://u:p@h/v1"])
def test_an_address_that_is_none_is_refused_without_repeating_a_password(url: str) -> None:
    with pytest.raises(InputError, match="base URL") as caught:
        OpenAIModel("m", base_url=url)
    assert "u:p" not in str(caught.value)


@pytest.mark.parametrize("key", ["sk-planted\n-in-two-lines", "sk-plantéd"])
def test_a_key_that_cannot_be_sent_is_refused_without_repeating_it(key: str) -> None:
    with pytest.raises(InputError, match="API key") as caught:
        OpenAIModel("m", api_key=key)
    assert "planted" not in str(caught.value)


def test_blanks_around_a_key_are_dropped() -> None:
    with ChatServer() as server:
        ask(OpenAIModel("m", base_url=server.base_url, api_key=f" {KEY}\n"))
        assert server.received[0].headers["authorization"] == f"Bearer {KEY}"


# --- redirections ---------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_redirection_to_another_server_is_refused(status: int, name: str) -> None:
    with ChatServer() as other:
        place = other.base_url.replace("127.0.0.1", name)
        away = Reply(b"", status, {"location": f"{place}/chat/completions"})
        failure, requests = failure_of(away, max_retries=2)
        assert other.received == []
    assert requests == 1
    assert isinstance(failure, PermanentModelError)
    address = place.removesuffix("/v1")
    assert f"compat/m: the server redirects to {address}, which gets neither key" in str(failure)
    assert KEY not in str(failure)


@pytest.mark.parametrize("place", ["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b"])
def test_a_redirection_to_no_server_is_refused(place: str) -> None:
    failure, requests = failure_of(Reply(b"", 302, {"location": place}), max_retries=2)
    assert requests == 1
    assert f"redirects to {place.split(':')[0]}:" in str(failure)


def test_a_redirection_within_a_server_is_followed() -> None:
    there = Reply(b"", 307, {"location": "/v1/elsewhere"})
    with ChatServer([there]) as server:
        assert ask(model_at(server)).text == "hello"
        paths = [each.path for each in server.received]
        keys = {each.headers["authorization"] for each in server.received}
    assert paths == ["/v1/chat/completions", "/v1/elsewhere"]
    assert keys == {f"Bearer {KEY}"}


@pytest.mark.parametrize("page", [b"x" * 10_000_000, gzip.compress(b" " * 10_000_000)])
def test_nothing_is_read_of_a_redirecting_answer(
    page: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    aread = httpx2.Response.aread

    async def counted(response: httpx2.Response) -> bytes:
        content = await aread(response)
        read.append(len(content))
        return content

    monkeypatch.setattr(httpx2.Response, "aread", counted)
    headers = {"location": "/v1/elsewhere"}
    if len(page) < 10_000_000:
        headers["content-encoding"] = "gzip"
    with ChatServer([Reply(page, 307, headers)]) as server:
        assert ask(model_at(server)).text == "hello"
    assert read == [0]


# --- hostile answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [b"[" * 200_000, b'{"a":' + b"9" * 5000 + b"}"])
@pytest.mark.parametrize("status", [200, 400, 500])
def test_json_that_python_cannot_read_is_a_fault(body: bytes, status: int) -> None:
    failure, _ = failure_of(Reply(body, status), max_retries=0)
    assert isinstance(failure, ModelError)


@pytest.mark.parametrize("page", ["<" * 200_000, "<title" * 40_000, "<title>" * 40_000])
def test_pages_are_read_in_linear_time(page: str) -> None:
    assert effort.within(2, lambda: read_complaint(page))


@pytest.mark.parametrize("reason", [["error"], {"error": 1}, 5])
def test_a_reason_that_is_no_text_is_none(reason: object) -> None:
    choice = {"message": {"content": "hello"}, "finish_reason": reason}
    with ChatServer([reply({"choices": [choice]})]) as server:
        answer = ask(model_at(server))
    assert (answer.text, answer.finish_reason) == ("hello", "unknown")


def test_a_key_in_escapes_is_removed() -> None:
    escaped = "".join(f"\\u{ord(letter):04X}" for letter in KEY)
    failure, _ = failure_of(Reply(f'{{"error": "{escaped}"}}'.encode(), 400), max_retries=0)
    assert KEY not in str(failure)
    assert "[key removed]" in str(failure)


def test_escapes_of_other_characters_stay() -> None:
    text = r"\\u0041 \u0022\u005c\" \n \u001b \ud800"
    assert with_plain_letters(text) == text
    assert with_plain_letters(r"\u0041\/\\\u0042") == "A/" + r"\\B"


@pytest.mark.parametrize(
    "answer",
    [
        Reply(b" " * 200_000),
        Reply(gzip.compress(b" " * 10_000_000), 200, {"content-encoding": "gzip"}),
    ],
    ids=["plain", "compressed"],
)
def test_an_answer_without_end_is_refused(answer: Reply, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_ANSWER", 100_000)
    failure, _ = failure_of(answer, max_retries=0)
    assert "the answer has more than 100,000 bytes" in str(failure)
