"""What code in the sandbox may use, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from pddl2nl.errors import InputError


class SandboxUnavailable(InputError):
    """Code cannot be run on this machine; the message says why, and how to change that."""


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """What one run may use.

    Args:
        seconds: wall-clock time, and processor time of each process.
        memory: bytes of address space of each process, and bytes of all processes together.
        processes: processes and threads at the same time.
        output: bytes of standard output, and as many of standard error.
        file_size: bytes of one file.
        folder_size: bytes of all files in the working folder; they are kept in memory.
        folder_entries: files and folders in the working folder.
    """

    seconds: float = 30.0
    memory: int = 1 << 30
    processes: int = 32
    output: int = 100_000
    file_size: int = 10 << 20
    folder_size: int = 64 << 20
    folder_entries: int = 10_000


@dataclass(frozen=True, slots=True)
class CodeRun:
    """How a run ended.

    Args:
        status: the exit status, -n if signal n ended it; None if it was stopped.
        output: the beginning of its standard output; what is no UTF-8 is replaced.
        errors: the beginning of its standard error.
        stopped: the limit that ended it, as a sentence without a full stop; empty if it ended by
            itself.
    """

    status: int | None
    output: str
    errors: str
    stopped: str = ""
