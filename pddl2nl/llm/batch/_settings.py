"""When a batch model does what, and how large a batch may be."""

from __future__ import annotations

from dataclasses import dataclass

from pddl2nl.llm._values import Backoff

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
class BatchLimits:
    """How large a batch may be, and how often a request is put into one.

    Args:
        requests: the most requests in a batch; OpenAI takes 50,000.
        size: the most bytes in a batch's file; OpenAI takes 200 MB.
        rounds: in how many batches a request may fail in a passing way before it is given up.
    """

    requests: int = 50_000
    size: int = 200_000_000
    rounds: int = 4
