"""What customers want: a kind of product, properties, options and a highest price."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domains.agents.webshop.products import Product


@dataclass(frozen=True, slots=True)
class Order:
    """What a customer asks for; at least one product of the shop meets all of it.

    Args:
        asin: the product that it was made from.
        noun: what kind of product is wanted.
        shelf: department and shelf of that kind.
        attributes: the properties that it should have.
        options: the options that should be chosen, by name.
        price_upper: what it may cost at most, in dollars.
        instruction: all of this in a sentence.
    """

    asin: str
    noun: str
    shelf: tuple[str, str]
    attributes: tuple[str, ...]
    options: Mapping[str, str]
    price_upper: float
    instruction: str


def orders(stock: Sequence[Product], number: int = 100, seed: int = 0) -> tuple[Order, ...]:
    """Orders that can be met from a stock, the same ones for a seed."""
    dice = random.Random(seed)
    return tuple(_order(dice.choice(stock), dice) for _ in range(number))


def _order(product: Product, dice: random.Random) -> Order:
    wanted = dice.sample(product.attributes, dice.randint(1, min(2, len(product.attributes))))
    options = {name: dice.choice(values) for name, values in product.options.items()}
    price = 10.0 * (product.price // 10 + dice.randint(1, 3))
    chosen = " and ".join(f"{name} {value}" for name, value in options.items())
    instruction = (
        f"I am looking for {product.kind.noun} that should be {' and '.join(wanted)}"
        f"{f', with {chosen}' if chosen else ''}, and price lower than {price:.2f} dollars"
    )
    kind = product.kind
    place = (kind.department, kind.shelf)
    return Order(product.asin, kind.noun, place, tuple(wanted), options, price, instruction)
