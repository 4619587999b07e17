"""How many steps a second an environment takes, beside an environment of Gymnasium's own.

    python scripts/bench_gymnasium.py [--steps 20000]

Random possible actions, one environment, processor time. Taxi is a table of 500 states.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium

from autoplan import gym

PEER = "Taxi-v4"
DOMAINS = ("blocksworld", "ferry", "logistics", "rovers", "satellite")


def steps_a_second(environment: gymnasium.Env[Any, Any], steps: int) -> float:
    """Steps in a second of processor time, resets included."""
    _, info = environment.reset(seed=1)
    environment.action_space.seed(1)
    start = time.process_time()
    for _ in range(steps):
        action = environment.action_space.sample(info["action_mask"])
        _, _, terminated, truncated, info = environment.step(action)
        if terminated or truncated:
            _, info = environment.reset()
    return steps / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000)
    steps = parser.parse_args().steps
    peer = steps_a_second(gymnasium.make(PEER), steps)
    print("| environment | steps a second | times Taxi |\n| --- | ---: | ---: |")
    print(f"| {PEER} | {peer:,.0f} | 1.00 |")
    for name in map(gym.environment_name, DOMAINS):
        speed = steps_a_second(gymnasium.make(name, instance=1), steps)
        print(f"| {name} | {speed:,.0f} | {speed / peer:.2f} |")


if __name__ == "__main__":
    main()
