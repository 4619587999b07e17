"""The chat-completions protocol in JSON: messages, tools and calls there, completions back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from pddl2nl.llm.dialects import (
    BROKEN_OFF,
    CACHED_TOKENS,
    CALL_ID,
    MAX_NAME_LENGTH,
    NOT_IN_NAMES,
    OLDER_CALL,
    REASONING_END,
    REASONING_FIELDS,
    REASONING_PARTS,
    REASONING_TAGS,
)
from pddl2nl.llm.values import (
    Completion,
    Message,
    Request,
    Tool,
    ToolCall,
    Usage,
    checked_usage,
    estimate_tokens,
    estimate_usage,
    with_calls,
)

_ESCAPED = re.compile(r"\\(?:u00([2-7][0-9A-Fa-f])|.)", re.DOTALL)


def plain_name(name: str) -> str:
    """A name in the letters that servers take for functions and parameters."""
    return NOT_IN_NAMES.sub("_", name)[:MAX_NAME_LENGTH] or "_"


def request_as_json(request: Request) -> dict[str, Any]:
    """What a request says and offers: its body without the model and the sampling parameters."""
    return {"messages": [message_as_json(each) for each in request.messages], **offered(request)}


def offered(request: Request) -> dict[str, Any]:
    """The functions that a request offers, as a member of its body; no member for none."""
    return {"tools": [tool_as_json(each) for each in request.tools]} if request.tools else {}


def messages_text(messages: Iterable[Message], dumps: Callable[[object], str]) -> str:
    """Messages as JSON; those without calls, which are most, as they are kept."""
    return f"[{','.join([each.as_json or dumps(message_as_json(each)) for each in messages])}]"


def message_as_json(message: Message) -> dict[str, Any]:
    """A message as it stands in a request."""
    data: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        # Some servers refuse an empty text beside calls; all take none.
        data["content"] = message.content or None
        data["tool_calls"] = [tool_call_as_json(call) for call in message.tool_calls]
    if message.tool_call_id:
        data["tool_call_id"] = message.tool_call_id
    return data


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


def tools_text(tools: Sequence[Tool]) -> str:
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
    if not calls and isinstance(message.get(OLDER_CALL), dict):
        calls = [{"function": message[OLDER_CALL]}]
    return tuple(_call(each, before + rank) for rank, each in enumerate(calls))


def numbered_id(rank: int) -> str:
    """An id for the call of a number in a conversation."""
    return CALL_ID.format(rank)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _call(content: Mapping[str, Any], rank: int) -> ToolCall:
    function = content.get("function")
    called = function if isinstance(function, dict) else content
    name, arguments, known = called.get("name"), called.get("arguments"), content.get("id")
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


Json: TypeAlias = Mapping[str, object]


class GarbledReplyError(ValueError):
    """An answer that is no chat completion. Its text says in what way, in a few words."""


def read_reply(
    body: str, messages: Sequence[Message], model: str, tools: Sequence[Tool] = ()
) -> Completion:
    """The completion that an answer's body holds.

    Args:
        body: the text of the answer.
        messages: the request, from which tokens are estimated if the server counts none.
        model: the name to report if the server gives none.
        tools: what the request offered; without any, an answer has no calls.

    Raises:
        GarbledReplyError: the body is not JSON, or holds no choice.
    """
    content = _load(body)
    choice = _first_choice(content)
    message = as_mapping(choice.get("message"))
    text, thoughts = _split_content(message.get("content"))
    reasoning = _own_field(message) or thoughts
    calls: tuple[ToolCall, ...] = ()
    if tools:
        calls = read_tool_calls(message, sum(len(each.tool_calls) for each in messages))
    notes = _notes(message, text, calls)
    counted = _counted(content)
    if bool(content.get("usage")) if counted is None else counted.estimated:
        notes += ("the server's counts of tokens cannot be right",)
    if counted is None:
        about = estimate_usage(messages, with_calls(text, calls), tools=tools)
        thought = estimate_tokens(reasoning)
        output = about.output_tokens + thought
        counted = replace(about, output_tokens=output, reasoning_tokens=thought)
    return Completion(
        text=text,
        usage=counted,
        finish_reason=text_of(choice, "finish_reason") or "unknown",
        cached=False,
        model=text_of(content, "model") or model,
        reasoning=reasoning or None,
        notes=notes,
        tool_calls=calls,
    )


def _load(body: str) -> Json:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        kind = "HTML" if body.lstrip().startswith("<") else "truncated or no JSON"
        raise GarbledReplyError(f"the answer is {kind}") from None
    if not isinstance(content, dict):
        raise GarbledReplyError("the answer is JSON, but no object")
    return content


def _first_choice(content: Json) -> Json:
    choices = content.get("choices")
    if not isinstance(choices, list) or not choices:
        raise GarbledReplyError("the answer has no choices")
    choice = choices[0]
    if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
        raise GarbledReplyError("the answer's choice has no message")
    if choice.get("error") or text_of(choice, "finish_reason") in BROKEN_OFF:
        raise GarbledReplyError("the server broke the answer off")
    return choice


def _own_field(message: Json) -> str:
    """The reasoning in a field of its own, whose name differs from server to server."""
    found = next(filter(None, (text_of(message, name) for name in REASONING_FIELDS)), "")
    return found or "".join(
        text_of(part, "text") or text_of(part, "summary")
        for part in _parts(message.get(REASONING_PARTS))
    )


def _split_content(content: object) -> tuple[str, str]:
    """The text and the reasoning of a content, which is a text or a list of typed parts."""
    if isinstance(content, str):
        return _split_text(encodable(content))
    parts = _parts(content)
    text = "".join(text_of(part, "text") for part in parts if part.get("type") == "text")
    thoughts = "".join(
        text_of(part, "thinking") or _split_content(part.get("thinking"))[0] for part in parts
    )
    return text, thoughts


def _split_text(text: str) -> tuple[str, str]:
    """A text without the reasoning before it, and the reasoning.

    Served without a parser for it, a model's reasoning stands between tags at the beginning; where
    it was cut off, there is nothing else.
    """
    found = REASONING_TAGS.fullmatch(text)
    if found is not None:
        return found[3].strip(), found[2].strip()
    thoughts, end, rest = text.partition(REASONING_END)
    alone = end and "<think>" not in thoughts
    return (rest.strip(), thoughts.strip()) if alone else (text, "")


def _notes(message: Json, text: str, calls: Sequence[ToolCall]) -> tuple[str, ...]:
    refusal = text_of(message, "refusal")
    if refusal:
        return (f"the model refused: {refusal}",)
    return () if text or calls else ("the answer has no text",)


def _counted(content: Json) -> Usage | None:
    """The server's counts, None where it gives none of the input or of the output."""
    counts = as_mapping(content.get("usage"))
    prompt = as_mapping(counts.get("prompt_tokens_details"))
    output = as_mapping(counts.get("completion_tokens_details"))
    return checked_usage(
        counts.get("prompt_tokens"),
        counts.get("completion_tokens"),
        cached=prompt.get("cached_tokens") or counts.get(CACHED_TOKENS),
        reasoning=output.get("reasoning_tokens"),
        total=counts.get("total_tokens"),
    )


def as_mapping(value: object) -> Json:
    """An object of JSON; an empty one in the place of anything else."""
    return value if isinstance(value, dict) else {}


def _parts(value: object) -> list[Json]:
    return [as_mapping(part) for part in value] if isinstance(value, list) else []


def text_of(mapping: Json, key: str) -> str:
    """A text of an object of JSON; an empty one in the place of anything else."""
    value = mapping.get(key)
    return encodable(value) if isinstance(value, str) else ""
