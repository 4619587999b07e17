"""ReAct: a thought and an action at a time (seed paper, section 4; Yao et al. 2023)."""

from __future__ import annotations

from policies.acting import play_steps
from policies.mechanism import ENGLISH_FORMS, Player, Traits
from simulator import Episode


class ReAct:
    """As Act, with a thought before each action. Thoughts are English, so PDDL is no input form."""

    traits = Traits(forms=ENGLISH_FORMS | {"tools"}, thinks=True)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_steps(self._player, episode, "react", thinking=True)
