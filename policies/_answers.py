"""The lines of a model's answer."""

from __future__ import annotations

from policies.few_shot import INSTRUCTION, THINK


def labelled(line: str) -> tuple[str, str]:
    """A line's label and the text behind it: `**Think:** so be it` gives `think:`, `so be it`.

    The label is empty where it is neither `think:` nor `instruction:`.
    """
    label, colon, text = line.strip().lstrip("*#>- 0123456789.)").partition(":")
    found = label.strip("* ").lower() + colon
    if found in (INSTRUCTION.lower(), THINK.lower()):
        return found, text.strip(" *")
    return "", line.strip()


def instructions_in(answer: str) -> list[str]:
    """What follows `Instruction:`, line by line."""
    found = map(labelled, answer.splitlines())
    return [text for label, text in found if label == INSTRUCTION.lower()]


def step_in(answer: str) -> str:
    """The one step of an answer: its first `Instruction:`, else its first line of words."""
    instructions = [text for text in instructions_in(answer) if text]
    plain = [text for label, text in map(labelled, answer.splitlines()) if not label and text]
    return next(iter(instructions + plain), "")
