"""What a witness says of a plan, and what every witness agrees on before it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pddl2nl.model import Condition, GroundAction, Problem
from simulator.outcome import Fault
from simulator.world import World


@dataclass(frozen=True, slots=True)
class Verdict:
    """One witness's judgement of a plan.

    Attributes:
        witness: the validator's name.
        valid: whether the plan solves the problem; None where the witness gave no verdict.
        reason: why, in a few words; without a verdict there is always one.
        failed_step: the 0-based index of the first step that cannot be carried out, None where
            every step can or the witness does not say.
        faults: what is wrong with that step, as far as the witness tells.
        unmet_goal: the conjuncts of the goal that fail in the end, as far as the witness tells.
        output: what the witness said, word for word; empty for witnesses that return values.
    """

    witness: str
    valid: bool | None
    reason: str = ""
    failed_step: int | None = None
    faults: tuple[Fault, ...] = ()
    unmet_goal: tuple[Condition, ...] = ()
    output: str = ""


class Validator(Protocol):
    """Something that judges plans; it never raises for what a plan holds."""

    @property
    def name(self) -> str:
        """The witness's name, as verdicts bear it."""
        ...

    def validate(self, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
        """Judge a plan for a problem."""
        ...


def malformed(witness: str, world: World, plan: Sequence[GroundAction]) -> Verdict | None:
    """The verdict on a plan with a step that is no action of the problem; None if all are.

    Names, arity and types are looked at over the whole plan first, as in reading a program
    before running it. Outside validators differ on them, down to a crash.
    """
    for index, action in enumerate(plan):
        faults = world.misfits(action)
        if faults:
            return Verdict(witness, False, failed_step=index, faults=faults)
    return None


def no_verdict(witness: str, reason: str, output: str = "") -> Verdict:
    """The verdict of a witness that could not judge."""
    return Verdict(witness, None, reason=reason, output=output)
