"""What an answer can turn out to say: steps, each an action or a doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pddl2nl.model import GroundAction


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a step names no action.

    Attributes:
        reason: what is wrong, as a clause.
        candidates: the actions between which it leaves the choice.
        attempt: what was tried, in names that there are not or in a wrong number; the simulator
            can say what is wrong with it.
    """

    reason: str
    candidates: tuple[GroundAction, ...] = ()
    attempt: GroundAction | None = None


@dataclass(frozen=True, slots=True)
class UnusableCall(Doubt):
    """A call of a function that is no action, or the lack of one; the player is told the reason."""


@dataclass(frozen=True, slots=True)
class LookAround:
    """It asks for a description of the current state."""


@dataclass(frozen=True, slots=True)
class Finished:
    """It says that the task is done."""


Meaning: TypeAlias = GroundAction | Doubt | LookAround | Finished


@dataclass(frozen=True, slots=True)
class ReadStep:
    """One step of an answer.

    Attributes:
        said: the step as it was said, on one line.
        meaning: what it means.
        line: the 1-based line of the answer in which it stands.
        exact: whether it is said in the very words that were asked for.
    """

    said: str
    meaning: Meaning
    line: int = 0
    exact: bool = False

    @property
    def action(self) -> GroundAction | None:
        """The action that it names, None where it names none beyond doubt."""
        return self.meaning if isinstance(self.meaning, GroundAction) else None


@dataclass(frozen=True, slots=True)
class AnswerReading:
    """What an answer proposes.

    Attributes:
        steps: in order.
        strict: whether the answer keeps to the format that was asked for: every line is a step in
            the words of the prompt, or a thought where thoughts were asked for.
    """

    steps: tuple[ReadStep, ...]
    strict: bool

    @property
    def proposed(self) -> tuple[ReadStep, ...]:
        """The steps that propose an action, read or not."""
        return tuple(
            step for step in self.steps if not isinstance(step.meaning, LookAround | Finished)
        )

    @property
    def plan(self) -> tuple[GroundAction | None, ...]:
        """Its actions; None for a step that names no action beyond doubt."""
        return tuple(step.action for step in self.proposed)

    @property
    def untranslated(self) -> tuple[str, ...]:
        """The steps that name no action, as they were said."""
        return tuple(step.said for step in self.steps if isinstance(step.meaning, Doubt))
