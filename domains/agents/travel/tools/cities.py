"""Looks up which cities can be visited."""

from __future__ import annotations

from .records import matching


def find_cities() -> list[str]:
    """The cities of the region that the request names, or the one city that it names."""
    return [str(record["name"]) for record in matching("cities")]
