"""Registers our mechanisms as engines of unified-planning: by being imported.

Examples:
    >>> import autoplan.up
    >>> from unified_planning.shortcuts import *
    >>> problem = Problem("errand")
    >>> done = problem.add_fluent("done", default_initial_value=False)
    >>> post = InstantaneousAction("post-the-letter")
    >>> post.add_effect(done, True)
    >>> problem.add_action(post)
    >>> problem.add_goal(done)
    >>> get_environment().credits_stream = None
    >>> with OneshotPlanner(name="autoplan-react") as planner:
    ...     planner.solve(problem).plan.actions
    [post-the-letter]
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from unified_planning.environment import Environment, get_environment

_PLACE = "autoplan.integrations.up_engine"
ENGINES: Mapping[str, str] = MappingProxyType(
    {
        "autoplan-basic": "BasicEngine",
        "autoplan-cot": "CoTEngine",
        "autoplan-act": "ActEngine",
        "autoplan-react": "ReActEngine",
        "autoplan-chathtn": "ChatHTNEngine",
    }
)
"""The engines by their names in unified-planning."""


def register(environment: Environment | None = None) -> None:
    """Add the engines to an environment, the global one unless given; twice is as good as once."""
    factory = (environment or get_environment()).factory
    for name, kind in ENGINES.items():
        if name not in factory.engines:
            factory.add_engine(name, _PLACE, kind)


register()
