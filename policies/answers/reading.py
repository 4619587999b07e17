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
        attempt: what was tried, in names that there are not or in a wrong number; the simulator
            can say what is wrong with it.
        nearest: the step in the words of the prompt that is most like it; empty where none is.
    """

    reason: str
    attempt: GroundAction | None = None
    nearest: str = ""


@dataclass(frozen=True, slots=True)
class UnusableCall(Doubt):
    """A call of a function that is no action, or the lack of one; the model gets the reason."""


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
        text: the step as it stands in the answer, on one line.
        meaning: what it means.
        line: the 1-based line of the answer in which it stands.
        exact: whether it is in the very words of the prompt.
    """

    text: str
    meaning: Meaning
    line: int = 0
    exact: bool = False

    @property
    def action(self) -> GroundAction | None:
        """The action that it names, None where it names none beyond doubt."""
        return self.meaning if isinstance(self.meaning, GroundAction) else None

    @property
    def unread(self) -> bool:
        """Whether it names nothing that could be tried."""
        return isinstance(self.meaning, Doubt) and self.meaning.attempt is None


@dataclass(frozen=True, slots=True)
class AnswerReading:
    """What an answer proposes: read as a whole, translated as a whole, or unread.

    Attributes:
        steps: in order; of an unread answer, the parts in doubt alone.
        strict: whether every line is a step in the words of the prompt, or a thought.
        translated: whether a model has translated it.
        plain: of an unread answer, the steps of its plan that are read all the same; nothing of
            it counts, but a translation that lacks one of them is not to be trusted.
    """

    steps: tuple[ReadStep, ...]
    strict: bool
    translated: bool = False
    plain: frozenset[GroundAction] = frozenset()

    @property
    def unread(self) -> bool:
        """Whether some part of the answer could not be accounted for, so that none of it counts."""
        return any(step.unread for step in self.steps)

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
        """The steps that name no action, as they stand in the answer."""
        return tuple(step.text for step in self.steps if isinstance(step.meaning, Doubt))
