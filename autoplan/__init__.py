"""The evaluator: experiments, their results, and the tables made of them."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, without importing it
if TYPE_CHECKING:
    from autoplan.integrations.playable import chat_episode
    from autoplan.play.evaluate import evaluate
    from autoplan.results.reading import load

__all__ = ["chat_episode", "evaluate", "load"]

_PLACES = {
    "chat_episode": "autoplan.integrations.playable",
    "evaluate": "autoplan.play.evaluate",
    "load": "autoplan.results.reading",
}


def __getattr__(name: str) -> object:
    # Imported when asked for, so that a command line that is interrupted early ends in one line.
    from importlib import import_module

    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'autoplan' has no attribute '{name}'")
