"""The reference plans of tasks: found when a task is played, each once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from autoplan.preparation.kept_plans import kept_plan
from autoplan.preparation.task_selection import SelectedTask
from pddl2nl.model import GroundAction
from policies.symbolic import NoPlan, ReferencePlans

REFERENCE_SECONDS = 8.0
"""How long greedy best-first search with FF may take for a reference plan."""
STEPS_WITHOUT_REFERENCE = 100
"""The step limit of a task without one."""

Plan: TypeAlias = tuple[GroundAction, ...]


@dataclass(frozen=True, slots=True)
class References:
    """Finds the reference plan of a task: FF's, or else the one kept beside its instance.

    Args:
        plans: where FF's plans come from.
        warn: gets a message on every task without a plan.
    """

    plans: ReferencePlans
    warn: Callable[[str], None]
    _under_way: dict[Path, asyncio.Future[Plan | None]] = field(default_factory=dict)

    async def of(self, task: SelectedTask) -> Plan | None:
        """The reference plan in the names of the task's file, None where there is none."""
        if task.path not in self._under_way:
            self._under_way[task.path] = asyncio.ensure_future(self._find(task))
        return await self._under_way[task.path]

    async def _find(self, task: SelectedTask) -> Plan | None:
        found = await self.plans.plan(task.original)
        if not isinstance(found, NoPlan):
            return found.plan
        kept = kept_plan(task.path, task.original)
        if kept is None:
            limit = f"so {STEPS_WITHOUT_REFERENCE} steps are allowed"
            self.warn(f"{task.path}: no reference plan ({found.reason}), {limit}")
        return kept
