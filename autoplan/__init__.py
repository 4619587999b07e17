"""The evaluator: experiments, their results, and the tables made of them."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, without importing it
if TYPE_CHECKING:
    from autoplan.results.reading import load

__all__ = ["load"]


def __getattr__(name: str) -> object:
    # Imported when asked for, so that a command line that is interrupted early ends in one line.
    from importlib import import_module

    if name == "load":
        return import_module("autoplan.results.reading").load
    raise AttributeError(f"module 'autoplan' has no attribute '{name}'")
