"""A model behind a chat-completions server: OpenAI's own, or any that speaks its protocol."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import NoReturn

import httpx2
import openai
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential_jitter,
)

from pddl2nl.llm._errors import FaultReason, ModelError, TransientModelError
from pddl2nl.llm._faults import (
    ServerMessage,
    describe_exception,
    fault_of_status,
    parse_retry_after,
    read_complaint,
)
from pddl2nl.llm._parameters import (
    RENAMED,
    Parameters,
    refused_parameter,
    replaced,
    replacement_notes,
    sampling_parameters,
)
from pddl2nl.llm._reply import GarbledReplyError, read_reply
from pddl2nl.llm._secret import Secret
from pddl2nl.llm._transport import checked_base_url, http_client, transport_errors
from pddl2nl.llm._values import Backoff, Completion, Message

OPENAI_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent to servers that want no key; the SDK insists on one."""

_log = logging.getLogger("pddl2nl.llm")
_FAILURES: tuple[type[Exception], ...] = (openai.APIError, *transport_errors())
_DEFAULT_BACKOFF = Backoff()


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came back over HTTP, without the key should the server repeat it."""

    status: int
    body: str
    retry_after: float | None


class OpenAIModel:
    """Calls a chat-completions server through the `openai` SDK.

    Faults that pass (rate limits, server errors, lost connections, time-outs, garbled answers) are
    retried with growing waits; those that stay are raised at once. Sampling parameters that the
    server refuses are renamed or left out from then on, and the completions' notes say so. One
    model may be used by many coroutines, and from several event loops one after the other.

    Args:
        model: the name that the server knows the model by.
        base_url: the server's address up to and including `/v1`; None means OpenAI's.
        api_key: the key; None for servers that want none.
        timeout: the seconds that one attempt may take from its start to the answer's last byte.
        max_retries: how often a call is repeated after its first attempt.
        backoff: how long to wait between attempts.
        label: the name under which results are filed; None means the server's name for it.

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
    ) -> None:
        self.name = label or model
        self.base_url = checked_base_url(base_url or OPENAI_URL)
        self._model = model
        self._secret = Secret(api_key or NO_KEY)
        self._timeout = timeout
        self._max_retries = max_retries
        self._backoff = backoff
        self._replacements: dict[str, str | None] = {}
        self._clients: dict[asyncio.AbstractEventLoop, _Client] = {}

    def __repr__(self) -> str:
        return f"OpenAIModel({self.name!r}, base_url={self.base_url!r})"

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> Completion:
        """Ask the server, again where a fault may pass.

        Raises:
            PermanentModelError: no repetition can succeed; RejectedRequestError where this
                concerns the one request.
            TransientModelError: every attempt failed, or the server asks to wait for too long.
        """
        wanted = sampling_parameters(max_tokens, temperature, seed)
        completion: Completion = await self._retrying()(self._attempt, messages, wanted)
        return completion

    async def aclose(self) -> None:
        """Close the connections of the running event loop; `asyncio.run` does so by itself."""
        client = self._clients.get(asyncio.get_running_loop())
        if client is not None:
            await client.lifetime.aclose()

    async def _attempt(self, messages: Sequence[Message], wanted: Parameters) -> Completion:
        """One attempt, in which refused parameters are replaced until the server accepts them."""
        conversation = [asdict(message) for message in messages]
        while True:
            sent = replaced(wanted, self._replacements)
            answer = await self._post({"model": self._model, "messages": conversation, **sent})
            if 200 <= answer.status < 300:
                notes = replacement_notes(wanted, self._replacements)
                completion = self._read(answer, messages)
                return replace(completion, notes=notes + completion.notes)
            complaint = read_complaint(answer.body)
            if not self._learn(answer.status, complaint, sent):
                raise fault_of_status(self.name, answer.status, complaint, answer.retry_after)

    def _learn(self, status: int, complaint: ServerMessage, sent: Parameters) -> bool:
        """Remember a refused parameter; whether the request is worth sending without it."""
        name = refused_parameter(complaint, sent) if status in (400, 422) else None
        if name is None:
            return False
        # Requests that were under way at the same time are refused, and learn, more than once.
        if name not in self._replacements:
            self._replacements[name] = RENAMED.get(name)
            _log.info("%s: the server refuses the parameter %s", self.name, name)
        return True

    def _read(self, answer: _Answer, messages: Sequence[Message]) -> Completion:
        try:
            return read_reply(answer.body, messages, self.name)
        except GarbledReplyError as error:
            fault = self._garbled(answer, str(error))
        raise fault

    def _garbled(self, answer: _Answer, what: str) -> ModelError:
        complaint = read_complaint(answer.body)
        # Gateways report faults of the server behind them with the status of a success.
        if complaint.code.split(" ")[0] in ("400", "401", "402", "403", "404", "429"):
            status = int(complaint.code.split(" ")[0])
            return fault_of_status(self.name, status, complaint, answer.retry_after)
        line = f"{self.name}: {what}: {complaint.text}"
        return TransientModelError(line, reason="garbled", retry_after=answer.retry_after)

    async def _post(self, body: Mapping[str, object]) -> _Answer:
        """Send one request. The answer may have any status; no answer is a TransientModelError.

        The error is raised outside the `except` clauses, so that no chain of exceptions leads to
        the SDK's objects, which hold the key and the server's words unmasked.
        """
        client = await self._client()
        reason: FaultReason = "network"
        try:
            async with asyncio.timeout(self._timeout):
                response = await client.post(
                    "/chat/completions", cast_to=httpx2.Response, body=body
                )
            return self._received(response)
        except openai.APIStatusError as error:
            return self._received(error.response)
        except TimeoutError:
            reason, cause = "time-out", f"no answer within {self._timeout:g} s"
        except _FAILURES as error:
            cause = f"the connection failed: {describe_exception(error)}"
        line = self._secret.remove_from(f"{self.name}: {cause} ({self.base_url})")
        raise TransientModelError(line, reason=reason)

    def _received(self, response: httpx2.Response) -> _Answer:
        text = response.content.decode("utf-8", "replace")
        return _Answer(
            status=response.status_code,
            body=self._secret.remove_from(text),
            retry_after=parse_retry_after(response.headers),
        )

    # --- connections ------------------------------------------------------------------------------

    async def _client(self) -> openai.AsyncOpenAI:
        """The SDK's client of the running event loop; connections belong to one loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            lifetime = self._open()
            # Nothing is awaited before the yield, so two coroutines can't both come by here.
            self._clients[loop] = _Client(await anext(lifetime), lifetime)
        return self._clients[loop].sdk

    async def _open(self) -> AsyncGenerator[openai.AsyncOpenAI, None]:
        """Yields the client, and closes it when the event loop ends.

        An asynchronous generator since `asyncio.run` closes those that are open before it closes
        the loop: callers need not hold a model in an `async with`.
        """
        client = openai.AsyncOpenAI(
            api_key=self._secret.reveal(),
            base_url=self.base_url,
            max_retries=0,
            http_client=http_client(),
        )
        try:
            yield client
        finally:
            self._clients.pop(asyncio.get_running_loop(), None)
            await client.close()

    # --- repetition -------------------------------------------------------------------------------

    def _retrying(self) -> AsyncRetrying:
        # A new one for each call: tenacity keeps the state of a call in the object.
        stop = stop_after_attempt(self._max_retries + 1) | stop_before_delay(self._backoff.total)
        return AsyncRetrying(
            sleep=asyncio.sleep,
            stop=stop,
            wait=self._wait,
            retry=retry_if_exception_type(TransientModelError),
            before_sleep=self._report,
            retry_error_callback=_give_up,
        )

    def _wait(self, state: RetryCallState) -> float:
        """The seconds until the next attempt: what the server asks for, else growing ones."""
        asked = _fault(state).retry_after
        if asked:
            # Not on the dot: other calls were told the same moment.
            return asked + random.uniform(0, self._backoff.first)
        return wait_exponential_jitter(
            multiplier=self._backoff.first, max=self._backoff.longest, jitter=self._backoff.first
        )(state)

    def _report(self, state: RetryCallState) -> None:
        _log.info("attempt %d: %s", state.attempt_number, _fault(state))


@dataclass(frozen=True, slots=True)
class _Client:
    """The SDK's client, and the generator whose end closes it."""

    sdk: openai.AsyncOpenAI
    lifetime: AsyncGenerator[openai.AsyncOpenAI, None]


def _fault(state: RetryCallState) -> TransientModelError:
    error = state.outcome.exception() if state.outcome else None
    if not isinstance(error, TransientModelError):
        raise TypeError(f"only transient faults are retried, not {type(error).__name__}")
    return error


def _give_up(state: RetryCallState) -> NoReturn:
    fault = _fault(state)
    attempts = state.attempt_number
    tried = "one attempt" if attempts == 1 else f"{attempts} attempts"
    asked = f", and asks to wait {fault.retry_after:g} s" if fault.retry_after else ""
    raise TransientModelError(
        f"{fault} (after {tried}{asked})", reason=fault.reason, retry_after=fault.retry_after
    ) from None
