"""YAML of others: whatever is wrong with a value is a `yaml.YAMLError` with its place."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError

MAX_NUMBER = 1_000
"""Characters of a number; long ones in base 60 take quadratic time."""
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


class PlainLoader(yaml.SafeLoader):
    """YAML's safe loader, which by itself raises what Python raises on an odd value."""

    def get_single_node(self) -> yaml.Node | None:
        """The nodes of the only document."""
        try:
            return super().get_single_node()
        except ValueError as error:
            raise ConstructorError(None, None, str(error), self.get_mark()) from error

    def compose_scalar_node(self, anchor: Any) -> yaml.ScalarNode:
        """A text, number or the like; `"\\ud800"` is none."""
        node = super().compose_scalar_node(anchor)
        try:
            node.value.encode()
        except UnicodeEncodeError:
            fault = "half of a surrogate pair is no text"
            raise ComposerError(None, None, fault, node.start_mark) from None
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """The value of a node."""
        if node.tag in _NUMBERS and len(node.value) > MAX_NUMBER:
            fault = f"a number has at most {MAX_NUMBER:,} characters"
            raise ConstructorError(None, None, fault, node.start_mark)
        try:
            return super().construct_object(node, deep)
        except (ValueError, ArithmeticError, LookupError, AttributeError, TypeError) as error:
            kind = node.tag.rpartition(":")[2]
            raise ConstructorError(None, None, f"this is no {kind}", node.start_mark) from error


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
