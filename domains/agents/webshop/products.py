"""The shop's products, drawn from word lists."""

from __future__ import annotations

import random
import string
from collections.abc import Mapping
from dataclasses import dataclass

from domains.agents.webshop.kinds import BRANDS, KINDS, MODELS, ProductKind


@dataclass(frozen=True, slots=True)
class Product:
    """Something to buy.

    Args:
        asin: its number: ten letters and digits.
        title: its name with brand and some properties.
        kind: what kind of product it is.
        price: in dollars.
        rating: of five stars.
        attributes: all properties that it has.
        features: what the page of its features says.
        description: what the page of its description says.
        options: what a customer chooses, by name.
    """

    asin: str
    title: str
    kind: ProductKind
    price: float
    rating: float
    attributes: tuple[str, ...]
    features: tuple[str, ...]
    description: str
    options: Mapping[str, tuple[str, ...]]


def products(number: int = 360, seed: int = 0) -> tuple[Product, ...]:
    """Products of all kinds in turn, the same ones for a seed.

    Args:
        number: how many.
        seed: of the dice.
    """
    dice = random.Random(seed)
    made: dict[str, Product] = {}
    while len(made) < number:
        product = _product(KINDS[len(made) % len(KINDS)], dice)
        made.setdefault(product.asin, product)
    return tuple(made.values())


def _product(kind: ProductKind, dice: random.Random) -> Product:
    attributes = tuple(dice.sample(kind.properties, dice.randint(2, 4)))
    brand, model = dice.choice(BRANDS), dice.choice(MODELS)
    # Not all properties stand in the title, so that an item's pages are worth reading.
    shown = attributes[: dice.randint(1, len(attributes) - 1)]
    price = round(dice.uniform(*kind.prices)) - dice.choice((0.01, 0.05, 0.5))
    return Product(
        asin="B0" + "".join(dice.choices(string.ascii_uppercase + string.digits, k=8)),
        title=f"{brand} {model} {kind.noun.title()}, {', '.join(shown)}",
        kind=kind,
        price=round(price, 2),
        rating=round(dice.uniform(3.0, 5.0), 1),
        attributes=attributes,
        features=tuple(f"The {kind.noun}: {each}." for each in attributes),
        description=f"{brand} made the {model} {kind.noun} for every day. It is {attributes[0]}.",
        options={
            name: tuple(value for value in values if dice.random() < 0.8) or values[:1]
            for name, values in kind.options.items()
        },
    )
