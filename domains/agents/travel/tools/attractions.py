"""Looks up attractions."""

from __future__ import annotations

from .records import matching


def find_attractions(city: str) -> list[dict[str, object]]:
    """The attractions of a city; an empty list for none."""
    return matching("attractions", city=city)
