"""Messages, tools and calls as the chat-completions protocol writes them in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pddl2nl.llm._values import Message, Request, Tool, ToolCall

LONGEST_NAME = 64
"""Servers take no longer names of functions, nor any with other letters than these."""
_ESCAPED = re.compile(r"\\(?:u00([2-7][0-9A-Fa-f])|.)", re.DOTALL)
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")


def plain_name(name: str) -> str:
    """A name in the letters that servers take for functions and parameters."""
    return _NOT_IN_NAMES.sub("_", name)[:LONGEST_NAME] or "_"


def request_as_json(request: Request) -> dict[str, Any]:
    """What a request says and offers: its body without the model and the sampling parameters."""
    return {"messages": [message_as_json(each) for each in request.messages], **offered(request)}


def offered(request: Request) -> dict[str, Any]:
    """The functions that a request offers, as a member of its body; no member for none."""
    return {"tools": [tool_as_json(each) for each in request.tools]} if request.tools else {}


def messages_text(messages: Iterable[Message], dumps: Callable[[object], str]) -> str:
    """Messages as JSON; those without calls, which are most, as they are kept.

    Args:
        messages: the messages.
        dumps: writes the others.
    """
    return f"[{','.join([each.as_json or dumps(message_as_json(each)) for each in messages])}]"


def message_as_json(message: Message) -> dict[str, Any]:
    """A message as it stands in a request."""
    told: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        # Some servers refuse an empty text beside calls; all take none.
        told["content"] = message.content or None
        told["tool_calls"] = [tool_call_as_json(call) for call in message.tool_calls]
    if message.tool_call_id:
        told["tool_call_id"] = message.tool_call_id
    return told


def tool_as_json(tool: Tool) -> dict[str, Any]:
    """A function's definition as it stands in a request.

    Raises:
        ValueError: the schema of its parameters is no JSON.
    """
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": json.loads(tool.parameters),
    }
    return {"type": "function", "function": function}


def tools_told(tools: Sequence[Tool]) -> str:
    """Functions as they stand in a request, a line of JSON each."""
    return "\n".join(json.dumps(tool_as_json(each), ensure_ascii=False) for each in tools)


def tool_call_as_json(call: ToolCall) -> dict[str, Any]:
    """A call as it stands in a message.

    Servers refuse a whole conversation in which a name has other letters than they take, or
    arguments are no JSON object; so these are put right here, and kept as they were elsewhere.
    """
    function = {
        "name": plain_name(call.name),
        "arguments": call.arguments if _is_object(call.arguments) else "{}",
    }
    return {"id": call.id, "type": "function", "function": function}


def read_tool_calls(message: Mapping[str, Any], before: int = 0) -> tuple[ToolCall, ...]:
    """The calls of a message that a server, or a client, wrote.

    Arguments may stand there as JSON or as the object itself, an id may be missing, and the older
    `function_call` may stand in the place of `tool_calls`.

    Args:
        message: the message.
        before: how many calls there are before it, by which a call without an id gets one.
    """
    listed = message.get("tool_calls")
    calls = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    if not calls and isinstance(message.get("function_call"), dict):
        calls = [{"function": message["function_call"]}]
    return tuple(_call(each, before + rank) for rank, each in enumerate(calls))


def numbered_id(rank: int) -> str:
    """An id for the call of a number in a conversation; Mistral wants nine letters or digits."""
    return f"call{rank:05}"


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _call(content: Mapping[str, Any], rank: int) -> ToolCall:
    function = content.get("function")
    told = function if isinstance(function, dict) else content
    name, arguments, known = told.get("name"), told.get("arguments"), content.get("id")
    text = "" if arguments is None else arguments
    return ToolCall(
        name=encodable(name) if isinstance(name, str) else "",
        arguments=encodable(text) if isinstance(text, str) else json.dumps(text),
        id=encodable(known) if isinstance(known, str) and known else numbered_id(rank),
    )


def with_plain_letters(text: str) -> str:
    """JSON in which no letter, digit or sign that a key may hold is written as an escape."""
    return _ESCAPED.sub(_plain, text) if "\\" in text else text


def _plain(escape: re.Match[str]) -> str:
    if escape[0] == "\\/":
        return "/"
    letter = chr(int(escape[1], 16)) if escape[1] else escape[0]
    return escape[0] if letter in '"\\\x7f' else letter


def encodable(text: str) -> str:
    """A text without halves of surrogate pairs.

    JSON can escape one by itself. Sent back in the next turn, it would not encode.
    """
    return text.encode("utf-8", "replace").decode("utf-8")
