"""WebShop (seed paper 002, section 4.2): orders bought by the agent, or by a simple rule."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from autoplan.agents.studies.episode_file import EpisodeFile, PlayedEpisode, passes_until
from policies.agents.agentkit.node import Ask
from policies.agents.agentkit.webshop import WEBSHOP_GRAPH, WebShopAgent
from simulator.agents.worlds.webshop import WebShop

Done = Callable[[Mapping[str, Any]], None]
"""Is called with each order as soon as it is over."""


async def bought_by_rule(
    orders: Sequence[int], shop: Callable[[int], WebShop], file: EpisodeFile, done: Done
) -> list[dict[str, Any]]:
    """Search for the order's own words and buy what comes first, without any option.

    It is the rule that WebShop's paper compares with (Yao et al. 2022, section 5).

    Raises:
        InputError: the shop cannot be reached.
    """

    async def one(order: int) -> PlayedEpisode:
        return await asyncio.to_thread(_by_rule, order, shop(order))

    return await file.play("order", orders, one, done)


async def bought_by_agent(
    orders: Sequence[int],
    shop: Callable[[int], WebShop],
    ask: Ask,
    file: EpisodeFile,
    done: Done,
    *,
    steps: int,
    at_once: int = 1,
    graph: Path = WEBSHOP_GRAPH,
    models: Callable[[str], Ask] | None = None,
) -> list[dict[str, Any]]:
    """Have the agent buy; orders that are kept already are not bought again.

    Args:
        orders: which orders of the shop.
        shop: opens the shop for an order.
        ask: what puts messages to a model.
        file: where episodes are kept.
        done: is called with each order.
        steps: the maximum number of actions for an order.
        at_once: how many orders are worked on at the same time.
        graph: the agent's graph.
        models: gives what asks the model of a node that names one.

    Raises:
        InputError: the graph is none, or the shop cannot be reached.
        PermanentModelError: no call of the model can succeed.
    """

    async def one(order: int) -> PlayedEpisode:
        agent = WebShopAgent(ask, shop(order), graph, models=models)
        passes, failure = await passes_until(
            lambda: agent.state.page.reward is not None or len(agent.state.actions) >= steps,
            agent.step,
        )
        state = agent.state
        result = _result(order, state.page.reward, state.actions, state.faults)
        return PlayedEpisode(result, passes, failure)

    return await file.play("order", orders, one, done, at_once)


def score(rows: Sequence[Mapping[str, Any]]) -> float:
    """The benchmark's score in percent: the mean reward; what was not bought counts as 0."""
    rewards = [float(each["reward"] or 0.0) for each in rows]
    return 100 * sum(rewards) / len(rewards)


def success_rate(rows: Sequence[Mapping[str, Any]]) -> float:
    """The share of orders with the full reward, in percent."""
    full = sum(1 for each in rows if each["reward"] == 1.0)
    return 100 * full / len(rows)


def _by_rule(order: int, shop: WebShop) -> PlayedEpisode:
    page = shop.open()
    words = page.instruction
    page = shop.search(page, words)
    actions, faults = [f"search[{words}]"], [page.notice]
    first = next((name for name, target in page.targets.items() if not target.sends), None)
    for target in () if first is None else (first, "Buy Now"):
        if page.target(target) is None:  # The shop did not give the product's page.
            break
        page = shop.click(page, target)
        actions.append(f"click[{target}]")
        faults.append(page.notice)
    reasons = list(filter(None, faults))
    return PlayedEpisode(_result(order, page.reward, actions, reasons))


def _result(
    order: int, reward: float | None, actions: Sequence[str], faults: Sequence[str]
) -> dict[str, Any]:
    return {
        "order": order,
        "reward": reward,
        "actions": list(actions),
        "shop_faults": list(faults),
    }
