"""The tasks of a domain as its episodes find them: worlds, texts, examples and reference plans."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Container, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import TypeAlias

from autoplan.experiment.benchmarks import Benchmark
from autoplan.experiment.experiment import Experiment
from autoplan.preparation.tasks import (
    Plan,
    References,
    SelectedTask,
    TaskSelection,
    obfuscated,
    select_tasks,
    undefined_cost,
    without_metric,
)
from autoplan.preparation.texts import (
    RULE,
    Verbalization,
    Writers,
    difference,
    lost,
    present,
    verbalized,
)
from autoplan.progress import Progress
from autoplan.results.record import BY_HAND, Costs, EpisodeKey, TaskInWords, origin_of, scene_of
from pddl2nl.llm import cache_folder
from policies import Example, Rules, mechanism
from policies.answers import DomainWords, domain_words
from policies.symbolic import (
    Limits,
    NoPlan,
    PlanFound,
    ReferencePlans,
    Solvability,
    SymbolicPlanner,
)
from simulator import (
    InputForm,
    Presentation,
    wording,
)
from simulator.world import World


class PreparedDomain:
    """A domain's texts and worlds, made once and shared by all its episodes.

    Args:
        verbalizations: what was written of it, by the seed that it was written for (a model writes
            anew for each seed, as in the paper); other seeds have the first.
        references: where reference plans come from, or those that are known.
    """

    def __init__(
        self,
        selection: TaskSelection,
        verbalizations: Mapping[int, Verbalization],
        references: References | Mapping[str, PlanFound | NoPlan] = MappingProxyType({}),
    ) -> None:
        self.selection = selection
        self._verbalizations = verbalizations
        self._references = references
        self._found: dict[str, PlanFound | NoPlan] = {}
        self._worlds: dict[str, World] = {}
        texts = {id(each): _Texts(selection, each) for each in verbalizations.values()}
        self._texts = {seed: texts[id(each)] for seed, each in verbalizations.items()}
        self._first = next(iter(self._texts.values()))

    def excerpt(
        self, instances: Container[str], known: Mapping[str, PlanFound | NoPlan] | None = None
    ) -> PreparedDomain:
        """Some of the instances alone, with reference plans that are known, or found so far."""
        tasks = {name: task for name, task in self.selection.tasks.items() if name in instances}
        found = {name: each for name, each in self._found.items() if name in instances}
        selection = replace(self.selection, tasks=tasks)
        return PreparedDomain(selection, self._verbalizations, found if known is None else known)

    def __reduce__(self) -> tuple[object, ...]:
        """Sent to another process, it works out its texts and worlds there."""
        return PreparedDomain, (self.selection, self._verbalizations, self._references)

    async def find_reference(self, key: EpisodeKey) -> None:
        """Find the reference plan of an episode's task; it has to be known before it is played."""
        if key.instance in self._found:
            return
        if not isinstance(self._references, References):
            self._found[key.instance] = self._references.get(key.instance, NoPlan("gave-up"))
            return
        found = await self._references.of(self.task(key))
        if isinstance(found, PlanFound):
            rename = self.selection.renaming.action
            found = replace(found, plan=tuple(map(rename, found.plan)))
        self._found[key.instance] = found

    def reference(self, key: EpisodeKey) -> Plan | None:
        """The reference plan of an episode's task, once it has been looked for."""
        found = self._found.get(key.instance)
        return found.plan if isinstance(found, PlanFound) else None

    def costs(self, key: EpisodeKey, plan: Plan | None) -> Costs:
        """What plans of an episode's task cost by its metric.

        Args:
            key: the episode, whose reference has been looked for.
            plan: the plan that has solved it, None where none has.
        """
        found, world = self._found.get(key.instance), self.world(key)
        reference = found if isinstance(found, PlanFound) else None
        return Costs(
            plan=None if plan is None else known_cost(world, plan),
            reference=None if reference is None else known_cost(world, reference.plan),
            reference_optimal=reference is not None and reference.optimal,
        )

    def cheapest(self, key: EpisodeKey, *plans: Plan | None) -> Plan | None:
        """The cheapest of some plans of an episode's task, None where there is none."""

        def rank(plan: Plan) -> float:
            cost = known_cost(self.world(key), plan)
            return math.inf if cost is None else cost

        return min(filter(None, plans), key=rank, default=None)

    def solvability(self, key: EpisodeKey) -> Solvability:
        """What is known of an episode's task; `unknown` before its reference is looked for."""
        found = self._found.get(key.instance)
        return "unknown" if found is None else found.solvability

    def task(self, key: EpisodeKey) -> SelectedTask:
        """The task of an episode."""
        return self.selection.tasks[key.instance]

    def world(self, key: EpisodeKey) -> World:
        """The semantics of an episode's task."""
        if key.instance not in self._worlds:
            self._worlds[key.instance] = World(self.task(key).problem)
        return self._worlds[key.instance]

    def presentation(self, key: EpisodeKey) -> Presentation:
        """An episode's task in its input form."""
        return self._texts_of(key).presentation(key.instance, key.input)

    def words(self, key: EpisodeKey) -> DomainWords:
        """The domain in the words of an episode, for reading answers."""
        return self._texts_of(key).words(key.input)

    def scene(self, key: EpisodeKey) -> TaskInWords:
        """An episode's task in words, for people."""
        return self._texts_of(key).scene(key.instance, key.input, self.reference(key))

    def example(self, key: EpisodeKey) -> Example | None:
        """The few-shot example of an episode."""
        return self._texts_of(key).example(key.input)

    def snippets(self, key: EpisodeKey) -> str | None:
        """What wrote the snippets of an episode's text, None where nobody reads any."""
        lexicon = self._texts_of(key).verbalization.lexicons.get(wording(key.input))
        if lexicon is None or not mechanism(key.mechanism).traits.asks_model:
            return None
        return BY_HAND if key.input == "valm23" else origin_of(lexicon)

    def example_name(self, key: EpisodeKey) -> str | None:
        """Which task the example of an episode is, None where nobody sees one."""
        return self.selection.example_name if mechanism(key.mechanism).traits.asks_model else None

    def thinker(self, key: EpisodeKey) -> str | None:
        """What wrote the thoughts of an episode's example, None where it has none."""
        thinks = mechanism(key.mechanism).traits.thinks
        if not thinks or self.selection.example is None:
            return None
        return self._texts_of(key).verbalization.thoughts.get(wording(key.input), (RULE, ()))[0]

    def _texts_of(self, key: EpisodeKey) -> _Texts:
        return self._texts.get(key.seed, self._first)


def known_cost(world: World, plan: Plan) -> float | None:
    """What a plan costs, None where the task leaves the cost of a step undefined."""
    with suppress(KeyError):
        return world.plan_cost(plan)
    return None


class _Texts:
    """The tasks of a domain in the words of one verbalization, each made when it is asked for."""

    def __init__(self, selection: TaskSelection, verbalization: Verbalization) -> None:
        self.verbalization = verbalization
        self._selection = selection
        self._scenes: dict[tuple[str, InputForm], TaskInWords] = {}
        self.presentation, self.words = cache(self._presentation), cache(self._words)
        self.example = cache(self._example)

    def _presentation(self, instance: str, form: InputForm) -> Presentation:
        return present(self._selection.tasks[instance].problem, form, self.verbalization)

    def _words(self, form: InputForm) -> DomainWords:
        lexicon = None if form == "pddl" else self.verbalization.lexicons[wording(form)]
        return domain_words(self._selection.domain, lexicon, self.verbalization.style)

    def scene(self, instance: str, form: InputForm, reference: Plan | None) -> TaskInWords:
        if (instance, form) not in self._scenes:
            problem = self._selection.tasks[instance].problem
            shown = self.presentation(instance, form)
            self._scenes[instance, form] = scene_of(problem, shown, reference)
        return self._scenes[instance, form]

    def _example(self, form: InputForm) -> Example | None:
        if self._selection.example is None:
            return None
        problem, plan = self._selection.example
        _, thoughts = self.verbalization.thoughts.get(wording(form), (RULE, ()))
        return Example(World(problem), present(problem, form, self.verbalization), plan, thoughts)


PreparedDomains: TypeAlias = Mapping[tuple[str, str], PreparedDomain]
"""The stage of each task, by the names of its benchmark and instance."""


async def prepare_domains(
    experiment: Experiment,
    sources: Mapping[str, Benchmark],
    writers: Writers,
    planner: SymbolicPlanner,
    progress: Progress,
) -> PreparedDomains:
    """Prepare every domain: its example, its names, and its words.

    Reference plans are found when a task is played.

    Raises:
        InputError: the words cannot be written, or do not fit.
    """
    ready: dict[tuple[str, str], PreparedDomain] = {}
    examples: dict[str, str] = {}
    asks = any(mechanism(name).traits.asks_model for name in experiment.play.mechanisms)
    rules = experiment.play.rules
    references = opened_references(rules, planner, progress.warn)
    for name, source in sources.items():
        progress.preparing(name)
        async for selection in _selections(source, experiment, references.plans, progress):
            notes = (without_metric(selection), undefined_cost(selection)) if rules.costs else ()
            for note in filter(None, notes):
                progress.warn(note)
            if asks and selection.example_name is not None:
                examples[selection.name] = selection.example_name
            renamed = obfuscated(selection, experiment.text.obfuscate)
            alike = writers.alike()
            seeds = list(dict.fromkeys(alike.values()))
            made = (verbalized(renamed, experiment, writers, each, progress.warn) for each in seeds)
            written = dict(zip(seeds, await asyncio.gather(*made), strict=True))
            english = [each.lexicons["nl"] for each in written.values() if "nl" in each.lexicons]
            for lexicon in english if asks else ():
                if found := lost(renamed.domain, lexicon, experiment.text):
                    progress.warn(f"{renamed.name}: {found}")
            if len(english) > 1:
                progress.warn(f"{renamed.name}: {difference(english)}")
            by_seed = {seed: written[same] for seed, same in alike.items()}
            prepared = PreparedDomain(renamed, by_seed, references)
            ready |= {(name, instance): prepared for instance in selection.tasks}
    if examples:
        listed = ", ".join(f"{example} of {name}" for name, example in examples.items())
        progress.note(f"few-shot example{'s' * (len(examples) > 1)}: {listed}")
    return ready


def opened_references(
    rules: Rules, planner: SymbolicPlanner, warn: Callable[[str], None]
) -> References:
    """What finds the reference plans of tasks by the rules of a run."""
    limits = Limits(min(rules.time_limit, rules.reference_time), rules.memory_limit)
    folder = cache_folder() / "reference-plans"
    plans = ReferencePlans(planner, folder, limits, by_cost=rules.costs)
    return References(plans, warn, kept_first=rules.reference == "kept")


async def _selections(
    source: Benchmark, experiment: Experiment, references: ReferencePlans, progress: Progress
) -> AsyncIterator[TaskSelection]:
    """The chosen instances of a benchmark, those of each of its domains by themselves.

    Raises:
        InputError: there is no such instance, or it is the example.
    """
    left = asked = experiment.play.instances
    wanted = [source.named(each) for each in experiment.play.instance]
    for part in source.parts():
        selection = await select_tasks(
            part,
            references,
            most=left,
            warn=progress.warn,
            tell=partial(progress.preparing, part.name),
            examples=experiment.text.examples,
            only=wanted,
            example_file=experiment.text.example_of(source.name),
        )
        yield selection
        left = None if left is None else left - len(selection.tasks)
        if left == 0:
            return
    if asked and left and not wanted:
        progress.warn(
            f"{source.name}: {asked - left} instead of {asked} instances; there are no more "
            "besides the few-shot example"
        )
