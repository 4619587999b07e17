"""`autoplan webshop`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from autoplan.agents.commands import _world_options as worlds
from autoplan.agents.studies.episode_file import EpisodeFile, PlayedEpisode, passes_until
from autoplan.installation import published
from autoplan.terminal import print_rows
from domains.agents.webshop import orders, products, served_shop
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.options import positive, whole
from policies.agents.agentkit.webshop import WEBSHOP_GRAPH, WebShopAgent
from simulator.agents.worlds.webshop import WebShop

ABOUT = """Buy products in a web shop, and compare the score with published ones.

examples:
  autoplan webshop --mechanism rule --episodes 100
        the bundled shop, without a model: buy what the search finds first
  autoplan webshop --model openai/gpt-4o-2024-08-06 --episodes 20 -o results/webshop
        the agent in the bundled shop, with one page per order that shows every pass
  autoplan webshop --model openai/gpt-4o-2024-08-06 --address http://127.0.0.1:3000 --episodes 100
        the first hundred orders of WebShop's own server
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--address", metavar="URL", help="a WebShop server (default: the bundled shop)"
    )
    command.add_argument(
        "--episodes", metavar="N", type=positive, default=10, help="number of orders (default: 10)"
    )
    command.add_argument(
        "--seed",
        metavar="S",
        type=whole,
        default=0,
        help="index of the first order (default: 0)",
    )
    worlds.add_world_options(command, other="rule", steps=25, what="maximum actions per order")


def run(options: argparse.Namespace) -> int:
    worlds.need_extra()
    if options.seed < 0:
        raise InputError("--seed is the first order, counted from 0")
    numbers = range(options.seed, options.seed + options.episodes)
    shop = options.address or "bundled"
    file = EpisodeFile(options.out, {"shop": shop, **worlds.settings(options)}, "order", _tell)
    with _shop(options.address, numbers.stop) as address:

        def by_rule(order: int) -> PlayedEpisode:
            return _by_rule(order, WebShop(address, order))

        async def by_agent(order: int, ask: worlds.Asked) -> PlayedEpisode:
            graph = options.graph or WEBSHOP_GRAPH
            agent = WebShopAgent(ask, WebShop(address, order), graph, models=ask.other)
            return await _by_agent(order, agent, options.steps)

        rows = worlds.played(options, file, numbers, by_rule, by_agent)
    score = 100 * sum(row["reward"] or 0.0 for row in rows) / len(rows)
    full = 100 * sum(row["reward"] == 1.0 for row in rows) / len(rows)
    dollars = "" if options.model is None else worlds.cost(options, rows)
    name, model = options.mechanism, options.model or "-"
    own = (name, model, f"{score:.1f} %", f"{full:.1f} %", dollars, shop)
    headings = ("method", "model", "score", "full reward", "USD", "shop")
    listed = (
        (row["method"], row["model"], f"{row['score']} %", "-", "", "WebShop, published")
        for row in published("webshop")
    )
    print_rows(headings, [*listed, own])
    if faults := sum(each["fault"] is not None for each in rows):
        print(f"{counted(faults, 'order')} ended because a node gave no usable answer")
    if refused := sum(bool(each.get("shop_faults")) for each in rows):
        where = counted(refused, "order")
        print(f"in {where}, the shop answered an action with an error instead of a page")
    return 0


def _shop(given: str | None, number: int) -> AbstractContextManager[str]:
    """The address of a shop: the one that is given, or the bundled one's while it is served."""
    if given is not None:
        return nullcontext(given)
    stock = products()
    return served_shop(stock, orders(stock, max(100, number)))


def _by_rule(order: int, shop: WebShop) -> PlayedEpisode:
    """Search for the order's own words and buy what comes first, without any option.

    It is the rule that WebShop's paper compares with (Yao et al. 2022, section 5).
    """
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
    return PlayedEpisode(_result(order, page.reward, actions, list(filter(None, faults))))


async def _by_agent(order: int, agent: WebShopAgent, steps: int) -> PlayedEpisode:
    passes, failure = await passes_until(
        lambda: agent.state.page.reward is not None or len(agent.state.actions) >= steps,
        agent.step,
    )
    state = agent.state
    result = _result(order, state.page.reward, state.actions, state.faults)
    return PlayedEpisode(result, passes, failure)


def _result(
    order: int, reward: float | None, actions: Sequence[str], faults: Sequence[str]
) -> dict[str, Any]:
    kept = {"actions": list(actions), "shop_faults": list(faults)}
    return {"order": order, "reward": reward, **kept}


def _tell(row: Mapping[str, Any]) -> None:
    reward = "nothing bought" if row["reward"] is None else f"reward {row['reward']:.2f}"
    fault = f"; node '{row['fault']['node']}' gave no usable answer" if row["fault"] else ""
    shop = "".join(f"; {each}" for each in row.get("shop_faults", ()))
    line = f"order {row['order']}: {len(row['actions'])} actions, {reward}{fault}{shop}"
    print(line, file=sys.stderr)
