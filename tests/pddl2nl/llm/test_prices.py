"""What tokens cost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pddl2nl.errors import InputError
from pddl2nl.llm import Usage
from pddl2nl.llm.prices import PriceList

LIST = {
    "dated": "2031-01-01",
    "models": {
        "openai/m": {"input": 2, "cached_input": 0.5, "output": 8, "batch": 0.5},
        "openai/m-2031-02-03": {"input": 4, "output": 16},
        "compat/big": {"input": 1, "output": 1},
    },
}


@pytest.fixture
def prices(tmp_path: Path) -> PriceList:
    (tmp_path / "prices.json").write_text(json.dumps(LIST))
    return PriceList.load(tmp_path / "prices.json")


def test_input_from_the_prompt_cache_has_a_price_of_its_own(prices: PriceList) -> None:
    price = prices.price("openai/m")
    assert price is not None
    usage = Usage(input_tokens=1_000_000, cached_tokens=400_000, output_tokens=100_000)
    assert price.of(usage) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 0.1 * 8)
    assert price.of(usage, batched=True) == pytest.approx(price.of(usage) / 2)


def test_without_one_it_costs_as_much_as_other_input(prices: PriceList) -> None:
    price = prices.price("openai/m-2031-02-03")
    assert price is not None
    usage = Usage(input_tokens=1_000_000, cached_tokens=1_000_000)
    assert price.of(usage) == pytest.approx(4)
    assert price.of(usage, batched=True) == pytest.approx(4)


def test_no_usage_is_an_income(prices: PriceList) -> None:
    price = prices.price("openai/m")
    assert price is not None
    assert price.of(Usage(input_tokens=10, cached_tokens=1_000_000)) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("model", "dollars"),
    [
        ("openai/m", 2),
        ("openai/m-2031-02-03", 4),
        ("openai/m-2031-12-31", 2),
        ("openai/m-0613", 2),
        ("compat/big", 1),
        ("reader", 0),
        ("openai/m-mini", None),
        ("openai/other", None),
        ("compat/m", None),
    ],
)
def test_a_model_is_found_by_its_name_or_by_the_name_without_its_date(
    prices: PriceList, model: str, dollars: float | None
) -> None:
    price = prices.price(model)
    assert (price and price.of(Usage(input_tokens=1_000_000))) == (dollars and float(dollars))
    assert (price is None) == (dollars is None)


def test_the_list_that_comes_along_can_be_read() -> None:
    prices = PriceList.load()
    price = prices.price("openai/gpt-4o-2024-08-06")
    assert price is not None
    assert 0 < price.cached_input < price.input < price.output
    assert prices.dated[:2] == "20"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is no JSON"),
        ("[]", "contains no prices"),
        ('{"models": []}', "contains no prices"),
        ('{"models": {"m": 3}}', "the price of m needs numbers"),
        ('{"models": {"m": {"input": 1}}}', "the price of m needs numbers"),
        (
            '{"models": {"m": {"input": 1, "output": "2"}}}',
            "the price of m: output must be a number",
        ),
        (
            '{"models": {"m": {"input": 1, "output": -2}}}',
            "the price of m: output must be a number",
        ),
        ('{"models": {"m": {"input": 1, "output": true}}}', "the price of m: output must be a"),
        ('{"models": {"m": {"input": Infinity, "output": 2}}}', "the price of m: input must be a"),
        ('{"models": {"m": {"input": 1e400, "output": 2}}}', "the price of m: input must be a"),
        ('{"models": {"m": {"input": 1e308, "output": 2}}}', "the price of m: input must be a"),
        ('{"models": {"m": {"input": NaN, "output": 2}}}', "the price of m: input must be a"),
        ('{"models": {"m": {"input": -Infinity, "output": 2}}}', "the price of m: input must be a"),
        (f'{{"models": {{"m": {{"input": {10**400}, "output": 2}}}}}}', "the price of m: input"),
        (
            '{"models": {"m": {"input": 1, "output": 2, "batch": Infinity}}}',
            "the price of m: batch must be a number from 0 to 1000000000, not Infinity",
        ),
        ("[" * 100_000, "is no JSON"),
        ('{"models": {"m": {}, "m": {}}}', '"m" occurs twice in one object'),
        ('{"models": {"m": {"input": 1, "output": 2, "input": 3}}}', '"input" occurs twice'),
        ('{"models": {"m": {"input": 1, "output": 2, "ouput": 3}}}', "the price of m needs"),
    ],
)
def test_a_list_that_is_none_is_refused_with_one_line(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "prices.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        PriceList.load(path)
    assert str(caught.value).startswith(f"{path}: {told}")
    assert "\n" not in str(caught.value)
