"""Crafter's Random row: success rates, score and reward of random actions over whole episodes.

    python scripts/crafter_random.py --episodes 100 [--first-seed 0] [--processes 2]

Needs the extra `crafter`. Printed beside the figures that the papers give for it.
"""

from __future__ import annotations

import argparse
import random
import statistics
from concurrent.futures import ProcessPoolExecutor

from simulator.worlds.crafter import (
    ACHIEVEMENTS,
    CrafterRun,
    CrafterWorld,
    RandomPlayer,
    score,
    success_rates,
)


def main() -> None:
    options = _options()
    seeds = range(options.first_seed, options.first_seed + options.episodes)
    with ProcessPoolExecutor(options.processes) as pool:
        runs = list(pool.map(_played, seeds))
    rewards = [each.reward for each in runs]
    rates = success_rates(runs, ACHIEVEMENTS)
    spread = statistics.stdev(rewards) if rewards[1:] else 0.0
    print(f"episodes {len(runs)}, of which {sum(each.died for each in runs)} ended by death")
    print(f"steps    {statistics.mean(each.steps for each in runs):.0f} an episode")
    print(f"score    {score(rates):.2f} %             (published 1.6 ± 0.0 %)")
    print(f"reward   {statistics.mean(rewards):.2f} ± {spread:.2f}          (published 2.1 ± 1.3)")
    reached = [len(each.unlocked) for each in runs]
    spread = statistics.stdev(reached) if reached[1:] else 0.0
    print(f"reached  {statistics.mean(reached):.2f} ± {spread:.2f} achievements an episode")
    for name, rate in sorted(rates.items(), key=lambda each: -each[1]):
        print(f"  {name:20} {rate:5.1f} %")


def _played(seed: int) -> CrafterRun:
    return RandomPlayer(random.Random(seed)).play(CrafterWorld(seed))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Crafter's Random row.")
    parser.add_argument("--episodes", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
