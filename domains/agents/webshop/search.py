"""The shop's search: products ranked by the words of a query, as WebShop's is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domains.agents.webshop.products import Product

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
        """The products that share a word with a query, best first.

        Args:
            words: the query.
        """
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
