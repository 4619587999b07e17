"""Everything that has to be known before the first episode: the tasks and the example."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import domains
from autoplan.experiment.benchmarks import Benchmark
from autoplan.preparation.few_shot_example import EXAMPLE_SECONDS, choose_example, given_example
from pddl2nl.errors import Remark
from pddl2nl.model import Domain, GroundAction, Problem
from pddl2nl.obfuscation import Renaming
from policies.symbolic import ReferencePlans

_MAX_REMARKS = 3


@dataclass(frozen=True, slots=True)
class SelectedTask:
    """An instance that is to be played.

    Args:
        path: its file.
        problem: the task as it is played, which may be under other names.
        original: what the file says.
    """

    path: Path
    problem: Problem
    original: Problem


@dataclass(frozen=True, slots=True)
class TaskSelection:
    """A domain ready to be played; `example` is None where no instance can be spared.

    Args:
        name: the name under which results are filed.
        domain: the domain as it is played.
        tasks: the instances to be played, by name.
        example: the task of the few-shot example, and its plan.
        renaming: from the names in the files to those that are played.
        example_name: which task the example is: an instance, or a file from elsewhere.
    """

    name: str
    domain: Domain
    tasks: Mapping[str, SelectedTask]
    example: tuple[Problem, tuple[GroundAction, ...]] | None
    renaming: Renaming = field(default_factory=Renaming)
    example_name: str | None = None


async def select_tasks(
    source: Benchmark,
    references: ReferencePlans,
    *,
    most: int | None,
    warn: Callable[[str], None],
    tell: Callable[[str], None] = lambda _: None,
    examples: int = 1,
    only: str | None = None,
    example_file: Path | None = None,
) -> TaskSelection:
    """Choose the few-shot example and the tasks.

    The example is the instance 0 of a folder of the paper's dataset, elsewhere the instance with
    the plan length closest to five; it is never played itself.

    Args:
        source: the domain and its instances.
        references: where plans come from that do not lie beside an instance.
        most: how many instances to play, None for all.
        warn: gets a message where no example can be found.
        tell: gets a message on what takes a while.
        examples: how many examples there are to be, one or none.
        only: the one instance to play, None for as many as there are to be.
        example_file: the file of the example, None to have it chosen.

    Raises:
        InputError: the file given is no task of the domain, or has no plan.
    """
    problems = source.problems
    kept = next(filter(domains.is_example, problems), None)
    if examples > 0 and example_file is None:
        example_file = kept
    spare = examples > 0 and example_file is None and len(problems) > 1
    example = await choose_example(problems, references, tell) if spare else None
    if example_file is not None:
        example = await given_example(example_file, source.domain, references)
    if examples > 0 and example is None and len(problems) == 1:
        tell("there is one instance, so the prompts are zero-shot")
    for remark in _remarks(source)[:_MAX_REMARKS]:
        warn(str(remark))
    if spare and example is None:
        warn(
            f"{source.name}: no instance could be solved within {EXAMPLE_SECONDS:g} s to be the "
            "few-shot example, so the prompts are zero-shot"
        )
    taken = None if example is None else example.path.resolve()
    spared = [path for path in problems if path != kept and path.resolve() != taken]
    played = [path for path in spared if only in (None, path.stem)][:most]
    tasks = {path.stem: SelectedTask(path, problems[path], problems[path]) for path in played}
    if example is None:
        return TaskSelection(source.name, source.domain, tasks, None)
    name = example.path.stem if example.path in problems else str(example.path)
    chosen = (example.problem, example.plan)
    return TaskSelection(source.name, source.domain, tasks, chosen, example_name=name)


def _remarks(source: Benchmark) -> Sequence[Remark]:
    """What was tolerated in the files of a benchmark, once for each file."""
    parts: tuple[Domain | Problem, ...] = (source.domain, *source.problems.values())
    return [part.remarks[0] for part in parts if part.remarks]
