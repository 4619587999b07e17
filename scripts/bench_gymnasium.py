"""How many steps per second an environment takes, beside an environment of Gymnasium's own.

    python scripts/bench_gymnasium.py [--steps 20000]

Random possible actions, one environment, processor time. Taxi is a table of 500 states. A turn is
one answer in English to `act`: read, carried out and described, without the model's time, as in
`autoplan.chat_episode` and the environment for verifiers.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from typing import Any

import gymnasium

from autoplan import gym
from autoplan.integrations.playable import playable_tasks
from autoplan.play.chat_episode import ChatEpisode, OutsideModel

PEER = "Taxi-v4"
TURNS = 100
"""The number of turns of an episode; its conversation grows with each."""
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


def turns_a_second(domain: str, turns: int) -> float:
    """Answers of one step in a second of processor time."""
    (task,) = playable_tasks(domain, 1).values()
    task, dice, spent = replace(task, step_limit=TURNS), random.Random(1), 0.0
    chat = ChatEpisode("act", *task.opened("act", OutsideModel()))
    for _ in range(turns):
        episode = chat.episode
        if chat.done or not (choices := episode.world.applicable(episode.state)):
            chat = ChatEpisode("act", *task.opened("act", OutsideModel()))
            continue
        answer = episode.presentation.narrator.action(dice.choice(choices))
        start = time.process_time()
        chat.submit(answer)
        spent += time.process_time() - start
    return turns / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000)
    steps = parser.parse_args().steps
    peer = steps_a_second(gymnasium.make(PEER), steps)
    print("| environment | steps per second | times Taxi |\n| --- | ---: | ---: |")
    print(f"| {PEER} | {peer:,.0f} | 1.00 |")
    for name in map(gym.environment_name, DOMAINS):
        speed = steps_a_second(gymnasium.make(name, instance=1), steps)
        print(f"| {name} | {speed:,.0f} | {speed / peer:.2f} |")
    for name in DOMAINS:
        print(f"| turns in {name} | {turns_a_second(name, steps):,.0f} | |")


if __name__ == "__main__":
    main()
