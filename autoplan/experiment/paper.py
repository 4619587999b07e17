"""The paper's experiment: its settings by name, and the evaluations that it consists of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from policies.symbolic import MEMORY_LIMIT, TIME_LIMIT
from simulator import InputForm

MODEL = "openai/gpt-4o-2024-08-06"
OFFLINE = "reader"
SEEDS = (1, 2, 3, 4, 5)
"""Of the language model (section 5)."""
RANDOM_SEEDS = tuple(range(1, 11))
FORMS: tuple[InputForm, ...] = ("nl", "template", "pddl")
LLM_MECHANISMS = ("basic", "cot", "act", "react")
PLANNERS = ("brfs", "lmcut", "ff")
OPTIONS = (
    *("--verbalizer", "llm", "--thoughts", "llm", "--translator", "sentence"),
    *("--temperature", "0", "--style", "paper", "--examples", "1"),
)
"""The paper's settings as options of `autoplan eval`; those left out are the same by default."""


@dataclass(frozen=True, slots=True)
class Play:
    """A call of `autoplan eval`.

    Args:
        folder: the results folder, in that of the whole study.
        mechanisms: who plays.
        domains: the domains.
        forms: the input forms.
        seeds: the seeds, None for those of the study.
        options: further options.
    """

    folder: str
    mechanisms: tuple[str, ...]
    domains: tuple[str, ...]
    forms: tuple[str, ...] = ("nl",)
    seeds: tuple[int, ...] | None = None
    options: tuple[str, ...] = ()

    def call(
        self, model: str, seeds: Sequence[object], out: Path, more: Sequence[str] = ()
    ) -> list[str]:
        """The words of the call.

        Args:
            model: who plays; with the offline model, nobody writes or translates.
            seeds: those of the study.
            out: the folder of the whole study.
            more: further options, which have the last word.
        """
        own = seeds if self.seeds is None else self.seeds
        return [
            *("eval", "--mechanism", *self.mechanisms, "--domain", *self.domains),
            *("--input", *self.forms, "--seed", *map(str, own), "--model", model),
            *("--out", str(out / self.folder)),
            *(() if model == OFFLINE else OPTIONS),
            *self.options,
            *more,
        ]


def table_2(domains: tuple[str, ...], obfuscated: tuple[str, ...]) -> Iterator[Play]:
    """Everybody of Table 2, on some domains, and the control under names that say nothing."""
    yield from columns(domains)
    if obfuscated:
        yield Play("obfuscated", ("basic", "act"), obfuscated, options=("--obfuscate",))


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


def settings(
    model: str, domains: Sequence[str], seeds: Sequence[object], instances: object | None
) -> Iterator[Setting]:
    """The settings of a study, each beside the paper's where it differs.

    Args:
        model: who plays.
        domains: the domains that are played.
        seeds: those of the model.
        instances: how many tasks of each domain are played, None for all.
    """
    offline = model == OFFLINE
    written = f"{model}, anew for each seed"
    yield _set("planning model (P-LLM)", model, MODEL, "section 5")
    yield Setting("temperature", "0", "", "appendix A")
    told = ", ".join(map(str, seeds))
    yield _set("seeds", told, ", ".join(map(str, SEEDS)), "section 5")
    yield _set("domains", str(len(domains)), "13", "table 2")
    yield Setting("tasks a domain", *_tasks(instances), "section 5")
    snippets = "library, or our rules" if offline else f"{written}; a faulty one is sent back once"
    yield Setting("snippets (2NL-LLM)", snippets, "once, unchecked", "section 3")
    thoughts = "our rules" if offline else written
    yield Setting("thoughts of the example", thoughts, "the P-LLM" if offline else "", "section 4")
    reader = "what our reader of answers leaves unread"
    yield Setting(
        "translation (T-LLM)",
        "our reader of answers" if offline else f"{model}, from the sentence alone, {reader}",
        "all steps",
        "section 4",
    )
    yield Setting("example", "the task whose plan is closest to 5 steps", "", "appendix B")
    yield Setting("steps of Act and ReAct", "twice the steps of FF's plan", "", "section 5")
    yield Setting("turns without effect", "as many as there are steps", "", "section 5")
    prompts = "the paper's structure, sentences of our own"
    yield Setting("prompts", prompts, "its own sentences", "appendix C")
    random = f"{len(RANDOM_SEEDS)} seeds"
    yield Setting("random choice", random, "", "section 5")
    limits = f"{TIME_LIMIT / 60:g} minutes, {MEMORY_LIMIT / 2**30:g} GB"
    yield Setting("planners", limits, "", "section 5")


def _set(name: str, here: str, paper: str, place: str) -> Setting:
    return Setting(name, here, "" if here == paper else paper, place)


def _tasks(instances: object | None) -> tuple[str, str]:
    if instances is None:
        return "all but the example, 20", ""
    return f"the first {instances}", "20"
