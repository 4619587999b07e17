"""What a model's tokens cost, from a dated list that users can edit."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

from pddl2nl.errors import InputError
from pddl2nl.files import data_folder, read_text
from pddl2nl.llm.providers import model_traits
from pddl2nl.llm.values import Usage

_MILLION = 1_000_000
MAX_DOLLARS = 10**9
"""For a million tokens; no call is so dear, and sums of larger prices would not be finite."""
_FIELDS = ("input", "cached_input", "output", "batch")
_DATED_NAME = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{4})$")


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens.

    Args:
        input: of input that the provider has not cached.
        cached_input: of input from the provider's prompt cache.
        output: of output, reasoning included.
        batch: the share of these prices that a call in a batch costs.
    """

    input: float
    cached_input: float
    output: float
    batch: float = 1.0

    @property
    def batched(self) -> Price:
        """What the same costs in a batch."""
        share = self.batch
        return Price(self.input * share, self.cached_input * share, self.output * share)

    def of(self, usage: Usage, *, batched: bool = False) -> float:
        """The dollars that tokens cost."""
        # A package's model may report more cached tokens than there were.
        fresh = max(0, usage.input_tokens - usage.cached_tokens)
        price = self.batched if batched else self
        dollars = (
            fresh * price.input
            + usage.cached_tokens * price.cached_input
            + usage.output_tokens * price.output
        )
        return dollars / _MILLION

    def of_thinking(self, usage: Usage, *, batched: bool = False) -> float:
        """The dollars that the reasoning among the tokens costs: it is paid for as output."""
        price = self.batched if batched else self
        return usage.reasoning_tokens * price.output / _MILLION


FREE = Price(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices by model, as `openai/NAME` or `compat/NAME`, and the day on which they held."""

    prices: Mapping[str, Price]
    dated: str
    source: str

    @classmethod
    def load(cls, path: Path | None = None) -> PriceList:
        """Read a list of prices, by default the one in `data/prices.json`.

        Raises:
            InputError: the file cannot be read, or is no list of prices.
        """
        file = path or data_folder("prices.json")
        try:
            content = json.loads(read_text(file), object_pairs_hook=partial(_object, str(file)))
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=str(file)) from error
        except (ValueError, RecursionError) as error:
            raise InputError(f"is no JSON: {error}", source=str(file)) from error
        models = content.get("models") if isinstance(content, dict) else None
        if not isinstance(models, dict):
            raise InputError('contains no prices: expected {"models": {…}}', source=str(file))
        prices = {name: _price(name, entry, str(file)) for name, entry in models.items()}
        source = str(file) if path else "data/prices.json"
        return cls(MappingProxyType(prices), str(content.get("dated", "undated")), source)

    def entries(self, models: Iterable[str]) -> dict[str, str]:
        """What some models cost, each as JSON that `with_entries` reads; those that cost nothing
        by nature, and those without a price, are left out."""
        priced = {each: self.price(each) for each in models if model_traits(each).priced}
        return {name: json.dumps(asdict(price)) for name, price in priced.items() if price}

    def with_entries(self, entries: Mapping[str, str], dated: str, source: str) -> PriceList:
        """The same list with other prices for some models.

        Args:
            entries: the prices by model, as `entries` gives them.
            dated: the day on which they held.
            source: where they stand.

        Raises:
            InputError: one is no price.
        """
        try:
            read = {name: json.loads(entry) for name, entry in entries.items()}
        except ValueError as error:
            raise InputError(f"contains invalid prices: {error}", source=source) from error
        kept = {name: _price(name, entry, source) for name, entry in read.items()}
        return PriceList(MappingProxyType({**self.prices, **kept}), dated, source)

    def price(self, model: str) -> Price | None:
        """What a model costs, None where the list does not say.

        A dated name such as `openai/gpt-4o-2024-08-06` costs what `openai/gpt-4o` does unless it
        is listed itself. A model whose calls cost nothing is free.
        """
        if not model_traits(model).priced:
            return FREE
        return self.prices.get(model) or self.prices.get(_DATED_NAME.sub("", model))


def _object(source: str, pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON in which no name stands twice: which of two prices holds is unknown."""
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise InputError(f"{json.dumps(name)} occurs twice in one object", source=source)
    return dict(pairs)


def _price(name: str, entry: object, source: str) -> Price:
    if not isinstance(entry, dict) or not {"input", "output"} <= entry.keys() <= set(_FIELDS):
        raise InputError(
            f'the price of {name} needs numbers "input" and "output" (dollars for a million '
            'tokens), and may have "cached_input" and "batch"',
            source=source,
        )
    for field, value in entry.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not (number and 0 <= value <= MAX_DOLLARS):  # no comparison with NaN is true
            raise InputError(
                f"the price of {name}: {field} must be a number from 0 to {MAX_DOLLARS}, "
                f"not {json.dumps(value)[:40]}",
                source=source,
            )
    return Price(**{"cached_input": entry["input"], **entry})
