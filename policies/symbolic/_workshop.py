"""The folder in which planners work, and the watchdog that clears it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from policies.symbolic import _watchdog


class Workshop:
    """A temporary folder with a room for every planner that runs.

    Whatever runs in the folder ends with the workshop, and the folder goes, however this process
    ends: a watchdog in a process of its own sees to it.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="autoplan-planners-")).resolve()
        self._watchdog = subprocess.Popen(
            [sys.executable, _watchdog.__file__, str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.folder.anchor,
            # Ctrl-C on a terminal reaches the owner's whole group, and must not reach the watchdog.
            start_new_session=True,
        )
        # What was started has forked and is gone; nothing runs here before the watchdog watches.
        self._watchdog.wait()

    @contextmanager
    def room(self) -> Iterator[Path]:
        """A folder that is removed when it is left."""
        with tempfile.TemporaryDirectory(dir=self.folder) as room:
            yield Path(room)

    def close(self) -> None:
        """End what still runs, and remove the folder."""
        self._watchdog.communicate()
