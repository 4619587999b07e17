"""Plans that lie beside instances, in `plans/`: used where they are right."""

from __future__ import annotations

import re
from pathlib import Path

import domains
from pddl2nl.model import GroundAction, Problem
from simulator.outcome import Applied
from simulator.world import World

_STEP = re.compile(r"\(([^()]+)\)")


def kept_plan(path: Path, problem: Problem) -> tuple[GroundAction, ...] | None:
    """The plan kept for an instance; None where there is none, or none that reaches the goal.

    Args:
        path: the instance's file.
        problem: what it says.
    """
    try:
        lines = domains.kept_plan(path)
    except (OSError, UnicodeDecodeError):
        return None
    found = [_STEP.search(line) for line in lines or () if not line.lstrip().startswith(";")]
    steps = tuple(GroundAction(*_named(each[1])) for each in found if each)
    return steps if steps and _reaches_goal(problem, steps) else None


def _named(text: str) -> tuple[str, tuple[str, ...]]:
    name, *args = text.lower().split()
    return name, tuple(args)


def _reaches_goal(problem: Problem, plan: tuple[GroundAction, ...]) -> bool:
    world = World(problem)
    state = world.initial
    for action in plan:
        outcome = world.step(state, action)
        if not isinstance(outcome, Applied):
            return False
        state = outcome.state
    return world.goal_reached(state)
