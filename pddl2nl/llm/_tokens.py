"""An approximate count of tokens, for servers that report none."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pddl2nl.llm._values import Message, Usage

BYTES_PER_TOKEN = 4
"""English prose in the byte-pair encodings of current models comes to about four bytes a token."""

TOKENS_PER_MESSAGE = 4
"""Chat formats wrap each message in a few tokens that name its role and mark its ends."""


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has: one for every four bytes of its UTF-8 form, rounded up."""
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)


def estimate_usage(messages: Sequence[Message], answer: str) -> Usage:
    """About what a call costs, marked as estimated."""
    prompt = sum(TOKENS_PER_MESSAGE + estimate_tokens(message.content) for message in messages)
    return Usage(input_tokens=prompt, output_tokens=estimate_tokens(answer), estimated=True)
