"""What a sentence can turn out to be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pddl2nl.model import GroundAction


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sentence names an action. Its objects may be wrong; the simulator says so."""

    action: GroundAction


@dataclass(frozen=True, slots=True)
class LookAround:
    """The sentence asks for a description of the current state."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The sentence says that the task is done."""


@dataclass(frozen=True, slots=True)
class Unread:
    """The sentence could not be read."""

    sentence: str


Reading: TypeAlias = Chosen | LookAround | Finished | Unread


class Translator(Protocol):
    """Anything that reads a player's sentence."""

    async def read(self, sentence: str) -> Reading:
        """Read one sentence; `Unread` where it names no action beyond doubt."""
        ...


_MARKUP = re.compile(r"[*`]{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|^[>#\s]+|^[-•–]\s+|[\"“”]")
_PREFIXES = re.compile(
    r"(?:\(?(?:step\s*)?\d{1,4}\s*[.:)]\s*|step\s+\d{1,4}\s*[-:.]?\s*"
    r"|(?:instruction|action|next action|next step)\s*:\s*)+",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"^(?:and|so|ok(?:ay)?|sure|now|next|then|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally"
    r"|fourth(?:ly)?|fifth(?:ly)?|lastly|afterwards?|after (?:that|this)|subsequently|also|again"
    r"|once (?:that is|this is|you are) done|please|at last|in the end|to (?:start|begin)(?: with)?"
    r"|(?:start|begin|proceed|continue|go on|go ahead)(?:s|ed|ing)? (?:with|by|to|and)"
    r"|the (?:next|first|second|third|last|final) (?:step|action) is(?: to)?"
    r"|(?:i|you|we)'ll|i|you|we|let'?s|let (?:me|us)|can now|can|should|must"
    r"|need to|have to|will|now)\b[\s,:]*",
    re.IGNORECASE,
)


def plain(sentence: str) -> str:
    """A sentence without numbering, markup and the final full stop."""
    text = " ".join(_MARKUP.sub("", sentence.strip()).split())
    prefixes = _PREFIXES.match(text)
    return (text[prefixes.end() :] if prefixes else text).rstrip(" .!;,:")


def without_lead_in(text: str) -> Iterator[str]:
    """A plain sentence as it is, then with less and less of a "Now, you should" in front of it."""
    previous = ""
    while text and text != previous:
        yield text
        previous, text = text, _LEAD_IN.sub("", text)


def is_lead_in(text: str) -> bool:
    """Whether a text is a "First" or a "Then, you should" and nothing else."""
    return _LEAD_IN.fullmatch(text) is not None


def remark(sentence: str) -> LookAround | Finished | None:
    """The two things a player can say that are no actions."""
    versions = list(without_lead_in(plain(sentence).lower()))
    if any(re.fullmatch(r"\(?look around\)?(?: .*)?", text) for text in versions):
        return LookAround()
    whole = sentence.lower()
    if re.search(r"\b(?:you|i|we) (?:are|am) (?:now )?(?:finished|done)\b", whole):
        return Finished()
    return Finished() if {"finished", "done", "are finished"}.intersection(versions) else None
