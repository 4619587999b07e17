"""`python -m autoplan`, and the command `autoplan`: interrupted at any time, it says one line."""
# PYTHON_ARGCOMPLETE_OK

from __future__ import annotations

import os
import sys

_INTERRUPTED = 130


def main() -> int:
    """Run the command line; returns the exit status."""
    try:
        return _imported()
    except ImportError:
        from pddl2nl.extensions import foreign_package

        stranger = foreign_package()
        if stranger is None:
            raise
        print(stranger, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, RuntimeError) as error:
        from pddl2nl.errors import is_interruption

        if not is_interruption(error):
            raise
        print("interrupted", file=sys.stderr)
        return _INTERRUPTED


def _imported() -> int:
    """Import the command line, at Ctrl-C leaving at once meanwhile, and run it."""
    import signal

    # An interruption in the middle of an import may come out of it as another error.
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _leave)
    from autoplan.cli import main as run

    if heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


def _leave(*_: object) -> None:
    """End at once: nothing has begun yet."""
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
