"""Act: the model chooses one action at a time and sees what it did (seed paper, section 4)."""

from __future__ import annotations

from policies.acting import play_steps
from policies.mechanism import ALL_FORMS, Player, Traits
from simulator import Episode


class Act:
    """Ask for one action, carry it out, tell what happened, and ask again."""

    traits = Traits(forms=ALL_FORMS)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_steps(self._player, episode, "act", thinking=False)
