"""The tasks of a domain as its episodes find them: worlds, texts, examples and reference plans."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from autoplan.experiment.matrix import EpisodeKey
from autoplan.preparation.encoded_names import names_by_hand
from autoplan.preparation.reference_plans import Plan, References
from autoplan.preparation.snippets import DESCRIPTION
from autoplan.preparation.task_selection import SelectedTask, TaskSelection
from autoplan.results.record import BY_HAND, TaskInWords, origin_of, scene_of
from pddl2nl.compose import PAPER, StyleName
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Problem
from policies import Example, mechanism
from policies.answers import DomainWords, domain_words
from simulator import (
    InputForm,
    Presentation,
    present_by_hand,
    present_english,
    present_pddl,
    wording,
)
from simulator.world import World

RULE = "rule"
"""What wrote thoughts, where no model did and they tell what a step is for."""


@dataclass(frozen=True, slots=True)
class Verbalization:
    """What was written of a domain before its first episode.

    Args:
        lexicons: the snippets by input form, but for PDDL; `tools` has those of `nl`.
        thoughts: those of the example, likewise, and what wrote them (`rule`, `state`, or
            the model as `llm:MODEL`); where there are none, the rules write them.
        style: how English texts are composed.
    """

    lexicons: Mapping[InputForm, Lexicon] = field(default_factory=dict)
    thoughts: Mapping[InputForm, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    style: StyleName = PAPER


class PreparedDomain:
    """A domain's texts and worlds, made once and shared by all its episodes.

    Args:
        prepared: the domain and its tasks.
        verbalizations: what was written of it, by the seed that it was written for (a model writes
            anew for each seed, as in the paper); other seeds have the first.
        references: where reference plans come from, or those that are known.
    """

    def __init__(
        self,
        selection: TaskSelection,
        verbalizations: Mapping[int, Verbalization],
        references: References | Mapping[str, Plan | None] = MappingProxyType({}),
    ) -> None:
        self.selection = selection
        self._verbalizations = verbalizations
        self._references = references
        self._plans: dict[str, Plan | None] = {}
        self._worlds: dict[str, World] = {}
        texts = {id(each): _Texts(selection, each) for each in verbalizations.values()}
        self._texts = {seed: texts[id(each)] for seed, each in verbalizations.items()}
        self._first = next(iter(self._texts.values()))

    def excerpt(
        self, instances: Container[str]
    ) -> tuple[TaskSelection, Mapping[int, Verbalization], Mapping[str, Plan | None]]:
        """What a stage with some of the instances alone is made of."""
        tasks = {name: task for name, task in self.selection.tasks.items() if name in instances}
        plans = {name: plan for name, plan in self._plans.items() if name in instances}
        return replace(self.selection, tasks=tasks), self._verbalizations, plans

    async def find_reference(self, key: EpisodeKey) -> None:
        """Find the reference plan of an episode's task; it has to be known before it is played."""
        if key.instance in self._plans:
            return
        if not isinstance(self._references, References):
            self._plans[key.instance] = self._references.get(key.instance)
            return
        found = await self._references.of(self.task(key))
        rename = self.selection.renaming.action
        self._plans[key.instance] = None if found is None else tuple(map(rename, found))

    def reference(self, key: EpisodeKey) -> Plan | None:
        """The reference plan of an episode's task, once it has been looked for."""
        return self._plans.get(key.instance)

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
        read = lexicon is not None and mechanism(key.mechanism).traits.asks_model
        if lexicon is None or not read:
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


class _Texts:
    """The tasks of a domain in the words of one verbalization, each made when it is asked for."""

    def __init__(self, selection: TaskSelection, verbalization: Verbalization) -> None:
        self.verbalization = verbalization
        self._selection = selection
        self._presentations: dict[tuple[str, InputForm], Presentation] = {}
        self._scenes: dict[tuple[str, InputForm], TaskInWords] = {}
        self._examples: dict[InputForm, Example] = {}
        self._words: dict[InputForm, DomainWords] = {}

    def presentation(self, instance: str, form: InputForm) -> Presentation:
        if (instance, form) not in self._presentations:
            shown = self._present(self._selection.tasks[instance].problem, form)
            self._presentations[instance, form] = shown
        return self._presentations[instance, form]

    def words(self, form: InputForm) -> DomainWords:
        if form not in self._words:
            lexicon = None if form == "pddl" else self.verbalization.lexicons[wording(form)]
            style = self.verbalization.style
            self._words[form] = domain_words(self._selection.domain, lexicon, style)
        return self._words[form]

    def scene(self, instance: str, form: InputForm, reference: Plan | None) -> TaskInWords:
        if (instance, form) not in self._scenes:
            problem = self._selection.tasks[instance].problem
            narrator = self.presentation(instance, form).narrator
            self._scenes[instance, form] = scene_of(problem, narrator, reference)
        return self._scenes[instance, form]

    def example(self, form: InputForm) -> Example | None:
        if self._selection.example is None:
            return None
        if form not in self._examples:
            problem, plan = self._selection.example
            _, thoughts = self.verbalization.thoughts.get(wording(form), (RULE, ()))
            shown = self._present(problem, form)
            self._examples[form] = Example(World(problem), shown, plan, thoughts)
        return self._examples[form]

    def _present(self, problem: Problem, form: InputForm) -> Presentation:
        return present(problem, form, self.verbalization)


def present(problem: Problem, form: InputForm, verbalization: Verbalization) -> Presentation:
    """A task in an input form."""
    if form == "pddl":
        return present_pddl(problem)
    lexicon = verbalization.lexicons[wording(form)]
    if form == "valm23":
        description = str(lexicon.notes[DESCRIPTION]).strip()
        return present_by_hand(problem, lexicon, description, names_by_hand(problem, lexicon))
    return present_english(problem, lexicon, form, verbalization.style)


PreparedDomains: TypeAlias = Mapping[tuple[str, str], PreparedDomain]
"""The stage of each task, by the names of its benchmark and instance."""
