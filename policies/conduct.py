"""How a model is asked, and what holds while it plays: the same for all episodes of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

from pddl2nl.errors import InputError
from pddl2nl.options import count, measure, option, size, switch, temperature
from policies.symbolic import MEMORY_LIMIT, TIME_LIMIT, Limits
from simulator import ALL_FEEDBACK, Feedback

REFERENCE_SECONDS = 8.0
"""How long greedy best-first search with FF may take for a reference plan."""
_KINDS = tuple(each.name for each in fields(Feedback))


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the answers of the planning model are drawn.

    Args:
        temperature: its temperature.
        max_tokens: the most tokens of one answer; None for no limit, as in the paper.
    """

    temperature: float = option(0.0, "default: 0", metavar="T", type=temperature, kept=True)
    max_tokens: int | None = count(
        "maximum number of tokens per answer (default: no limit)", kept=True
    )


def _feedback(kinds: Sequence[str]) -> Feedback:
    """The feedback of some kinds.

    Raises:
        InputError: there is no such kind, or none is wanted, and one besides.
    """
    for kind in kinds:
        if kind not in (*_KINDS, "none"):
            listed = ", ".join((*_KINDS, "none"))
            raise InputError(f"feedback {kind!r} does not exist; it is some of {listed}")
    if "none" in kinds and set(kinds) != {"none"}:
        raise InputError("--feedback none stands alone; leave it out, or the other kinds")
    return Feedback(**{kind: kind in kinds for kind in _KINDS})


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds in an episode.

    Args:
        feedback: what a model receives about its steps; also the names of its kinds.
        patience: after how many turns in a row that change nothing a step-by-step mechanism stops;
            None for never.
        attempts: how many whole plans a model may write; each time it learns why the last one
            failed.
        time_limit: the seconds that a symbolic planner may take for a task, and the simulator for
            a step.
        memory_limit: the bytes that a symbolic planner may use.
        reference: which plan sets the step limit.
        reference_time: the seconds that FF may take for it.
        keep_unsolvable: whether tasks are played that are proved to have no plan.
        allow_unsolvable: whether that is a task as well: the prompt of basic says how to claim
            that there is no plan, and the claim is judged.
        costs: whether plans are measured by the task's metric, and texts state what actions cost.
    """

    feedback: Feedback = option(
        ALL_FEEDBACK,
        "feedback to act and react: that an action was executed (positive), why it "
        "was not (negative), that the goal is not reached although the model claims "
        "that it is (unfinished), the state after each action (state); default: the "
        "first three",
        metavar="KIND",
        nargs="+",
        choices=(*_KINDS, "none"),
        read=_feedback,
        kept=True,
    )
    patience: int | None = count(
        "stop act and react after N consecutive turns that change nothing (default: never)",
        kept=True,
    )
    attempts: int = count(
        "plans that basic and cot may propose per task; after a failed plan, the "
        "model receives the reason (default: 1)",
        default=1,
        kept=True,
    )
    time_limit: float = measure(
        "SECONDS",
        "time limit of a planner or of random choice per task, and of the simulator per step "
        "(default: 1800)",
        default=TIME_LIMIT,
    )
    memory_limit: int = option(
        MEMORY_LIMIT,
        "memory limit of a symbolic planner, such as 500M (default: 8G)",
        metavar="SIZE",
        type=size,
    )

    reference: Literal["ff", "kept"] = option(
        "ff",
        "source of the reference plan (the step limit is twice its length): ff "
        "(default) = FF's plan, else the one in plans/; kept = the one in plans/, else "
        "FF's",
        metavar="ff|kept",
        choices=("ff", "kept"),
        kept=True,
    )
    reference_time: float = measure(
        "SECONDS",
        "time limit of FF for the reference plan, at most --time-limit (default: 8)",
        default=REFERENCE_SECONDS,
    )
    keep_unsolvable: bool = switch(
        "also run tasks that are proved unsolvable, and count them separately (default: omit them)"
    )
    allow_unsolvable: bool = switch(
        "let basic answer that a task has no plan, which is correct if that is proved; unsolvable "
        "tasks are run, and counted separately",
        kept=True,
    )
    costs: bool = switch(
        "include action costs in the text and ask for a low total cost; measure "
        "plans by total cost, which lmcut, blind and lama minimize (default: every "
        "action costs one)",
        kept=True,
    )

    def __post_init__(self) -> None:
        """Take the names of kinds of feedback, as the command line does, for the feedback."""
        if not isinstance(self.feedback, Feedback):
            kinds = [self.feedback] if isinstance(self.feedback, str) else list(self.feedback)
            object.__setattr__(self, "feedback", _feedback(kinds))

    @property
    def limits(self) -> Limits:
        """What a symbolic planner may use."""
        return Limits(self.time_limit, self.memory_limit)
