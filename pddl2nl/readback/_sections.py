"""The parts of a domain's description, found by their headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pddl2nl.compose.domain_text import ABILITIES, EFFECTS, RESTRICTIONS, RULES
from pddl2nl.readback._errors import UnreadableText


@dataclass(frozen=True, slots=True)
class Sections:
    """The lines below each heading, and the lines about kinds of objects, which have none."""

    abilities: tuple[str, ...]
    restrictions: tuple[str, ...]
    effects: tuple[str, ...]
    rules: tuple[str, ...]
    others: tuple[str, ...]


def sections(text: str) -> Sections:
    """Take a description apart; it may stand anywhere in a longer text.

    Raises:
        UnreadableText: the text holds no list of abilities.
    """
    lines = [line.strip() for line in text.splitlines()]
    if ABILITIES not in lines:
        raise UnreadableText(f"there is no line «{ABILITIES}»")
    return Sections(
        abilities=tuple(_below(ABILITIES, lines)),
        restrictions=tuple(_below(RESTRICTIONS, lines)),
        effects=tuple(_below(EFFECTS, lines)),
        rules=tuple(_below(RULES, lines)),
        others=tuple(line for line in lines if not line.startswith("I ")),
    )


def _below(heading: str, lines: Sequence[str]) -> Iterator[str]:
    if heading not in lines:
        return
    for line in lines[lines.index(heading) + 1 :]:
        if not line:
            return
        yield line
