"""Models whose answers are kept where all commands of this user find them."""

from __future__ import annotations

import os
from pathlib import Path

from pddl2nl.llm._open import model_traits, open_model
from pddl2nl.llm._values import ChatModel


def cache_folder() -> Path:
    """Where plans and models' answers are kept: `$AUTOPLAN_CACHE`, or the user's cache."""
    import platformdirs  # most commands keep nothing

    return Path(os.environ.get("AUTOPLAN_CACHE") or platformdirs.user_cache_dir("autoplan"))


def answers_file() -> Path:
    """The file in which the answers of paid models are kept."""
    return cache_folder() / "answers.sqlite"


def open_cached_model(
    spec: str, *, base_url: str | None = None, api_key_env: str | None = None
) -> ChatModel:
    """The model that a specification names; answers that cost are kept in the user's cache.

    Args:
        spec: as `open_model` takes it.
        base_url: as `open_model` takes it.
        api_key_env: as `open_model` takes it.

    Raises:
        InputError: the specification is unknown, or the cache cannot be used.
    """
    return open_model(
        spec,
        base_url=base_url,
        api_key_env=api_key_env,
        cache=answers_file() if model_traits(spec).cached else None,
    )
