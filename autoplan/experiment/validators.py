"""Which validators judge plans beside the World."""

from __future__ import annotations

from typing import Literal, get_args

from pddl2nl.errors import InputError
from simulator.validation import UnifiedPlanningValidator, Validator, ValValidator, find_val

Choice = Literal["own", "val", "up", "all"]
CHOICES: tuple[Choice, ...] = get_args(Choice)
VAL_IS_MISSING = "VAL is not installed (set VAL to its folder, or put Validate on the PATH)"


def other_validators(choice: Choice | None = None) -> tuple[Validator, ...]:
    """The validators of a choice; the World, which carries plans out, is always a validator.

    Args:
        choice: `own` for the World alone, `val` and `up` for VAL or unified-planning beside it,
            `all` for all that are installed; None for VAL where it is installed.

    Raises:
        InputError: `val` is asked for and is not installed.
    """
    if choice == "own":
        return ()
    if choice == "up":
        return (UnifiedPlanningValidator(),)
    program = find_val()
    if program is None and choice == "val":
        raise InputError(f"--validator val: {VAL_IS_MISSING}")
    val: tuple[Validator, ...] = (ValValidator(program),) if program is not None else ()
    return (*val, UnifiedPlanningValidator()) if choice == "all" else val
