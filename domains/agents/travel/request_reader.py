"""Reads what a request of TravelPlanner asks for, where a copy of it gives the sentence alone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domains.agents.travel.tour import Mode

_NUMBERS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_COUNT = rf"(\d+|{'|'.join(_NUMBERS)})"
_PEOPLE = (
    rf"\b(?:group|party|team|family) of {_COUNT}\b",
    rf"\b{_COUNT} (?:people|persons?|individuals|travell?ers|adults)\b",
    rf"\bfor {_COUNT}\b(?! (?:days|nights|cities|weeks))",
)
_PAIR = r"\b(?:pair|couple)\b"
_BUDGET = r"\$\s?(\d[\d,]*)"
_ROOMS = (
    (r"\bnot? shared rooms?\b|\bno shar(?:ed|ing)\b", ("Entire home/apt", "Private room")),
    (r"\bentire (?:rooms?|homes?|apartments?|places?)\b", ("Entire home/apt",)),
    (r"\bprivate rooms?\b", ("Private room",)),
    (r"\bshared rooms?\b", ("Shared room",)),
)
_NEEDS = (
    (
        r"\bparties (?:are )?(?:allowed|permitted)|\b(?:allow|permit|host)\w* parties",
        "parties",
    ),
    (r"\bchildren under\b", "children under 10"),
    (r"\bpets?\b", "pets"),
    (r"\bsmok(?:ing|e|ers?)\b", "smoking"),
    (r"\bvisitors?\b", "visitors"),
)
_NOT = r"\b(?:not?|non|avoid\w*|without|don't)\b[^.]*?"
_BARRED: Mapping[Mode, str] = {
    "flight": rf"{_NOT}\b(?:flights?|fly|flying)\b",
    "self-driving": rf"{_NOT}(?:\bself-driv|\bdrive ourselves\b|\bdrive myself\b)",
}
_CUISINES = ("American", "Chinese", "French", "Indian", "Italian", "Mediterranean", "Mexican")


def people(request: str) -> int:
    """How many travel; one where a request does not speak of several (as in TravelPlanner)."""
    text = request.casefold()
    for pattern in _PEOPLE:
        if found := re.search(pattern, text):
            return _NUMBERS.get(found[1]) or int(found[1])
    return 2 if re.search(_PAIR, text) else 1


def budget(request: str) -> int | None:
    """The last sum in dollars that a request names, or None where it names none."""
    sums = re.findall(_BUDGET, request)
    return int(sums[-1].replace(",", "")) if sums else None


def room_types(request: str) -> tuple[str, ...]:
    """The types of room that a request asks for; empty for any."""
    text = request.casefold()
    return next((types for pattern, types in _ROOMS if re.search(pattern, text)), ())


def need(request: str) -> str:
    """What the house rules may not forbid; empty for nothing."""
    text = request.casefold()
    return next((word for pattern, word in _NEEDS if re.search(pattern, text)), "")


def without(request: str) -> tuple[Mode, ...]:
    """Which of `flight` and `self-driving` a request rules out."""
    text = request.casefold()
    return tuple(mode for mode, pattern in _BARRED.items() if re.search(pattern, text))


def cuisines(request: str) -> tuple[str, ...]:
    """Which of the benchmark's seven cuisines a request names."""
    return tuple(each for each in _CUISINES if re.search(rf"\b{each}\b", request))
