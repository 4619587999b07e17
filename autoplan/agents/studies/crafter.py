"""Crafter (seed paper 002, section 4.1): episodes of the agent, or of random actions."""

from __future__ import annotations

import asyncio
import random
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from autoplan.agents.studies.episode_file import EpisodeFile, PlayedEpisode, passes_until
from policies.agents.agentkit.crafter import CRAFTER_GRAPH, CrafterAgent, Learning, Manual
from policies.agents.agentkit.node import Ask
from policies.agents.agentkit.trace import PassTrace
from simulator.agents.worlds.crafter import (
    ACHIEVEMENTS,
    CrafterRun,
    CrafterWorld,
    RandomPlayer,
    score,
    success_rates,
)

Done = Callable[[Mapping[str, Any]], None]
"""Is called with each episode as soon as it is over."""


@dataclass(frozen=True, slots=True)
class CrafterResult:
    """What episodes come to.

    Args:
        episodes: how many there are.
        score: the benchmark's score in percent.
        reward: the mean reward.
        spread: the standard deviation of rewards, 0 for one episode.
        rates: the success rate of each achievement in percent.
        faults: how many episodes ended because a node gave no usable answer.
    """

    episodes: int
    score: float
    reward: float
    spread: float
    rates: Mapping[str, float]
    faults: int


async def random_episodes(
    seeds: Sequence[int], file: EpisodeFile, done: Done
) -> list[dict[str, Any]]:
    """Play episodes with random actions; those that are kept already are not played again."""

    def play(seed: int) -> PlayedEpisode:
        run = RandomPlayer(random.Random(seed)).play(CrafterWorld(seed))
        return PlayedEpisode(_result(run, "death or length"))

    async def one(seed: int) -> PlayedEpisode:
        return await asyncio.to_thread(play, seed)

    return await file.play("seed", seeds, one, done)


async def agent_episodes(
    seeds: Sequence[int],
    ask: Ask,
    file: EpisodeFile,
    done: Done,
    *,
    steps: int,
    at_once: int = 1,
    graph: Path = CRAFTER_GRAPH,
    manual: Manual = "paper",
    learning: Learning = "early",
    models: Callable[[str], Ask] | None = None,
) -> list[dict[str, Any]]:
    """Play episodes with the agent; those that are kept already are not played again.

    Args:
        seeds: the worlds.
        ask: what puts messages to a model.
        file: where episodes are kept.
        done: is called with each episode.
        steps: the maximum number of steps of the game in an episode.
        at_once: how many episodes are played at the same time.
        graph: the agent's graph.
        manual: which version of the manual it reads.
        learning: when it is asked for new knowledge.
        models: gives what asks the model of a node that names one.

    Raises:
        InputError: the graph is none.
        PermanentModelError: no call of the model can succeed.
    """

    async def one(seed: int) -> PlayedEpisode:
        world = CrafterWorld(seed)
        agent = CrafterAgent(ask, world, graph, manual=manual, learning=learning, models=models)

        async def step() -> PassTrace:
            return (await agent.step())[1]

        passes, failure = await passes_until(
            lambda: world.finished or world.run.steps >= steps, step
        )
        ended = "death" if world.run.died else "steps"
        result = _result(world.run, "a node's answers" if failure else ended)
        skills = {name: dict(taken) for name, taken in agent.taken.items()}
        return PlayedEpisode({**result, "skills": skills}, passes, failure)

    return await file.play("seed", seeds, one, done, at_once)


def summed_up(rows: Sequence[Mapping[str, Any]]) -> CrafterResult:
    """What episodes come to.

    Raises:
        ValueError: there are none.
    """
    runs = [
        CrafterRun(each["seed"], each["steps"], each["reward"], tuple(each["unlocked"]), False)
        for each in rows
    ]
    rates = success_rates(runs, ACHIEVEMENTS)
    rewards = [each.reward for each in runs]
    spread = statistics.stdev(rewards) if rewards[1:] else 0.0
    faults = sum(each["fault"] is not None for each in rows)
    return CrafterResult(len(runs), score(rates), statistics.mean(rewards), spread, rates, faults)


def by_skill(rows: Sequence[Mapping[str, Any]]) -> dict[str, Counter[str]]:
    """How many actions of each kind were taken under each skill (seed paper 002, figure 4).

    The kinds are `move`, `do` and `craft` (to place or make something), and `rest`.
    """
    found: dict[str, Counter[str]] = {}
    for row in rows:
        for skill, taken in row.get("skills", {}).items():
            for action, count in taken.items():
                found.setdefault(skill, Counter())[_kind(action)] += count
    return found


def _kind(action: str) -> str:
    first, _, _ = action.partition("_")
    return {"place": "craft", "make": "craft", "sleep": "rest", "noop": "rest"}.get(first, first)


def _result(run: CrafterRun, ended: str) -> dict[str, Any]:
    return {**asdict(run), "ended": ended}
