"""The paper's experiment: its settings by name, and the evaluations that it consists of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from autoplan.experiment.experiment import Experiment
from pddl2nl.llm import model_traits
from pddl2nl.options import changed
from policies import Rules
from simulator import InputForm

MODEL = "openai/gpt-4o-2024-08-06"
SEEDS = (1, 2, 3, 4, 5)
"""Of the language model (section 5)."""
RANDOM_SEEDS = tuple(range(1, 11))
PATIENCE = 10
"""Turns in a row without effect, after which Act and ReAct stop (the dataset's configurations)."""
FORMS: tuple[InputForm, ...] = ("nl", "template", "pddl")
LLM_MECHANISMS = ("basic", "cot", "act", "react")
PLANNERS = ("brfs", "lmcut", "ff")
OPTIONS: Mapping[str, object] = MappingProxyType(
    {
        **{"verbalizer": "llm", "thoughts": "llm", "translator": "sentence"},
        **{"temperature": 0.0, "style": "paper", "examples": 1},
    }
)
"""The paper's settings of a model; those left out are the same by default."""


@dataclass(frozen=True, slots=True)
class Play:
    """A part of a study, with a results folder of its own.

    Args:
        folder: that folder, in that of the whole study.
        mechanisms: the mechanisms.
        domains: the domains.
        forms: the input forms.
        seeds: the seeds, None for those of the study.
        options: further options, by the names of their fields.
    """

    folder: str
    mechanisms: tuple[str, ...]
    domains: tuple[str, ...]
    forms: tuple[InputForm, ...] = ("nl",)
    seeds: tuple[int, ...] | None = None
    options: Mapping[str, object] = field(default_factory=dict)

    def experiment(self, study: Experiment) -> Experiment:
        """What is played; with an offline model, nobody writes or translates.

        Args:
            study: the model, the seeds and the folder of the whole study, and what it may take.
        """
        written = OPTIONS if model_traits(study.model.model).writes_text else {}
        own = {
            "mechanisms": self.mechanisms,
            "domains": self.domains,
            "forms": self.forms,
            "seed": study.play.seed if self.seeds is None else self.seeds,
            "patience": PATIENCE,
            "out": (study.run.out or Path()) / self.folder,
        }
        return changed(study, **{**written, **own, **self.options})


def table_2(domains: tuple[str, ...], obfuscated: tuple[str, ...]) -> Iterator[Play]:
    """Everybody of Table 2, on some domains, and the control under names that say nothing."""
    yield from columns(domains)
    if obfuscated:
        yield Play("obfuscated", ("basic", "act"), obfuscated, options={"obfuscate": "names"})


def columns(domains: tuple[str, ...]) -> Iterator[Play]:
    """All columns of Table 2, on some domains."""
    yield Play("pddl2nl", LLM_MECHANISMS, domains, FORMS)
    yield Play("pddl2nl", ("random",), domains, seeds=RANDOM_SEEDS)
    yield Play("pddl2nl", PLANNERS, domains, seeds=(1,))


@dataclass(frozen=True, slots=True)
class Setting:
    """One of the paper's settings, and what it is here.

    Args:
        name: what is set.
        here: what it is in this study.
        paper: what it is in the paper, where that differs.
        place: where the paper says so.
    """

    name: str
    here: str
    paper: str
    place: str


def settings(study: Experiment) -> Iterator[Setting]:
    """The settings of a study, each beside the paper's where it differs."""
    play, model = study.play, study.model.model
    offline = not model_traits(model).writes_text
    written = f"{model}, anew for each seed"
    yield _set("planning model (P-LLM)", model, MODEL, "section 5")
    yield _set("temperature", f"{study.model.sampling.temperature:g}", "0", "appendix A")
    yield _set("seeds", ", ".join(map(str, play.seeds)), ", ".join(map(str, SEEDS)), "section 5")
    yield _set("domains", str(len(play.domains)), "13", "table 2")
    yield Setting("tasks a domain", *_tasks(play.instances), "section 5")
    snippets = "library, or our rules" if offline else f"{written}; a faulty one is sent back once"
    by_model = "the P-LLM; a faulty one is sent back once" if offline else ""
    yield Setting("snippets (2NL-LLM)", snippets, by_model, "section 3")
    thoughts = "our rules" if offline else written
    yield Setting("thoughts of the example", thoughts, "the P-LLM" if offline else "", "section 4")
    by_line = "the P-LLM, line by line" if offline else ""
    translating = "our reader of answers" if offline else f"{model}, line by line"
    yield Setting("translation (T-LLM)", translating, by_line, "section 4")
    yield Setting("example", "the task whose plan is closest to 5 steps", "", "appendix B")
    steps = "twice the steps of FF's plan, found in 8 s"
    yield Setting("steps of Act and ReAct", steps, "found in 30 minutes", "section 5")
    turns, there = f"{PATIENCE} in a row end it", "10; a finish too early does not count"
    yield Setting("turns without effect", turns, there, "dataset's configs")
    prompts = "the paper's structure, sentences of our own"
    yield Setting("prompts", prompts, "its own sentences", "appendix D")
    random = f"{len(RANDOM_SEEDS)} seeds"
    yield Setting("random choice", random, "", "section 5")
    yield _set("planners", _limits(play.rules), _limits(Rules()), "section 5")


def _set(name: str, here: str, paper: str, place: str) -> Setting:
    return Setting(name, here, "" if here == paper else paper, place)


def _limits(rules: Rules) -> str:
    return f"{rules.time_limit / 60:g} minutes, {rules.memory_limit / 2**30:g} GB"


def _tasks(instances: int | None) -> tuple[str, str]:
    if instances is None:
        return "all but the example, 20", ""
    return f"the first {instances}", "20"
