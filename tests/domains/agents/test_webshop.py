"""The bundled shop: what it sells, finds, and pays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rank_bm25", reason="the extra agents is not installed")

from domains.agents.webshop import ProductSearch, orders, products, purchase_reward

STOCK = products()
ORDERS = orders(STOCK)
BY_ASIN = {each.asin: each for each in STOCK}


def test_a_seed_makes_the_same_shop() -> None:
    assert products() == STOCK
    assert orders(STOCK) == ORDERS
    assert products(seed=1) != STOCK
    assert len(BY_ASIN) == len(STOCK) == 360


@given(st.sampled_from(ORDERS))
def test_an_order_can_be_met_in_full(order) -> None:  # type: ignore[no-untyped-def]
    assert purchase_reward(BY_ASIN[order.asin], order.options, order) == 1.0


@given(st.sampled_from(ORDERS), st.sampled_from(STOCK))
def test_a_purchase_is_worth_between_nothing_and_one(order, product) -> None:  # type: ignore[no-untyped-def]
    options = {name: values[0] for name, values in product.options.items()}
    worth = purchase_reward(product, options, order)
    assert 0.0 <= worth <= 1.0
    if not set(order.noun.split()) & set(product.kind.noun.split()):
        assert worth == 0.0


def test_each_part_of_an_order_counts_the_same() -> None:
    order = next(each for each in ORDERS if len(each.attributes) == 2 and len(each.options) == 2)
    product = BY_ASIN[order.asin]
    assert purchase_reward(product, {}, order) == pytest.approx(3 / 5)
    first = dict([next(iter(order.options.items()))])
    assert purchase_reward(product, first, order) == pytest.approx(4 / 5)


def test_a_price_above_the_limit_costs_its_part() -> None:
    order = ORDERS[0]
    wanted = len(order.attributes) + len(order.options) + 1
    product = replace(BY_ASIN[order.asin], price=order.price_upper + 0.01)
    assert purchase_reward(product, order.options, order) == pytest.approx(1 - 1 / wanted)


def test_a_search_ranks_by_the_words_of_a_query() -> None:
    found = ProductSearch(STOCK).ranked("waterproof hiking boots".split())
    assert 10 < len(found) <= 50
    assert {each.kind.noun for each in found[:5]} == {"hiking boots"}
    assert all("waterproof" in each.attributes for each in found[:3])


def test_a_search_for_unknown_words_finds_nothing() -> None:
    assert ProductSearch(STOCK).ranked(["zeppelin"]) == ()
