"""Validators that judge the plan of every finished episode."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from threading import Event
from typing import TypeAlias

from autoplan.results.record import EPISODE, Judgement
from pddl2nl.model import GroundAction, Problem
from simulator import Episode
from simulator.patience import until
from simulator.validation import Validator, Verdict, validate_in
from simulator.world import World

JudgedPlan: TypeAlias = tuple[GroundAction, ...]
CARRIED_OUT, PROPOSED = "carried-out plan", "proposed plan"

_log = logging.getLogger(__name__)
# Verdicts tell users what broke; where there is no log, its traceback goes nowhere.
_log.addHandler(logging.NullHandler())


def asked(validator: Validator, problem: Problem, plan: JudgedPlan) -> Verdict:
    """What a validator says of a plan; nothing, if it breaks or names a step there is not."""
    try:
        verdict = validator.validate(problem, plan)
    except (Exception, SystemExit) as failure:
        # A validator of another package may break; the episode was played all the same.
        _log.exception("a validator broke")
        return Verdict(validator.name, None, reason=f"{type(failure).__name__}: {failure}")
    step = verdict.failed_step
    if step is not None and not 0 <= step < len(plan):
        reason = f"it names step {step} (the first is 0) of {len(plan)}"
        return Verdict(validator.name, None, reason=reason)
    return verdict


class Judge:
    """Has plans judged by the World, replaying them from the start, and by other validators."""

    def __init__(self, others: Sequence[Validator] = ()) -> None:
        """Args: others: the validators beside the World."""
        self._others = tuple(others)
        # They keep translated tasks and global environments, so they are asked one at a time.
        self._one_at_a_time = asyncio.Lock()

    async def judge(self, episode: Episode, *, proposes_plan: bool) -> Judgement:
        """Have an episode's plans judged.

        Args:
            episode: a finished episode.
            proposes_plan: whether its player gave a whole plan, which is judged as well as far as
                it was read, where it is not the one carried out.
        """
        goal_reached = episode.world.goal_reached(episode.state)
        verdicts = {
            CARRIED_OUT: (
                Verdict(EPISODE, goal_reached),
                *await self._verdicts(episode.world, episode.plan),
            )
        }
        proposed = tuple(step.action for step in episode.history if step.action is not None)
        if proposes_plan and proposed != episode.plan:
            verdicts[PROPOSED] = await self._verdicts(episode.world, proposed)
        return Judgement(verdicts)

    async def _verdicts(self, world: World, plan: JudgedPlan) -> tuple[Verdict, ...]:
        own = validate_in(world, plan)
        if not self._others:
            return (own,)
        async with self._one_at_a_time:
            # In a thread: they take milliseconds up to a minute, and other episodes go on.
            stop = Event()
            try:
                with until(stop):
                    return (own, *await asyncio.to_thread(self._ask, world, plan))
            finally:
                # At a Ctrl-C nobody waits for the thread but the end of the event loop.
                stop.set()

    def _ask(self, world: World, plan: JudgedPlan) -> tuple[Verdict, ...]:
        return tuple(asked(other, world.problem, plan) for other in self._others)
