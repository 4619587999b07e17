"""What a batch's word on a request means: an answer, a refused parameter, or a failure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pddl2nl.llm._errors import ModelError, PermanentModelError, TransientModelError
from pddl2nl.llm._faults import fault_of_status, read_complaint
from pddl2nl.llm._parameters import refused_parameter
from pddl2nl.llm._reply import GarbledReplyError, read_reply
from pddl2nl.llm.batch._wire import BatchLine, ServerBatch

_NO_ROOM = "token_limit_exceeded"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The server refuses a sampling parameter: the request may be sent again without it."""

    parameter: str


def is_answer(line: BatchLine, name: str) -> bool:
    """Whether a line holds a completion that can be read."""
    if line.status is None or not 200 <= line.status < 300:
        return False
    try:
        read_reply(line.body, (), name)
    except GarbledReplyError:
        return False
    return True


def failure(
    line: BatchLine | None, batch: ServerBatch, sent: Iterable[str], name: str
) -> Refusal | ModelError:
    """Why a request has no answer although its batch is over.

    Args:
        line: the batch's word on it, None where the files do not mention it.
        batch: the batch.
        sent: the names of the sampling parameters that were sent with the request.
        name: the model's name in errors.
    """
    if line is None or line.status is None:
        return _not_executed(line, batch, name)
    complaint = read_complaint(line.body)
    if 200 <= line.status < 300:
        text = f"{name}: batch {batch.id} gives an answer that cannot be read: {complaint.text}"
        return TransientModelError(text, reason="garbled")
    if line.status in (400, 422) and (parameter := refused_parameter(complaint, sent)):
        return Refusal(parameter)
    return fault_of_status(name, line.status, complaint, None)


def refused_for_room(batch: ServerBatch) -> bool:
    """Whether a batch failed because too many tokens are waiting in batches already."""
    return batch.status == "failed" and any(
        complaint.code == _NO_ROOM for complaint in batch.complaints
    )


def refused_batch(batch: ServerBatch, name: str) -> PermanentModelError:
    """The error for a batch that the server refused as a whole."""
    text = batch.complaints[0].text if batch.complaints else "no reason given"
    further = len(batch.complaints) - 1
    more = f" (and {further} more)" if further > 0 else ""
    return PermanentModelError(f"{name}: the server refuses the batch {batch.id}: {text}{more}")


def _not_executed(line: BatchLine | None, batch: ServerBatch, name: str) -> ModelError:
    if batch.status == "cancelled":
        return PermanentModelError(f"{name}: the batch {batch.id} was cancelled on the server")
    if batch.status == "expired":
        text = f"{name}: the batch {batch.id} expired before the request was answered"
        return TransientModelError(text, reason="time-out")
    if line is None:
        text = f"{name}: the files of batch {batch.id} lack the request"
        return TransientModelError(text, reason="garbled")
    complaint = read_complaint(line.body)
    text = f"{name}: the batch {batch.id} did not execute the request: {complaint.text}"
    return TransientModelError(text, reason="server")
