"""Judging whole plans, by several witnesses that know nothing of each other."""

from simulator.validation.unified_planning import UnifiedPlanningValidator
from simulator.validation.val import ValValidator, find_val, packaged_val
from simulator.validation.verdict import (
    OwnValidator,
    Validator,
    Verdict,
    conclusion,
    disagreement,
    validate_in,
)

__all__ = [
    "OwnValidator",
    "UnifiedPlanningValidator",
    "ValValidator",
    "Validator",
    "Verdict",
    "conclusion",
    "disagreement",
    "find_val",
    "packaged_val",
    "validate_in",
]
