"""WebShop's reward for a purchase (Yao et al. 2022, section 3)."""

from __future__ import annotations

from collections.abc import Mapping

from domains.agents.webshop.orders import Order
from domains.agents.webshop.products import Product


def purchase_reward(product: Product, options: Mapping[str, str], order: Order) -> float:
    """How well a purchase meets an order, from 0 to 1.

    The share of wanted properties, wanted options and the price that are met, times how far the
    type of the product is right. Properties and options here come from closed lists, so they are
    compared as they are; WebShop compares what people wrote, and allows for small differences.

    Args:
        product: what was bought.
        options: the options that were chosen, by name.
        order: what was wanted.
    """
    met = len(set(order.attributes) & set(product.attributes))
    met += len(set(order.options.items()) & set(options.items()))
    met += product.price <= order.price_upper
    wanted = len(order.attributes) + len(order.options) + 1
    return _type_reward(product, order) * met / wanted


def _type_reward(product: Product, order: Order) -> float:
    """1 for the right type, 0.5 or 0.1 for one that is akin, 0 where no word of it is shared."""
    kind = product.kind
    wanted = set(order.noun.split())
    shared = len(wanted & set(kind.noun.split())) / len(wanted)
    if shared == 0:
        return 0.0
    if shared < 0.1:
        return 0.1
    related = (kind.department, kind.shelf) == order.shelf or kind.noun == order.noun
    return 1.0 if related or shared > 0.2 else 0.5
