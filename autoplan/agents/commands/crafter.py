"""`autoplan crafter`."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from statistics import mean, stdev
from typing import Any

from autoplan.agents.commands import _world_options as worlds
from autoplan.agents.studies.episode_file import EpisodeFile, PlayedEpisode, passes_until
from autoplan.installation import published
from autoplan.terminal import print_rows
from pddl2nl.english import counted
from pddl2nl.options import positive, whole
from policies.agents.agentkit.crafter import CRAFTER_GRAPH, CrafterAgent
from policies.agents.agentkit.trace import PassTrace
from simulator.agents.worlds.crafter import CrafterWorld, play_at_random, score, success_rates

ABOUT = """Play Crafter as text, and compare score and reward with the published ones.

examples:
  autoplan crafter --mechanism random --episodes 100 -o results/crafter
        the published row "Random", without a model; the same command resumes the run
  autoplan crafter --model openai/gpt-4o-2024-08-06 --episodes 3 -o results/crafter
        three episodes of the agent, with one page per game that shows every pass
"""
_GAMES = 10_000
_KINDS = ("move", "do", "craft", "rest")
_KIND_OF = {"place": "craft", "make": "craft", "sleep": "rest", "noop": "rest"}
"""The kinds of actions by how their names begin; `move` and `do` are their own."""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--episodes", metavar="N", type=positive, default=1, help="number of games (default: 1)"
    )
    command.add_argument(
        "--seed",
        metavar="S",
        type=whole,
        default=0,
        help="seed of the first game's world (default: 0)",
    )
    command.add_argument(
        "--manual",
        choices=("paper", "full"),
        default="paper",
        help="initial knowledge of the agent: paper (default) = as in the AgentKit paper; full = "
        "also what blocks the way, what `do` does, where things are placed, how plants, sleep, "
        "vitals and monsters work",
    )
    command.add_argument(
        "--learning",
        choices=("early", "late"),
        default="early",
        help="when the agent is asked for new knowledge: early (default) = in every pass, "
        "before it plans; late = after planning (appendix F.1 of the AgentKit "
        "paper), and only if it replans (section 3.1)",
    )
    worlds.add_world_options(command, other="random", steps=_GAMES, what="maximum steps per game")


def run(options: argparse.Namespace) -> int:
    worlds.need_extra()
    seeds = range(options.seed, options.seed + options.episodes)
    at_random = options.mechanism == "random"
    late = options.learning == "late" and not at_random
    own = {} if at_random else {"manual": options.manual}
    if late:  # episodes of earlier versions learnt early, and do not say so
        own["learning"] = options.learning
    file = EpisodeFile(options.out, {**worlds.settings(options), **own}, "seed", _tell)
    rows = worlds.played(options, file, seeds, _at_random, partial(_by_agent, options))
    plays = f"agentkit, {options.model}, {options.manual} manual"
    name = "random" if at_random else plays + (", late learning" if late else "")
    rates = success_rates([row["unlocked"] for row in rows])
    rewards = [row["reward"] for row in rows]
    spread = f"{stdev(rewards):.1f}" if rewards[1:] else ""
    reward = _plus_minus(f"{mean(rewards):.1f}", spread)
    dollars = "" if at_random else worlds.cost(options, rows)
    print_rows(
        ("method", "episodes", "score", "reward", "USD", "source"),
        [*_published(), (name, str(len(rows)), f"{score(rates):.2f} %", reward, dollars, "here")],
    )
    reached = sorted(rates.items(), key=lambda each: -each[1])
    print_rows(
        ("achievement", "unlocked in"), [(name, f"{rate:.1f} %") for name, rate in reached if rate]
    )
    if skills := list(_shares(rows)):
        print_rows(("skill", *_KINDS), skills)
    if faults := sum(row["fault"] is not None for row in rows):
        print(f"{counted(faults, 'episode')} ended because a node gave no usable answer")
    return 0


def _at_random(seed: int) -> PlayedEpisode:
    run = play_at_random(CrafterWorld(seed), random.Random(seed))
    return PlayedEpisode({**asdict(run), "ended": "death or length"})


async def _by_agent(options: argparse.Namespace, seed: int, ask: worlds.Asked) -> PlayedEpisode:
    world, graph = CrafterWorld(seed), options.graph or CRAFTER_GRAPH
    how = {"manual": options.manual, "learning": options.learning}
    agent = CrafterAgent(ask, world, graph, models=ask.other, **how)

    async def step() -> PassTrace:
        return (await agent.step())[1]

    passes, failure = await passes_until(
        lambda: world.finished or world.run.steps >= options.steps, step
    )
    ended = "a node's answers" if failure else "death" if world.run.died else "steps"
    skills = {name: dict(taken) for name, taken in agent.taken.items()}
    return PlayedEpisode({**asdict(world.run), "ended": ended, "skills": skills}, passes, failure)


def _tell(row: Mapping[str, Any]) -> None:
    line = f"seed {row['seed']}: {row['steps']} steps, reward {row['reward']:.1f}"
    fault = f"; node '{row['fault']['node']}' gave no usable answer" if row["fault"] else ""
    print(f"{line}, {len(row['unlocked'])} achievements{fault}", file=sys.stderr)


def _published() -> Iterator[tuple[str, ...]]:
    for row in published("crafter"):
        score = f"{row['score']} %" if row["score"] else "-"
        reward = _plus_minus(row["reward"], row["reward_spread"])
        yield row["method"], "", score, reward, row["cost"], "published"


def _shares(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Of the actions under each skill, the share of each kind (AgentKit paper, figure 4)."""
    skills: dict[str, Counter[str]] = {}
    for row in rows:
        for skill, taken in row.get("skills", {}).items():
            for action, count in taken.items():
                first = action.partition("_")[0]
                kind = _KIND_OF.get(first, first)
                skills.setdefault(skill, Counter())[kind] += count
    for name, kinds in skills.items():
        yield name, *(f"{kinds[kind] / kinds.total():.0%}" for kind in _KINDS)


def _plus_minus(mean: str, spread: str) -> str:
    return f"{mean} ± {spread}" if mean and spread else mean or "-"
