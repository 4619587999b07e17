"""Local models behind a chat-completions server, so that other harnesses can be tried with them."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from ipaddress import ip_address
from typing import Any, cast, get_args
from urllib.parse import urlsplit
from uuid import uuid4

from aiohttp import web
from aiohttp.http import HttpProcessingError

from pddl2nl.errors import did_you_mean
from pddl2nl.llm import (
    ChatModel,
    Completion,
    Message,
    RejectedRequestError,
    Request,
    Role,
    Tool,
    message_as_json,
    read_tool_calls,
)
from pddl2nl.llm.providers import LOOPBACK

LARGEST_REQUEST = 1 << 26
"""Bytes; a conversation about a task of 50,000 facts takes some megabytes."""
_MODELS = web.AppKey("models", Mapping[str, ChatModel])
_HOSTS = web.AppKey("hosts", Collection[str])


class BadRequestError(Exception):
    """A request is not of the protocol."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def chat_server(
    models: Mapping[str, ChatModel], hosts: Collection[str] = LOOPBACK
) -> web.Application:
    """A server of the chat-completions protocol (`/v1/chat/completions`, `/v1/models`).

    Args:
        models: who answers, by the name that a request gives.
        hosts: the names under which it may be called, so that no page in a browser can call it by
            a name of its own (DNS rebinding) or from elsewhere; with none, anybody may.
    """
    app = web.Application(
        client_max_size=LARGEST_REQUEST, middlewares=[_faults_reported, _strangers_refused]
    )
    app[_MODELS], app[_HOSTS] = models, hosts
    app.router.add_get("/v1/models", _list)
    app.router.add_post("/v1/chat/completions", _complete)
    return app


def own_names(host: str) -> Collection[str]:
    """The names under which a server that listens at an address may be called.

    An address of this machine alone has its own names; how others reach this machine is unknown, so
    that none are required at any other.
    """
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = host in LOOPBACK
    return LOOPBACK | {host} if local else ()


def chat_runner(app: web.Application) -> web.AppRunner:
    """What serves an application; its log has our faults, and not those of clients."""
    log = logging.getLogger("autoplan.chat_server")
    log.addFilter(_is_ours)
    return web.AppRunner(app, logger=log)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a fault is none of a client that hung up or sent what is no HTTP."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, ConnectionError | web.RequestPayloadError | HttpProcessingError)


async def _list(request: web.Request) -> web.Response:
    listed = [
        {"id": name, "object": "model", "owned_by": "autoplan"} for name in request.app[_MODELS]
    ]
    return web.json_response({"object": "list", "data": listed})


async def _complete(request: web.Request) -> web.StreamResponse:
    body = await _body(request)
    name, model = _asked(body, request.app[_MODELS])
    given = body.get("messages")
    if not isinstance(given, list) or not given:
        raise BadRequestError("messages must be a list with at least one message")
    messages = tuple(_message(number, each) for number, each in enumerate(given))
    seed = body.get("seed") if isinstance(body.get("seed"), int) else None
    tools = () if body.get("tool_choice") == "none" else _tools(body.get("tools"))
    asked = Request(messages, seed=seed, tools=tools)
    draws = (
        asked if number == 0 else replace(asked, seed=(seed or 0) + number)
        for number in range(_draws(body))
    )
    answers = await asyncio.gather(*map(model.complete, draws))
    head = {"id": f"chatcmpl-{uuid4().hex}", "created": int(time.time()), "model": name}
    if body.get("stream"):
        return await _streamed(request, head, answers)
    choices = [
        {
            "index": index,
            "message": message_as_json(Message("assistant", answer.text, answer.tool_calls)),
            "finish_reason": answer.finish_reason,
            "logprobs": None,
        }
        for index, answer in enumerate(answers)
    ]
    reply = {**head, "object": "chat.completion", "choices": choices, "usage": _usage(answers)}
    return web.json_response(reply)


async def _streamed(
    request: web.Request, head: Mapping[str, Any], answers: Sequence[Completion]
) -> web.StreamResponse:
    """The answers as server-sent events: each whole in one, then why it ended, then the usage."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)

    async def send(choices: list[dict[str, Any]], **more: object) -> None:
        event = {**head, "object": "chat.completion.chunk", "choices": choices, **more}
        await response.write(f"data: {json.dumps(event)}\n\n".encode())

    for index, answer in enumerate(answers):
        delta = message_as_json(Message("assistant", answer.text, answer.tool_calls))
        for place, call in enumerate(delta.get("tool_calls", ())):
            call["index"] = place
        await send([{"index": index, "delta": delta, "finish_reason": None}])
        await send([{"index": index, "delta": {}, "finish_reason": answer.finish_reason}])
    await send([], usage=_usage(answers))
    await response.write(b"data: [DONE]\n\n")
    return response


def _usage(answers: Sequence[Completion]) -> dict[str, int]:
    sent = max((answer.usage.input_tokens for answer in answers), default=0)
    written = sum(answer.usage.output_tokens for answer in answers)
    return {"prompt_tokens": sent, "completion_tokens": written, "total_tokens": sent + written}


async def _body(request: web.Request) -> Mapping[str, Any]:
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:
        raise BadRequestError("the body is not valid JSON") from error
    except LookupError as error:
        raise BadRequestError(f"no text has the charset {request.charset!r}", 415) from error
    except web.RequestPayloadError as error:
        raise BadRequestError("the body cannot be decoded") from error
    if not isinstance(body, dict):
        raise BadRequestError("the body must be a JSON object")
    return body


def _asked(body: Mapping[str, Any], models: Mapping[str, ChatModel]) -> tuple[str, ChatModel]:
    name = str(body.get("model"))
    if name in models:
        return name, models[name]
    near = did_you_mean(name, models) or f"; available: {', '.join(models)}"
    raise BadRequestError(f"the model {name[:100]!r} is not served{near}", status=404)


def _draws(body: Mapping[str, Any]) -> int:
    wanted = body.get("n", 1)
    if wanted is None:
        return 1
    if not isinstance(wanted, int) or not 1 <= wanted <= 128:
        raise BadRequestError(f"n must be a number from 1 to 128, not {str(wanted)[:100]}")
    return wanted


def _message(number: int, given: object) -> Message:
    place = f"messages[{number}]"
    if not isinstance(given, dict):
        raise BadRequestError(f"{place} must be an object with role and content")
    role = cast("Role", "system" if given.get("role") == "developer" else given.get("role"))
    if role not in get_args(Role):
        raise BadRequestError(f"{place}.role must be one of {', '.join(get_args(Role))}")
    calls = read_tool_calls(given)
    content = given.get("content")
    if content is None and calls:
        content = ""
    if isinstance(content, list):
        content = "".join(map(_text, content))
    if not isinstance(content, str):
        raise BadRequestError(f"{place}.content must be text")
    result_of = given.get("tool_call_id") if role == "tool" else ""
    if not isinstance(result_of, str) or (role == "tool" and not result_of):
        raise BadRequestError(f"{place}.tool_call_id must name the call that this is a result of")
    return Message(role, content, calls, result_of)


def _tools(given: object) -> tuple[Tool, ...]:
    if given is None:
        return ()
    if not isinstance(given, list):
        raise BadRequestError("tools must be a list of functions")
    return tuple(_tool(number, each) for number, each in enumerate(given))


def _tool(number: int, given: object) -> Tool:
    function = given.get("function") if isinstance(given, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise BadRequestError(f"tools[{number}] must be an object with a function that has a name")
    schema = function.get("parameters") or {"type": "object", "properties": {}}
    if not isinstance(schema, dict):
        raise BadRequestError(f"tools[{number}].function.parameters must be a JSON Schema")
    return Tool(function["name"], str(function.get("description") or ""), json.dumps(schema))


def _text(part: object) -> str:
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return cast("str", part["text"])
    raise BadRequestError("a part of a message's content must be text")


@web.middleware
async def _faults_reported(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Report a fault of a request as the protocol does."""
    try:
        return await handler(request)
    except RejectedRequestError as error:
        return _refusal(str(error), 400)
    except BadRequestError as error:
        return _refusal(str(error), error.status)
    except web.HTTPClientError as error:
        return _refusal(error.reason, error.status)


def _refusal(message: str, status: int) -> web.Response:
    details = {"message": message, "type": "invalid_request_error", "code": None}
    return web.json_response({"error": details}, status=status)


@web.middleware
async def _strangers_refused(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what comes under another name, or from a page of another, as the MCP server does."""
    hosts, origin = request.app[_HOSTS], request.headers.get("Origin")
    if hosts and _host(f"//{request.headers.get('Host', '')}") not in hosts:
        raise BadRequestError("this server has no such name (Host)", 421)
    if hosts and origin and _host(origin) not in hosts:
        raise BadRequestError("pages of other servers may not ask this one (Origin)", 403)
    return await handler(request)


def _host(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
