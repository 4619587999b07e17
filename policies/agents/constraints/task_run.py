"""What came of a task by a constraint model, or by ReAct."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from domains.agents import Assessment
from policies.agents.constraints.scripts import ScriptAttempt, ScriptsEnded

RunEnded: TypeAlias = (
    Literal["no-json", "no-steps", "other-wishes", "out-of-time", "horizon"] | ScriptsEnded
)
"""How a run ends: without a request as JSON, without steps, with wishes that the own encoding does
not know, at its time limit, after its last turn, or as scripts do."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One answer of the model on the way.

    Args:
        name: what it was asked for.
        text: its answer; for `code`, the script in it.
        fault: what was wrong with it, in a line; empty for nothing.
        output: what a script printed, or the observation after a turn.
    """

    name: Literal["json", "steps", "code", "turn"]
    text: str
    fault: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class TaskRun:
    """What came of a task.

    Args:
        task: its name.
        ended: how it ended.
        assessment: what the task's rule says of the answer.
        answer: what it is judged by; empty if there is no answer.
        stages: the model's answers in their order.
        seconds: how long it took.
        attempts: the scripts with what was noticed of each.
    """

    task: str
    ended: RunEnded
    assessment: Assessment
    answer: str
    stages: tuple[Stage, ...]
    seconds: float
    attempts: tuple[ScriptAttempt, ...] = ()

    @property
    def repairs(self) -> int:
        """How many scripts were written after the first."""
        return max(0, len(self.attempts) - 1)

    def as_data(self) -> dict[str, Any]:
        """The run as JSON can hold it."""
        return {
            "task": self.task,
            "ended": self.ended,
            "solved": self.assessment.solved,
            "reason": self.assessment.reason,
            "parts": dict(self.assessment.parts),
            "answer": self.answer,
            "repairs": self.repairs,
            "seconds": round(self.seconds, 3),
            "stages": [asdict(each) for each in self.stages],
        }
