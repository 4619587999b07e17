"""What a witness says of a plan, what all agree on before they are asked, and the World as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pddl2nl.errors import PddlError
from pddl2nl.model import Condition, GroundAction, Problem
from simulator.outcome import Fault, Refused
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
        faults: what is wrong with that step, as far as the witness reports.
        unmet_goal: the conjuncts of the goal that fail in the end, as far as the witness reports.
        output: what the witness wrote, word for word; empty for witnesses that return values.
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


def judged(
    witness: str,
    world: World,
    plan: Sequence[GroundAction],
    judge: Callable[[Sequence[GroundAction]], Verdict],
) -> Verdict:
    """The verdict on a plan of which some step may be no action of the problem.

    The witness judges the steps before the first of these alone, since outside validators differ
    on names, arity and types, down to a crash.
    """
    for index, action in enumerate(plan):
        if faults := world.misfits(action):
            before = judge(plan[:index]) if index else None
            if before is not None and (before.failed_step is not None or before.valid is None):
                return before
            return Verdict(witness, False, failed_step=index, faults=faults)
    return judge(plan)


def no_verdict(witness: str, reason: str, output: str = "") -> Verdict:
    """The verdict of a witness that could not judge."""
    return Verdict(witness, None, reason=reason, output=output)


def disagreement(verdicts: Iterable[Verdict]) -> str | None:
    """Who says what of one plan, where two witnesses contradict each other; else None.

    They have to agree on whether the plan is valid and on the first step that cannot be carried
    out. A witness that gave no verdict contradicts nobody.
    """
    judged = [verdict for verdict in verdicts if verdict.valid is not None]
    if len({(verdict.valid, verdict.failed_step) for verdict in judged}) <= 1:
        return None
    return "; ".join(f"{verdict.witness} says {conclusion(verdict)}" for verdict in judged)


def conclusion(verdict: Verdict) -> str:
    """What a verdict comes to, in a few words; steps are counted from 1."""
    if verdict.valid is None or verdict.valid:
        judgement, why = "valid" if verdict.valid else "no verdict", verdict.reason
    elif verdict.failed_step is None:
        judgement, why = "invalid", verdict.reason or "the goal is not reached"
    else:
        judgement, why = f"invalid at step {verdict.failed_step + 1}", verdict.reason
    return f"{judgement} ({why})" if why else judgement


NAME = "own"


class OwnValidator:
    """Judges plans by the World's semantics."""

    name = NAME

    def validate(self, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
        """Judge a plan; no verdict only where the problem's axioms are not stratified."""
        try:
            world = World(problem)
        except PddlError as error:
            return no_verdict(NAME, error.message)
        return validate_in(world, plan)


def validate_in(world: World, plan: Sequence[GroundAction]) -> Verdict:
    """Judge a plan in a world that is there already; many plans of one problem cost one world."""
    return judged(NAME, world, plan, lambda steps: _walked(world, steps))


def _walked(world: World, plan: Sequence[GroundAction]) -> Verdict:
    state = world.initial
    for index, action in enumerate(plan):
        outcome = world.step(state, action)
        if isinstance(outcome, Refused):
            return Verdict(NAME, False, failed_step=index, faults=outcome.faults)
        state = outcome.state
    unmet = world.unmet_goal(state)
    return Verdict(NAME, not unmet, unmet_goal=unmet)
