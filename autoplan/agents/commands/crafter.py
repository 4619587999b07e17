"""`autoplan crafter`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from autoplan.agents.commands import _world_options as worlds
from autoplan.installation import published
from autoplan.terminal import print_rows
from pddl2nl.options import positive, whole

if TYPE_CHECKING:
    from autoplan.agents.studies.crafter import CrafterResult

ABOUT = """Play Crafter in words, and compare score and reward with published ones.

examples:
  autoplan crafter --mechanism random --episodes 100 -o results/crafter
        the Random row, without a model; the same command continues
  autoplan crafter --model openai/gpt-4o-2024-08-06 --episodes 3 -o results/crafter
        three episodes of the agent, with a page a game that shows every pass
"""
_GAMES = 10_000


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--episodes", metavar="N", type=positive, default=1, help="how many games (default: 1)"
    )
    command.add_argument(
        "--seed", metavar="S", type=whole, default=0, help="the first game's world (default: 0)"
    )
    worlds.add_world_options(
        command, mechanisms=("agentkit", "random"), steps=_GAMES, what="steps of a game"
    )


def run(options: argparse.Namespace) -> int:
    worlds.need_extra()
    from autoplan.agents.studies import crafter as study
    from autoplan.agents.studies.episode_file import EpisodeFile
    from policies.agents.agentkit.crafter import CRAFTER_GRAPH

    seeds = range(options.seed, options.seed + options.episodes)
    file = EpisodeFile(options.out, worlds.settings(options))
    if options.mechanism == "random":
        rows = worlds.carried_out(lambda: study.random_episodes(seeds, file, _tell))
    else:
        ask = worlds.asked(options)
        graph = options.graph or CRAFTER_GRAPH
        rows = worlds.carried_out(
            lambda: study.agent_episodes(
                seeds, ask, file, _tell, steps=options.steps, at_once=options.at_once, graph=graph
            )
        )
    result = study.summed_up(rows)
    name = "random" if options.mechanism == "random" else f"agentkit, {options.model}"
    print_rows(
        ("method", "episodes", "score", "reward", "source"),
        [*_published(), _own(name, result)],
    )
    reached = sorted(result.rates.items(), key=lambda each: -each[1])
    rates = [(name, f"{rate:.1f} %") for name, rate in reached if rate]
    print_rows(("achievement", "unlocked in"), rates)
    if result.faults:
        print(f"{result.faults} of them ended because a node gave no usable answer")
    return 0


def _tell(row: Mapping[str, Any]) -> None:
    line = f"seed {row['seed']}: {row['steps']} steps, reward {row['reward']:.1f}"
    fault = f"; node '{row['fault']['node']}' gave no usable answer" if row["fault"] else ""
    print(f"{line}, {len(row['unlocked'])} achievements{fault}", file=sys.stderr)


def _published() -> Iterator[tuple[str, ...]]:
    for row in published("crafter"):
        score = f"{row['score']} %" if row["score"] else "-"
        reward = _plus_minus(row["reward"], row["reward_spread"])
        yield row["method"], "", score, reward, "published"


def _own(name: str, result: CrafterResult) -> tuple[str, ...]:
    spread = f"{result.spread:.1f}" if result.episodes > 1 else ""
    reward = _plus_minus(f"{result.reward:.1f}", spread)
    return name, str(result.episodes), f"{result.score:.2f} %", reward, "here"


def _plus_minus(mean: str, spread: str) -> str:
    return f"{mean} ± {spread}" if mean and spread else mean or "-"
