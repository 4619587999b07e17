"""`autoplan paper`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from autoplan.commands._options import Commands, amount, positive, print_wide, whole
from autoplan.commands.evaluate import order_of, status_of
from autoplan.experiment.experiment import Experiment
from autoplan.experiment.paper import (
    LLM_MECHANISMS,
    MODEL,
    OFFLINE,
    SEEDS,
    Setting,
    settings,
    table_2,
)
from autoplan.forecast.dry_run import Forecast, forecast, legend, table
from autoplan.play.evaluate import evaluate
from autoplan.report.paper import numbers as published
from autoplan.results.summary import bill
from pddl2nl import console

_TABLE = published.coverage("table2")
_DOMAINS = tuple(dict.fromkeys(row.name for row in _TABLE.rows))
_OBFUSCATED = "blocksworld"
_PASSED_ON = (
    *("base_url", "api_key_env", "instances", "max_connections"),
    *("time_limit", "max_cost", "prices"),
)
"""The options that are those of `autoplan eval`."""
_EXAMPLES = """examples:
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


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "paper",
        description="Play Table 2 of Stein et al. (ICAPS 2025) with the paper's settings: snippets "
        "and thoughts by the model, anew for each of five seeds; three input forms; random choice, "
        "three planners, and the control under names that say nothing.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "--model", metavar="SPEC", default=MODEL, help=f"who plays and writes (default: {MODEL})"
    )
    command.add_argument("--base-url", metavar="URL", help="the model's server, up to /v1")
    command.add_argument(
        "--api-key-env",
        metavar="NAME",
        help="the environment variable with its key (default: OPENAI_API_KEY for openai/)",
    )
    command.add_argument(
        "--domain",
        metavar="D",
        nargs="+",
        choices=_DOMAINS,
        default=_DOMAINS,
        help=f"some of the domains (default: {' '.join(_DOMAINS)})",
    )
    command.add_argument(
        "--seed", metavar="S", type=whole, nargs="+", default=SEEDS, help="default: 1 2 3 4 5"
    )
    command.add_argument(
        "--instances", metavar="N", type=positive, help="the first N tasks of each domain alone"
    )
    command.add_argument(
        "--dry-run", action="store_true", help="tell the settings and the cost, and play nothing"
    )
    command.add_argument(
        "--max-connections", metavar="N", type=positive, help="calls under way at the same time"
    )
    command.add_argument(
        "--time-limit", metavar="SECONDS", type=amount, help="of a planner (default: 1800)"
    )
    command.add_argument(
        "--max-cost", metavar="USD", type=amount, help="stop before a results folder costs more"
    )
    command.add_argument("--prices", metavar="FILE", type=Path, help="another list of prices")
    command.add_argument(
        *("-o", "--out"),
        metavar="DIR",
        type=Path,
        default=Path("results/paper"),
        help="the folder of the results folders (default: results/paper)",
    )
    console.add_debug(command)
    command.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    seeds = _seeds(options)
    told = _settings(settings(options.model, options.domain, seeds, options.instances))
    orders = list(_orders(options, seeds))
    if options.dry_run:
        print_wide(told)
        return _forecast(orders)
    Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else 200).print(told)
    status = 0
    for experiment in orders:
        status = max(status, status_of(asyncio.run(evaluate(experiment))))
        if status == console.INTERRUPTED:
            return status
    _print_table(options.out, options.model)
    return status


def _print_table(out: Path, model: str) -> None:
    """The paper's Table 2 with what was played, and where that lies."""
    from autoplan.report.paper.coverage import coverage_sheet  # slow to import, not needed before
    from autoplan.report.paper.played import episodes, results_folders, scores
    from autoplan.report.paper.sheet import print_sheet

    folders = results_folders([out])
    found = scores(episodes(folders), model)
    sheet = coverage_sheet(f"Table 2: {model}", _TABLE, found)
    print_sheet(sheet, markdown=False)
    for folder in folders:
        print(f"results: {folder}" + (f" ({paid})" if (paid := bill(folder)) else ""))


def _seeds(options: argparse.Namespace) -> tuple[int, ...]:
    """The model's seeds: nothing that the reader does depends on them."""
    seeds = tuple(dict.fromkeys(options.seed))
    return seeds[:1] if options.model == OFFLINE else seeds


def _orders(options: argparse.Namespace, seeds: Sequence[int]) -> Iterable[Experiment]:
    names = tuple(dict.fromkeys(options.domain))
    hidden = tuple(name for name in names if name == _OBFUSCATED)
    more = [
        word
        for name in _PASSED_ON
        if (value := getattr(options, name)) is not None
        for word in (f"--{name.replace('_', '-')}", str(value))
    ]
    for play in table_2(names, hidden):
        yield order_of(play.call(options.model, seeds, options.out, more))


def _settings(found: Iterable[Setting]) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("setting", "here", "in the paper", "where it says so"):
        shown.add_column(name, overflow="fold")
    for each in found:
        shown.add_row(each.name, each.here, each.paper or "the same", each.place)
    return shown


def _forecast(orders: Iterable[Experiment]) -> int:
    asking = [
        experiment for experiment in orders if set(experiment.mechanisms) & set(LLM_MECHANISMS)
    ]
    forecasts = [asyncio.run(forecast(experiment)) for experiment in asking]
    for experiment, found in zip(asking, forecasts, strict=True):
        print(f"{experiment.out}:")
        print_wide(table(found))
    whole = reduce(Forecast.with_other, forecasts)
    print(legend(whole))
    if whole.usd is not None:
        least, most = whole.usd
        print(f"in all: ${least:.2f} to ${most:.2f}")
    return 0
