"""Getting the domains of an order ready to be played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from autoplan.experiment.benchmarks import Benchmark
from autoplan.experiment.experiment import Experiment
from autoplan.preparation.obfuscated import obfuscated
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains, Verbalization
from autoplan.preparation.reference_plans import REFERENCE_SECONDS, References
from autoplan.preparation.snippets import difference, lexicons
from autoplan.preparation.task_selection import TaskSelection, select_tasks
from autoplan.preparation.thoughts import (
    STATE,
    example_state_thoughts,
    example_thoughts,
    wants_thoughts,
)
from autoplan.progress import Progress
from pddl2nl.llm import cache_folder
from pddl2nl.verbalizers import Verbalizer
from policies.mechanism import ENGLISH_FORMS
from policies.symbolic import Limits, ReferencePlans, SymbolicPlanner
from policies.thought_writer import ThoughtWriter
from simulator import wording


@dataclass(frozen=True, slots=True)
class Writers:
    """What writes the words of a domain.

    Args:
        snippets: writes the snippets of the form `nl`, by seed.
        thoughts: writes the thoughts of the few-shot example, by seed; none for the rules.
        folder: the results folder, where what a model has written is kept.
    """

    snippets: Mapping[int, Verbalizer]
    thoughts: Mapping[int, ThoughtWriter] = field(default_factory=dict)
    folder: Path = Path()


async def prepare_domains(
    experiment: Experiment,
    sources: Mapping[str, Benchmark],
    writers: Writers,
    planner: SymbolicPlanner,
    progress: Progress,
) -> PreparedDomains:
    """Prepare every domain: its example, its names, and its words.

    Reference plans are found when a task is played.

    Args:
        experiment: what is to be played.
        sources: the domains by name.
        writers: what writes their words.
        planner: where plans come from.
        progress: shows what goes on.

    Raises:
        InputError: the words cannot be written, or do not fit.
    """
    ready: dict[tuple[str, str], PreparedDomain] = {}
    rules = experiment.play.rules
    limits = Limits(min(rules.time_limit, REFERENCE_SECONDS), rules.memory_limit)
    plans = ReferencePlans(planner, cache_folder() / "reference-plans", limits)
    references = References(plans, progress.warn)
    for name, source in sources.items():
        progress.preparing(name)
        async for selection in _selections(source, experiment, plans, progress):
            prepared = await _prepared(experiment, selection, writers, references, progress.warn)
            ready |= {(name, instance): prepared for instance in selection.tasks}
    return ready


async def _selections(
    source: Benchmark, experiment: Experiment, references: ReferencePlans, progress: Progress
) -> AsyncIterator[TaskSelection]:
    """The first instances of a benchmark, those of each of its domains by themselves."""
    left = experiment.play.instances
    for part in source.parts():
        selection = await select_tasks(
            part,
            references,
            most=left,
            warn=progress.warn,
            tell=partial(progress.preparing, part.name),
            examples=experiment.text.examples,
            only=experiment.play.instance,
            example_file=experiment.text.example_of(source.name),
        )
        yield selection
        left = None if left is None else left - len(selection.tasks)
        if left == 0:
            return


async def _prepared(
    experiment: Experiment,
    selection: TaskSelection,
    writers: Writers,
    references: References,
    warn: Callable[[str], None],
) -> PreparedDomain:
    selection = obfuscated(selection, experiment.text.obfuscate)
    alike = _alike(writers)
    seeds = list(dict.fromkeys(alike.values()))
    written = await asyncio.gather(
        *(_verbalized(seed, experiment, selection, writers, warn) for seed in seeds)
    )
    by_seed = dict(zip(seeds, written, strict=True))
    english = [each.lexicons["nl"] for each in written if "nl" in each.lexicons]
    if len(english) > 1:
        warn(f"{selection.name}: {difference(english)}")
    return PreparedDomain(
        selection, {seed: by_seed[same] for seed, same in alike.items()}, references
    )


def _alike(writers: Writers) -> dict[int, int]:
    """For every seed the first that has the same writers."""
    first: dict[tuple[int, int], int] = {}
    return {
        seed: first.setdefault((id(snippets), id(writers.thoughts.get(seed))), seed)
        for seed, snippets in writers.snippets.items()
    }


async def _verbalized(
    seed: int,
    experiment: Experiment,
    selection: TaskSelection,
    writers: Writers,
    warn: Callable[[str], None],
) -> Verbalization:
    """What is written of a domain for a seed."""
    found = await lexicons(
        selection,
        experiment.play.forms,
        writers.snippets[seed],
        seed,
        writers.folder,
        experiment.text.planbench,
    )
    verbalization = Verbalization(found, style=experiment.text.style)
    if not wants_thoughts(experiment):
        return verbalization
    worded = dict.fromkeys(map(wording, experiment.play.forms))
    forms = [form for form in worded if form in ENGLISH_FORMS]
    if experiment.text.thoughts == STATE:
        states = {form: example_state_thoughts(selection, form, verbalization) for form in forms}
        return replace(verbalization, thoughts=states)
    thinker = writers.thoughts.get(seed)
    if thinker is None:
        return verbalization
    thoughts = {
        form: await example_thoughts(
            selection, form, verbalization, thinker, seed, writers.folder, warn
        )
        for form in forms
    }
    return replace(verbalization, thoughts=thoughts)
