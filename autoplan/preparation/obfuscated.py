"""A prepared domain under names that say nothing, for the control experiment."""

from __future__ import annotations

from dataclasses import replace

from autoplan.preparation.task_selection import TaskSelection
from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction, Problem
from pddl2nl.obfuscation import Renaming, renaming


def obfuscated(selection: TaskSelection, spec: str | None) -> TaskSelection:
    """The same tasks with the same reference plans and example, under other names.

    Args:
        prepared: the domain.
        spec: which names, as `pddl2nl.obfuscation.renaming` takes it; None for its own.

    Raises:
        InputError: there is no such scheme, or the domain has tasks.
    """
    if spec is None:
        return selection
    if selection.domain.tasks:
        raise InputError(f"--obfuscate: {selection.name} has a task network, which is not renamed")
    shown = [selection.example[0]] if selection.example else []
    tasks = [task.problem for task in selection.tasks.values()]
    names = renaming(selection.domain, spec, [*shown, *tasks])
    return replace(
        selection,
        domain=names.domain(selection.domain),
        tasks={
            name: replace(task, problem=names.problem(task.problem))
            for name, task in selection.tasks.items()
        },
        example=_example(selection.example, names),
        renaming=names,
    )


def _example(
    example: tuple[Problem, tuple[GroundAction, ...]] | None, names: Renaming
) -> tuple[Problem, tuple[GroundAction, ...]] | None:
    if example is None:
        return None
    problem, plan = example
    return names.problem(problem), tuple(map(names.action, plan))
