"""What a planner is allowed, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pddl2nl.model import GroundAction

GIBIBYTE = 1024**3
TIME_LIMIT = 1800.0
MEMORY_LIMIT = 8 * GIBIBYTE
"""The limits of the paper, section 5: 30 minutes, in seconds, and 8 GB, in bytes."""

Reason = Literal[
    "unsolvable", "gave-up", "time-limit", "memory-limit", "unsupported", "planner-failed"
]

Solvability = Literal["solvable", "unsolvable", "unknown"]
"""Of a task: a plan is known, it is proved that there is none, or neither."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a planner may use, all its processes together.

    Args:
        seconds: the time by the clock, from the first process to the last.
        memory: the resident memory at any moment, in bytes.
    """

    seconds: float = TIME_LIMIT
    memory: int = MEMORY_LIMIT


PAPER_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class PlanFound:
    """A plan that reaches the goal.

    Args:
        plan: its steps.
        seconds: how long the planner took; 0 for a plan that was kept.
        optimal: whether it is proved that no plan is cheaper by the task's metric.
    """

    plan: tuple[GroundAction, ...]
    seconds: float = 0.0
    optimal: bool = False

    @property
    def solvability(self) -> Solvability:
        return "solvable"


class PlannerFailedError(Exception):
    """A planner broke down; its text is one line on why."""


@dataclass(frozen=True, slots=True)
class NoPlan:
    """No plan, and why.

    Args:
        reason: `unsolvable` where the planner has proved that there is none, `gave-up` where it
            ended without a proof, `unsupported` where it cannot express the task,
            `planner-failed` where it broke down, or the limit that it exceeded.
        detail: one line for people.
        seconds: how long the planner took.
    """

    reason: Reason
    detail: str = ""
    seconds: float = 0.0

    @property
    def solvability(self) -> Solvability:
        return "unsolvable" if self.reason == "unsolvable" else "unknown"
