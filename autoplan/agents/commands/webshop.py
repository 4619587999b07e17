"""`autoplan webshop`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from autoplan.agents.commands import _world_options as worlds
from autoplan.installation import published
from autoplan.terminal import print_rows
from pddl2nl.errors import InputError
from pddl2nl.options import positive, whole

ABOUT = """Buy in a shop, and compare the score with published ones.

examples:
  autoplan webshop --mechanism rule --episodes 100
        the bundled shop, without a model: buy what the search finds first
  autoplan webshop --model openai/gpt-4o-2024-08-06 --episodes 20 -o results/webshop
        the agent in the bundled shop, with a page an order that shows every pass
  autoplan webshop --model openai/gpt-4o-2024-08-06 --address http://127.0.0.1:3000 --episodes 100
        the first hundred orders of WebShop's own server
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--address", metavar="URL", help="a WebShop server (default: the bundled shop)"
    )
    command.add_argument(
        "--episodes", metavar="N", type=positive, default=10, help="how many orders (default: 10)"
    )
    command.add_argument(
        "--seed", metavar="S", type=whole, default=0, help="the first order, from 0 (default: 0)"
    )
    worlds.add_world_options(command, other="rule", steps=25, what="actions an order")


def run(options: argparse.Namespace) -> int:
    worlds.need_extra()
    from autoplan.agents.studies import webshop as study
    from autoplan.agents.studies.episode_file import EpisodeFile
    from simulator.agents.worlds.webshop import WebShop

    if options.seed < 0:
        raise InputError("--seed is the first order, counted from 0")
    orders = range(options.seed, options.seed + options.episodes)
    shop = options.address or "bundled"
    file = EpisodeFile(options.out, {"shop": shop, **worlds.settings(options)})
    with _shop(options.address, orders.stop) as address:
        opened = partial(WebShop, address)
        rows = worlds.played(
            options,
            lambda: study.bought_by_rule(orders, opened, file, _tell),
            lambda ask, **how: study.bought_by_agent(orders, opened, ask, file, _tell, **how),
        )
    name, model = options.mechanism, options.model or "-"
    score, full = f"{study.score(rows):.1f} %", f"{study.success_rate(rows):.1f} %"
    dollars = "" if options.model is None else worlds.cost(options, rows)
    own = (name, model, score, full, dollars, shop)
    headings = ("method", "model", "score", "full reward", "USD", "shop")
    listed = (
        (row["method"], row["model"], f"{row['score']} %", "-", "", "WebShop, published")
        for row in published("webshop")
    )
    print_rows(headings, [*listed, own])
    faults = sum(each["fault"] is not None for each in rows)
    if faults:
        print(f"{faults} orders ended because a node gave no usable answer")
    refused = sum(bool(each.get("shop_faults")) for each in rows)
    if refused:
        print(f"in {refused} orders, the shop answered an action with an error instead of a page")
    return 0


def _shop(given: str | None, orders: int) -> AbstractContextManager[str]:
    """The address of a shop: the one that is given, or the bundled one's while it is served."""
    if given is not None:
        return nullcontext(given)
    from domains.agents.webshop import orders as wanted
    from domains.agents.webshop import products, served_shop

    stock = products()
    return served_shop(stock, wanted(stock, max(100, orders)))


def _tell(row: Mapping[str, Any]) -> None:
    reward = "nothing bought" if row["reward"] is None else f"reward {row['reward']:.2f}"
    fault = f"; node '{row['fault']['node']}' gave no usable answer" if row["fault"] else ""
    shop = "".join(f"; {each}" for each in row.get("shop_faults", ()))
    line = f"order {row['order']}: {len(row['actions'])} actions, {reward}{fault}{shop}"
    print(line, file=sys.stderr)
