"""A model whose answers come through a server's batches: half the price, within a day."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pddl2nl.llm._cached_model import request_key
from pddl2nl.llm._parameters import replacement_notes, sampling_parameters
from pddl2nl.llm._reply import read_reply
from pddl2nl.llm._secret import Secret
from pddl2nl.llm._transport import checked_base_url
from pddl2nl.llm._values import Completion, Request
from pddl2nl.llm.batch._dispatch import Dispatcher
from pddl2nl.llm.batch._journal import Journal, StoredAnswer
from pddl2nl.llm.batch._server import BatchServer
from pddl2nl.llm.batch._settings import BatchLimits, Timing

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
        told: told in one line whenever a batch has come further.

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
        told: Callable[[str], object] = _log.info,
    ) -> None:
        self.name = label or model
        self.base_url = checked_base_url(base_url)
        server = BatchServer(self.name, self.base_url, Secret(api_key), timing)
        self._journal = Journal(folder / _file_name(self.name, self.base_url))
        self._dispatcher = Dispatcher(model, server, self._journal, timing, limits, told)
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
        return self._completion(key, request, stored)

    async def aclose(self) -> None:
        """Stop waiting and close the journal; the batches go on, and are found again."""
        await self._dispatcher.aclose()
        self._journal.close()

    def _completion(self, key: str, request: Request, stored: StoredAnswer) -> Completion:
        completion = read_reply(stored.body, request.messages, self.name, request.tools)
        wanted = sampling_parameters(request.max_tokens, request.temperature, request.seed)
        notes = replacement_notes(wanted, stored.replacements) + completion.notes
        cached = key in self._given
        self._given.add(key)
        return replace(completion, notes=notes, cached=cached, batched=True)


def _file_name(model: str, base_url: str) -> str:
    readable = re.sub(r"[^\w.-]+", "-", model)[:80]
    digest = hashlib.sha256(f"{model} {base_url}".encode()).hexdigest()[:8]
    return f"{readable}-{digest}.sqlite"
