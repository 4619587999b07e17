"""Libraries that only some commands need, and that come with an extra of the package."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from pddl2nl.errors import InputError


def check_installed(command: str, libraries: Sequence[str], extra: str) -> None:
    """See that the libraries of a command are there.

    Args:
        command: the command, as it is called.
        libraries: what it imports.
        extra: the extra that brings them.

    Raises:
        InputError: one is missing; the message says how to install it.
    """
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise InputError(
            f"{command} needs {', '.join(missing)}; install with: pip install 'autoplan[{extra}]'"
        )
