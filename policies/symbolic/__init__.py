"""Symbolic planners: the references that language models are measured against."""

from policies.symbolic._planner import PLANNERS, NoPlan, PlanFound, SymbolicPlanner
from policies.symbolic._reference import ReferencePlans

__all__ = ["PLANNERS", "NoPlan", "PlanFound", "ReferencePlans", "SymbolicPlanner"]
