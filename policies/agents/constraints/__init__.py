"""The constraint pipeline: request, JSON, steps, code for z3, plan (docs/constraints.md)."""

from policies.agents.constraints.pipeline import (
    RequestFault,
    RunEnded,
    Stage,
    TaskRun,
    TravelRequest,
    read_request,
    run_form,
    run_pipeline,
)

__all__ = [
    "RequestFault",
    "RunEnded",
    "Stage",
    "TaskRun",
    "TravelRequest",
    "read_request",
    "run_form",
    "run_pipeline",
]
