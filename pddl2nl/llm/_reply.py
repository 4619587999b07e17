"""Reading the body of a chat-completions answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from pddl2nl.llm._tokens import estimate_tokens, estimate_usage
from pddl2nl.llm._values import Completion, Message, Usage

Json: TypeAlias = Mapping[str, object]

_MOST_TOKENS = 10**9
"""No call takes more; a larger count would spoil every sum."""


class GarbledReplyError(ValueError):
    """An answer that is no chat completion. Its text says in what way, in a few words."""


def read_reply(body: str, messages: Sequence[Message], model: str) -> Completion:
    """The completion that an answer's body holds.

    Args:
        body: the text of the answer.
        messages: the request, from which tokens are estimated if the server counts none.
        model: the name to report if the server gives none.

    Raises:
        GarbledReplyError: the body is not JSON, or holds no choice.
    """
    content = _load(body)
    choice = _first_choice(content)
    message = _mapping(choice.get("message"))
    text, thoughts = _split_content(message.get("content"))
    reasoning = _text(message, "reasoning_content") or _text(message, "reasoning") or thoughts
    return Completion(
        text=text,
        usage=_counted(content) or _estimated(messages, text, reasoning),
        finish_reason=_text(choice, "finish_reason") or "unknown",
        cached=False,
        model=_text(content, "model") or model,
        reasoning=reasoning or None,
        notes=_notes(message, text),
    )


def _load(body: str) -> Json:
    try:
        content = json.loads(body)
    except ValueError:
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
    return choice


def _split_content(content: object) -> tuple[str, str]:
    """The text and the reasoning of a content, which is a text or a list of typed parts."""
    if isinstance(content, str):
        return _encodable(content), ""
    parts = [_mapping(part) for part in content] if isinstance(content, list) else []
    text = "".join(_text(part, "text") for part in parts if part.get("type") == "text")
    thoughts = "".join(_text(part, "thinking") for part in parts)
    return text, thoughts


def _notes(message: Json, text: str) -> tuple[str, ...]:
    refusal = _text(message, "refusal")
    if refusal:
        return (f"the model refused: {refusal}",)
    return () if text else ("the answer has no text",)


def _counted(content: Json) -> Usage | None:
    """The server's counts, None where it gives none or such as cannot be."""
    counts = _mapping(content.get("usage"))
    if not all(_is_count(counts.get(name)) for name in ("prompt_tokens", "completion_tokens")):
        return None
    prompt = _mapping(counts.get("prompt_tokens_details"))
    output = _mapping(counts.get("completion_tokens_details"))
    return Usage(
        input_tokens=_count(counts, "prompt_tokens"),
        cached_tokens=_count(prompt, "cached_tokens") or _count(counts, "prompt_cache_hit_tokens"),
        output_tokens=_count(counts, "completion_tokens"),
        reasoning_tokens=_count(output, "reasoning_tokens"),
    )


def _estimated(messages: Sequence[Message], text: str, reasoning: str) -> Usage:
    about = estimate_usage(messages, text)
    thought = estimate_tokens(reasoning)
    return replace(about, output_tokens=about.output_tokens + thought, reasoning_tokens=thought)


def _mapping(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _text(mapping: Json, key: str) -> str:
    value = mapping.get(key)
    return _encodable(value) if isinstance(value, str) else ""


def _count(mapping: Json, key: str) -> int:
    value = mapping.get(key)
    return value if isinstance(value, int) and _is_count(value) else 0


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS


def _encodable(text: str) -> str:
    # JSON can escape half a surrogate pair. Sent back in the next turn, it would not encode.
    return text.encode("utf-8", "replace").decode("utf-8")
