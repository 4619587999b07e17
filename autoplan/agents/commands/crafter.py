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
_KINDS = ("move", "do", "craft", "rest")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--episodes", metavar="N", type=positive, default=1, help="how many games (default: 1)"
    )
    command.add_argument(
        "--seed", metavar="S", type=whole, default=0, help="the first game's world (default: 0)"
    )
    command.add_argument(
        "--manual",
        choices=("paper", "full"),
        default="paper",
        help="what the agent knows of the game at first: no more than in the paper (default), or "
        "also what blocks the way, what `do` does, where things are placed, how plants, sleep, "
        "vitals and monsters work (full)",
    )
    command.add_argument(
        "--learning",
        choices=("early", "late"),
        default="early",
        help="when the agent is asked for new knowledge: always, before it plans (early, the "
        "default), or after that (as in the paper's appendix F.1) and only where it plans anew "
        "(late)",
    )
    worlds.add_world_options(command, other="random", steps=_GAMES, what="steps of a game")


def run(options: argparse.Namespace) -> int:
    worlds.need_extra()
    from autoplan.agents.studies import crafter as study
    from autoplan.agents.studies.episode_file import EpisodeFile

    seeds = range(options.seed, options.seed + options.episodes)
    random = options.mechanism == "random"
    late = options.learning == "late" and not random
    own = {} if random else {"manual": options.manual}
    if late:  # episodes of earlier versions learnt early, and do not say so
        own["learning"] = options.learning
    file = EpisodeFile(options.out, {**worlds.settings(options), **own})
    rows = worlds.played(
        options,
        lambda: study.random_episodes(seeds, file, _tell),
        lambda ask, **how: study.agent_episodes(
            seeds, ask, file, _tell, manual=options.manual, learning=options.learning, **how
        ),
    )
    result = study.summed_up(rows)
    plays = f"agentkit, {options.model}, {options.manual} manual"
    name = "random" if random else plays + (", late learning" if late else "")
    dollars = "" if random else worlds.cost(options, rows)
    print_rows(
        ("method", "episodes", "score", "reward", "USD", "source"),
        [*_published(), _own(name, result, dollars)],
    )
    reached = sorted(result.rates.items(), key=lambda each: -each[1])
    rates = [(name, f"{rate:.1f} %") for name, rate in reached if rate]
    print_rows(("achievement", "unlocked in"), rates)
    skills = study.by_skill(rows)
    if skills:
        print_rows(("skill", *_KINDS), list(_shares(skills)))
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
        yield row["method"], "", score, reward, row["cost"], "published"


def _shares(skills: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, ...]]:
    """Of the actions under each skill, the share of each kind."""
    for name, taken in skills.items():
        total = sum(taken.values())
        yield name, *(f"{taken.get(kind, 0) / total:.0%}" for kind in _KINDS)


def _own(name: str, result: CrafterResult, dollars: str) -> tuple[str, ...]:
    spread = f"{result.spread:.1f}" if result.episodes > 1 else ""
    reward = _plus_minus(f"{result.reward:.1f}", spread)
    return name, str(result.episodes), f"{result.score:.2f} %", reward, dollars, "here"


def _plus_minus(mean: str, spread: str) -> str:
    return f"{mean} ± {spread}" if mean and spread else mean or "-"
