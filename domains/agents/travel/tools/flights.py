"""Looks up flights."""

from __future__ import annotations

from .records import matching


def find_flights(origin: str, destination: str, date: str) -> list[dict[str, object]]:
    """The flights from one city to another on a day, as 2022-03-16; an empty list for none."""
    return matching("flights", origin=origin, destination=destination, date=date)
