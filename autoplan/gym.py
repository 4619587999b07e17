"""Registers our environments with Gymnasium, as its convention is: by being imported.

Examples:
    >>> import autoplan.gym, gymnasium
    >>> env = gymnasium.make("autoplan/Ferry-v0", instance=1)
    >>> text, info = env.reset(seed=1)
    >>> info["actions"][0]
    'load car object_2 onto the ferry at location object_0'
"""

from __future__ import annotations

import gymnasium

import domains

ENTRY_POINT = "autoplan.integrations.gymnasium_env:PlanningEnv"
TASK = "autoplan/Task-v0"
"""Any task: `gymnasium.make("autoplan/Task-v0", domain=FOLDER)`."""


def environment_name(domain: str) -> str:
    """What the environment of a bundled domain is called: `autoplan/Blocksworld-v0`."""
    return f"autoplan/{''.join(part.capitalize() for part in domain.split('-'))}-v0"


gymnasium.register(TASK, ENTRY_POINT)
for _name in domains.names():
    gymnasium.register(environment_name(_name), ENTRY_POINT, kwargs={"domain": _name})
