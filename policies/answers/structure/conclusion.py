"""Whether an answer concludes that there is no plan."""

from __future__ import annotations

import re

_IMPOSSIBLE = re.compile(
    r"\b(?:(?:not|n't|isn't|never|no longer) (?:be )?(?:possible|achievable|feasible|attainable"
    r"|reachable|solvable)|impossible|unachievable|unattainable|unsolvable|infeasible"
    r"|(?:cannot|can't|can not|could not|couldn't|unable to) (?:be )?(?:achiev|reach|attain"
    r"|solv|fulfil|accomplish|satisf)\w*|prevents? (?:us|me|you|one) from achieving"
    r"|no (?:\w+ )?(?:plan|solution|sequence of actions|way to (?:achieve|reach))"
    r"|(?:plan|goal)s? (?:does not|doesn't) exist)",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(r"\b(?:goal|conclu|plan|objective|achiev|problem|task)", re.IGNORECASE)
_QUALIFIED = re.compile(
    r"\b(?:fewer|shorter|better|other|without|until|unless|otherwise|before|simultaneously|if)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n")


def concludes_impossible(text: str) -> bool:
    """Whether a line says that the goal cannot be reached."""
    return _IMPOSSIBLE.search(text) is not None and any(
        _IMPOSSIBLE.search(sentence)
        and _CONCLUSION.search(sentence)
        and not _QUALIFIED.search(sentence)
        for sentence in _SENTENCE.split(text)
    )
