"""What goes over the wire: the lines of a batch's files, and the server's word on a batch."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pddl2nl.llm._faults import ServerMessage, one_line
from pddl2nl.llm._parameters import SamplingParameters
from pddl2nl.llm._values import Request
from pddl2nl.llm._wire import request_as_json

ENDPOINT: Final = "/v1/chat/completions"
TOKEN_FIELD = "autoplan_batch"
"""The field of a batch's metadata by which it is found again."""

_FINAL = frozenset({"completed", "expired", "cancelled", "failed"})


@dataclass(frozen=True, slots=True)
class BatchLine:
    """What a batch's files say about one request.

    Args:
        key: the request's key.
        status: the HTTP status of its answer, None where the request was not executed.
        body: the JSON of the answer, or of the complaint.
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


def read_file_id(text: str) -> str:
    """The name of the file that a server says it has received.

    Raises:
        GarbledFileError: the text is no description of a file.
    """
    return _identifier(_load(text))


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
    batches = tuple(_batch(_mapping(row)) for row in _rows(content))
    return batches, content.get("has_more") is True


def _batch(content: Mapping[str, object]) -> ServerBatch:
    counts = _mapping(content.get("request_counts"))
    errors = _rows(_mapping(content.get("errors")))
    return ServerBatch(
        id=_identifier(content),
        status=_text(content, "status"),
        token=_text(_mapping(content.get("metadata")), TOKEN_FIELD),
        input_file=_text(content, "input_file_id"),
        created=_number(content, "created_at"),
        completed=int(_number(counts, "completed")),
        failed=int(_number(counts, "failed")),
        output_file=_text(content, "output_file_id") or None,
        error_file=_text(content, "error_file_id") or None,
        complaints=tuple(_complaint(_mapping(row)) for row in errors),
    )


def _complaint(content: Mapping[str, object]) -> ServerMessage:
    line = content.get("line")
    place = f" (line {line})" if isinstance(line, int) else ""
    text = one_line(_text(content, "message") or "no reason given")
    return ServerMessage(text + place, _text(content, "code"), _text(content, "param"))


def _load(text: str) -> Mapping[str, object]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise GarbledFileError("the answer is truncated or no JSON") from None
    return _mapping(content)


def _identifier(content: Mapping[str, object]) -> str:
    name = _text(content, "id")
    if not name:
        raise GarbledFileError("the answer has no id")
    return name


def _rows(content: Mapping[str, object]) -> Sequence[object]:
    rows = content.get("data")
    return rows if isinstance(rows, list) else ()


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(content: Mapping[str, object], key: str) -> str:
    value = content.get(key)
    return value if isinstance(value, str) else ""


def _number(content: Mapping[str, object], key: str) -> float:
    value = content.get(key)
    return value if isinstance(value, int | float) else 0
