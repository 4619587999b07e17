"""Answers of a model that are none, or only half of one: what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from pddl2nl.llm import Completion
from pddl2nl.readback import UNREAD

Loss: TypeAlias = Literal[
    "cut off",
    "filtered",
    "refused to answer",
    "task not read",
    "called a tool",
    "only reasoned",
    "said nothing",
]
LOSSES: Mapping[Loss, str] = MappingProxyType(
    {
        "cut off": "the model's answer was cut off at its longest (finish_reason length)",
        "filtered": "the server withheld the model's answer (finish_reason content_filter)",
        "refused to answer": "the model refused to answer",
        "task not read": "the offline model could not read the task in its prompt",
        "called a tool": "the model called a tool, although it has none",
        "only reasoned": "the model reasoned, and gave no answer",
        "said nothing": "the model's answer was empty",
    }
)
"""What can become of an answer, with what it means."""


def loss_of(answer: Completion) -> Loss | None:
    """What became of an answer, None where it is whole."""
    if answer.finish_reason == "length":
        return "cut off"
    if answer.finish_reason == "content_filter":
        return "filtered"
    if any(note.startswith("the model refused") for note in answer.notes):
        return "refused to answer"
    if unread_task(answer) is not None:
        return "task not read"
    if answer.text.strip() or answer.tool_calls:
        return None
    if answer.finish_reason in ("tool_calls", "function_call"):
        return "called a tool"
    return "only reasoned" if answer.reasoning else "said nothing"


def unread_task(answer: Completion) -> str | None:
    """Why the offline model could not read the task in its prompt, None where it could."""
    reasons = (note.removeprefix(UNREAD) for note in answer.notes if note.startswith(UNREAD))
    return next(reasons, None)


def losses(answers: Iterable[Completion]) -> Counter[Loss]:
    """How many answers were lost, by what became of them."""
    return Counter(loss for loss in map(loss_of, answers) if loss is not None)


def losses_text(found: Counter[Loss]) -> str | None:
    """Losses in one line, as `cut off 2, refused to answer 1`; None where there are none."""
    return ", ".join(f"{loss} {number}" for loss, number in found.most_common()) or None
