"""`python -m pddl2nl`, and the command `pddl2nl`: interrupted at any time, it says one line."""
# PYTHON_ARGCOMPLETE_OK

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit status."""
    try:
        from pddl2nl.cli import main as run

        return run()
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
        return 130


if __name__ == "__main__":
    sys.exit(main())
