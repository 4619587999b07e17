"""Planning tasks as an environment for verifiers: `vf-eval autoplan-verifiers`.

Prompts, turns and verdicts are those of `autoplan eval`. A task is data: its PDDL, and how it is
put to the model; so it can be sent to another process, and be judged again from its trace alone.
"""

from autoplan_verifiers.environment import PlanningEnv, PlanningHarness
from autoplan_verifiers.tasks import PlanningTask, PlanningTaskset

__all__ = ["PlanningEnv", "PlanningHarness", "PlanningTask", "PlanningTaskset"]
