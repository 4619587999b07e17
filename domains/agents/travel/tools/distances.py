"""Looks up how far it is from one city to another by road."""

from __future__ import annotations

from .records import matching


def find_distance(
    origin: str, destination: str, mode: str = "self-driving"
) -> dict[str, object] | None:
    """The way by road between two cities; None where it is unknown.

    The mode is "self-driving" or "taxi".
    """
    found = matching("distances", origin=origin, destination=destination, mode=mode)
    return found[0] if found else None
