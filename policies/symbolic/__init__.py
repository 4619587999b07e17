"""Symbolic planners: the references that language models are measured against."""

from policies.symbolic._engine import check_engine
from policies.symbolic._fast_downward import OPTIMAL_PLANNERS, PLANNERS
from policies.symbolic._outcome import (
    GIBIBYTE,
    MEMORY_LIMIT,
    PAPER_LIMITS,
    TIME_LIMIT,
    Limits,
    NoPlan,
    PlanFound,
    PlannerFailedError,
    Reason,
    Solvability,
)
from policies.symbolic._planner import ENGINE, SymbolicPlanner, usable_cores
from policies.symbolic._reference import ReferencePlans, cheapest_plan, solve_or_disprove

__all__ = [
    "ENGINE",
    "GIBIBYTE",
    "MEMORY_LIMIT",
    "OPTIMAL_PLANNERS",
    "PAPER_LIMITS",
    "PLANNERS",
    "TIME_LIMIT",
    "Limits",
    "NoPlan",
    "PlanFound",
    "PlannerFailedError",
    "Reason",
    "ReferencePlans",
    "Solvability",
    "SymbolicPlanner",
    "cheapest_plan",
    "check_engine",
    "solve_or_disprove",
    "usable_cores",
]
