"""The World as a witness: carry the plan out and look at the goal."""

from __future__ import annotations

from collections.abc import Sequence

from pddl2nl.errors import PddlError
from pddl2nl.model import GroundAction, Problem
from simulator.outcome import Refused
from simulator.validation.verdict import Verdict, malformed, no_verdict
from simulator.world import World

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
    verdict = malformed(NAME, world, plan)
    if verdict is not None:
        return verdict
    state = world.initial
    for index, action in enumerate(plan):
        outcome = world.step(state, action)
        if isinstance(outcome, Refused):
            return Verdict(NAME, False, failed_step=index, faults=outcome.faults)
        state = outcome.state
    unmet = world.unmet_goal(state)
    return Verdict(NAME, not unmet, unmet_goal=unmet)
