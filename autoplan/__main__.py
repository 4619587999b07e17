"""`python -m autoplan`, and the command `autoplan`: interrupted at any time, it says one line."""

from __future__ import annotations

import os
import signal
import sys

_INTERRUPTED = 130


def main() -> int:
    """Run the command line; returns the exit status."""
    # An interruption in the middle of an import may come out of it as another error.
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _leave)
    from autoplan.cli import main as run

    if heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return _INTERRUPTED


def _leave(*_: object) -> None:
    """End at once: nothing has begun yet."""
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
