"""Counting tokens where no server has counted them: by the model's own encoding, or about."""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pddl2nl.llm._values import Message, Usage

if TYPE_CHECKING:
    from tiktoken import Encoding

BYTES_PER_TOKEN = 4
"""English prose in the byte-pair encodings of current models comes to about four bytes a token."""

TOKENS_PER_MESSAGE = 4
"""Chat formats wrap each message in a few tokens that name its role and mark its ends."""

_ENCODINGS_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"


def estimate_tokens(text: str, model: str | None = None) -> int:
    """How many tokens a text has.

    Args:
        text: the text.
        model: the name of the model that would read it; None for an approximation.

    Returns:
        The count by the model's encoding, where `tiktoken` and the encoding's file are at hand.
        Otherwise about the count: one for every four bytes of the text's UTF-8 form, rounded up.
    """
    encoding = _encoding(model) if model is not None else None
    if encoding is not None:
        return len(encoding.encode(text, disallowed_special=()))
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)


def estimate_usage(messages: Sequence[Message], answer: str, model: str | None = None) -> Usage:
    """What a call costs; marked as estimated where the tokens could only be approximated.

    Args:
        messages: what the model is asked.
        answer: what it answers.
        model: its name, as `estimate_tokens` takes it.
    """
    prompt = sum(
        TOKENS_PER_MESSAGE + estimate_tokens(message.content, model) for message in messages
    )
    return Usage(
        input_tokens=prompt,
        output_tokens=estimate_tokens(answer, model),
        estimated=model is None or _encoding(model) is None,
    )


@lru_cache
def _encoding(model: str) -> Encoding | None:
    """The encoding of a model, None where it is unknown or its file is not at hand.

    Left to itself, tiktoken would fetch the file, and nothing here uses the network unasked.
    """
    try:
        import tiktoken
    except ImportError:
        return None
    try:
        name = tiktoken.encoding_name_for_model(model.rpartition("/")[2])
    except KeyError:
        return None
    return tiktoken.get_encoding(name) if _file_of(name).is_file() else None


def _file_of(encoding: str) -> Path:
    """Where tiktoken keeps the file of an encoding."""
    folder = os.environ.get("TIKTOKEN_CACHE_DIR") or os.environ.get("DATA_GYM_CACHE_DIR")
    address = _ENCODINGS_ADDRESS.format(encoding)
    # The name that tiktoken gives it; no secret depends on it.
    name = hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
    return Path(folder or Path(tempfile.gettempdir()) / "data-gym-cache") / name
