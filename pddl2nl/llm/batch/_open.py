"""From a model's specification on the command line to a model that answers through batches."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from pddl2nl.errors import InputError
from pddl2nl.llm._open import OPENAI_KEY, api_key, model_traits, open_model
from pddl2nl.llm._openai_model import NO_KEY, OpenAIModel
from pddl2nl.llm.batch._model import BatchModel
from pddl2nl.llm.batch._settings import BatchLimits, Timing

_DEFAULT_TIMING = Timing()
_DEFAULT_LIMITS = BatchLimits()
_log = logging.getLogger("pddl2nl.llm")


def open_batch_model(
    spec: str,
    *,
    folder: Path,
    base_url: str | None = None,
    api_key_env: str | None = None,
    timing: Timing = _DEFAULT_TIMING,
    limits: BatchLimits = _DEFAULT_LIMITS,
    told: Callable[[str], object] = _log.info,
) -> BatchModel:
    """The model that a specification names, asked through its server's batches.

    Args:
        spec: `openai/NAME`, or `compat/NAME` for another server that has batches.
        folder: where the journal of batches is kept; a later process with the same folder goes on
            with them.
        base_url: as `open_model` takes it.
        api_key_env: as `open_model` takes it.
        timing: how long to wait for what.
        limits: how large a batch may be.
        told: told in one line whenever a batch has come further.

    Raises:
        InputError: the specification is unknown, lacks a key or an address or names a model that
            has no server, or the journal can't be used.
    """
    known = model_traits(spec).remote
    live = open_model(spec, base_url=base_url, api_key_env=api_key_env) if known else None
    if not isinstance(live, OpenAIModel):
        raise InputError(f"the model {spec} has no batches; openai/NAME and compat/NAME may have")
    variable = api_key_env or (OPENAI_KEY if spec.startswith("openai/") else None)
    return BatchModel(
        spec.partition("/")[2],
        base_url=live.base_url,
        api_key=(api_key(variable) if variable else None) or NO_KEY,
        folder=folder,
        label=live.name,
        timing=timing,
        limits=limits,
        told=told,
    )
