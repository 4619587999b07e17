"""The constraint pipeline: request, JSON, steps, code for z3, plan (docs/constraints.md)."""

from policies.agents.constraints.pipeline import (
    RequestFault,
    TourForm,
    TravelRequest,
    read_request,
    run_form,
    run_pipeline,
)
from policies.agents.constraints.scripts import ScriptAttempt, written_scripts
from policies.agents.constraints.task_run import RunEnded, Stage, TaskRun

__all__ = [
    "RequestFault",
    "RunEnded",
    "ScriptAttempt",
    "Stage",
    "TaskRun",
    "TourForm",
    "TravelRequest",
    "read_request",
    "run_form",
    "run_pipeline",
    "written_scripts",
]
