"""The processes of one sandbox, seen from outside."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


class SandboxProcesses:
    """The first process of a sandbox, with which all others die, and those that descend from it.

    Args:
        first: the number of the first process.

    Raises:
        ProcessLookupError: it has ended.
    """

    def __init__(self, first: int) -> None:
        self._first = first
        self._handle = os.pidfd_open(first)

    def kill(self) -> None:
        """Kill all of them, whatever they do about signals."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    async def gone(self) -> None:
        """Wait until none of them is left, and forget them."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        loop.add_reader(self._handle, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._handle)
            os.close(self._handle)

    def resident(self) -> int:
        """The bytes that they hold, where shared pages count for each; takes milliseconds."""
        return sum(map(_resident, _family(self._first)))

    def memory_exceeds(self, limit: int) -> bool:
        """Whether they hold more than a number of bytes together, where shared pages count once.

        The kernel looks at every page for this: it may take seconds, unless they are killed.
        """
        sums = accumulate(map(_proportional, _family(self._first)))
        return any(each > limit for each in sums)

    def entries(self, folder: str) -> int:
        """How many files and folders there are in a file system mounted inside."""
        root = Path("/proc", str(self._first), "root")
        with suppress(OSError):
            if os.stat(root).st_dev != os.stat("/").st_dev:  # Else nothing is mounted yet.
                found = os.statvfs(root / folder.lstrip("/"))
                return found.f_files - found.f_ffree
        return 0


def _family(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path("/proc", str(pid), "task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _family(int(child))


def _resident(pid: int) -> int:
    with suppress(OSError):
        return int(Path("/proc", str(pid), "statm").read_text().split()[1]) * _PAGE
    return 0


def _proportional(pid: int) -> int:
    """What a process holds alone, and its share of what it holds with others."""
    try:
        rollup = Path("/proc", str(pid), "smaps_rollup").read_text()
    except OSError:  # It has ended, or the kernel does not show this.
        return _resident(pid)
    found = re.search(r"^Pss: +(\d+) kB$", rollup, re.MULTILINE)
    return int(found[1]) << 10 if found else 0
