"""What goes into a chat model, what comes out of it, and how a call fails, as immutable values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol, TypeAlias

FaultReason: TypeAlias = Literal[
    "rate limit", "overload", "server", "network", "time-out", "garbled"
]


class ModelError(Exception):
    """A call to a chat model failed. Its text is one line, fit to be printed, and holds no key."""


class PermanentModelError(ModelError):
    """No call to this model can succeed: a wrong key, an unknown model, no quota left."""


class RejectedRequestError(PermanentModelError):
    """This one request can never succeed, others may: a prompt too long, a filtered prompt."""


class TransientModelError(ModelError):
    """The call failed now and may succeed later.

    Args:
        message: one line that names the model and the cause.
        reason: what kind of fault it was; a rate limit and a network fault call for different
            reactions from whoever sets the pace.
        retry_after: the seconds that the server asks to wait, None where it asks for nothing.
    """

    def __init__(
        self, message: str, *, reason: FaultReason, retry_after: float | None = None
    ) -> None:
        self.reason = reason
        self.retry_after = retry_after
        super().__init__(message)


class CacheError(ModelError):
    """The cache of answers cannot be read or written: a full disk, a damaged file."""


Role: TypeAlias = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call.

    Args:
        name: its name; servers take letters, digits, `_` and `-`, at most 64 of them.
        description: what it does, for the model.
        parameters: the JSON Schema of the object that holds its arguments, as JSON.
    """

    name: str
    description: str
    parameters: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a function, as a model wrote it.

    Args:
        name: the function's name.
        arguments: its arguments, a JSON object as text; not checked, so it may be broken.
        id: what the call's result refers to.
    """

    name: str
    arguments: str
    id: str = ""

    def __str__(self) -> str:
        """The call as people read it: `sail(from=location_0, to=location_1)`."""
        try:
            content = json.loads(self.arguments or "{}")
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            return f"{self.name}({self.arguments})"
        given = (
            f"{name}={value if isinstance(value, str) else json.dumps(value)}"
            for name, value in content.items()
        )
        return f"{self.name}({', '.join(given)})"


@dataclass(frozen=True)
class Message:
    """One turn of a conversation: who speaks, and the text.

    Args:
        role: who speaks; `tool` for the result of a call.
        content: the text.
        tool_calls: the functions that the model calls in this turn.
        tool_call_id: which call this is the result of.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""

    @property
    def full_text(self) -> str:
        """The text as people read it, each call on a line of its own below it."""
        return with_calls(self.content, self.tool_calls)

    @cached_property
    def as_json(self) -> str | None:
        """As JSON, None where it has to do with calls.

        Kept, since a conversation sends its messages again with each turn.
        """
        if self.tool_calls or self.tool_call_id:
            return None
        return f'{{"content":{json.dumps(self.content)},"role":"{self.role}"}}'


@dataclass(frozen=True, slots=True)
class Request:
    """All that a model is asked with.

    Args:
        messages: the conversation so far, oldest first.
        max_tokens: the maximum number of tokens to generate; None leaves it to the server.
        temperature: 0 asks for the most probable answer.
        seed: makes sampling repeatable on servers that support it; None sends none.
        tools: the functions that the model may call. A kind of model that can says so in its
            `ModelTraits`, and only such a model is given any.
    """

    messages: tuple[Message, ...]
    max_tokens: int | None = None
    temperature: float = 0.0
    seed: int | None = None
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens that a call cost.

    Args:
        input_tokens: all tokens of the prompt, including the cached ones.
        cached_tokens: the part of the input that the server took from its own prompt cache.
        output_tokens: all tokens that were generated, including the reasoning.
        reasoning_tokens: the part of the output that is reasoning.
        estimated: whether the server gave no counts, or such as cannot be, so that these are
            approximations.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        """The tokens of both together; estimated as soon as one of them is."""
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
            estimated=self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer to a conversation.

    Args:
        text: the answer; empty where the model gave none (a refusal, no room left to answer).
        usage: what the answer cost when it was made, also where it now comes from our cache.
        finish_reason: the server's word for why it stopped: `stop`, `length`, `content_filter`, ...
        cached: whether the answer comes from our own cache, so that no call was made for it.
        model: the model as the server names it.
        reasoning: the reasoning that came in a field of its own; never fed back to the model.
        notes: what a reader of the transcript should know: dropped parameters, a refusal.
        batched: whether the answer came through a batch, which providers sell at another price.
        tool_calls: the functions that it calls, in order; none where no tools were offered.
    """

    text: str
    usage: Usage
    finish_reason: str
    cached: bool
    model: str
    reasoning: str | None = None
    notes: tuple[str, ...] = ()
    batched: bool = False
    tool_calls: tuple[ToolCall, ...] = ()

    @property
    def full_text(self) -> str:
        """The answer as people read it, each call on a line of its own below the text."""
        return with_calls(self.text, self.tool_calls)


def with_calls(text: str, calls: Sequence[ToolCall]) -> str:
    """A text, and calls below it, a line each."""
    return "\n".join((*([text] if text or not calls else []), *map(str, calls)))


class ChatModel(Protocol):
    """Anything that answers a conversation."""

    @property
    def name(self) -> str:
        """The name under which results are filed, such as `openai/gpt-4o-2024-08-06`."""
        ...

    async def complete(self, request: Request) -> Completion:
        """Answer a conversation.

        Raises:
            PermanentModelError: no repetition of the call can succeed.
            TransientModelError: the call failed for as long as it was tried; it may succeed later.
        """
        ...


def as_data(value: Any) -> dict[str, Any]:
    """As `dataclasses.asdict`, which goes through every text and number as if to copy it."""
    return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return as_data(value) if hasattr(value, "__dataclass_fields__") else value
