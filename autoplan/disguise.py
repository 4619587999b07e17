"""A prepared domain under names that say nothing, for the control experiment."""

from __future__ import annotations

from dataclasses import replace

from autoplan.prepare import Prepared, Task
from pddl2nl.model import GroundAction, Problem
from pddl2nl.obfuscation import renaming
from pddl2nl.renaming import Renaming


def disguised(prepared: Prepared, spec: str | None) -> Prepared:
    """The same tasks with the same reference plans and example, under other names.

    Args:
        prepared: the domain.
        spec: which names, as `pddl2nl.obfuscation.renaming` takes it; None for its own.

    Raises:
        InputError: there is no such scheme.
    """
    if spec is None:
        return prepared
    names = renaming(prepared.domain, spec)
    return replace(
        prepared,
        domain=names.domain(prepared.domain),
        tasks={name: _task(task, names) for name, task in prepared.tasks.items()},
        example=_example(prepared.example, names),
    )


def _task(task: Task, names: Renaming) -> Task:
    reference = None if task.reference is None else tuple(map(names.action, task.reference))
    return replace(task, problem=names.problem(task.problem), reference=reference)


def _example(
    example: tuple[Problem, tuple[GroundAction, ...]] | None, names: Renaming
) -> tuple[Problem, tuple[GroundAction, ...]] | None:
    if example is None:
        return None
    problem, plan = example
    return names.problem(problem), tuple(map(names.action, plan))
