"""`autoplan paper`."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterable
from functools import reduce
from pathlib import Path

from rich import box
from rich.table import Table

from autoplan.commands.evaluate import status_of
from autoplan.experiment.experiment import Experiment, ModelOptions, PlayOptions, RunOptions
from autoplan.experiment.paper import (
    LLM_MECHANISMS,
    MODEL,
    SEEDS,
    Setting,
    settings,
    table_2,
)
from autoplan.forecast.dry_run import Forecast, forecast, legend, table
from autoplan.play.evaluate import evaluate
from autoplan.report.paper.numbers import coverage
from autoplan.results.summary import bill
from autoplan.terminal import Terminal, print_wide
from pddl2nl import console
from pddl2nl.llm import model_traits
from pddl2nl.options import add_options, changed, read_options

_TABLE = coverage("table2")
_DOMAINS = _TABLE.domains
_OBFUSCATED = "blocksworld"
_STUDY = Experiment(
    PlayOptions(domains=_DOMAINS, seed=SEEDS),
    ModelOptions(MODEL),
    run=RunOptions(out=Path("results/paper")),
)
ABOUT = """Play Table 2 of Stein et al. (ICAPS 2025) with the paper's settings: snippets and
thoughts by the model, anew for each of five seeds; three input forms; random choice, three
planners, and the control under names that say nothing.

examples:
  autoplan paper --dry-run
        its settings, and what it would cost
  OPENAI_API_KEY=... autoplan paper --max-cost 100
        all of it, with the paper's model
  autoplan paper --model compat/llama3 --base-url http://localhost:11434/v1 --domain ferry grid
        another model, on two domains
  autoplan paper --model reader --instances 5
        offline: the reader plays the first five tasks of each domain

The same command called again continues where it stopped.
"""


def add(command: argparse.ArgumentParser) -> None:
    add_options(
        command,
        Experiment,
        model=f"who plays and writes (default: {MODEL})",
        base_url="",
        api_key_env="the environment variable with its key (default: OPENAI_API_KEY for openai/)",
        domains={
            "choices": _DOMAINS,
            "required": False,
            "help": f"some of the domains (default: {' '.join(_DOMAINS)})",
        },
        seed="default: 1 2 3 4 5",
        instances="the first N tasks of each domain alone",
        dry_run="show the settings and the cost, and play nothing",
        max_connections="calls under way at the same time",
        time_limit="of a planner (default: 1800)",
        max_cost="stop before a results folder costs more",
        prices="another list of prices",
        out="the folder of the results folders (default: results/paper)",
    )


def run(options: argparse.Namespace) -> int:
    study = read_options(_STUDY, options)
    if not model_traits(study.model.model).seeded:
        study = changed(study, seed=study.play.seed[:1])
    shown = _settings(settings(study))
    hidden = tuple(name for name in study.play.domains if name == _OBFUSCATED)
    orders = [play.experiment(study) for play in table_2(study.play.domains, hidden)]
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


def _print_table(study: Experiment) -> None:
    """The paper's Table 2 with what was played, and where that lies."""
    from autoplan.report.paper.filled import (
        coverage_sheet,  # slow to import, not needed before
        print_sheet,
    )
    from autoplan.report.paper.played import compared, episodes, results_folders

    folders = results_folders([study.run.out or Path()])
    found = compared(episodes(folders), study.model.model)
    sheet = coverage_sheet(f"Table 2: {study.model.model}", _TABLE, found)
    print_sheet(sheet, markdown=False)
    if not model_traits(study.model.model).writes_text:
        print(
            f"{study.model.model} is no language model, so its episodes are not in this table; "
            "`autoplan table DIR` shows them"
        )
    for folder in folders:
        print(f"results: {folder}" + (f" ({paid})" if (paid := bill(folder)) else ""))


def _settings(found: Iterable[Setting]) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("setting", "here", "in the paper", "source"):
        shown.add_column(name, overflow="fold")
    for each in found:
        shown.add_row(each.name, each.here, each.paper or "the same", each.place)
    return shown


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
        print(f"in all: ${least:.2f} to ${most:.2f}")
    return 0
