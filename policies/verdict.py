"""The verdict on an answer that holds a whole plan: one walk, for `eval` and for `score`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pddl2nl.model import Condition, GroundAction
from policies.answers import AnswerReading, Doubt, ReadStep
from simulator.outcome import Outcome, Refused

AnswerOutcome: TypeAlias = Literal["read", "translated", "unread"]
"""How an answer was understood: by rules, by a model, or not at all."""

Submit: TypeAlias = Callable[[GroundAction, str], Outcome | None]
"""Tries an action, given the words for it, where the plan stands."""


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """What becomes of a whole plan.

    Args:
        doubts: the parts that could not be read; where there are any, nothing was carried out.
        refused: why a step was refused, None where none was.
        number: how many steps were tried; the refused one is the last of them.
        unmet: the parts of the goal that do not hold after the last step.
    """

    doubts: tuple[ReadStep, ...] = ()
    refused: Refused | None = None
    number: int = 0
    unmet: tuple[Condition, ...] = ()

    @property
    def solved(self) -> bool | None:
        """Whether it reaches the goal; None where it could not be read."""
        return None if self.doubts else self.refused is None and not self.unmet

    @property
    def finish(self) -> Literal["unread", "plan-refused", "plan-ended"]:
        """How it ends: see `simulator.Finish`."""
        if self.doubts:
            return "unread"
        return "plan-refused" if self.refused else "plan-ended"


def outcome_of(reading: AnswerReading) -> AnswerOutcome:
    """How an answer was understood."""
    if reading.unread:
        return "unread"
    return "translated" if reading.translated else "read"


def doubts_of(reading: AnswerReading) -> tuple[ReadStep, ...]:
    """The parts for which an answer is unread; none where it is read or translated."""
    return tuple(step for step in reading.steps if step.unread)


def follow(
    reading: AnswerReading, submit: Submit, unmet_goal: Callable[[], Sequence[Condition]]
) -> PlanVerdict:
    """Carry out a plan until a step is refused; nothing of one that is unread.

    Args:
        reading: the answer.
        submit: tries a step.
        unmet_goal: the parts of the goal that do not hold where the plan stands.
    """
    if reading.unread:
        return PlanVerdict(doubts_of(reading))
    for number, step in enumerate(reading.proposed, start=1):
        outcome = submit(_attempt(step), step.text)
        if isinstance(outcome, Refused):
            return PlanVerdict(refused=outcome, number=number)
    return PlanVerdict(number=len(reading.proposed), unmet=tuple(unmet_goal()))


def _attempt(step: ReadStep) -> GroundAction:
    """What a step that was read tries; one in names that there are not is refused."""
    action = step.meaning.attempt if isinstance(step.meaning, Doubt) else step.action
    assert action is not None, "only steps that were read are carried out"
    return action
