"""The planners by name, a few at a time, beside an event loop."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

from pddl2nl.model import Problem
from policies.symbolic._engine import solve_with_engine
from policies.symbolic._fast_downward import (
    MAX_COST,
    PLANNERS,
    PLANNERS_BY_COST,
    Translations,
    search,
    with_whole_costs,
    without_costs,
)
from policies.symbolic._outcome import MEMORY_LIMIT, TIME_LIMIT, Limits, NoPlan, PlanFound
from policies.symbolic._supervision import Job, Workshop

ENGINE = "up:"
"""What the names of unified-planning's engines begin with here."""

_log = logging.getLogger(__name__)


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class SymbolicPlanner:
    """Runs planners as processes, so that the caller's event loop stays free.

    Nothing is started before the first task comes.
    """

    def __init__(self, workers: int | None = None) -> None:
        """Args: workers: how many planners may run at once, None for one a core."""
        # Each thread waits for one process.
        self._threads = ThreadPoolExecutor(workers or usable_cores(), "planner")
        self._opening = Lock()
        self._place: tuple[Workshop, Translations] | None = None

    def __enter__(self) -> SymbolicPlanner:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait for the planners that run, and remove what they have written."""
        self._threads.shutdown(cancel_futures=True)
        if self._place is not None:
            self._place[0].close()
            self._place = None

    async def solve(
        self,
        problem: Problem,
        planner: str = "ff",
        *,
        seconds: float = TIME_LIMIT,
        memory: int = MEMORY_LIMIT,
        by_cost: bool = False,
    ) -> PlanFound | NoPlan:
        """Look for a plan, with its length as the only measure of its cost by default.

        A planner whose answer is no longer awaited is killed.

        Args:
            problem: the task.
            planner: one of `PLANNERS`, or `up:` and the name of a unified-planning engine.
            seconds: how long it may take.
            memory: how many bytes it may hold.
            by_cost: whether the task's metric measures plans, if the planner is one of
                `PLANNERS_BY_COST` or an engine, and the task has a metric.

        Raises:
            InputError: Fast Downward is not installed.
        """
        stop, limits = Event(), Limits(seconds, memory)
        task = problem if by_cost else without_costs(problem)
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(
                self._threads, self._attempt, task, planner, limits, stop
            )
        except asyncio.CancelledError:
            stop.set()
            raise
        if isinstance(found, NoPlan):
            details = {"planner": planner, "task": f"{problem.domain.name} {problem.name}"}
            _log.info("no plan: %s", found.reason, extra={**details, "detail": found.detail})
        return found

    def _attempt(
        self, problem: Problem, planner: str, limits: Limits, stop: Event
    ) -> PlanFound | NoPlan:
        """Run a planner to its end, in a thread."""
        workshop, translations = self._opened()
        with workshop.room() as room:
            job = Job(room, limits, stop)
            engine = planner.startswith(ENGINE)
            by_cost = problem.has_metric and (engine or planner in PLANNERS_BY_COST)
            whole = with_whole_costs(problem) if by_cost else without_costs(problem)
            if whole is None:
                limit = f"0 to {MAX_COST:,} times their common denominator"
                return NoPlan("unsupported", f"its costs are out of range: {limit}")
            if engine:
                return solve_with_engine(planner.removeprefix(ENGINE), whole, job)
            translation = translations.translation(whole, job)
            if isinstance(translation, NoPlan):
                return translation
            config = (PLANNERS_BY_COST if by_cost else PLANNERS)[planner]
            return search(config, translation, job)

    def _opened(self) -> tuple[Workshop, Translations]:
        """Where planners work and translations are kept."""
        with self._opening:
            if self._place is None:
                workshop = Workshop()
                self._place = workshop, Translations(workshop.folder)
            return self._place
