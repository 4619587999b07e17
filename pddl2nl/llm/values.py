"""What goes into a chat model, what comes out of it, what that costs, and how a call fails.

Tokens are counted where no server has counted them: by the model's own encoding, or about.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeGuard

FaultReason: TypeAlias = Literal[
    "rate limit", "overload", "server", "network", "nobody listens", "time-out", "garbled"
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


if TYPE_CHECKING:
    from tiktoken import Encoding


BYTES_PER_TOKEN = 4
"""English prose in the byte-pair encodings of current models comes to about four bytes a token."""

TOKENS_PER_MESSAGE = 4
"""Chat formats wrap each message in a few tokens that name its role and mark its ends."""

MAX_TOKENS = 10**9
"""No call takes more; a larger count would spoil every sum."""

ENCODINGS_VARIABLE = "TIKTOKEN_CACHE_DIR"
"""The environment variable that names the folder of `tiktoken`'s encodings."""


def estimate_tokens(text: str, model: str | None = None) -> int:
    """How many tokens a text has.

    Args:
        text: the text.
        model: the name of the model that would read it; None for an approximation.

    Returns:
        The count by the model's encoding, where `tiktoken` is installed and `TIKTOKEN_CACHE_DIR`
        names a folder of encodings. Otherwise about the count: one for every four bytes of the
        text's UTF-8 form, rounded up.
    """
    encoding = _encoding(model) if model is not None else None
    if encoding is not None:
        return len(encoding.encode(text, disallowed_special=()))
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)


def estimate_usage(
    messages: Sequence[Message],
    answer: str,
    model: str | None = None,
    *,
    tools: Sequence[Tool] = (),
    tool_calls: Sequence[ToolCall] = (),
) -> Usage:
    """What a call costs; marked as estimated where the tokens could only be approximated.

    Args:
        messages: what the model is asked.
        answer: what it answers.
        model: its name, as `estimate_tokens` takes it.
        tools: the functions that it may call, which are a part of the prompt.
        tool_calls: the calls in its answer, which are a part of the output.
    """
    prompt = sum(
        TOKENS_PER_MESSAGE + estimate_tokens(message.full_text, model) for message in messages
    )
    prompt += sum(
        TOKENS_PER_MESSAGE
        + estimate_tokens(f"{each.name}{each.description}{each.parameters}", model)
        for each in tools
    )
    return Usage(
        input_tokens=prompt,
        output_tokens=estimate_tokens(with_calls(answer, tool_calls), model),
        estimated=model is None or _encoding(model) is None,
    )


def checked_usage(
    read: object,
    written: object,
    *,
    cached: object = None,
    reasoning: object = None,
    total: object = None,
) -> Usage | None:
    """What a call cost by the counts of a server, which may hold anything.

    A part is no larger than its whole, so that no call has a negative cost; counts for which that
    had to be mended, or that are no counts, make the usage an estimate.

    Args:
        read: the tokens of the prompt.
        written: the tokens of the answer.
        cached: those of the prompt that were cached; None where the server does not count them.
        reasoning: those of the answer that are reasoning; None as above.
        total: all tokens; None as above.

    Returns:
        The usage, None where `read` or `written` is no count.
    """
    if not _is_count(read) or not _is_count(written):
        return None
    given = (cached, reasoning, total)
    hit, thought, everything = (each if _is_count(each) else 0 for each in given)
    # Gemini and Grok count the reasoning in the total alone; it is paid for as output.
    unseen = max(0, everything - read - written)
    output, thought = written + unseen, thought or unseen
    odd = any(each is not None and not _is_count(each) for each in given)
    return Usage(
        input_tokens=read,
        cached_tokens=min(hit, read),
        output_tokens=output,
        reasoning_tokens=min(thought, output),
        estimated=odd or hit > read or thought > output,
    )


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_TOKENS


@lru_cache
def _encoding(model: str) -> Encoding | None:
    """The encoding of a model, None where it is unknown or not at hand.

    Left to itself, tiktoken would fetch the file, and nothing here uses the network unasked: only
    a folder that already holds encodings shows that they are wanted. One that the folder lacks is
    then fetched into it.
    """
    folder = os.environ.get(ENCODINGS_VARIABLE)
    try:
        if not folder or not any(Path(folder).iterdir()):
            return None
        import tiktoken

        return tiktoken.encoding_for_model(model.rpartition("/")[2])
    except (ImportError, KeyError, OSError, ValueError):  # no such model; out of reach; damaged
        return None


class ScriptedModel:
    """Gives the answers in order, one a call, and records what it was asked.

    Args:
        answers: what to answer with: texts, or messages, which may hold calls.
        name: the name under which its results are filed.
    """

    def __init__(self, answers: Sequence[str | Message], *, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[Request] = []
        self._answers = tuple(answers)

    async def complete(self, request: Request) -> Completion:
        """The next answer of the script; its usage is an estimate.

        Raises:
            PermanentModelError: the script has no answer left.
        """
        if len(self.requests) >= len(self._answers):
            raise PermanentModelError(
                f"{self.name}: the script has {len(self._answers)} answers and was asked for more"
            )
        answer = self._answers[len(self.requests)]
        message = Message("assistant", answer) if isinstance(answer, str) else answer
        self.requests.append(request)
        usage = estimate_usage(request.messages, message.full_text, tools=request.tools)
        calls, reason = message.tool_calls, "tool_calls" if message.tool_calls else "stop"
        return Completion(
            message.content, usage, reason, cached=False, model=self.name, tool_calls=calls
        )
