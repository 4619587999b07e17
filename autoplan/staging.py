"""Getting the domains of an order ready to be played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from autoplan.benchmark import Benchmark
from autoplan.casting import THOUGHTFUL, wants_thoughts
from autoplan.disguise import disguised
from autoplan.lexicons import difference, lexicons
from autoplan.order import Order
from autoplan.prepare import Prepared, prepare
from autoplan.progress import Progress
from autoplan.references import REFERENCE_SECONDS, References
from autoplan.stage import Stage, Stages, Verbalization
from autoplan.thoughts import STATE, example_thoughts, states_told
from pddl2nl.llm import cache_folder
from pddl2nl.verbalizers import Verbalizer
from policies.symbolic import Limits, ReferencePlans, SymbolicPlanner
from policies.thought_writer import ThoughtWriter


@dataclass(frozen=True, slots=True)
class Writers:
    """What writes the words of a domain.

    Args:
        snippets: writes the snippets of the form `nl`, by seed.
        thoughts: writes the thoughts of the few-shot example, by seed; none for the rules.
        folder: the results folder, where what a model has written is kept.
    """

    snippets: Mapping[int, Verbalizer]
    thoughts: Mapping[int, ThoughtWriter]
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
            stage = await _stage(order, ready, writers, references, progress.warn)
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
            example_file=order.example.of(source.name),
        )
        yield ready
        left = None if left is None else left - len(ready.tasks)
        if left == 0:
            return


async def _stage(
    order: Order,
    ready: Prepared,
    writers: Writers,
    references: References,
    warn: Callable[[str], None],
) -> Stage:
    ready = disguised(ready, order.obfuscate)
    alike = _alike(writers)
    seeds = list(dict.fromkeys(alike.values()))
    written = await asyncio.gather(
        *(_verbalized(seed, order, ready, writers, warn) for seed in seeds)
    )
    told = dict(zip(seeds, written, strict=True))
    lexicons_told = [each.lexicons["nl"] for each in written if "nl" in each.lexicons]
    if len(lexicons_told) > 1:
        warn(f"{ready.name}: {difference(lexicons_told)}")
    return Stage(ready, {seed: told[same] for seed, same in alike.items()}, references)


def _alike(writers: Writers) -> dict[int, int]:
    """For every seed the first that has the same writers."""
    first: dict[tuple[int, int], int] = {}
    return {
        seed: first.setdefault((id(snippets), id(writers.thoughts.get(seed))), seed)
        for seed, snippets in writers.snippets.items()
    }


async def _verbalized(
    seed: int, order: Order, ready: Prepared, writers: Writers, warn: Callable[[str], None]
) -> Verbalization:
    """What is written of a domain for a seed."""
    said = await lexicons(
        ready, order.forms, writers.snippets[seed], seed, writers.folder, order.planbench
    )
    told = Verbalization(said, style=order.style)
    if not wants_thoughts(order):
        return told
    forms = [form for form in order.forms if form in THOUGHTFUL]
    if order.thoughts == STATE:
        return replace(told, thoughts={form: states_told(ready, form, told) for form in forms})
    thinker = writers.thoughts.get(seed)
    if thinker is None:
        return told
    thoughts = {
        form: await example_thoughts(ready, form, told, thinker, seed, writers.folder, warn)
        for form in forms
    }
    return replace(told, thoughts=thoughts)
