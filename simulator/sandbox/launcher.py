"""The first program inside the sandbox: sets limits that hold from here on, then becomes Python.

`python -c LAUNCHER NAME=SOFT:HARD ... -- PROGRAM ARGUMENT ...`, with names of the module
`resource`. The limits are set inside, because the kernel counts the processes of the sandbox's own
user only there.
"""

from __future__ import annotations

import os
import resource
import sys


def set_limit(setting: str) -> None:
    """Set one limit, as far as this machine's own limits allow."""
    name, _, bounds = setting.partition("=")
    which = getattr(resource, name)
    most = resource.getrlimit(which)[1]
    wanted = [int(bound) for bound in bounds.split(":")]
    allowed = wanted if most == resource.RLIM_INFINITY else [min(each, most) for each in wanted]
    resource.setrlimit(which, (allowed[0], allowed[1]))


def main() -> None:
    """Close what was left open, set the limits, and start the program."""
    os.closerange(3, 1 << 20)
    end = sys.argv.index("--")
    for setting in sys.argv[1:end]:
        set_limit(setting)
    program = sys.argv[end + 1 :]
    os.execv(program[0], program)


if __name__ == "__main__":
    main()
