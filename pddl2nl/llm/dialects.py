"""How chat-completions servers differ: one table, and the reading of refusals and complaints."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from pddl2nl.llm.values import (
    FaultReason,
    ModelError,
    PermanentModelError,
    RejectedRequestError,
    Request,
    TransientModelError,
)

Replacements: TypeAlias = Mapping[str, str | None]
"""A refused parameter and the name that stands for it now; None where it is left out."""

SamplingParameters: TypeAlias = Mapping[str, int | float]
"""Sampling parameters by their names on the wire."""

# --- the table ------------------------------------------------------------------------------------
#
# What servers of one protocol do differently. An address does not say which server is behind it, so
# every row holds for all of them.

# What is sent.
MAX_NAME_LENGTH = 64
"""The maximum length of a function's name, for all servers."""
NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")
"""Characters that a function's name must not hold, for all servers."""
CALL_ID = "call{:05}"
"""Ids of calls: Mistral wants nine letters or digits."""
RENAMED: Replacements = {"max_tokens": "max_completion_tokens"}
"""Other names of refused parameters: OpenAI's reasoning models count hidden reasoning, too."""
REFUSAL = re.compile(
    r"unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|deprecated"
    r"|not permitted|not allowed|extra_forbidden|may only be set|only\b.*\b(allowed|supported)",
    re.IGNORECASE,
)
"""Phrases by which OpenAI, Azure, vLLM, Anthropic, Mistral and others refuse a parameter."""

# Where reasoning stands.
REASONING_FIELDS = (
    "reasoning_content",  # DeepSeek, vLLM
    "reasoning",  # Ollama, OpenRouter, newer vLLM
    "thinking",  # Ollama's own protocol
)
REASONING_PARTS = "reasoning_details"  # OpenRouter: a list of texts and summaries
REASONING_TAGS = re.compile(  # served without a parser for it: at the beginning of the text
    r"\s*<(think|thinking|thought)>(.*?)(?:</\1>|\Z)(.*)", re.DOTALL | re.IGNORECASE
)
REASONING_END = "</think>"  # alone, where the chat template has written the beginning

# What else an answer holds.
OLDER_CALL = "function_call"  # in the place of `tool_calls`: OpenAI before 2023-11, and gateways
CACHED_TOKENS = "prompt_cache_hit_tokens"  # DeepSeek; others count them among the prompt's details
BROKEN_OFF = frozenset(
    {
        "error",  # OpenRouter
        "insufficient_system_resource",  # DeepSeek
    }
)
"""Finish reasons of answers that broke off at the server's fault."""

# What a status means, and a code.
_WORTH_REPEATING = frozenset({408, 409, 425, 429})
_OVERLOADED = frozenset({503, 529})  # 529: Anthropic
_HOPELESS_SERVER_ERRORS = frozenset({501, 505})
_ABOUT_THE_REQUEST = frozenset({400, 413, 422})  # 422: Mistral, and servers on FastAPI
_NO_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})

# --------------------------------------------------------------------------------------------------

MAX_MESSAGE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class ServerMessage:
    """A server's complaint: its text in one line, and the code and parameter where it names them.

    Args:
        text: the complaint, one line.
        code: the machine-readable code and type, joined by a blank; empty where there is none.
        parameter: the request's parameter that is at fault; empty where none is named.
    """

    text: str
    code: str = ""
    parameter: str = ""


def read_complaint(body: str) -> ServerMessage:
    """What an error page says, whether JSON of one of the usual shapes, HTML or plain text."""
    try:
        content: object = json.loads(body)
    except (ValueError, RecursionError):
        return ServerMessage(_plain_line(body))
    if isinstance(content, list) and content:
        content = content[0]
    if not isinstance(content, Mapping):
        return ServerMessage(one_line(body))
    inner = content.get("error") or _error_of_choice(content) or content
    if not isinstance(inner, Mapping):
        return ServerMessage(one_line(str(inner)))
    text = inner.get("message") or inner.get("detail") or inner
    code = " ".join(str(inner[key]) for key in ("code", "type") if inner.get(key))
    return ServerMessage(one_line(str(text)), code, str(inner.get("param") or ""))


def fault_of_status(
    model: str, status: int, complaint: ServerMessage, retry_after: float | None
) -> ModelError:
    """The error to raise for an HTTP status other than success."""

    def passing(cause: str, reason: FaultReason) -> ModelError:
        line = f"{model}: the server {cause} {ending}"
        return TransientModelError(line, reason=reason, retry_after=retry_after)

    ending = f"(HTTP {status}): {complaint.text}"
    if status == 402 or _NO_QUOTA & set(complaint.code.split()):
        return PermanentModelError(f"{model}: the account has no quota left {ending}")
    if status == 429:
        return passing("limits the rate of calls", "rate limit")
    if status in _OVERLOADED:
        return passing("is overloaded", "overload")
    if status in _WORTH_REPEATING or (status >= 500 and status not in _HOPELESS_SERVER_ERRORS):
        return passing("failed", "server")
    # Some gateways answer 400 to a wrong key; each further request would fail in the same way.
    about_key = re.search(r"\bapi[ _-]?key\b", complaint.text, re.IGNORECASE)
    if status in (401, 403) or (status == 400 and about_key):
        return PermanentModelError(f"{model}: the server rejects the API key {ending}")
    if status == 404 or "model_not_found" in complaint.code:
        hint = "the server knows no such model or address"
        return PermanentModelError(f"{model}: {hint} {ending}")
    if status in _ABOUT_THE_REQUEST:
        return RejectedRequestError(f"{model}: the server rejects the request {ending}")
    return PermanentModelError(f"{model}: the server gives an answer that is no success {ending}")


def parse_retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The seconds that a server asks to wait, None where it does not ask or not intelligibly.

    Reads `retry-after-ms` (milliseconds) and `Retry-After` (seconds, or a date: RFC 9110, 10.2.3).
    """
    for header, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        seconds = _number(headers.get(header))
        if seconds is not None:
            return seconds / scale
    return _seconds_until(headers.get("retry-after"), now or datetime.now(UTC))


def root_of(error: BaseException) -> BaseException:
    """The exception at the root of a chain: libraries wrap it in vaguer ones."""
    root = error
    while (inner := root.__cause__ or root.__context__) is not None:
        root = inner
    return root


def describe_exception(error: BaseException) -> str:
    """The exception at the root of a chain, in one line."""
    root = root_of(error)
    return one_line(f"{type(root).__name__}: {root}").removesuffix(":")


def one_line(text: str) -> str:
    """The text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_MESSAGE_LENGTH else line[: MAX_MESSAGE_LENGTH - 3] + "..."


def _error_of_choice(content: Mapping[str, object]) -> object:
    """The complaint that a gateway puts into the answer in the place of the text."""
    choices = content.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first.get("error") if isinstance(first, Mapping) else None


def _plain_line(body: str) -> str:
    from html import unescape  # seldom needed, and most commands call no server

    title = re.search(r"<title[^<>]*>([^<]*)</title>", body, re.IGNORECASE)
    text = title.group(1) if title else re.sub(r"<[^<>]*>", " ", body)
    return one_line(unescape(text)) or "(an empty page)"


def _number(text: str | None) -> float | None:
    try:
        seconds = float(text or "")
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _seconds_until(date: str | None, now: datetime) -> float | None:
    from email.utils import parsedate_to_datetime  # as above

    try:
        moment = parsedate_to_datetime(date or "")
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


def sampling_parameters(request: Request) -> dict[str, int | float]:
    """The parameters that a request asks for, without those that are None."""
    wanted: dict[str, int | float] = {"temperature": request.temperature}
    if request.max_tokens is not None:
        wanted["max_tokens"] = request.max_tokens
    if request.seed is not None:
        wanted["seed"] = request.seed
    return wanted


def replaced(wanted: SamplingParameters, replacements: Replacements) -> dict[str, int | float]:
    """The parameters to send to a server that is known to refuse some of those wanted."""
    names = ((_final_name(name, replacements), value) for name, value in wanted.items())
    return {name: value for name, value in names if name is not None}


def refused_parameter(message: ServerMessage, sent: Iterable[str]) -> str | None:
    """The parameter that a server's complaint is about, None where it is about something else.

    A value out of range (`max_tokens` too large) is no refusal: leaving the parameter out would
    change the experiment where the user can correct it.
    """
    if not REFUSAL.search(f"{message.code} {message.text}"):
        return None
    names = tuple(sent)
    if message.parameter in names:
        return message.parameter
    mentioned = re.findall(r"\w+", message.text)
    return next((word for word in mentioned if word in names), None)


def replacement_notes(wanted: SamplingParameters, replacements: Replacements) -> tuple[str, ...]:
    """What the transcript should say about the parameters that were not sent as wanted."""
    changed = {name: _final_name(name, replacements) for name in wanted if name in replacements}
    return tuple(
        f"the server refuses the parameter {name}, which was "
        + ("left out" if final is None else f"sent as {final}")
        for name, final in changed.items()
    )


def _final_name(name: str, replacements: Replacements) -> str | None:
    final: str | None = name
    while final is not None and final in replacements:
        final = replacements[final]
    return final
