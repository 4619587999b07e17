"""Act: the model chooses one action at a time and sees what it did (seed paper, section 4)."""

from __future__ import annotations

from policies.acting import play_steps
from policies.mechanism import Player, Traits
from simulator import Episode


class Act:
    """Ask for one action, carry it out, tell what happened, and ask again."""

    traits = Traits()

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        prompt = "act_pddl" if episode.form == "pddl" else "act"
        await play_steps(self._player, episode, prompt, thinking=False)
