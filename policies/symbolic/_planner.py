"""Fast Downward through unified-planning, in worker processes.

Each worker has a folder of its own to run in, because Fast Downward writes its intermediate file
into the working directory and two runs there would spoil each other.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from types import MappingProxyType, TracebackType
from typing import Any, Literal

from pddl2nl.model import GroundAction, Problem

PlannerName = Literal["ff", "lmcut"]

PLANNERS: Mapping[str, str] = MappingProxyType(
    {
        "ff": "eager_greedy([ff()])",
        "lmcut": "astar(lmcut())",
    }
)
"""Fast Downward's search configurations: GBFS with FF, A* with LM-cut (seed paper, section 5)."""


@dataclass(frozen=True, slots=True)
class PlanFound:
    """A plan that reaches the goal."""

    plan: tuple[GroundAction, ...]


@dataclass(frozen=True, slots=True)
class NoPlan:
    """No plan, and why: the planner proved that there is none, or it gave up.

    Args:
        reason: `unsolvable`, `timeout`, `memory`, `unsupported` or `failed`.
        detail: one line for people.
    """

    reason: str
    detail: str = ""


class SymbolicPlanner:
    """Runs planners in a few processes, so that the caller's event loop stays free."""

    def __init__(self, workers: int = 2) -> None:
        """Args: workers: how many planners may run at once."""
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> SymbolicPlanner:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the workers."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    async def solve(
        self, problem: Problem, planner: PlannerName = "ff", *, seconds: float = 1800
    ) -> PlanFound | NoPlan:
        """Look for a plan.

        Args:
            problem: the task.
            planner: one of `PLANNERS`.
            seconds: how long the search may take (the paper's limit: 30 minutes).
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._running(), _solve, problem, planner, seconds)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._folder = tempfile.TemporaryDirectory(prefix="autoplan-planners-")
            # Spawned, not forked: a fork would copy the threads and sockets of an event loop.
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=get_context("spawn"),
                initializer=_enter_own_folder,
                initargs=(self._folder.name,),
            )
        return self._pool


def _enter_own_folder(parent: str) -> None:
    # Ctrl-C reaches every process of a terminal: the workers go quietly, and their planners too.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.chdir(tempfile.mkdtemp(dir=parent))


def _solve(problem: Problem, planner: PlannerName, seconds: float) -> PlanFound | NoPlan:
    """Runs in a worker process."""
    from pddl2nl.errors import InputError
    from pddl2nl.interop import to_unified_planning

    try:
        task = to_unified_planning(_without_costs(problem))
    except InputError as error:
        return NoPlan("unsupported", error.message)
    return _run(task, planner, seconds, problem)


def _without_costs(problem: Problem) -> Problem:
    """The task with plan length as its only measure, as the texts leave costs out."""
    actions = tuple(replace(schema, cost=None) for schema in problem.domain.actions)
    domain = replace(problem.domain, actions=actions, functions=())
    return replace(problem, domain=domain, costs={}, minimizes_cost=False)


def _run(task: Any, planner: PlannerName, seconds: float, problem: Problem) -> PlanFound | NoPlan:
    from unified_planning.engines import PlanGenerationResultStatus as Status
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    get_environment().credits_stream = None
    options = {
        "fast_downward_search_config": PLANNERS[planner],
        "fast_downward_search_time_limit": f"{max(1, round(seconds))}s",
    }
    with OneshotPlanner(name="fast-downward", params=options) as engine:
        result = engine.solve(task)
    if result.plan is not None:
        return PlanFound(tuple(_ground(step, problem) for step in result.plan.actions))
    reasons = {
        Status.UNSOLVABLE_PROVEN: "unsolvable",
        Status.UNSOLVABLE_INCOMPLETELY: "unsolvable",
        Status.TIMEOUT: "timeout",
        Status.MEMOUT: "memory",
        Status.UNSUPPORTED_PROBLEM: "unsupported",
    }
    return NoPlan(reasons.get(result.status, "failed"), result.status.name)


def _ground(step: Any, problem: Problem) -> GroundAction:
    name = step.action.name
    return GroundAction(name, tuple(str(item) for item in step.actual_parameters))
