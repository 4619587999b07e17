"""Looks up restaurants."""

from __future__ import annotations

from .records import matching


def find_restaurants(city: str) -> list[dict[str, object]]:
    """The restaurants of a city; an empty list for none."""
    return matching("restaurants", city=city)
