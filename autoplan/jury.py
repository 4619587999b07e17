"""Witnesses that judge the plan of every finished episode."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pddl2nl.model import GroundAction
from simulator import Episode
from simulator.validation import Validator, Verdict, conclusion, disagreement, validate_in
from simulator.world import World

Plan: TypeAlias = tuple[GroundAction, ...]
CARRIED_OUT, PROPOSED = "carried-out plan", "proposed plan"
EPISODE = "episode"
"""Whose word it is that an episode has or has not ended in the goal."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the witnesses say of an episode.

    Args:
        verdicts: the verdicts of all witnesses on each of its plans.
    """

    verdicts: Mapping[str, tuple[Verdict, ...]]

    @property
    def disagreement(self) -> str | None:
        """Who says what of which plan, None where nobody contradicts anybody."""
        found = ((plan, disagreement(verdicts)) for plan, verdicts in self.verdicts.items())
        return "; ".join(f"{plan}: {who}" for plan, who in found if who) or None

    @property
    def silent(self) -> Iterator[Verdict]:
        """Where a witness gave no verdict."""
        return (each for group in self.verdicts.values() for each in group if each.valid is None)

    def as_data(self) -> list[dict[str, Any]]:
        """The verdicts for the transcript; a witness's words are kept where it did not judge."""
        return [
            {
                "plan": plan,
                "witness": verdict.witness,
                "valid": verdict.valid,
                "says": conclusion(verdict),
                "output": verdict.output if verdict.valid is None else None,
            }
            for plan, verdicts in self.verdicts.items()
            for verdict in verdicts
        ]


class Jury:
    """Has plans judged by the World, replaying them from the start, and by other validators."""

    def __init__(self, others: Sequence[Validator] = ()) -> None:
        """Args: others: the witnesses beside the World."""
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

    async def _verdicts(self, world: World, plan: Plan) -> tuple[Verdict, ...]:
        own = validate_in(world, plan)
        if not self._others:
            return (own,)
        async with self._one_at_a_time:
            # In a thread: they take milliseconds up to a minute, and other episodes go on.
            return (own, *await asyncio.to_thread(self._ask, world, plan))

    def _ask(self, world: World, plan: Plan) -> tuple[Verdict, ...]:
        return tuple(other.validate(world.problem, plan) for other in self._others)
