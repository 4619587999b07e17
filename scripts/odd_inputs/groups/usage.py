"""Counts of tokens that a server reports, and prices, that are no counts and no prices."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, written
from scripts.odd_inputs.model_server import ModelServer, completion

NUMBERS: tuple[object, ...] = (
    *(0, 1, 10, 101, 5000, 10**6, -1, -(10**9), 10**9, 10**400, 1.5, -0.5, 1e308),
    *(float("inf"), float("nan"), None, "", "7", "many", True, False, [], [1], {}, {"a": 1}),
)


def usage(choose: random.Random) -> object:
    counts: dict[str, object] = {
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "total_tokens": 110,
        "prompt_tokens_details": {"cached_tokens": 40},
        "completion_tokens_details": {"reasoning_tokens": 6},
    }
    for name in choose.sample(list(counts), choose.randint(1, 3)):
        odd = choose.choice(NUMBERS)
        inner = counts[name]
        if isinstance(inner, dict) and choose.random() < 0.7:
            odd = dict.fromkeys(inner, odd)
        counts[name] = odd
    return choose.choice((None, [], "none", 0)) if choose.random() < 0.1 else counts


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    counts = usage(choose)
    price: dict[str, object] = {"input": 10, "cached_input": 1, "output": 80}
    if choose.random() < 0.15:
        price[choose.choice(list(price))] = choose.choice(NUMBERS)
    models = {"openai/odd": price}
    prices = written(place / "prices.json", json.dumps({"dated": "2031-01-01", "models": models}))
    out = str(place / "out")
    os.environ["OPENAI_API_KEY"] = "none"
    body = json.dumps(completion("1. sail there", counts)).encode()
    with ModelServer([body] * 50) as server:
        arguments = ["eval", "--mechanism", "basic", "--domain", "ferry", "--instances", "2"]
        arguments += ["--model", "openai/odd", "--base-url", server.base_url, "--out", out]
        arguments += ["--prices", str(prices), "--max-cost", choose.choice(("0.001", "1", "1000"))]
        arguments += ["--timeout", "5"]
        about = f"usage {counts}, price {price}"[:400]
        yield Case(autoplan_cli.main, arguments, (prices,), about, counted=out)
    if (place / "out" / "results.sqlite").is_file():
        yield Case(autoplan_cli.main, ["table", out], (), about)
