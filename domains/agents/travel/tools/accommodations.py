"""Looks up places to stay."""

from __future__ import annotations

from .records import matching


def find_accommodations(city: str) -> list[dict[str, object]]:
    """The places to stay in a city; an empty list for none."""
    return matching("accommodations", city=city)
