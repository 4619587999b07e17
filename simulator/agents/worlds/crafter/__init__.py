"""Crafter, a game of survival, in words (Hafner 2021; its text as in seed paper 002, appendix E.1).

`world.py` plays the real package (extra `agents`), `view.py` says what is seen of it, and
`score.py` adds up what was reached.
"""

from simulator.agents.worlds.crafter.score import CrafterRun, score, success_rates
from simulator.agents.worlds.crafter.view import CrafterView, Sighting, view_text
from simulator.agents.worlds.crafter.world import (
    ACHIEVEMENTS,
    ACTIONS,
    EPISODE_LENGTH,
    CrafterWorld,
    Moment,
    RandomPlayer,
)

__all__ = [
    "ACHIEVEMENTS",
    "ACTIONS",
    "EPISODE_LENGTH",
    "CrafterRun",
    "CrafterView",
    "CrafterWorld",
    "Moment",
    "RandomPlayer",
    "Sighting",
    "score",
    "success_rates",
    "view_text",
]
