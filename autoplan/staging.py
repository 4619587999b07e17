"""Getting the domains of an order ready to be played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from autoplan.benchmark import Benchmark
from autoplan.disguise import disguised
from autoplan.lexicons import lexicons
from autoplan.order import Order
from autoplan.prepare import Prepared, prepare
from autoplan.progress import Progress
from autoplan.references import REFERENCE_SECONDS, References
from autoplan.runner import Stage, Stages
from autoplan.thoughts import example_thoughts
from pddl2nl.llm import cache_folder
from pddl2nl.verbalizers import Verbalizer
from policies.symbolic import Limits, ReferencePlans, SymbolicPlanner
from policies.thought_writer import ThoughtWriter


@dataclass(frozen=True, slots=True)
class Writers:
    """What writes the words of a domain.

    Args:
        snippets: writes the snippets of the form `nl`.
        thoughts: writes the thoughts of the few-shot example, None for the rules.
        folder: the results folder, where what a model has written is kept.
    """

    snippets: Verbalizer
    thoughts: ThoughtWriter | None
    folder: Path


async def set_up(
    order: Order,
    sources: Mapping[str, Benchmark],
    writers: Writers,
    planner: SymbolicPlanner,
    progress: Progress,
) -> Stages:
    """Prepare every domain: its example, its names, and its words.

    Reference plans are found when a task is played.

    Args:
        order: what is to be played.
        sources: the domains by name.
        writers: what writes their words.
        planner: where plans come from.
        progress: told of what goes on.

    Raises:
        InputError: the words cannot be written, or do not fit.
    """
    stages: dict[tuple[str, str], Stage] = {}
    seconds = min(order.limits.seconds, REFERENCE_SECONDS)
    limits = Limits(seconds, order.limits.memory)
    plans = ReferencePlans(planner, cache_folder() / "reference-plans", limits)
    references = References(plans, progress.warn)
    for name, source in sources.items():
        progress.preparing(name)
        async for ready in _prepared(source, order, plans, progress):
            stage = await _stage(order, ready, writers, references, progress)
            stages |= {(name, instance): stage for instance in ready.tasks}
    return stages


async def _prepared(
    source: Benchmark, order: Order, references: ReferencePlans, progress: Progress
) -> AsyncIterator[Prepared]:
    """The first instances of a benchmark, those of each of its domains by themselves."""
    left = order.instances
    for part in source.parts():
        ready = await prepare(
            part,
            references,
            most=left,
            warn=progress.warn,
            tell=partial(progress.preparing, part.name),
            examples=order.examples,
            only=order.instance,
        )
        yield ready
        left = None if left is None else left - len(ready.tasks)
        if left == 0:
            return


async def _stage(
    order: Order, ready: Prepared, writers: Writers, references: References, progress: Progress
) -> Stage:
    ready = disguised(ready, order.obfuscate)
    said = await lexicons(ready, order.forms, writers.snippets, writers.folder)
    ideas: tuple[str, ...] = ()
    if writers.thoughts is not None and "nl" in said:
        ideas = await example_thoughts(
            ready, said["nl"], order.style, writers.thoughts, writers.folder, progress.warn
        )
    return Stage(ready, said, ideas, order.style, references)
