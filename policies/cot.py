"""CoT: a whole plan with a thought before each step (seed paper, section 4)."""

from __future__ import annotations

from policies.mechanism import ENGLISH_FORMS, Player, Traits
from policies.planning import play_plan
from simulator import Episode


class CoT:
    """Ask once for a plan with thoughts. Thoughts are English, so PDDL is no input form for it."""

    traits = Traits(forms=ENGLISH_FORMS, step_by_step=False, thinks=True)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_plan(self._player, episode, "cot", thinking=True)
