"""Judging whole plans, by several witnesses that know nothing of each other."""

from simulator.validation.own import OwnValidator, validate_in
from simulator.validation.unified_planning import UnifiedPlanningValidator
from simulator.validation.val import ValValidator, find_val, packaged_val
from simulator.validation.verdict import Validator, Verdict, conclusion, disagreement

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
