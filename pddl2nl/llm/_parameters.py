"""Which sampling parameters a server refuses, and what is sent instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from pddl2nl.llm._faults import ServerMessage

SamplingParameters: TypeAlias = Mapping[str, int | float]
"""Sampling parameters by their names on the wire."""

Replacements: TypeAlias = Mapping[str, str | None]
"""A refused parameter and the name that stands for it now; None where it is left out."""

# Reasoning models take the limit under this name, since it counts the hidden reasoning as well.
RENAMED: Replacements = {"max_tokens": "max_completion_tokens"}

_REFUSAL = re.compile(
    r"unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|deprecated"
    r"|not permitted|not allowed|extra_forbidden|may only be set|only\b.*\b(allowed|supported)",
    re.IGNORECASE,
)


def sampling_parameters(
    max_tokens: int | None, temperature: float, seed: int | None
) -> dict[str, int | float]:
    """The parameters that a caller asks for, without those that are None."""
    wanted: dict[str, int | float] = {"temperature": temperature}
    if max_tokens is not None:
        wanted["max_tokens"] = max_tokens
    if seed is not None:
        wanted["seed"] = seed
    return wanted


def replaced(wanted: SamplingParameters, replacements: Replacements) -> dict[str, int | float]:
    """The parameters to send to a server that is known to refuse some of those wanted."""
    sent: dict[str, int | float] = {}
    for name, value in wanted.items():
        final = _final_name(name, replacements)
        if final is not None:
            sent[final] = value
    return sent


def refused_parameter(message: ServerMessage, sent: Iterable[str]) -> str | None:
    """The parameter that a server's complaint is about, None where it is about something else.

    A value out of range (`max_tokens` too large) is no refusal: leaving the parameter out would
    change the experiment where the user can correct it.
    """
    if not _REFUSAL.search(f"{message.code} {message.text}"):
        return None
    names = tuple(sent)
    if message.parameter in names:
        return message.parameter
    mentioned = re.findall(r"\w+", message.text)
    return next((word for word in mentioned if word in names), None)


def replacement_notes(wanted: SamplingParameters, replacements: Replacements) -> tuple[str, ...]:
    """What the transcript should say about the parameters that were not sent as wanted."""
    changed = [name for name in wanted if name in replacements]
    return tuple(_note(name, _final_name(name, replacements)) for name in changed)


def _note(name: str, final: str | None) -> str:
    if final is None:
        return f"the server refuses the parameter {name}, which was left out"
    return f"the server refuses the parameter {name}, which was sent as {final}"


def _final_name(name: str, replacements: Replacements) -> str | None:
    final: str | None = name
    while final is not None and final in replacements:
        final = replacements[final]
    return final
