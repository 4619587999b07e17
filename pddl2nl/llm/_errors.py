"""The ways in which a call to a model fails."""

from __future__ import annotations

from typing import Literal, TypeAlias

FaultReason: TypeAlias = Literal[
    "rate limit", "overload", "server", "network", "time-out", "garbled"
]


class ModelError(Exception):
    """A call to a chat model failed. Its text is one line, fit to be printed, and holds no key."""


class PermanentModelError(ModelError):
    """No call to this model can succeed: a wrong key, an unknown model, no quota left."""


class RejectedRequestError(PermanentModelError):
    """This one request can never succeed, others may: a prompt too long, a filtered prompt."""


class TransientModelError(ModelError):
    """The call failed now and may succeed later.

    Args:
        message: one line that names the model and the cause.
        reason: what kind of fault it was; a rate limit and a network fault call for different
            reactions from whoever sets the pace.
        retry_after: the seconds that the server asks to wait, None where it asks for nothing.
    """

    def __init__(
        self, message: str, *, reason: FaultReason, retry_after: float | None = None
    ) -> None:
        self.reason = reason
        self.retry_after = retry_after
        super().__init__(message)


class CacheError(ModelError):
    """The cache of answers cannot be read or written: a full disk, a damaged file."""
