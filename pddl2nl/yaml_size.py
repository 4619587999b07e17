"""How large a value in YAML is: a few aliases can stand for billions of items."""

from __future__ import annotations

import yaml

MAX_VALUE = 1_000_000
"""Characters and items of a value."""
TOO_LARGE = f"holds more than {MAX_VALUE:,} characters and items, with its aliases"


def is_too_large(at: yaml.Node) -> bool:
    """Whether a value is larger than `MAX_VALUE`, or nested too deeply to be looked through."""
    try:
        return _size(at, {}) > MAX_VALUE
    except RecursionError:
        return True


def _size(at: yaml.Node, known: dict[int, int]) -> int:
    """Characters and items; what an alias stands for counts wherever it stands."""
    if id(at) not in known:
        # A value inside itself is refused when it is made.
        known[id(at)] = 0
        match at:
            case yaml.ScalarNode():
                inside = len(at.value)
            case yaml.MappingNode():
                inside = sum(_size(each, known) for pair in at.value for each in pair)
            case _:
                inside = sum(_size(each, known) for each in at.value)
        known[id(at)] = 1 + inside
    return known[id(at)]
