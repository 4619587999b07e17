"""The WebShop agent over real HTTP, with a shopper that follows rules in the model's seat."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

pytest.importorskip("bs4", reason="the extra agents is not installed")

from domains.agents.webshop import orders, products, served_shop
from domains.agents.webshop.server import ShopPages
from policies.agents.agentkit.trace import NodeFailedError
from policies.agents.agentkit.webshop import WEBSHOP_GRAPH, WebShopAgent
from simulator.agents.worlds.webshop import WebShop
from tests.policies.agents.agentkit.rule_shopper import RuleShopper

STOCK = products()
ORDERS = orders(STOCK)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served_shop(STOCK, ORDERS) as address:
        yield address


async def test_orders_are_bought_through_the_six_nodes(address: str) -> None:
    rewards = []
    for order in range(10):
        shopper = RuleShopper()
        agent = WebShopAgent(shopper.ask, WebShop(address, order), WEBSHOP_GRAPH)
        while agent.state.page.reward is None:
            trace = await agent.step()
            assert len(trace.nodes) == 6
            assert len(agent.state.actions) <= 25
        assert agent.state.actions[0].startswith("search[")
        assert agent.state.actions[-1] == "click[Buy Now]"
        rewards.append(agent.state.page.reward)
    assert sum(rewards) / len(rewards) > 0.8


async def test_what_was_done_is_told_in_the_next_pass(address: str) -> None:
    agent = WebShopAgent(RuleShopper().ask, WebShop(address, 0), WEBSHOP_GRAPH)
    await agent.step()
    trace = await agent.step()
    (sketch,) = (each for each in trace.nodes if each.name == "sketch")
    assert f"Action: {agent.state.actions[0]}" in sketch.messages[-1].content
    assert "1 actions" not in sketch.messages[-1].content


async def test_an_error_of_the_shop_is_shown_to_the_agent(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ShopPages.page

    def refuses(self: ShopPages, path: str, form: Mapping[str, str]) -> str:
        if path.startswith("/search_results/"):
            raise LookupError(path)
        return page(self, path, form)

    agent = WebShopAgent(RuleShopper().ask, WebShop(address, 0), WEBSHOP_GRAPH)
    with monkeypatch.context() as patch:
        patch.setattr(ShopPages, "page", refuses)
        await agent.step()
    trace = await agent.step()
    (describe,) = (each for each in trace.nodes if each.name == "describe")
    assert "The shop gave no page: 404 Not Found" in describe.messages[-1].content
    assert len(agent.state.faults) == 1
    assert len(agent.state.actions) == 2


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"action": "click", "target": "Buy Now"}, "'Buy Now' cannot be clicked"),
        ({"action": "think", "target": "x"}, "neither search nor click"),
        ({"action": "search", "target": " "}, "A search needs words"),
    ],
)
async def test_what_the_page_does_not_allow_is_asked_for_again(
    wrong: dict[str, str], told: str, address: str
) -> None:
    shopper = RuleShopper()
    shopper.wrong = [json.dumps(wrong)]
    trace = await WebShopAgent(shopper.ask, WebShop(address, 1), WEBSHOP_GRAPH).step()
    (action,) = (each for each in trace.nodes if each.name == "action")
    assert told in (action.attempts[0].fault or "")


async def test_an_action_that_is_never_possible_ends_the_order(address: str) -> None:
    shopper = RuleShopper()
    shopper.wrong = ['{"action": "click", "target": "moon"}'] * 3
    agent = WebShopAgent(shopper.ask, WebShop(address, 1), WEBSHOP_GRAPH)
    with pytest.raises(NodeFailedError, match="node 'action'"):
        await agent.step()
    assert agent.state.actions == ()
