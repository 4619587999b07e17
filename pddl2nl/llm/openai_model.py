"""A model behind a chat-completions server: OpenAI's own, or any that speaks its protocol."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from urllib.parse import urlsplit

from pddl2nl.llm.connections import (
    Connections,
    Received,
    RedirectedError,
    transport_errors,
)
from pddl2nl.llm.dialects import (
    RENAMED,
    SamplingParameters,
    ServerMessage,
    describe_exception,
    fault_of_status,
    read_complaint,
    refused_parameter,
    replaced,
    replacement_notes,
    root_of,
    sampling_parameters,
)
from pddl2nl.llm.pace import Backoff, Pace, Retry
from pddl2nl.llm.providers import LOOPBACK, Secret, checked_base_url
from pddl2nl.llm.values import (
    Completion,
    FaultReason,
    PermanentModelError,
    Request,
    TransientModelError,
)
from pddl2nl.llm.wire import (
    GarbledReplyError,
    messages_text,
    offered,
    read_reply,
)

OPENAI_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent to servers that want no key; the SDK insists on one."""

_log = logging.getLogger("pddl2nl.llm")
_FAILURES = transport_errors()
_DEFAULT_BACKOFF = Backoff()
_NO_ARGUMENTS: Mapping[str, object] = MappingProxyType({})


class OpenAIModel:
    """Calls a chat-completions server with the headers and connections of the `openai` SDK.

    Faults that pass (rate limits, server errors, lost connections, time-outs, garbled answers) are
    retried with growing waits; those that stay are raised at once. Sampling parameters that the
    server refuses are renamed or left out from then on, and the completions' notes say so. One
    model may be used by many coroutines, and from several event loops one after the other. How many
    requests are under way at the same time is up to the pace.

    Args:
        model: the name that the server knows the model by.
        base_url: the server's address up to and including `/v1`; None means OpenAI's.
        api_key: the key; None for servers that want none.
        timeout: the seconds that one attempt may take from the moment it is sent to the answer's
            last byte.
        max_retries: how often a call is repeated after its first attempt.
        backoff: how long to wait between attempts.
        label: the name under which results are filed; None means the server's name for it.
        pace: what limits the requests to each server, shared with other models; None makes one.
        arguments: what else stands in the body of each request, such as `reasoning_effort`; it is
            never left out, so that a server that does not take it refuses the request.

    Raises:
        InputError: the address or the key cannot be one.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 600.0,
        max_retries: int = 8,
        backoff: Backoff = _DEFAULT_BACKOFF,
        label: str | None = None,
        pace: Pace | None = None,
        arguments: Mapping[str, object] = _NO_ARGUMENTS,
    ) -> None:
        pace = pace or Pace()
        self.arguments = arguments
        self.name = label or model
        self.base_url = checked_base_url(base_url or OPENAI_URL)
        self._is_here = urlsplit(self.base_url).hostname in LOOPBACK
        self._model = model
        self._secret = Secret(api_key or NO_KEY)
        self._timeout = timeout
        self._replacements: dict[str, str | None] = {}
        self._connections = Connections(self.base_url, self._secret, pace.max_connections)
        gate = pace.gate(self.base_url)
        self._retry = Retry(self.name, gate, max_retries, backoff)

    def __repr__(self) -> str:
        return f"OpenAIModel({self.name!r}, base_url={self.base_url!r})"

    async def complete(self, request: Request) -> Completion:
        """Ask the server, again where a fault may pass.

        Raises:
            PermanentModelError: no repetition can succeed; RejectedRequestError where this
                concerns the one request.
            TransientModelError: every attempt failed, or the server asks to wait for too long.
        """
        return await self._retry.run(lambda: self._attempt(request))

    async def aclose(self) -> None:
        """Close the connections of the running event loop; `asyncio.run` does so by itself."""
        await self._connections.aclose()

    async def _attempt(self, request: Request) -> Completion:
        """One attempt, in which refused parameters are replaced until the server accepts them."""
        wanted = sampling_parameters(request)
        messages = messages_text(request.messages, json.dumps)
        while True:
            sent = replaced(wanted, self._replacements)
            rest = json.dumps({**offered(request), "model": self._model, **sent, **self.arguments})
            answer = await self._post(f'{{"messages":{messages},{rest[1:]}')
            if 200 <= answer.status < 300:
                completion = self._read(answer, request)
                notes = replacement_notes(wanted, self._replacements)
                return replace(completion, notes=notes + completion.notes) if notes else completion
            complaint = read_complaint(answer.body)
            if not self._learn(answer.status, complaint, sent):
                raise fault_of_status(self.name, answer.status, complaint, answer.retry_after)

    def _learn(self, status: int, complaint: ServerMessage, sent: SamplingParameters) -> bool:
        """Remember a refused parameter; whether the request is worth sending without it."""
        name = refused_parameter(complaint, sent) if status in (400, 422) else None
        if name is None:
            return False
        # Requests that were under way at the same time are refused, and learn, more than once.
        if name not in self._replacements:
            self._replacements[name] = RENAMED.get(name)
            _log.info("%s: the server refuses the parameter %s", self.name, name)
        return True

    def _read(self, answer: Received, request: Request) -> Completion:
        try:
            return read_reply(answer.body, request.messages, self.name, request.tools)
        except GarbledReplyError as error:
            what = str(error)
        complaint = read_complaint(answer.body)
        # Gateways report faults of the server behind them with the status of a success.
        if status := re.match(r"[45]\d\d\b", complaint.code):
            code = int(status.group())
            raise fault_of_status(self.name, code, complaint, answer.retry_after)
        line = f"{self.name}: {what}: {complaint.text}"
        raise TransientModelError(line, reason="garbled", retry_after=answer.retry_after)

    async def _post(self, body: str) -> Received:
        """Send one request, whose body is JSON.

        The answer may have any status; no answer is a TransientModelError.

        The error is raised outside the `except` clauses, so that no chain of exceptions leads to
        the library's objects, which hold the key and the server's words unmasked.
        """
        reason: FaultReason | None = "network"
        try:
            async with asyncio.timeout(self._timeout):
                return await self._connections.post(body.encode("ascii"))
        except TimeoutError:
            reason, cause = "time-out", f"no answer within {self._timeout:g} s"
        except RedirectedError as error:
            reason, cause = None, str(error)
        except _FAILURES as error:
            cause = f"the connection failed: {describe_exception(error)}"
            if self._is_here and isinstance(root_of(error), ConnectionRefusedError):
                reason, cause = "nobody listens", f"no server listens here: {cause}"
        line = self._secret.remove_from(f"{self.name}: {cause} ({self.base_url})")
        raise TransientModelError(line, reason=reason) if reason else PermanentModelError(line)
