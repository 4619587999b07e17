"""Our problems as unified-planning's, and back: a door to its planners and other formats.

The library unified-planning is imported only when one of these functions is called.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction, Problem

if TYPE_CHECKING:
    from unified_planning.environment import Environment
    from unified_planning.model import Problem as UpProblem
    from unified_planning.plans import SequentialPlan

__all__ = [
    "from_unified_planning",
    "plan_from_unified_planning",
    "plan_to_unified_planning",
    "to_unified_planning",
]


def to_unified_planning(problem: Problem, environment: Environment | None = None) -> UpProblem:
    """A problem as unified-planning's objects.

    Names stay as they are, also where one name stands for several things; unified-planning
    renames them for a planner and back. Costs become the metric `MinimizeActionCosts` where the
    problem minimizes them, and are left out where it does not.

    Args:
        problem: the problem.
        environment: where to build it; unified-planning's global one unless given, since its
            simulator and its grounders work nowhere else. Its `error_used_name` is switched off.

    Raises:
        InputError: unified-planning is not installed, or has nothing for a part of the problem:
            derived predicates, types or objects of several kinds.
    """
    _require_unified_planning()
    from unified_planning.environment import get_environment

    from pddl2nl.interop._to_unified_planning import translate

    return translate(problem, environment or get_environment())


def from_unified_planning(problem: UpProblem) -> Problem:
    """A problem of unified-planning as ours; its domain bears the problem's name.

    Raises:
        InputError: unified-planning is not installed, or the problem is not a classical one:
            it has numbers besides action costs, durations, timed goals or the like, or names that
            differ in upper and lower case alone.
    """
    _require_unified_planning()
    from pddl2nl.interop._from_unified_planning import translate

    return translate(problem)


def plan_from_unified_planning(plan: SequentialPlan) -> tuple[GroundAction, ...]:
    """The steps of a plan that unified-planning found for a problem made by `to_...`."""
    return tuple(
        GroundAction(step.action.name, tuple(arg.object().name for arg in step.actual_parameters))
        for step in plan.actions
    )


def plan_to_unified_planning(plan: Iterable[GroundAction], problem: UpProblem) -> SequentialPlan:
    """A plan for `from_unified_planning(problem)` in the problem's own actions and objects."""
    from unified_planning.plans import ActionInstance, SequentialPlan

    from pddl2nl.interop._from_unified_planning import pddl_name

    actions = {pddl_name(action.name): action for action in problem.actions}
    objects = {pddl_name(item.name): item for item in problem.all_objects}
    expressions = problem.environment.expression_manager
    return SequentialPlan(
        [
            ActionInstance(
                actions[step.name],
                tuple(expressions.ObjectExp(objects[name]) for name in step.args),
            )
            for step in plan
        ],
        problem.environment,
    )


def _require_unified_planning() -> None:
    if find_spec("unified_planning") is None:
        raise InputError("unified-planning is not installed; pip install unified-planning")
