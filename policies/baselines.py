"""Mechanisms without a model: random choice and symbolic planners (the paper, section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from policies.mechanism import ALL_FORMS, Player, Traits
from policies.symbolic import ENGINE, NoPlan, PlannerFailedError, check_engine
from simulator import Episode
from simulator.applicable import TooManyActionsError
from simulator.queries import OutOfTimeError, within


class RandomWalk:
    """Choose among the applicable actions, each as likely as the other ("rnd" in the paper).

    It ends when the goal is reached or the steps are used up.
    """

    traits = Traits(forms=ALL_FORMS, asks_model=False)

    def __init__(self, player: Player) -> None:
        self._dice = player.dice
        self._seconds = player.rules.time_limit

    async def run(self, episode: Episode) -> None:
        try:
            with within(self._seconds):
                self._walk(episode)
        except OutOfTimeError:
            episode.end("time-limit")
        except TooManyActionsError:
            episode.end("memory-limit")

    def _walk(self, episode: Episode) -> None:
        while not episode.finished:
            choices = episode.world.applicable(episode.state)
            if not choices:
                episode.end("gave-up")
                return
            episode.submit(self._dice.choice(choices))


_TRAITS = Traits(forms=ALL_FORMS, step_by_step=False, asks_model=False, searches=True, seeded=False)
"""Planners see the task, not its texts."""


class PlannerMechanism:
    """Have a planner of some name find a plan, and carry it out."""

    def __init__(self, player: Player, planner: str) -> None:
        self._player = player
        self._planner = planner

    async def run(self, episode: Episode) -> None:
        limits = self._player.rules.limits
        found = await self._player.planners.solve(
            *(episode.problem, self._planner),
            seconds=limits.seconds,
            memory=limits.memory,
            by_cost=self._player.rules.costs,
        )
        episode.seconds = found.seconds
        if isinstance(found, NoPlan) and found.reason == "planner-failed":
            raise PlannerFailedError(f"the planner failed: {found.detail or 'it printed nothing'}")
        if isinstance(found, NoPlan):
            episode.end(found.reason, found.detail)
            return
        for action in found.plan:
            if episode.submit(action).refused:
                episode.end("plan-refused")
                return
        episode.end("plan-ended")


@dataclass(frozen=True, slots=True)
class NamedPlanner:
    """What a planner's name for `SymbolicPlanner.solve` stands for among the mechanisms."""

    planner: str
    traits: ClassVar[Traits] = _TRAITS

    def __call__(self, player: Player) -> PlannerMechanism:
        return PlannerMechanism(player, self.planner)


brfs = NamedPlanner("brfs")
blind = NamedPlanner("blind")
lmcut = NamedPlanner("lmcut")
ff = NamedPlanner("ff")
lama = NamedPlanner("lama")
lama_first = NamedPlanner("lama-first")


def engine(name: str) -> NamedPlanner:
    """One of unified-planning's engines, for the mechanism `up:NAME`.

    Raises:
        InputError: unified-planning has no such planner.
    """
    check_engine(name)
    return NamedPlanner(f"{ENGINE}{name}")
