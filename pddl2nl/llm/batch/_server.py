"""A server's files and batches, through the `openai` SDK."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias, TypeVar

import httpx2
import openai
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_before_delay,
    wait_exponential_jitter,
)

from pddl2nl.llm._errors import (
    FaultReason,
    ModelError,
    PermanentModelError,
    RejectedRequestError,
    TransientModelError,
)
from pddl2nl.llm._faults import (
    describe_exception,
    fault_of_status,
    parse_retry_after,
    read_complaint,
)
from pddl2nl.llm._secret import Secret
from pddl2nl.llm._transport import RedirectedError, http_client, transport_errors
from pddl2nl.llm._values import Backoff
from pddl2nl.llm.batch._settings import Timing
from pddl2nl.llm.batch._wire import (
    ENDPOINT,
    TOKEN_FIELD,
    GarbledFileError,
    ServerBatch,
    read_batch,
    read_batches,
    read_file_id,
)

CLOCK_TOLERANCE = 24 * 3600.0
"""How far the server's clock and ours may be apart, in seconds."""

_log = logging.getLogger("pddl2nl.llm")
_FAILURES: tuple[type[Exception], ...] = (openai.APIError, *transport_errors())

T = TypeVar("T")


class _Answer(Protocol):
    """The part of the SDK's raw answers that is used."""

    @property
    def content(self) -> bytes: ...


_Call: TypeAlias = Callable[[openai.AsyncOpenAI], Awaitable[_Answer]]


class BatchServer:
    """Uploads files, creates batches, looks at them and fetches what they leave.

    Faults that pass are retried for as long as the timing allows, except for `create`. Every error
    is a `ModelError`, with the key removed from whatever the server says.

    Args:
        name: the model's name in errors.
        base_url: the server's address up to and including `/v1`.
        secret: the key.
        timing: how long to wait for what.
    """

    def __init__(self, name: str, base_url: str, secret: Secret, timing: Timing) -> None:
        self.name = name
        self.base_url = base_url
        self._secret = secret
        self._timing = timing

    async def upload(self, content: bytes, token: str) -> str:
        """Upload the lines of a batch; the server's name for the file."""
        file = (f"batch-{token}.jsonl", content, "application/jsonl")
        return await self.patiently(
            lambda: self._ask(
                lambda sdk: sdk.files.with_raw_response.create(file=file, purpose="batch"),
                read_file_id,
            ),
            self._timing.upload,
        )

    async def create(self, file_id: str, token: str) -> ServerBatch:
        """Create a batch, in one attempt: the server may have done so even if this fails."""
        return await self._ask(
            lambda sdk: sdk.batches.with_raw_response.create(
                completion_window="24h",
                endpoint=ENDPOINT,
                input_file_id=file_id,
                metadata={TOKEN_FIELD: token},
            ),
            read_batch,
        )

    async def find(self, file_id: str, token: str, since: float) -> ServerBatch | None:
        """The batch that was created with a file and a token, None where there is none.

        Args:
            file_id: the file with its requests.
            token: our name for it.
            since: no batch older than this is looked at; seconds since 1970.
        """
        after = ""
        while True:
            page, more = await self._page(after)
            for batch in page:
                # Some gateways keep no metadata; the file is of this batch alone as well.
                if batch.token == token or batch.input_file == file_id:
                    return batch
            if not (page and more) or page[-1].created < since - CLOCK_TOLERANCE:
                return None
            after = page[-1].id

    async def retrieve(self, batch_id: str) -> ServerBatch:
        """A batch as it is now."""
        return await self.patiently(
            lambda: self._ask(
                lambda sdk: sdk.batches.with_raw_response.retrieve(batch_id), read_batch
            )
        )

    async def download(self, file_id: str) -> str:
        """The text of a file."""
        return await self.patiently(
            lambda: self._ask(lambda sdk: sdk.files.with_raw_response.content(file_id), str)
        )

    async def patiently(
        self, attempt: Callable[[], Awaitable[T]], backoff: Backoff | None = None
    ) -> T:
        """The result of an attempt, made again for as long as it fails in a passing way.

        Args:
            attempt: one attempt.
            backoff: how long to wait, by default the timing's `backoff`.
        """
        waits = backoff or self._timing.backoff

        async def once() -> T:  # tenacity awaits nothing but a coroutine function's result
            return await attempt()

        # A new object for each call: tenacity keeps the state of a call in it.
        retrying = AsyncRetrying(
            sleep=asyncio.sleep,
            stop=stop_before_delay(waits.total),
            wait=lambda state: _wait(state, waits),
            retry=retry_if_exception_type(TransientModelError),
            before_sleep=_report,
            reraise=True,
        )
        return await retrying(once)

    async def _page(self, after: str) -> tuple[tuple[ServerBatch, ...], bool]:
        """A page of the list of batches, newest first."""
        place = after or openai.omit
        return await self.patiently(
            lambda: self._ask(
                lambda sdk: sdk.batches.with_raw_response.list(after=place, limit=100),
                read_batches,
            )
        )

    async def _ask(self, call: _Call, read: Callable[[str], T]) -> T:
        """One call, and its answer read.

        The errors are raised outside the `except` clauses, so that no chain of exceptions leads to
        the SDK's objects, which hold the key and the server's words unmasked.
        """
        fault: ModelError
        try:
            async with asyncio.timeout(self._timing.timeout):
                return read(await self._text(call))
        except openai.APIStatusError as error:
            fault = self._refusal(error.response)
        except GarbledFileError as error:
            fault = self._failure("garbled", str(error))
        except RedirectedError as error:
            line = self._secret.remove_from(f"{self.name}: {error} ({self.base_url})")
            fault = PermanentModelError(line)
        except TimeoutError:
            fault = self._failure("time-out", f"no answer within {self._timing.timeout:g} s")
        except _FAILURES as error:
            fault = self._failure("network", f"the connection failed: {describe_exception(error)}")
        raise fault

    async def _text(self, call: _Call) -> str:
        # A client for each call: minutes pass between two, and no server holds a connection open
        # for so long.
        async with openai.AsyncOpenAI(
            api_key=self._secret.reveal(),
            base_url=self.base_url,
            max_retries=0,
            http_client=http_client(),
        ) as sdk:
            response = await call(sdk)
            return self._secret.remove_from(response.content.decode("utf-8", "replace"))

    def _refusal(self, response: httpx2.Response) -> ModelError:
        text = self._secret.remove_from(response.content.decode("utf-8", "replace"))
        retry_after = parse_retry_after(response.headers)
        fault = fault_of_status(self.name, response.status_code, read_complaint(text), retry_after)
        # A call here is about a whole batch, so what is wrong with it concerns every request.
        return PermanentModelError(str(fault)) if isinstance(fault, RejectedRequestError) else fault

    def _failure(self, reason: FaultReason, cause: str) -> ModelError:
        line = self._secret.remove_from(f"{self.name}: {cause} ({self.base_url})")
        return TransientModelError(line, reason=reason)


def _wait(state: RetryCallState, backoff: Backoff) -> float:
    """The seconds until the next attempt: what the server asks for, else growing ones."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.retry_after if isinstance(error, TransientModelError) else None
    own = wait_exponential_jitter(
        multiplier=backoff.first, max=backoff.longest, jitter=backoff.first
    )
    return asked or own(state)


def _report(state: RetryCallState) -> None:
    number, error = state.attempt_number, state.outcome.exception() if state.outcome else None
    _log.info("attempt %d: %s", number, error, extra={"attempt": number})
