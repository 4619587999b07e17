"""A prepared domain under names that say nothing, for the control experiment."""

from __future__ import annotations

from dataclasses import replace

from autoplan.prepare import Prepared
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
    shown = [prepared.example[0]] if prepared.example else []
    tasks = [task.problem for task in prepared.tasks.values()]
    names = renaming(prepared.domain, spec, [*shown, *tasks])
    return replace(
        prepared,
        domain=names.domain(prepared.domain),
        tasks={
            name: replace(task, problem=names.problem(task.problem))
            for name, task in prepared.tasks.items()
        },
        example=_example(prepared.example, names),
        renaming=names,
    )


def _example(
    example: tuple[Problem, tuple[GroundAction, ...]] | None, names: Renaming
) -> tuple[Problem, tuple[GroundAction, ...]] | None:
    if example is None:
        return None
    problem, plan = example
    return names.problem(problem), tuple(map(names.action, plan))
