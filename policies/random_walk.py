"""Random: an applicable action, each as likely as the other (seed paper, section 5, "rnd")."""

from __future__ import annotations

from policies.mechanism import ALL_FORMS, Player, Traits
from simulator import Episode
from simulator.applicable import TooManyActionsError
from simulator.patience import OutOfTimeError, within


class RandomWalk:
    """Choose among the applicable actions until the goal is reached or the steps are used up."""

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
