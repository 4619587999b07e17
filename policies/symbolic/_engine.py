"""unified-planning's engines, each task in a process of its own."""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from pathlib import Path

from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import from_ascii, to_ascii
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies.symbolic import _engine_program
from policies.symbolic._outcome import NoPlan, PlanFound
from policies.symbolic._supervision import Ended, Job, run_limited


@cache
def check_engine(name: str) -> None:
    """See that unified-planning has a planner of a name.

    Raises:
        InputError: it has none; the message lists those that are installed.
    """
    from unified_planning.shortcuts import get_environment

    factory = get_environment().factory
    known = [each for each in factory.engines if factory.engine(each).is_oneshot_planner()]
    if name not in known:
        raise InputError(
            f"unified-planning has no planner '{name}'; installed are {', '.join(known)}"
        )


def solve_with_engine(name: str, problem: Problem, job: Job) -> PlanFound | NoPlan:
    """Have an engine, by its name in unified-planning, solve a task; its start counts.

    Raises:
        StoppedError: the job was stopped.
    """
    (job.room / _engine_program.DOMAIN).write_text(
        to_ascii(domain_to_pddl(problem.domain)), "utf-8"
    )
    (job.room / _engine_program.PROBLEM).write_text(to_ascii(problem_to_pddl(problem)), "utf-8")
    ended = run_limited(
        [sys.executable, "-m", _engine_program.__name__, name],
        job,
        # What can be imported here can be imported there, however it came to be so.
        environment={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return _answer(ended, job.room / _engine_program.ANSWER)


def _answer(ended: Ended, file: Path) -> PlanFound | NoPlan:
    if ended.breach is not None:
        return NoPlan(ended.breach, seconds=ended.seconds)
    if ended.code != 0:
        lines = ended.output.strip().splitlines()
        return NoPlan("planner-failed", lines[-1] if lines else "", ended.seconds)
    plan, reason, detail = json.loads(file.read_text("utf-8"))
    if plan is None:
        return NoPlan(reason, detail, ended.seconds)
    steps = (list(map(from_ascii, step)) for step in plan)
    return PlanFound(tuple(GroundAction(step, tuple(args)) for step, *args in steps), ended.seconds)
