"""Options with values that they should not have."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case

OPTIONS = (
    *("--instances", "--seed", "--temperature", "--max-tokens", "--time-limit", "--memory-limit"),
    *("--max-cost", "--max-connections", "--timeout", "--style", "--examples", "--input"),
    *("--verbalizer", "--translator", "--thoughts", "--prompts", "--prices", "--validator"),
    *("--mechanism", "--domain", "--model", "--obfuscate", "--log-level", "--base-url"),
)
VALUES = ("", "-1", "0", "1", "1e400", "nan", "9" * 30, "x", "köln", "/", ".", "/dev/null", "a/b")


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    out = str(place / "out")
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1", "--out", out]
    for _ in range(choose.randint(1, 2)):
        order += [choose.choice(OPTIONS), choose.choice(VALUES)]
    command = choose.choice(("eval", "eval", "prompt", "generate", "domains", "validate"))
    if command == "prompt":
        order = ["prompt", "--mechanism", "act", "--domain", "ferry", "--instance"]
        order += [choose.choice(VALUES), choose.choice(("--style", "--input")), "brief"]
    elif command == "generate":
        name = choose.choice(("blocksworld", "movie", "ferry", "nowhere"))
        order = ["generate", name, "--seed", choose.choice(VALUES), "-n", choose.choice(VALUES)]
    elif command == "domains":
        order = ["domains", choose.choice(VALUES) or "ferry"]
    elif command == "validate":
        order = ["validate", *(choose.choice(("/", "no", "/dev/null", ".")) for _ in range(3))]
    yield Case(autoplan_cli.main, order, about=" ".join(order))
