"""Code that a language model wrote is run here and nowhere else; there is no way around it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath

from pddl2nl.errors import InputError
from simulator.agents.sandbox.bubblewrap import (
    CodeRun,
    SandboxLimits,
    SandboxUnavailable,
    invocation,
)
from simulator.agents.sandbox.supervision import Supervision

_PREFACE = "code that a model wrote runs only inside bubblewrap"
_SECONDS_OF_TRIAL = 30.0
_MAX_NAME_LENGTH = 255
"""Bytes of a file's name on Linux."""


class Sandbox:
    """Runs Python scripts inside bubblewrap: without network, home, or other processes in sight.

    Args:
        limits: what each run may use.
    """

    def __init__(self, limits: SandboxLimits | None = None) -> None:
        self._limits = limits or SandboxLimits()

    @staticmethod
    def unavailable() -> str:
        """Why code cannot be run on this machine and what to do about it; empty if it can."""
        if sys.platform != "linux":
            return f"{_PREFACE}, which needs Linux"
        program = shutil.which("bwrap")
        if program is None:
            return f"{_PREFACE}, which is not installed: apt install bubblewrap"
        if os.geteuid() == 0 and shutil.which("setpriv") is None:
            return f"{_PREFACE}, and for root also with setpriv: apt install util-linux"
        return _trial(program)

    async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
        """Run a Python script until it ends or meets a limit; nothing of it is left then.

        The working directory is empty except for `files`, is writable beside them, and is thrown
        away. Installed packages can be imported.

        Args:
            script: the path of the script, one of `files`.
            files: relative path -> text; for the script, all are read-only.

        Raises:
            SandboxUnavailable: code cannot be run on this machine.
            InputError: a path leads out of the working folder, or the script is not in `files`.
        """
        reason = await asyncio.to_thread(self.unavailable)
        program = shutil.which("bwrap")
        if reason or program is None:
            raise SandboxUnavailable(reason)
        _check(script, files)
        starting = asyncio.create_task(self._started(program, script, files))
        try:
            supervision = await asyncio.shield(starting)
        except asyncio.CancelledError:
            # What is half started can only be ended once it is started.
            supervision = await starting
            supervision.stop("it was cancelled")
            await supervision.finished()
            raise
        return await supervision.finished()

    async def _started(self, program: str, script: str, files: Mapping[str, str]) -> Supervision:
        try:
            reports, status = os.pipe()
            try:
                reader = await _stream(reports)
                with invocation(program, self._limits, script, files, status) as (command, opened):
                    process = await asyncio.create_subprocess_exec(
                        *command,
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        pass_fds=opened,
                        env={},
                        cwd="/",
                        start_new_session=True,
                    )
            finally:
                os.close(status)
        except OSError as error:
            raise SandboxUnavailable(f"{_PREFACE}, which cannot be started: {error}") from error
        return Supervision(process, reader, self._limits)


async def _stream(descriptor: int) -> asyncio.StreamReader:
    """Lines of a pipe, which is closed at its end."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    pipe = os.fdopen(descriptor, "rb", buffering=0)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


def _check(script: str, files: Mapping[str, str]) -> None:
    for path in files:
        parts = PurePosixPath(path).parts
        inside = parts and path == "/".join(parts) and ".." not in parts and "\0" not in path
        named = all(len(part.encode(errors="replace")) <= _MAX_NAME_LENGTH for part in parts)
        if not (inside and named and _is_unicode(path)):
            raise InputError(f"{path!r} is no path inside the working folder, such as tools/map.py")
    for path in files:
        if any(str(above) in files for above in PurePosixPath(path).parents):
            raise InputError(f"{path!r} is a file in a file; one of them needs another name")
    if script not in files:
        raise InputError(f"the script {script!r} is not among the files")


def _is_unicode(text: str) -> bool:
    """Whether a text can be written as UTF-8; JSON may hold halves of characters."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


@cache
def _trial(program: str) -> str:
    """Why bubblewrap cannot run Python here, empty if it can; tried once."""
    if not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
        return f"{_PREFACE}, and this kernel does not tell a process's children"
    reports, status = os.pipe()
    try:
        with invocation(
            program, SandboxLimits(), "trial.py", {"trial.py": "print('works')"}, status
        ) as (command, opened):
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                pass_fds=opened,
                env={},
                cwd="/",
                timeout=_SECONDS_OF_TRIAL,
                check=False,
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{_PREFACE}, which does not work here: {error}; see docs/sandbox.md"
    finally:
        os.close(reports)
        os.close(status)
    if done.stdout == "works\n":
        return ""
    errors = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
    return f"{_PREFACE}, which does not work here: {errors[-1]}; see docs/sandbox.md"
