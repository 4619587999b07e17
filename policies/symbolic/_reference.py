"""Reference plans, and proofs that a task has none: computed once and kept."""

from __future__ import annotations

import hashlib
import json
import logging
import math
import os
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

from pddl2nl.model import GroundAction, Problem
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies.symbolic._fast_downward import OPTIMAL_PLANNER, PLANNERS, PLANNERS_BY_COST
from policies.symbolic._outcome import MEMORY_LIMIT, PAPER_LIMITS, Limits, NoPlan, PlanFound
from policies.symbolic._planner import SymbolicPlanner

_Search: TypeAlias = Callable[[Problem, float], Awaitable[PlanFound | NoPlan]]
_BY_COST = f"{PLANNERS_BY_COST[OPTIMAL_PLANNER]} or {PLANNERS_BY_COST['blind']}"

_log = logging.getLogger(__name__)


class ReferencePlans:
    """Plans of greedy best-first search with FF, kept in a folder under the task's fingerprint."""

    def __init__(
        self,
        planner: SymbolicPlanner,
        folder: Path,
        limits: Limits = PAPER_LIMITS,
        *,
        by_cost: bool = False,
    ) -> None:
        """
        Args:
            planner: what computes a plan that is not kept yet.
            folder: where plans are kept; it is made when needed.
            limits: what a search may use.
            by_cost: whether a task with a metric has a cheapest plan as its reference, by A*, and
                FF's only where that does not find one.
        """
        self._planner = planner
        self._folder = folder
        self._limits = limits
        self._by_cost = by_cost

    async def plan(self, problem: Problem, most_seconds: float = math.inf) -> PlanFound | NoPlan:
        """The reference plan of a task, or why there is none.

        A plan is kept, and so is a proof that there is none. If FF's search ends without a plan and
        without a proof, blind search has the time that is left.

        Args:
            problem: the task.
            most_seconds: how long the search may take, within the limits of all.
        """
        seconds = min(self._limits.seconds, most_seconds)
        if self._by_cost and problem.has_metric:
            search = partial(cheapest_plan, self._planner, memory=self._limits.memory)
            found = await self._kept_or_found(problem, seconds, _BY_COST, search)
            if isinstance(found, PlanFound):
                return replace(found, optimal=True)
        return await self._kept_or_found(problem, seconds, PLANNERS["ff"], self._by_ff)

    async def _kept_or_found(
        self, problem: Problem, seconds: float, config: str, search: _Search
    ) -> PlanFound | NoPlan:
        text = "\n".join((config, domain_to_pddl(problem.domain), problem_to_pddl(problem)))
        path = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"
        kept = _load(path)
        if kept is not None:
            return kept
        found = await search(problem, seconds)
        if found.solvability != "unknown":
            try:
                _store(path, found)
            except OSError as error:
                _tell_once(self._folder, error.strerror or str(error))
        return found

    async def _by_ff(self, problem: Problem, seconds: float) -> PlanFound | NoPlan:
        limits = replace(self._limits, seconds=seconds)
        return await solve_or_disprove(self._planner, problem, limits)


async def solve_or_disprove(
    planner: SymbolicPlanner, problem: Problem, limits: Limits = PAPER_LIMITS
) -> PlanFound | NoPlan:
    """A plan of FF; where it ends without one and without a proof, breadth-first search decides."""
    search = partial(planner.solve, problem, memory=limits.memory)
    found = await search("ff", seconds=limits.seconds)
    if isinstance(found, NoPlan) and found.reason == "gave-up":
        found = await search("brfs", seconds=limits.seconds - found.seconds)
    return found


async def cheapest_plan(
    planner: SymbolicPlanner, problem: Problem, seconds: float, memory: int = MEMORY_LIMIT
) -> PlanFound | NoPlan:
    """A cheapest plan by A* with LM-cut; by blind search where LM-cut cannot express the task."""
    search = partial(planner.solve, problem, seconds=seconds, memory=memory, by_cost=True)
    found = await search(OPTIMAL_PLANNER)
    if isinstance(found, NoPlan) and found.reason == "unsupported":
        found = await search("blind")
    return found


@cache
def _tell_once(folder: Path, reason: str) -> None:
    """Say that a folder cannot be used, once a process."""
    _log.warning("reference plans are not kept: %s: %s", folder, reason)


def _load(path: Path) -> PlanFound | NoPlan | None:
    """What is kept of a task: the steps of its plan, or null where it has none."""
    try:
        steps = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        # A file cut short by a full disk counts as none; it is written again.
        return None
    if steps is None:
        return NoPlan("unsolvable")
    return PlanFound(tuple(GroundAction(name, tuple(args)) for name, *args in steps))


def _store(path: Path, found: PlanFound | NoPlan) -> None:
    plan = found.plan if isinstance(found, PlanFound) else None
    steps = None if plan is None else [[step.name, *step.args] for step in plan]
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(steps, file)
    Path(draft).replace(path)
