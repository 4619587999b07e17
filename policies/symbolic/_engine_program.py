"""Has one of unified-planning's engines solve a task.

A program of its own: `python -m policies.symbolic._engine_program ENGINE` reads `domain.pddl` and
`problem.pddl` in the working directory and writes `answer.json`: the plan, a list of steps that
are lists of words, or null; the reason, None for a plan; and a detail for people.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TypeAlias

from pddl2nl.errors import InputError
from pddl2nl.interop import plan_from_unified_planning, to_unified_planning
from pddl2nl.model import GroundAction, Problem
from pddl2nl.reader.domain import parse_domain
from pddl2nl.reader.problem import parse_problem
from policies.symbolic._outcome import Reason

DOMAIN, PROBLEM, ANSWER = "domain.pddl", "problem.pddl", "answer.json"

_REASONS: dict[str, Reason] = {
    "UNSOLVABLE_PROVEN": "unsolvable",
    "UNSOLVABLE_INCOMPLETELY": "gave-up",
    "TIMEOUT": "time-limit",
    "MEMOUT": "memory-limit",
    "UNSUPPORTED_PROBLEM": "unsupported",
}

_Answer: TypeAlias = tuple[tuple[GroundAction, ...] | None, Reason | None, str]


def main() -> None:
    """Solve the task in the working directory with the engine named on the command line."""
    domain = parse_domain(Path(DOMAIN).read_text("utf-8"), DOMAIN)
    problem = parse_problem(Path(PROBLEM).read_text("utf-8"), domain, PROBLEM)
    plan, reason, detail = _solve(sys.argv[1], problem)
    steps = None if plan is None else [[step.name, *step.args] for step in plan]
    Path(ANSWER).write_text(json.dumps([steps, reason, detail]), "utf-8")


def _solve(engine_name: str, problem: Problem) -> _Answer:
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    try:
        task = to_unified_planning(problem)
    except InputError as error:
        return None, "unsupported", str(error)
    get_environment().credits_stream = None
    with OneshotPlanner(name=engine_name) as engine:
        if not engine.supports(task.kind):
            unknown = task.kind.features - engine.supported_kind().features
            return None, "unsupported", f"it has no {', '.join(sorted(unknown)).lower()}"
        result = engine.solve(task)
    if result.plan is not None:
        return plan_from_unified_planning(result.plan), None, ""
    status = result.status.name
    return None, _REASONS.get(status, "planner-failed"), status


if __name__ == "__main__":
    main()
