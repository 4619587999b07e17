"""Chat models asked through OpenAI's Batch API: half the price, an answer within a day."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pddl2nl.errors import InputError
from pddl2nl.llm.batch.dispatch import BatchLimits, Dispatcher
from pddl2nl.llm.batch.journal import Journal
from pddl2nl.llm.batch.server import BatchServer, Timing
from pddl2nl.llm.cached_model import request_key
from pddl2nl.llm.dialects import replacement_notes, sampling_parameters
from pddl2nl.llm.openai_model import NO_KEY, OpenAIModel
from pddl2nl.llm.providers import (
    OPENAI_KEY,
    Secret,
    api_key,
    checked_base_url,
    model_traits,
    open_model,
)
from pddl2nl.llm.values import Completion, Request
from pddl2nl.llm.wire import read_reply

__all__ = ["BatchLimits", "BatchModel", "Timing", "open_batch_model"]


_DEFAULT_TIMING = Timing()
_DEFAULT_LIMITS = BatchLimits()
_log = logging.getLogger("pddl2nl.llm")


class BatchModel:
    """Answers requests through batches; a call returns when its batch is over.

    Requests that wait at the same time are gathered and submitted together. What is submitted is
    kept in a journal, so that a process which is killed at any moment can be followed by another
    that waits for the same batches: no request is paid for twice and no answer is lost. Failures
    that pass, expired batches and refused sampling parameters lead to a further batch; identical
    requests share one line.

    An answer counts as cached from the second time on that this object gives it: the journal is no
    cache, and the first time is when its price belongs to a call. Use it within a `CachedModel`.

    Args:
        model: the name that the server knows the model by.
        base_url: the server's address up to and including `/v1`.
        api_key: the key.
        folder: where the journal is kept, in a file of its own for each model and server.
        label: the name under which results are filed; None means the server's name for it.
        timing: how long to wait for what.
        limits: how large a batch may be.
        report: gets a line whenever a batch has come further.

    Raises:
        InputError: the address or the key cannot be one, or the journal can't be used.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str,
        api_key: str,
        folder: Path,
        label: str | None = None,
        timing: Timing = _DEFAULT_TIMING,
        limits: BatchLimits = _DEFAULT_LIMITS,
        report: Callable[[str], object] = _log.info,
    ) -> None:
        self.name = label or model
        self.base_url = checked_base_url(base_url)
        server = BatchServer(self.name, self.base_url, Secret(api_key), timing)
        self._journal = Journal(folder / _file_name(self.name, self.base_url))
        self._dispatcher = Dispatcher(model, server, self._journal, limits, report)
        self._given: set[str] = set()

    def __repr__(self) -> str:
        return f"BatchModel({self.name!r}, base_url={self.base_url!r})"

    async def complete(self, request: Request) -> Completion:
        """The answer that comes through a batch, or has come through one before.

        Raises:
            PermanentModelError: no repetition can succeed, or the batch was refused or cancelled;
                RejectedRequestError where this concerns the one request.
            TransientModelError: the request failed in every batch, or the server is out of reach.
            CacheError: the journal can't be read or written.
        """
        key = request_key(self.name, self.base_url, request)
        stored = self._journal.answer(key) or await self._dispatcher.answer(key, request)
        completion = read_reply(stored.body, request.messages, self.name, request.tools)
        wanted = sampling_parameters(request)
        notes = replacement_notes(wanted, stored.replacements) + completion.notes
        cached = key in self._given
        self._given.add(key)
        return replace(completion, notes=notes, cached=cached, batched=True)

    async def aclose(self) -> None:
        """Stop waiting and close the journal; the batches go on, and are found again."""
        await self._dispatcher.aclose()
        self._journal.close()


def _file_name(model: str, base_url: str) -> str:
    readable = re.sub(r"[^\w.-]+", "-", model)[:80]
    digest = hashlib.sha256(f"{model} {base_url}".encode()).hexdigest()[:8]
    return f"{readable}-{digest}.sqlite"


def open_batch_model(
    spec: str,
    *,
    folder: Path,
    base_url: str | None = None,
    api_key_env: str | None = None,
    timing: Timing = _DEFAULT_TIMING,
    limits: BatchLimits = _DEFAULT_LIMITS,
    report: Callable[[str], object] = _log.info,
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
        report: gets a line whenever a batch has come further.

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
        report=report,
    )
