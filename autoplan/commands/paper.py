"""`autoplan paper`: the settings of the paper's experiment, and the evaluations that make it up."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from types import MappingProxyType

from rich import box
from rich.table import Table

from autoplan.commands.evaluate import status_of
from autoplan.experiment.experiment import Experiment, ModelOptions, PlayOptions, RunOptions
from autoplan.forecast.dry_run import Forecast, forecast, legend, table
from autoplan.play.evaluate import evaluate
from autoplan.report.paper.numbers import coverage, row_of
from autoplan.results.summary import bill
from autoplan.terminal import Terminal, print_wide
from pddl2nl import console
from pddl2nl.errors import InputError
from pddl2nl.llm import model_traits
from pddl2nl.options import add_options, changed, read_options
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
        **{"verbalizer": "llm:single", "thoughts": "llm", "translator": "sentence"},
        **{"temperature": 0.0, "style": "paper", "examples": 1},
    }
)
"""The paper's settings of a model; those left out are the same by default."""


@dataclass(frozen=True, slots=True)
class Play:
    """A part of a study, with a results folder of its own.

    Args:
        folder: that folder, in that of the whole study.
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
        """What is played; with an offline model, nobody writes or translates."""
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


def columns(
    domains: tuple[str, ...],
    folder: str = "pddl2nl",
    options: Mapping[str, object] = MappingProxyType({}),
) -> Iterator[Play]:
    """All columns of Table 2, on some domains."""
    yield Play(folder, LLM_MECHANISMS, domains, FORMS, options=options)
    yield Play(folder, ("random",), domains, seeds=RANDOM_SEEDS, options=options)
    yield Play(folder, PLANNERS, domains, seeds=(1,), options=options)


RELEASED = "domain_description_seed{seed}.json"
"""The snippets of a folder of the paper's dataset, for each seed."""
BY_PEOPLE = "_planbench"
"""What follows the row's name in the name of a folder whose snippets people wrote."""


def on_released_tasks(suites: Path, study: Experiment) -> Iterator[Play]:
    """Table 2 on folders of the paper's dataset: with their tasks, examples, snippets and plans.

    Args:
        suites: where the folders lie, called as in the dataset.
        study: which rows, and for which seeds there have to be snippets; else they are written, as
            where people alone wrote some. Only a model plays with what people wrote.
    """
    folders = [path for path in sorted(suites.iterdir()) if row_of(path.name) in study.play.domains]
    by_people = [path for path in folders if path.name.endswith(BY_PEOPLE)]
    own = [path for path in folders if path not in by_people]
    rows = {row_of(path.name) for path in own}
    lone = [path for path in by_people if row_of(path.name) not in rows]
    files = [RELEASED.format(seed=seed) for seed in study.play.seeds]
    complete = [path for path in own if all((path / file).is_file() for file in files)]
    others = [path for path in (*own, *lone) if path not in complete]
    limits = {"reference": "kept"}
    snippets = {"verbalizer": str(suites / "{domain}" / RELEASED)}
    yield from columns(tuple(map(str, complete)), "released", {**limits, **snippets})
    yield from columns(tuple(map(str, others)), options=limits)
    hidden = tuple(str(path) for path in (*own, *lone) if row_of(path.name) == _OBFUSCATED)
    control = {**limits, "obfuscate": "names"}
    yield Play("obfuscated", ("basic", "act"), hidden, options=control)
    for path in by_people if model_traits(study.model.model).writes_text else ():
        for file in path.glob("*.yaml"):
            texts = {**limits, "planbench": str(file)}
            yield Play(path.name, LLM_MECHANISMS, (str(path),), ("valm23",), options=texts)


def settings(study: Experiment, *, released: bool) -> Iterator[tuple[str, str, str, str]]:
    """The settings of a study: what is set, what it is here and in the paper, and where that is.

    What it is in the paper is empty where it is the same.

    Args:
        released: whether it plays the paper's dataset in place of the bundled domains.
    """
    play, model = study.play, study.model.model
    offline = not model_traits(model).writes_text
    written = f"{model}, anew for each seed"
    yield "planning model (P-LLM)", model, MODEL, "section 5"
    yield "temperature", f"{study.model.sampling.temperature:g}", "0", "appendix A"
    yield "seeds", ", ".join(map(str, play.seeds)), ", ".join(map(str, SEEDS)), "section 5"
    yield "domains", str(len(play.domains)), "13", "table 2"
    some = "all but the example, 20" if play.instances is None else f"the first {play.instances}"
    yield "tasks a domain", some, "" if play.instances is None else "20", "section 5"
    plan = f"FF's plan, found in {play.rules.reference_time:g} s"
    tasks, example = "our own", "the task whose plan is closest to 5 steps"
    there, its_plan = "the dataset's", "the same, in a time not given"
    if released:
        tasks, example = "the dataset's", "the dataset's, instance 0"
        there, its_plan, plan = "", "", f"the dataset's plan, or else of {plan}"
    yield "tasks", tasks, there, "dataset"
    once = "a faulty one is sent back once"
    of_dataset = "the dataset's of each seed; a domain that fails is left out"
    snippets = "library, or our rules" if offline else f"{written}; {once}, then rules write it"
    by_model = f"the P-LLM; {once}" if offline else of_dataset
    if released:
        snippets, by_model = f"the dataset's, of each seed; where it has none: {snippets}", ""
    yield "snippets (2NL-LLM)", snippets, by_model, "sections 3 and 5"
    thoughts = "our rules" if offline else written
    before = "the P-LLM" if offline else "the P-LLM, in advance"
    yield "thoughts of the example", thoughts, before, "section 4"
    by_line = "the P-LLM, line by line" if offline else ""
    translating = "our reader of answers" if offline else f"{model}, line by line"
    yield "translation (T-LLM)", translating, by_line, "section 4"
    yield "example", example, "", "appendix B"
    yield "steps of Act and ReAct", f"twice the steps of {plan}", its_plan, "section 5"
    turns, its_turns = f"{PATIENCE} in a row end it", "10; a finish too early does not count"
    yield "turns without effect", turns, its_turns, "dataset's configs"
    prompts = "the paper's structure, sentences of our own"
    yield "prompts of all models", prompts, "its own sentences", "appendices C-E"
    yield "random choice", f"{len(RANDOM_SEEDS)} seeds", "", "section 5"
    yield "planners", _limits(play.rules), _limits(Rules()), "section 5"


def _limits(rules: Rules) -> str:
    return f"{rules.time_limit / 60:g} minutes, {rules.memory_limit / 2**30:g} GB"


_TABLE = coverage("table2")
_DOMAINS = _TABLE.domains
_OBFUSCATED = "blocksworld"
_STUDY = Experiment(
    PlayOptions(domains=_DOMAINS, seed=SEEDS),
    ModelOptions(MODEL),
    run=RunOptions(out=Path("results/paper")),
)
ABOUT = """Repeat the upper part of Table 2 of Stein et al. (ICAPS 2025) with the paper's settings:
snippets and thoughts written by the model for each of five seeds; three input forms; random choice,
three planners, and the control with obfuscated names. The rows with human-written snippets (Valm23)
are run only with --suites.

examples:
  autoplan paper --dry-run
        the settings and the estimated cost
  OPENAI_API_KEY=... autoplan paper --max-cost 100
        everything, with the paper's model
  autoplan paper --model compat/llama3 --base-url http://localhost:11434/v1 --domain ferry grid
        another model, on two domains
  autoplan paper --suites data
        the tasks of the paper's dataset, with its snippets and plans
  autoplan paper --model reader --instances 5
        offline: the first five tasks of each domain with the offline model

Run the same command again to continue an interrupted run.
"""


def add(command: argparse.ArgumentParser) -> None:
    add_options(
        command,
        Experiment,
        model=f"planning model, which also writes snippets and thoughts (default: {MODEL})",
        base_url="",
        api_key_env="environment variable that contains the API key (default: OPENAI_API_KEY for "
        "openai/)",
        domains={
            "choices": _DOMAINS,
            "required": False,
            "help": f"only these domains (default: {' '.join(_DOMAINS)})",
        },
        seed="default: 1 2 3 4 5",
        instances="only the first N tasks of each domain",
        dry_run="print the settings and the estimated cost; send nothing",
        max_connections="maximum number of concurrent calls",
        time_limit="time limit of a planner per task (default: 1800)",
        reference_time="time limit of FF for the reference plan, which sets the step limit "
        "(default: 8)",
        max_cost="stop before the cost of any one of the results folders exceeds this",
        prices="price list to use instead of data/prices.json",
        out="folder for the results folders (default: results/paper)",
    )

    command.add_argument(
        "--suites",
        metavar="DIR",
        type=Path,
        help="use the tasks of the paper's dataset, with its snippets, examples and "
        "plans, instead of the bundled ones; DIR contains one folder per domain",
    )


def run(options: argparse.Namespace) -> int:
    study = read_options(_STUDY, options)
    if not model_traits(study.model.model).seeded:
        study = changed(study, seed=study.play.seed[:1])
    plays = list(_plays(study, options.suites))
    rows = {row_of(Path(each).name) for play in plays for each in play.domains}
    played = changed(study, domains=tuple(sorted(rows)))
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("setting", "here", "in the paper", "source"):
        shown.add_column(name, overflow="fold")
    for name, here, paper, place in settings(played, released=options.suites is not None):
        shown.add_row(name, here, "the same" if paper in ("", here) else paper, place)
    orders = [play.experiment(study) for play in plays]
    if study.run.dry_run:
        print_wide(shown)
        return _forecast(orders)
    Terminal(stderr=True, wide=True).print(shown)
    status = 0
    for experiment in orders:
        status = max(status, status_of(asyncio.run(evaluate(experiment))))
        if status == console.INTERRUPTED:
            return status
    _print_table(study)
    return status


def _plays(study: Experiment, suites: Path | None) -> Iterable[Play]:
    """What a study plays: the bundled domains, or the folders of the paper's dataset."""
    if suites is None:
        hidden = tuple(name for name in study.play.domains if name == _OBFUSCATED)
        return table_2(study.play.domains, hidden)
    if not suites.is_dir():
        raise InputError("is no folder", source=str(suites))
    plays = [play for play in on_released_tasks(suites, study) if play.domains]
    if not plays:
        rows = ", ".join(study.play.domains)
        raise InputError(f"contains no folder of the dataset for {rows}", source=str(suites))
    return plays


def _print_table(study: Experiment) -> None:
    """The paper's Table 2 with what was played, and where that lies."""
    from autoplan.report.paper.filled import (
        coverage_sheet,  # slow to import, not needed before
        print_sheet,
    )
    from autoplan.report.paper.played import compared, episodes, in_rows, results_folders

    folders = results_folders([study.run.out or Path()])
    found = compared(in_rows(episodes(folders)), study.model.model)
    sheet = coverage_sheet(f"Table 2: {study.model.model}", _TABLE, found)
    print_sheet(sheet, markdown=False)
    if not model_traits(study.model.model).writes_text:
        print(
            f"{study.model.model} is not a language model, so its episodes are not in this table; "
            "`autoplan table DIR` shows them"
        )
    for folder in folders:
        print(f"results: {folder}" + (f" ({paid})" if (paid := bill(folder)) else ""))


def _forecast(orders: Iterable[Experiment]) -> int:
    asking = [
        experiment for experiment in orders if set(experiment.play.mechanisms) & set(LLM_MECHANISMS)
    ]
    forecasts = [asyncio.run(forecast(experiment)) for experiment in asking]
    for experiment, found in zip(asking, forecasts, strict=True):
        print(f"{experiment.run.out}:")
        print_wide(table(found))
    whole = reduce(Forecast.with_other, forecasts)
    print(legend(whole))
    if whole.usd is not None:
        least, most = whole.usd
        print(f"total: ${least:.2f} to ${most:.2f}")
    return 0
