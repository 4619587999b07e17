"""A server's files and batches, through the `openai` SDK."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias, TypeVar

import httpx2
import openai
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_before_delay,
    wait_exponential_jitter,
)

from pddl2nl.llm.connections import RedirectedError, http_client, transport_errors
from pddl2nl.llm.dialects import (
    SamplingParameters,
    ServerMessage,
    describe_exception,
    fault_of_status,
    one_line,
    parse_retry_after,
    read_complaint,
)
from pddl2nl.llm.pace import Backoff, report_attempt
from pddl2nl.llm.providers import Secret
from pddl2nl.llm.values import (
    FaultReason,
    ModelError,
    PermanentModelError,
    RejectedRequestError,
    Request,
    TransientModelError,
)
from pddl2nl.llm.wire import Json, as_mapping, request_as_json, text_of

ENDPOINT: Final = "/v1/chat/completions"
TOKEN_FIELD = "autoplan_batch"
"""The field of a batch's metadata by which it is found again."""

_FINAL = frozenset({"completed", "expired", "cancelled", "failed"})


@dataclass(frozen=True, slots=True)
class BatchLine:
    """What a batch's files say about one request: the HTTP status of its answer, None where it was
    not executed, and the JSON of the answer or of the complaint.
    """

    key: str
    status: int | None
    body: str


@dataclass(frozen=True, slots=True)
class ServerBatch:
    """A batch as the server describes it.

    Args:
        id: the server's name for it.
        status: its state in OpenAI's words.
        token: our name for it, from its metadata; empty where there is none.
        input_file: the file with its requests.
        created: when it was created, in seconds since 1970.
        completed: how many requests are answered.
        failed: how many requests have failed.
        output_file: the file with the answers, None where there is none.
        error_file: the file with the failures, None where there is none.
        complaints: why the whole batch was refused.
    """

    id: str
    status: str
    token: str
    input_file: str
    created: float
    completed: int
    failed: int
    output_file: str | None
    error_file: str | None
    complaints: tuple[ServerMessage, ...]

    @property
    def over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.status in _FINAL


class GarbledFileError(ValueError):
    """Something that is no description of a file, a batch or a list of batches."""


def input_line(key: str, model: str, request: Request, sent: SamplingParameters) -> bytes:
    """The line that asks for one answer, with the line's end."""
    body = {"model": model, **request_as_json(request), **sent}
    line = {"custom_id": key, "method": "POST", "url": ENDPOINT, "body": body}
    return json.dumps(line).encode("ascii") + b"\n"


def read_lines(text: str) -> tuple[tuple[BatchLine, ...], bool]:
    """The readable lines of an output or error file, and whether all of its lines are readable."""
    # Not splitlines(): JSON may hold U+2028 and its like, which end no line of the file.
    rows = [row for row in text.split("\n") if row.strip()]
    lines = [line for row in rows if (line := _read_line(row)) is not None]
    return tuple(lines), len(lines) == len(rows)


def _read_line(row: str) -> BatchLine | None:
    try:
        content = json.loads(row)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or not isinstance(content.get("custom_id"), str):
        return None
    response = content.get("response")
    if not isinstance(response, dict):
        complaint = {"error": content.get("error") or "no reason given"}
        return BatchLine(content["custom_id"], None, json.dumps(complaint))
    status = response.get("status_code")
    if not isinstance(status, int):
        return None
    return BatchLine(content["custom_id"], status, json.dumps(response.get("body")))


def read_batch(text: str) -> ServerBatch:
    """The batch that a server describes.

    Raises:
        GarbledFileError: the text is no description of a batch.
    """
    return _batch(_load(text))


def read_batches(text: str) -> tuple[tuple[ServerBatch, ...], bool]:
    """One page of a server's list of batches, and whether there are more.

    Raises:
        GarbledFileError: the text is no list of batches.
    """
    content = _load(text)
    if "data" not in content:
        raise GarbledFileError("the answer is no list of batches")
    batches = tuple(_batch(as_mapping(row)) for row in _rows(content))
    return batches, content.get("has_more") is True


def _batch(content: Json) -> ServerBatch:
    counts = as_mapping(content.get("request_counts"))
    errors = _rows(as_mapping(content.get("errors")))
    return ServerBatch(
        id=_identifier(content),
        status=text_of(content, "status"),
        token=text_of(as_mapping(content.get("metadata")), TOKEN_FIELD),
        input_file=text_of(content, "input_file_id"),
        created=_number(content, "created_at"),
        completed=int(_number(counts, "completed")),
        failed=int(_number(counts, "failed")),
        output_file=text_of(content, "output_file_id") or None,
        error_file=text_of(content, "error_file_id") or None,
        complaints=tuple(_complaint(as_mapping(row)) for row in errors),
    )


def _complaint(content: Json) -> ServerMessage:
    line = content.get("line")
    place = f" (line {line})" if isinstance(line, int) else ""
    text = one_line(text_of(content, "message") or "no reason given")
    return ServerMessage(text + place, text_of(content, "code"), text_of(content, "param"))


def _load(text: str) -> Json:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise GarbledFileError("the answer is truncated or no JSON") from None
    return as_mapping(content)


def _identifier(content: Json) -> str:
    name = text_of(content, "id")
    if not name:
        raise GarbledFileError("the answer has no id")
    return name


def _rows(content: Json) -> Sequence[object]:
    rows = content.get("data")
    return rows if isinstance(rows, list) else ()


def _number(content: Json, key: str) -> float:
    value = content.get(key)
    return value if isinstance(value, int | float) else 0


CLOCK_TOLERANCE = 24 * 3600.0
"""How far the server's clock and ours may be apart, in seconds."""

_log = logging.getLogger("pddl2nl.llm")
_FAILURES: tuple[type[Exception], ...] = (RedirectedError, openai.APIError, *transport_errors())

T = TypeVar("T")


class _Answer(Protocol):
    """The part of the SDK's raw answers that is used."""

    @property
    def content(self) -> bytes: ...


_Call: TypeAlias = Callable[[openai.AsyncOpenAI], Awaitable[_Answer]]


PATIENT = Backoff(first=1.0, longest=60.0, total=3600.0)
"""A batch may take a day: an hour without a network is no reason to give it up."""

BRIEF = Backoff(first=1.0, longest=30.0, total=120.0)
"""Before anything is handed in there is nothing to lose."""


@dataclass(frozen=True, slots=True)
class Timing:
    """When a batch model does what, in seconds.

    Args:
        settle: how long no new request may have come before a batch is submitted.
        poll: the time until the first look at a batch; it grows by half with each further look.
        longest_poll: the longest time between two looks.
        doubt: how long a batch whose creation was never confirmed may take to show up in the
            server's list of batches.
        backoff: how long to wait before a failed call to the server is tried again.
        timeout: how long one call to the server may take, uploads and downloads included.
        upload: as `backoff`, for uploads: a batch that has not begun is given up sooner.
    """

    settle: float = 2.0
    poll: float = 5.0
    longest_poll: float = 120.0
    doubt: float = 30.0
    backoff: Backoff = PATIENT
    timeout: float = 600.0
    upload: Backoff = BRIEF


@dataclass(frozen=True, slots=True)
class BatchServer:
    """Uploads files, creates batches, looks at them and fetches what they leave.

    Faults that pass are retried for as long as the timing allows, except for `create`. Every error
    is a `ModelError`, with the key removed from whatever the server says.
    """

    name: str
    base_url: str
    secret: Secret
    timing: Timing

    async def upload(self, content: bytes, token: str) -> str:
        """Upload the lines of a batch; the server's name for the file."""
        file = (f"batch-{token}.jsonl", content, "application/jsonl")
        return await self.patiently(
            lambda: self._ask(
                lambda sdk: sdk.files.with_raw_response.create(file=file, purpose="batch"),
                lambda text: _identifier(_load(text)),
            ),
            self.timing.upload,
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

        No batch is looked at that was created before `since`, in seconds since 1970.
        """
        after: str | openai.Omit = openai.omit
        while True:
            page, more = await self.patiently(partial(self._page, after))
            for batch in page:
                # Some gateways keep no metadata; the file is of this batch alone as well.
                if batch.token == token or batch.input_file == file_id:
                    return batch
            if not (page and more) or page[-1].created < since - CLOCK_TOLERANCE:
                return None
            after = page[-1].id

    async def _page(self, after: str | openai.Omit) -> tuple[tuple[ServerBatch, ...], bool]:
        """A page of the list of batches, newest first."""
        return await self._ask(
            lambda sdk: sdk.batches.with_raw_response.list(after=after, limit=100), read_batches
        )

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

        The waits are those of `backoff`, by default the timing's.
        """
        waits = backoff or self.timing.backoff

        async def once() -> T:  # tenacity only awaits the result of a coroutine function
            return await attempt()

        # A new object for each call: tenacity keeps the state of a call in it.
        retrying = AsyncRetrying(
            sleep=asyncio.sleep,
            stop=stop_before_delay(waits.total),
            wait=lambda state: _wait(state, waits),
            retry=retry_if_exception_type(TransientModelError),
            before_sleep=lambda state: _report(state, waits),
            reraise=True,
        )
        return await retrying(once)

    async def _ask(self, call: _Call, read: Callable[[str], T]) -> T:
        """One call, and its answer read.

        The errors are raised outside the `except` clauses, so that no chain of exceptions leads to
        the SDK's objects, which hold the key and the server's words unmasked.
        """
        fault: ModelError
        try:
            async with asyncio.timeout(self.timing.timeout):
                return read(await self._text(call))
        except openai.APIStatusError as error:
            fault = self._refusal(error.response)
        except GarbledFileError as error:
            fault = self._failure("garbled", str(error))
        except TimeoutError:
            fault = self._failure("time-out", f"no answer within {self.timing.timeout:g} s")
        except _FAILURES as error:
            fault = self._broken(error)
        raise fault

    async def _text(self, call: _Call) -> str:
        # A client for each call: minutes pass between two, and no server holds a connection open
        # for so long.
        async with openai.AsyncOpenAI(
            api_key=self.secret.reveal(),
            base_url=self.base_url,
            max_retries=0,
            http_client=http_client(),
        ) as sdk:
            response = await call(sdk)
            return self.secret.remove_from(response.content.decode("utf-8", "replace"))

    def _refusal(self, response: httpx2.Response) -> ModelError:
        text = self.secret.remove_from(response.content.decode("utf-8", "replace"))
        retry_after = parse_retry_after(response.headers)
        fault = fault_of_status(self.name, response.status_code, read_complaint(text), retry_after)
        # A call here is about a whole batch, so what is wrong with it concerns every request.
        return PermanentModelError(str(fault)) if isinstance(fault, RejectedRequestError) else fault

    def _broken(self, error: Exception) -> ModelError:
        # Before release 3, the SDK wraps what its client's hooks raise.
        cause = error.__cause__ if isinstance(error, openai.APIConnectionError) else error
        if isinstance(cause, RedirectedError):
            line = self.secret.remove_from(f"{self.name}: {cause} ({self.base_url})")
            return PermanentModelError(line)
        return self._failure("network", f"the connection failed: {describe_exception(error)}")

    def _failure(self, reason: FaultReason, cause: str) -> ModelError:
        line = self.secret.remove_from(f"{self.name}: {cause} ({self.base_url})")
        return TransientModelError(line, reason=reason)


def _wait(state: RetryCallState, backoff: Backoff) -> float:
    """The seconds until the next attempt: what the server asks for, else growing ones."""
    first = backoff.first
    own = wait_exponential_jitter(multiplier=first, max=backoff.longest, jitter=first)
    return getattr(_failed(state), "retry_after", None) or own(state)


def _report(state: RetryCallState, backoff: Backoff) -> None:
    number = state.attempt_number
    waited, begun = state.idle_for - state.upcoming_sleep, state.seconds_since_start or 0.0
    lasted, spent = (begun - waited) / number, begun + state.upcoming_sleep
    left = state.upcoming_sleep + backoff.later(number, lasted, spent)
    report_attempt(_log, number, _failed(state), left)


def _failed(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None
