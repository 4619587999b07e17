"""The first process inside the sandbox: starts Python under limits, and reports how it ended.

`python -c LAUNCHER REPORTS NAME=SOFT:HARD ... -- PROGRAM ARGUMENT ...`, with an open descriptor and
names of the module `resource`. The limits are set inside, because the kernel counts the processes
of the sandbox's own user only there. As the first process of its namespace, the launcher receives
no signal from the others, and when it ends, the kernel ends them all.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Sequence

_SET_DUMPABLE = 4
"""PR_SET_DUMPABLE of `prctl`; without it, nobody inside may open what this process has open."""


def set_limit(setting: str) -> None:
    """Set one limit, as far as this machine's own limits allow."""
    name, _, bounds = setting.partition("=")
    which = getattr(resource, name)
    most = resource.getrlimit(which)[1]
    wanted = [int(bound) for bound in bounds.split(":")]
    allowed = wanted if most == resource.RLIM_INFINITY else [min(each, most) for each in wanted]
    resource.setrlimit(which, (allowed[0], allowed[1]))


def start(limits: Sequence[str], program: Sequence[str]) -> int:
    """Start the program under limits; returns its number."""
    child = os.fork()
    if child == 0:
        for setting in limits:
            set_limit(setting)
        os.execv(program[0], list(program))
    return child


def end_of(child: int) -> dict[str, float]:
    """Wait for a process to end, and for all others that end before it.

    Returns:
        its exit status, -n for the signal n, and the seconds of processor time that it used.
    """
    while True:
        ended, status, used = os.wait4(-1, 0)
        if ended == child:
            seconds = used.ru_utime + used.ru_stime
            return {"status": os.waitstatus_to_exitcode(status), "seconds": seconds}


def main() -> None:
    """Close what was left open, start the program, and report its end as a line of JSON."""
    reports, end = int(sys.argv[1]), sys.argv.index("--")
    os.closerange(3, reports)
    os.closerange(reports + 1, 1 << 20)
    os.set_inheritable(reports, False)
    # The kernel spares a first process those signals only that it has no handler for.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)
    report = end_of(start(sys.argv[2:end], sys.argv[end + 1 :]))
    os.write(reports, json.dumps(report).encode() + b"\n")


if __name__ == "__main__":
    main()
