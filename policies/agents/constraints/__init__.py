"""The constraint pipeline: request, JSON, steps, code for z3, plan (docs/constraints.md)."""

from policies.agents.constraints.pipeline import (
    PipelineEnded,
    PipelineRun,
    RequestFault,
    Stage,
    TourForm,
    TravelRequest,
    read_request,
    run_form,
    run_pipeline,
)
from policies.agents.constraints.scripts import ScriptAttempt, written_scripts

__all__ = [
    "PipelineEnded",
    "PipelineRun",
    "RequestFault",
    "ScriptAttempt",
    "Stage",
    "TourForm",
    "TravelRequest",
    "read_request",
    "run_form",
    "run_pipeline",
    "written_scripts",
]
