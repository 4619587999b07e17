"""Why an episode failed: one cause, found from how it ended and from its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from autoplan.results.reading import RecordedStep
from autoplan.results.record import LOSSES, losses
from pddl2nl.llm import Completion


class Outcome(NamedTuple):
    """What an episode that is not solved can come to.

    Args:
        colour: that of its part of a bar; outcomes of one kind share a colour, as there are more of
            them than colours that all eyes distinguish.
    """

    meaning: str
    colour: str
    hatch: str = ""


UNSUPPORTED = "unsupported"
"""The cause where a planner cannot express the task, and so has not tried it."""

CAUSES: Mapping[str, Outcome] = MappingProxyType(
    {
        "unsatisfied precondition": Outcome(
            "an action was chosen although its precondition did not hold", "#d55e00"
        ),
        "wrong type": Outcome("an action was applied to an object of the wrong type", "#e69f00"),
        "unknown object": Outcome("the task has no object of the given name", "#f0e442"),
        "unknown action": Outcome("the domain has no action of the given name", "#e69f00", "////"),
        "wrong number of objects": Outcome(
            "an action was given too many or too few objects", "#f0e442", "////"
        ),
        "not understood": Outcome("a sentence could not be read as an action", "#cc79a7"),
        "goal not reached": Outcome(
            "the plan was carried out, and the goal does not hold at its end", "#56b4e9"
        ),
        "finished too early": Outcome(
            "the player claimed to be finished before the goal was reached", "#56b4e9", "...."
        ),
        "loop": Outcome(
            "the player went in circles: it repeated steps in the same state, or plans that had "
            "failed",
            "#0072b2",
        ),
        "limit": Outcome("the step limit was reached before the goal", "#009e73"),
        "gave up": Outcome("the player stopped by itself", "#009e73", "////"),
        "horizon": Outcome(
            "the agent reached its turn limit before its tasks were verified", "#009e73", "...."
        ),
        "no answer": Outcome(
            "the agent's tasks were verified, but its answer proposes no step", "#56b4e9", "////"
        ),
        "no network": Outcome("the model wrote no usable task network", "#0072b2", "////"),
        "time limit": Outcome("the planner ran out of time", "#8c8c8c"),
        "memory limit": Outcome("the planner ran out of memory", "#8c8c8c", "////"),
        "no plan": Outcome("the planner found that there is no plan", "#8c8c8c", "...."),
        UNSUPPORTED: Outcome(
            "the planner does not support a feature of the task", "#8c8c8c", "xxxx"
        ),
        "planner failed": Outcome("the planner failed with an error", "#8c8c8c", "++++"),
        "model error": Outcome(
            "a call of the model failed, which ended the episode", "#cc79a7", "////"
        ),
        **{
            loss: Outcome(meaning, "#cc79a7", hatch)
            for (loss, meaning), hatch in zip(
                LOSSES.items(),
                ("....", "xxxx", "++++", "----", "||||", "oooo", "\\\\"),
                strict=True,
            )
        },
    }
)
"""Every cause, in the order in which they are listed."""

UNREAD = "unread"
"""The outcome of an episode whose plan could not be read: neither solved nor failed."""

OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        UNREAD: Outcome(
            "the answer could not be read as a whole, so whether it solves the task is unknown",
            "#ffffff",
            "....",
        ),
        **CAUSES,
    }
)
"""What an episode that is not solved can come to: the causes, and before them `UNREAD`."""

_OF_FINISH = {
    "plan-ended": "goal not reached",
    "plan-loop": "loop",
    "unsolvable": "no plan",
    "error": "model error",
}
"""The causes of ends that are called otherwise."""


def cause_of(
    finish: str, steps: Sequence[RecordedStep], answers: Sequence[Completion] = ()
) -> str | None:
    """Why an episode did not reach its goal.

    A plan fails for the mistake that it broke off at. An episode that used up its steps, or that
    was stopped since nothing came of them (`--patience`), fails for its commonest mistake where
    more than half of its steps were mistakes; for a loop where more than half of the steps of its
    second half repeat what was done in the same situation before; else for the limit.

    Where half of the model's answers or more were none, or cut off, that is the cause.

    Args:
        finish: how the episode ended: `simulator.Finish`, or `error` where it broke off.

    Returns:
        The cause, None where the goal was reached, or the plan could not be read.
    """
    if finish in ("goal", "unread"):
        return None
    lost = losses(answers)
    if finish != "error" and lost and 2 * lost.total() >= len(answers):
        return lost.most_common(1)[0][0]
    if finish == "plan-refused":
        return commonest_mistake(steps[-1:]) or "gave up"
    if finish in ("limit", "patience"):
        if 2 * mistakes(steps).total() > len(steps):
            return commonest_mistake(steps)
        second_half = _repetitions(steps)[len(steps) // 2 :]
        return "loop" if 2 * sum(second_half) > len(second_half) else "limit"
    cause = _OF_FINISH.get(finish, finish.replace("-", " "))
    return cause if cause in CAUSES else "gave up"


def mistakes(steps: Iterable[RecordedStep]) -> Counter[str]:
    """How often each kind of mistake was made on the way."""
    return Counter(step.mistake for step in steps if step.mistake)


def commonest_mistake(steps: Sequence[RecordedStep]) -> str | None:
    """The mistake made most often, the first one of several made equally often."""
    return next((cause for cause, _ in mistakes(steps).most_common(1)), None)


def _repetitions(steps: Iterable[RecordedStep]) -> list[bool]:
    """For each step, whether the same was done in the same situation before."""
    changed: frozenset[str] = frozenset()  # how the facts differ from those of the beginning
    seen: set[tuple[frozenset[str], str]] = set()
    repeated = []
    for step in steps:
        act = (changed, step.action or step.text)
        repeated.append(act in seen)
        seen.add(act)
        changed = changed.symmetric_difference(step.added).symmetric_difference(step.deleted)
    return repeated
