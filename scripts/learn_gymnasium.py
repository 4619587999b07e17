"""Learning curves in our environments: a table of action values over facts, no deep learning.

    python scripts/learn_gymnasium.py [--episodes 600] [--runs 10] [--plot curves.png]

Q-learning (Watkins 1989) with masked actions: each set of facts is a row of the table. A random
walk over the same masks stands beside it.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from autoplan import gym

TASKS = (("ferry", 3), ("blocksworld", 4), ("visitall", 6))
"""Domains and instances."""
RATE, DISCOUNT, EXPLORED = 0.5, 0.95, 0.1
BLOCK = 50
"""The number of episodes whose outcomes are averaged in one point of a curve."""


def returns(
    environment: gymnasium.Env[Any, Any], episodes: int, seed: int, *, learns: bool
) -> list[float]:
    """The reward of each episode, by Q-learning from an empty table, or of a random walk."""
    table: defaultdict[bytes, NDArray[Any]] = defaultdict(
        lambda: np.zeros(int(environment.action_space.n))  # type: ignore[attr-defined]
    )
    dice, found = random.Random(seed), []
    for _ in range(episodes):
        seen, info = environment.reset()
        over, reward = False, 0.0
        while not over:
            state, possible = seen.tobytes(), np.flatnonzero(info["action_mask"])
            action = int(dice.choice(chosen(table[state], possible, dice) if learns else possible))
            seen, reward, solved, truncated, info = environment.step(action)
            over = solved or truncated
            # The step limit is no part of the task: a state that it cuts off keeps its value.
            ahead = 0.0 if solved else table[seen.tobytes()].max()
            table[state][action] += RATE * (float(reward) + DISCOUNT * ahead - table[state][action])
        found.append(float(reward))
    return found


def chosen(values: NDArray[Any], possible: NDArray[Any], dice: random.Random) -> NDArray[Any]:
    """The best of the possible actions, now and then all."""
    return (
        possible
        if dice.random() < EXPLORED
        else possible[values[possible] == values[possible].max()]
    )


def curve(rewards: NDArray[Any]) -> list[float]:
    """The mean reward of each block of episodes, over all runs."""
    edges = range(0, rewards.shape[1] + 1, BLOCK)
    return [float(rewards[:, first:last].mean()) for first, last in pairwise(edges)]


def plotted(curves: dict[str, list[float]], path: Path) -> None:
    """Draw the curves."""
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for name, points in curves.items():
        axes.plot([BLOCK * (number + 1) for number in range(len(points))], points, label=name)
    axes.set(xlabel="episodes", ylabel="tasks solved", ylim=(0, 1.02))
    axes.legend()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=600, help=f"a multiple of {BLOCK}")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves")
    options = parser.parse_args()
    curves: dict[str, list[float]] = {}
    print(f"| task | random | first {BLOCK} | last {BLOCK} |\n| --- | ---: | ---: | ---: |")
    for domain, instance in TASKS:
        name = f"{domain} {instance}"
        environment = gymnasium.make(
            gym.environment_name(domain), instance=instance, observe="facts"
        )
        seeds = range(options.runs)
        chance, learnt = (
            np.array([returns(environment, options.episodes, seed, learns=each) for seed in seeds])
            for each in (False, True)
        )
        curves[name] = curve(learnt)
        print(f"| {name} | {chance.mean():.0%} | {curves[name][0]:.0%} | {curves[name][-1]:.0%} |")
    if options.plot is not None:
        plotted(curves, options.plot)


if __name__ == "__main__":
    main()
