"""Watches one run and its processes from outside: time, output, memory, entries of its folder."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import accumulate
from pathlib import Path

from simulator.agents.sandbox.bubblewrap import FOLDER, CodeRun, SandboxLimits, SandboxUnavailable

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


_SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_COUNT = 5.0
"""How long counting the memory of all processes may take; the event loop goes on meanwhile."""
_SECONDS_TO_BEGIN = 10.0
"""How long bubblewrap may take on a busy machine before it has a first process."""

_LIKELY = 0.5
"""The share of its processor time that code has used at least when the limit's signal comes: the
kernel counts whole ticks for the limit, also those that other processes had a part of."""


class Supervision:
    """One run, from its start until nothing of it is left.

    Args:
        process: bubblewrap, whose outputs are pipes.
        status: what bubblewrap and the launcher report, as lines of JSON.
        limits: what the run may use.
    """

    def __init__(
        self, process: Process, status: asyncio.StreamReader, limits: SandboxLimits
    ) -> None:
        self._process = process
        self._status = status
        self._limits = limits
        self._breach: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._counter = ThreadPoolExecutor(1, "sandbox")

    async def finished(self) -> CodeRun:
        """Wait for the end of the run, which a limit may bring; then all of it is dead.

        Raises:
            SandboxUnavailable: bubblewrap failed.
        """
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        outputs = asyncio.gather(
            self._read("standard output", self._process.stdout),
            self._read("standard error", self._process.stderr),
        )
        begun = asyncio.create_task(self._begun())
        looks = (self._look_at_memory, self._look_at_folder)
        watches = [asyncio.create_task(self._watch(begun, look)) for look in looks]
        alarm = asyncio.get_running_loop().call_later(
            self._limits.seconds, self.stop, f"it ran longer than {self._limits.seconds:g} seconds"
        )
        ended = asyncio.create_task(self._process.wait())
        try:
            await asyncio.wait((ended, self._breach), return_when=asyncio.FIRST_COMPLETED)
        finally:
            alarm.cancel()
            for watch in watches:
                watch.cancel()
            self._counter.shutdown(wait=False)
            await self._end(begun)
            await asyncio.wait((outputs,))
            await asyncio.wait(watches)
        printed, complained = outputs.result()
        if self._breach.done():
            return CodeRun(None, printed, complained, stopped=self._breach.result())
        return self._outcome(*await self._exit_status(), printed, complained)

    def stop(self, reason: str) -> None:
        """End the run before its time; the reason is reported as what stopped it."""
        if not self._breach.done():
            self._breach.set_result(reason)

    async def _read(self, name: str, stream: asyncio.StreamReader) -> str:
        """The beginning of an output; more of it than allowed ends the run, and is not kept."""
        kept = bytearray()
        most = self._limits.output
        while chunk := await stream.read(1 << 16):
            if len(kept) + len(chunk) > most:
                self.stop(f"it wrote more than {most:,} bytes to {name}")
            kept += chunk[: most - len(kept)]
        return kept.decode(errors="replace")

    async def _begun(self) -> SandboxProcesses | None:
        """The processes inside, None if bubblewrap or all of them ended at once."""
        while line := await self._status.readline():
            if "child-pid" in (report := json.loads(line)):
                with suppress(ProcessLookupError):
                    return SandboxProcesses(report["child-pid"])
        return None

    async def _watch(
        self,
        begun: asyncio.Task[SandboxProcesses | None],
        look: Callable[[SandboxProcesses], Awaitable[None]],
    ) -> None:
        """Look at what all processes use together, from time to time."""
        try:
            inside = await asyncio.shield(begun)
            while inside is not None:
                await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
                await look(inside)
        except Exception as error:  # Nothing runs unwatched.
            if not self._breach.done():
                self._breach.set_exception(error)

    async def _look_at_memory(self, inside: SandboxProcesses) -> None:
        limit = self._limits.memory
        # What each holds is quickly asked for, how much of that is shared is not.
        if inside.resident() <= limit:
            return
        counting = asyncio.get_running_loop().run_in_executor(
            self._counter, inside.memory_exceeds, limit
        )
        try:
            exceeded = await asyncio.wait_for(counting, SECONDS_TO_COUNT)
        except TimeoutError:
            self.stop(f"its memory could not be counted within {SECONDS_TO_COUNT:g} seconds")
            return
        if exceeded:
            self.stop(f"its processes used more than {limit >> 20:,} MiB of memory together")

    async def _look_at_folder(self, inside: SandboxProcesses) -> None:
        if inside.entries(FOLDER) > self._limits.folder_entries:
            most = f"{self._limits.folder_entries:,}"
            self.stop(f"it made more than {most} files and folders")

    async def _end(self, begun: asyncio.Task[SandboxProcesses | None]) -> None:
        """Kill what is left, and wait until it is gone."""
        # Before bubblewrap's first process is known, killing bubblewrap might let that one live.
        await asyncio.wait((begun,), timeout=_SECONDS_TO_BEGIN)
        inside = begun.result() if begun.done() else None
        if inside is not None:
            inside.kill()
        elif self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        if inside is not None:
            await inside.gone()

    async def _exit_status(self) -> tuple[int | None, float]:
        """What the code ended with, and the seconds of processor time that it used.

        The status is None if it was never begun, or killed from elsewhere.
        """
        # The exit code that bubblewrap reports is the same for signal 24 and for status 152.
        reports = map(json.loads, (await self._status.read()).splitlines())
        ends = ((int(each["status"]), each["seconds"]) for each in reports if "status" in each)
        return next(ends, (None, 0.0))

    def _outcome(self, status: int | None, used: float, output: str, errors: str) -> CodeRun:
        if status is None and errors.startswith("bwrap: "):
            raise SandboxUnavailable(f"bubblewrap failed: {errors.strip().splitlines()[-1]}")
        if status is None:
            return CodeRun(None, output, errors, stopped="it was killed from outside the sandbox")
        # Code can send itself the limit's signal, too.
        if status == -signal.SIGXCPU and used >= _LIKELY * self._limits.seconds:
            most = f"{self._limits.seconds:g} seconds of processor time"
            return CodeRun(None, output, errors, stopped=f"it used more than {most}")
        return CodeRun(status, output, errors)
