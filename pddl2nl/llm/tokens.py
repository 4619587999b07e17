"""Counting tokens where no server has counted them: by the model's own encoding, or about."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from pddl2nl.llm.values import Message, Tool, ToolCall, Usage, with_calls

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
    if not _has_files(os.environ.get(ENCODINGS_VARIABLE, "")):
        return None
    try:
        import tiktoken
    except ImportError:
        return None
    try:
        return tiktoken.encoding_for_model(model.rpartition("/")[2])
    except (KeyError, OSError, ValueError):  # no such model; out of reach; damaged
        return None


def _has_files(folder: str) -> bool:
    try:
        return bool(folder) and any(Path(folder).iterdir())
    except OSError:
        return False
