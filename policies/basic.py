"""Basic: the model writes a whole plan, a line a step (seed paper, section 4)."""

from __future__ import annotations

from policies.mechanism import Player, Traits
from policies.planning import play_plan
from simulator import Episode


class Basic:
    """Ask once for a plan."""

    traits = Traits(step_by_step=False)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_plan(self._player, episode, "basic", thinking=False)
