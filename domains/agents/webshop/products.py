"""The shop's products, orders for them, their search, and what a purchase earns.

The search ranks products by the words of a query, and the reward is WebShop's (Yao et al. 2022,
section 3).
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domains.agents.task import text_of


@dataclass(frozen=True, slots=True)
class ProductKind:
    """A kind of products that the shop sells; `kinds.json` has them.

    Args:
        noun: what it is called; its words are what a purchase of the right type shares.
        department: the widest category.
        shelf: the category below it.
        properties: what products of this kind may be, as one says it.
        options: what a customer chooses, by name.
        prices: the lowest and the highest price in dollars.
    """

    noun: str
    department: str
    shelf: str
    properties: Sequence[str]
    options: Mapping[str, Sequence[str]]
    prices: Sequence[float]


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
    """Products of all kinds in turn, the same ones for a seed."""
    dice = random.Random(seed)
    words = json.loads(text_of("webshop", "kinds.json"))
    kinds = [ProductKind(**each) for each in words["kinds"]]
    made: dict[str, Product] = {}
    while len(made) < number:
        product = _product(kinds[len(made) % len(kinds)], words, dice)
        made.setdefault(product.asin, product)
    return tuple(made.values())


def _product(kind: ProductKind, words: Mapping[str, Sequence[str]], dice: random.Random) -> Product:
    attributes = tuple(dice.sample(kind.properties, dice.randint(2, 4)))
    brand, model = dice.choice(words["brands"]), dice.choice(words["models"])
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
            name: tuple(value for value in values if dice.random() < 0.8) or tuple(values[:1])
            for name, values in kind.options.items()
        },
    )


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


def purchase_reward(product: Product, options: Mapping[str, str], order: Order) -> float:
    """How well a purchase meets an order, from 0 to 1.

    The share of wanted properties, wanted options and the price that are met, times how far the
    type of the product is right. Properties and options here come from closed lists, so they are
    compared as they are; WebShop compares what people wrote, and allows for small differences.
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


_LIMIT = 50
"""No more results than these, as in WebShop."""


class ProductSearch:
    """Ranks products by BM25 over title, features, description and options.

    Raises:
        ModuleNotFoundError: the extra `agents` is not installed.
    """

    def __init__(self, stock: Sequence[Product]) -> None:
        from rank_bm25 import BM25Okapi

        self._stock = tuple(stock)
        self._index = BM25Okapi([_words(_text(each)) for each in self._stock])

    def ranked(self, words: Sequence[str]) -> tuple[Product, ...]:
        """The products that share a word with a query, best first."""
        asked = _words(" ".join(words))
        scores = self._index.get_scores(asked)
        order = sorted(range(len(self._stock)), key=lambda place: (-scores[place], place))
        return tuple(self._stock[place] for place in order[:_LIMIT] if scores[place] > 0)


def _text(product: Product) -> str:
    options = " ".join(" ".join(values) for values in product.options.values())
    return " ".join((product.title, *product.features, product.description, options))


def _words(text: str) -> list[str]:
    """Lower-case words, a plural as its singular where an `s` makes the difference."""
    found = re.findall(r"[a-z0-9.]+", text.lower())
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found]
