"""The files of a benchmark: specifications, tools and task networks, as texts."""

from __future__ import annotations

from importlib import resources


def text_of(folder: str, name: str) -> str:
    """A text file that comes with a benchmark.

    Args:
        folder: its folder in this package, as `unit_movement`.
        name: its path in there, as `specification.txt`.
    """
    path = resources.files("domains.agents").joinpath(folder, *name.split("/"))
    return path.read_text(encoding="utf-8")
