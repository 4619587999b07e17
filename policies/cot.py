"""CoT: a whole plan with a thought before each step (seed paper, section 4)."""

from __future__ import annotations

from policies._planning import play_plan
from policies.mechanism import Player
from simulator import Episode, InputForm


class CoT:
    """Ask once for a plan with thoughts. Thoughts are English, so PDDL is no input form for it."""

    forms: frozenset[InputForm] = frozenset({"nl", "valm23"})
    step_by_step = False
    asks_model = True
    thinks = True

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_plan(self._player, episode, "cot", thinking=self.thinks)
