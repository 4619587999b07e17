"""The agent that shops (AgentKit paper, section 4.2): its six nodes, and what it remembers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from policies.agents.agentkit.graph_file import read_graph
from policies.agents.agentkit.node import Ask
from policies.agents.agentkit.trace import AfterQueryError, PassTrace
from policies.agents.agentkit.traversal import NodeContext
from simulator.agents.worlds.webshop import ShopPage, WebShop

WEBSHOP_GRAPH = Path(__file__).parent / "graphs" / "webshop.yaml"
_NOTHING = "Nothing yet."


@dataclass(frozen=True, slots=True)
class Purchase:
    """What is known of an order at the moment.

    Args:
        page: the page that the customer is on.
        actions: what was done, such as `click[Buy Now]`.
        faults: where the shop gave no page, and why.
    """

    page: ShopPage
    actions: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class WebShopAgent:
    """Evaluates the graph before each action, and takes the action in the shop.

    Args:
        ask: what puts messages to a model.
        shop: one order at a shop.
        graph: a YAML file with the graph; it has nodes `action`, `summary_page`, `summary_plan`.
        models: gives what asks the model of a node that names one.

    Raises:
        InputError: the file holds no such graph, or the shop cannot be reached.
    """

    def __init__(
        self,
        ask: Ask,
        shop: WebShop,
        graph: Path = WEBSHOP_GRAPH,
        *,
        models: Callable[[str], Ask] | None = None,
    ) -> None:
        found = read_graph(graph)
        reading = found.graph.reading("action", self._on_page)
        self._evaluate = partial(reading.evaluate, ask, models=models)
        self._shop = shop
        self.state = Purchase(shop.open())
        self._history: list[str] = []
        self._task = self.state.page.instruction
        self.database = found.database(self._entries())

    async def step(self) -> PassTrace:
        """Choose an action and take it.

        Raises:
            NodeFailedError: none of a node's answers could be used.
            InputError: the shop cannot be reached.
        """
        for path, value in self._entries().items():
            self.database.store(path, value)
        trace = await self._evaluate(self.database)
        chosen = trace.outputs["action"]
        action, target, page = chosen["action"], chosen["target"], self.state.page
        take = self._shop.search if action == "search" else self._shop.click
        after = await asyncio.to_thread(take, page, target)
        step = f"{action}[{target}]"
        seen, plan = trace.outputs["summary_page"], trace.outputs["summary_plan"]
        self._history.append(f"{len(self._history) + 1}. {seen} Plan: {plan} Action: {step}")
        faults = (*self.state.faults, *filter(None, [after.notice]))
        self.state = Purchase(after, (*self.state.actions, step), faults)
        return trace

    def _entries(self) -> dict[str, Any]:
        return {
            "task": self._task,
            "page": "\n".join(filter(None, (self.state.page.notice, self.state.page.text))),
            "history": "\n".join(self._history) or _NOTHING,
            "step": f"Actions taken so far: {len(self._history)}.",
        }

    def _on_page(self, found: Any, context: NodeContext) -> dict[str, str]:
        """See that the action can be taken on the page."""
        action = re.sub(r"\W", "", str(found["action"])).lower()
        page, target = self.state.page, " ".join(str(found["target"]).split())
        there = ", ".join(page.targets) or "nothing"
        if action == "search":
            if not page.can_search:
                raise AfterQueryError(
                    f"This page has no search field. What can be clicked is: {there}."
                )
            if not target:
                raise AfterQueryError("A search needs words.")
        elif action == "click":
            if page.target(target) is None:
                what = "a search field" if page.can_search else f"these to click: {there}"
                raise AfterQueryError(f"'{target}' cannot be clicked. The page has {what}.")
        else:
            raise AfterQueryError(f"'{found['action']}' is neither search nor click.")
        return {"action": action, "target": target}
