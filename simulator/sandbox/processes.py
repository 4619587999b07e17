"""The processes of one sandbox, seen from outside."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil


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

    def memory_exceeds(self, most: int) -> bool:
        """Whether all of them together hold more than so many bytes; shared pages count once."""
        # What each holds is quickly asked for, how much of that is shared is not.
        members = list(_family(self._first))
        return sum(map(_resident, members)) > most and sum(map(_proportional, members)) > most

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
    with suppress(psutil.Error):
        return int(psutil.Process(pid).memory_info().rss)
    return 0


def _proportional(pid: int) -> int:
    with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
        try:
            return int(psutil.Process(pid).memory_full_info().pss)
        except psutil.AccessDenied:
            return _resident(pid)
    return 0
