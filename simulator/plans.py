"""Reading plans as planners and validators write them: one ground action a line."""

from __future__ import annotations

import re
from pathlib import Path

from pddl2nl.errors import InputError
from pddl2nl.files import read_text
from pddl2nl.model import GroundAction

_STEP = re.compile(
    r"""\s*
    (?:\d+(?:\.\d+)?\s*:\s*)?               # the time or the number of the step
    \(\s*(?P<words>[^\s()][^()]*)\)
    (?:\s*\[\s*\d+(?:\.\d+)?\s*\])?\s*      # its duration
    """,
    re.VERBOSE,
)
_EXPECTED = "expected one ground action, such as (move a b)"


def read_plan(path: str | Path) -> tuple[GroundAction, ...]:
    """The plan in a file.

    Raises:
        InputError: the file cannot be read as text, or a line is no ground action.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"cannot read the plan: {reason}", source=str(path)) from error
    return parse_plan(text, str(path))


def parse_plan(text: str, source: str = "<text>") -> tuple[GroundAction, ...]:
    """The actions of a plan, in lower case.

    A line holds `(unstack a b)`, `0: (unstack a b)` or `0.000: (UNSTACK A B) [1.0]`. Blank lines
    and comments (from `;` to the end of the line) are passed over.

    Args:
        text: the plan.
        source: the file's name, for the error.

    Raises:
        InputError: a line is no ground action, with the line and column where it goes wrong.
    """
    steps: list[GroundAction] = []
    for number, line in enumerate(text.splitlines(), start=1):
        code = line.partition(";")[0].lstrip("\ufeff")
        if not code.strip():
            continue
        match = _STEP.fullmatch(code)
        if match is None:
            column = _fault_column(code)
            message = f"{_EXPECTED}, found {code.strip()!r}"
            raise InputError(message, source=source, line=number, column=column)
        name, *args = match["words"].lower().split()
        steps.append(GroundAction(name, tuple(args)))
    return tuple(steps)


def _fault_column(code: str) -> int:
    """The 1-based column after the part of a line that could still begin a step."""
    step = _STEP.match(code)
    if step is not None:
        return step.end() + 1
    return len(code) - len(code.lstrip()) + 1
