"""Crafter's own measures: success rates, score, reward (Hafner 2021, section 3)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CrafterRun:
    """What came of an episode.

    Args:
        seed: the world's.
        steps: the actions that were taken in the game.
        reward: 1 for each achievement when it is unlocked first, a tenth for each point of health,
            won or lost.
        unlocked: the achievements, in the order in which they were reached.
        died: whether the player's health ended the episode.
    """

    seed: int
    steps: int
    reward: float
    unlocked: tuple[str, ...]
    died: bool


def success_rates(runs: Sequence[CrafterRun], achievements: Sequence[str]) -> Mapping[str, float]:
    """In how many of the episodes each achievement was unlocked, in percent.

    Raises:
        ValueError: there are no episodes.
    """
    if not runs:
        raise ValueError("no episodes, so no rates")
    return {
        name: 100 * sum(name in each.unlocked for each in runs) / len(runs) for name in achievements
    }


def score(rates: Mapping[str, float]) -> float:
    """The Crafter score in percent: the geometric mean of success rates, each raised by 1 %.

    Args:
        rates: success rates in percent.
    """
    return math.exp(sum(math.log1p(rate) for rate in rates.values()) / len(rates)) - 1
