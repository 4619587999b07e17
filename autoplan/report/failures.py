"""Why an episode failed: one cause, told from how it ended and from its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

from autoplan.results.reading import ToldStep
from autoplan.results.unanswered import LOSSES, losses
from pddl2nl.llm import Completion

Cause: TypeAlias = Literal[
    "unsatisfied precondition",
    "wrong type",
    "unknown object",
    "unknown action",
    "wrong number of objects",
    "untranslatable",
    "finished too early",
    "loop",
    "step limit",
    "gave up",
    "horizon",
    "no answer",
    "no network",
    "time limit",
    "memory limit",
    "no plan",
    "unsupported",
    "planner failed",
    "model error",
    "cut off",
    "filtered",
    "refused to answer",
    "task not read",
    "called a tool",
    "only reasoned",
    "said nothing",
]

CAUSES: Mapping[Cause, str] = MappingProxyType(
    {
        "unsatisfied precondition": "an action was chosen while its precondition did not hold",
        "wrong type": "an action was tried on an object of a type that it does not take",
        "unknown object": "an object was named that the task does not have",
        "unknown action": "an action was named that the domain does not have",
        "wrong number of objects": "an action was given too many or too few objects",
        "untranslatable": "a sentence could not be read as an action",
        "finished too early": "the plan ended, or was said to be finished, short of the goal",
        "loop": "the player went in circles: it kept repeating a step in the same situation, or "
        "plans that had failed",
        "step limit": "the steps were used up on the way",
        "gave up": "the player stopped by itself",
        "horizon": "an agent's turns were used up before its tasks were verified",
        "no answer": "an agent's tasks were verified, but its answer proposes no step",
        "no network": "the model wrote no task network that can be followed",
        "time limit": "the planner ran out of time",
        "memory limit": "the planner ran out of memory",
        "no plan": "the planner found that there is no plan",
        "unsupported": "the planner does not know something that the task uses",
        "planner failed": "the planner broke off",
        "model error": "a call of the model failed, so that the episode broke off",
        **{loss: meaning for loss, meaning in LOSSES.items()},
    }
)
"""Every cause with what it means, in the order in which they are listed."""

_OF_MISTAKE: Mapping[str, Cause] = {
    "unsatisfied precondition": "unsatisfied precondition",
    "wrong type": "wrong type",
    "unknown object": "unknown object",
    "unknown action": "unknown action",
    "wrong number of objects": "wrong number of objects",
    "not understood": "untranslatable",
    "finished too early": "finished too early",
}

_OF_FINISH: Mapping[str, Cause] = {
    "plan-ended": "finished too early",
    "plan-loop": "loop",
    "horizon": "horizon",
    "no-answer": "no answer",
    "no-network": "no network",
    "time-limit": "time limit",
    "memory-limit": "memory limit",
    "unsolvable": "no plan",
    "unsupported": "unsupported",
    "planner-failed": "planner failed",
    "error": "model error",
}


def cause_of(
    finish: str, steps: Sequence[ToldStep], answers: Sequence[Completion] = ()
) -> Cause | None:
    """Why an episode did not reach its goal.

    A plan fails for the mistake that it broke off at. An episode that used up its steps, or that
    was stopped since nothing came of them (`--patience`), fails for
    its commonest mistake where more than half of its steps were mistakes; for a loop where more
    than half of the steps of its second half repeat what was done in the same situation before;
    else for the step limit.

    Where half of the model's answers or more were none, or cut off, that is the cause.

    Args:
        finish: how the episode ended: `simulator.Finish`, or `error` where it broke off.
        steps: its steps.
        answers: the planning model's answers.

    Returns:
        The cause, None where the goal was reached.
    """
    if finish == "goal":
        return None
    lost = losses(answers)
    if finish != "error" and lost and 2 * lost.total() >= len(answers):
        return lost.most_common(1)[0][0]
    if finish in ("plan-refused", "plan-unread"):
        return commonest_mistake(steps[-1:]) or "gave up"
    if finish in ("limit", "patience"):
        return _cause_of_limit(steps)
    return _OF_FINISH.get(finish, "gave up")


def mistakes(steps: Iterable[ToldStep]) -> Counter[Cause]:
    """How often each kind of mistake was made on the way."""
    return Counter(_OF_MISTAKE[step.mistake] for step in steps if step.mistake is not None)


def commonest_mistake(steps: Sequence[ToldStep]) -> Cause | None:
    """The mistake made most often, the first one of several made equally often."""
    return next((cause for cause, _ in mistakes(steps).most_common(1)), None)


def _cause_of_limit(steps: Sequence[ToldStep]) -> Cause | None:
    if 2 * mistakes(steps).total() > len(steps):
        return commonest_mistake(steps)
    second_half = _repetitions(steps)[len(steps) // 2 :]
    return "loop" if 2 * sum(second_half) > len(second_half) else "step limit"


def _repetitions(steps: Iterable[ToldStep]) -> list[bool]:
    """For each step, whether the same was done in the same situation before."""
    changed: frozenset[str] = frozenset()  # how the facts differ from those of the beginning
    seen: set[tuple[frozenset[str], str]] = set()
    repeated = []
    for step in steps:
        act = (changed, step.action or step.said)
        repeated.append(act in seen)
        seen.add(act)
        changed = changed.symmetric_difference(step.added).symmetric_difference(step.deleted)
    return repeated
