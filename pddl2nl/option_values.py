"""Values of options: what argparse makes of their texts."""

from __future__ import annotations

import argparse
import math
import re
from pathlib import Path

MAX_COUNT = 10_000_000
"""What is counted is also held in memory, or waited for."""


def place(text: str) -> Path:
    """A path; an empty one, as of a variable that is not set, would be the working directory."""
    if not text:
        raise argparse.ArgumentTypeError("expected a path, not ''")
    return Path(text)


def positive(text: str) -> int:
    if not re.fullmatch(r"\d{1,10}", text) or not 0 < int(text) <= MAX_COUNT:
        wanted = f"a whole number from 1 to {MAX_COUNT}"
        raise argparse.ArgumentTypeError(f"expected {wanted}, not '{text[:40]}'")
    return int(text)


def amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError(f"expected a number above 0, not '{text[:40]}'")
    return number


def temperature(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise argparse.ArgumentTypeError(f"expected a number from 0 on, not '{text[:40]}'")
    return number


def whole(text: str) -> int:
    """A whole number that fits 64 bits, as servers and databases take them."""
    if not re.fullmatch(r"[+-]?\d{1,19}", text) or not -(2**63) < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"expected a whole number of 64 bits, not '{text[:40]}'")
    return int(text)


def size(text: str) -> int:
    """A number of bytes: `8G`, `500M`, `1.5GiB`; a unit is 1024 times the one before."""
    found = re.fullmatch(r"(\d{1,15}(?:\.\d{1,15})?)([KMGT])(?:i?B)?", text, re.IGNORECASE)
    number = int(float(found[1]) * 1024 ** ("KMGT".index(found[2].upper()) + 1)) if found else 0
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a size such as 8G or 500M, not '{text[:40]}'")
    return number
