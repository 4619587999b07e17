"""`autoplan constraints`: whole trips by constraint models, and the other ways of the multi-step
paper's Table 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from statistics import mean

from rich.table import Table

from autoplan.agents.commands._world_options import need_extra
from autoplan.agents.studies.four_ways import WAYS, Row, TripStudio
from autoplan.experiment.experiment import ModelOptions, add_model
from autoplan.models.paid_models import opened_models
from autoplan.play.episodes import several
from autoplan.terminal import new_table, print_wide
from domains.agents import BENCHMARKS, travel
from domains.agents.travel import CLOCK, ENDS, TOUR_PARTS
from pddl2nl import console
from pddl2nl.errors import InputError
from pddl2nl.llm import ModelError, model_traits
from pddl2nl.options import add_options, amount, positive, read_options, whole
from policies import PromptSet
from policies.agents.constraints.scripts import REPAIRS
from simulator.agents.sandbox import Sandbox, SandboxLimits, SandboxUnavailable

ABOUT = """Plan whole trips: a language model translates requests into code for z3, or plans in
another way.

examples:
  autoplan constraints
        three generated trips with the project's own encoding for z3, without a model
  autoplan constraints --tasks travelplanner/
        all training tasks of a copy of the TravelPlanner benchmark
  autoplan constraints --model openai/gpt-4o-2024-08-06 --seed 1 2 3 -o constraints/
        a model writes JSON, steps and scripts, which are kept in constraints/
  autoplan constraints --way react constraints agentic planner --model openai/NAME --tasks DIR
        the four ways of Table 1 of the multi-step paper, side by side
"""
_AT_ONCE = 4
"""The number of tasks that are solved at the same time; each may run a script."""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--way",
        nargs="+",
        choices=tuple(WAYS),
        default=["constraints"],
        help="constraints (default) = a model writes code for z3; react = one model does "
        "everything; agentic = a model delegates to others; planner = as agentic, "
        "guided by a task network",
    )
    command.add_argument(
        "--own-encoding",
        action="store_true",
        help="with --way constraints: the model fills in a form for the project's own encoding",
    )
    _add_tasks(command)
    add_model(command, help="the model (default: none; z3 then solves the project's own encoding)")
    add_options(command, ModelOptions, temperature="")
    command.add_argument(
        "--repairs",
        metavar="N",
        type=positive,
        default=REPAIRS,
        help="maximum number of repairs and rewrites of a script (default: 8)",
    )
    command.add_argument(
        "--script-time",
        metavar="S",
        type=amount,
        default=SandboxLimits().seconds,
        help="time limit of a script, or of z3, in seconds (default: 30)",
    )
    command.add_argument(
        "--horizon",
        metavar="N",
        type=positive,
        help="maximum number of commands (default: react 30, agentic and planner 20)",
    )
    command.add_argument("-o", "--out", metavar="DIR", type=Path, help="folder for all results")


def _add_tasks(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed",
        metavar="N",
        type=whole,
        nargs="+",
        default=[1, 2, 3],
        help="seeds of the generated trips, one trip each (default: 1 2 3)",
    )
    sizes = BENCHMARKS["trips"].sizes
    for name, what in (
        ("visits", "cities per generated trip, 1 to 5"),
        ("preferences", "preferences per generated trip, 0 to 4"),
    ):
        command.add_argument(
            f"--{name}", metavar="N", type=whole, help=f"{what} (default: {sizes[name]})"
        )
    command.add_argument(
        "--tasks",
        metavar="FOLDER",
        type=Path,
        help="use the tasks of a copy of TravelPlanner instead",
    )
    command.add_argument(
        "--split", metavar="NAME", default="train", help="split of TravelPlanner (default: train)"
    )
    command.add_argument("--limit", metavar="N", type=positive, help="only the first N tasks")


def run(options: argparse.Namespace) -> int:
    asked = read_options(ModelOptions(), options)
    writes = model_traits(asked.model).writes_text
    need_extra()
    scripts = writes and not options.own_encoding
    if (scripts or set(options.way) - {"constraints"}) and (why := Sandbox.unavailable()):
        raise SandboxUnavailable(why)
    tasks = _tasks(options)
    studio = TripStudio(
        opened_models(asked).planner(),
        writes,
        Sandbox(SandboxLimits(seconds=options.script_time)),
        PromptSet(),
        asked.sampling,
        options.repairs,
        options.script_time,
        options.horizon,
        options.own_encoding,
    )
    ways = [way for way in WAYS if way in options.way]
    try:
        rows = asyncio.run(_studied(filter(studio.can_run, ways), tasks, studio))
    except ModelError as error:
        raise InputError(f"stopped: {error} (to continue, repeat the command)") from error
    shown = {way: [row for row in rows if row["way"] == way] for way in ways}
    print_wide(_table(shown, asked.model if writes else "", own=options.own_encoding))
    for way, found in shown.items():
        if found:
            ends = Counter(str(row["ended"]) for row in found).most_common()
            kept = ((part, sum(bool(row["parts"][part]) for row in found)) for part in TOUR_PARTS)
            counts = (", ".join(f"{name} {times}" for name, times in each) for each in (ends, kept))
            print(f"{way}: {'; '.join(counts)}")
        else:
            print(f"{way}: not run, because {asked.model} writes no text; choose another --model")
    if options.tasks is not None and writes:
        for way in ways:
            if WAYS[way].published:
                print(f"published for TravelPlanner, {way}: {WAYS[way].published}")
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        console.emit("\n".join(lines), options.out / "constraints.jsonl")
    return 0


def _tasks(options: argparse.Namespace) -> list[travel.TourTask]:
    given = {name: getattr(options, name) for name in ("visits", "preferences")}
    sizes = {**BENCHMARKS["trips"].sizes, **{k: v for k, v in given.items() if v is not None}}
    try:
        if options.tasks is None:
            return [
                travel.generate_tour(random.Random(seed), **sizes).named(seed)
                for seed in options.seed
            ]
        return list(islice(travel.load_tours(options.tasks, split=options.split), options.limit))
    except ValueError as error:
        raise InputError(str(error)) from error


async def _studied(
    ways: Iterable[str], tasks: Sequence[travel.TourTask], studio: TripStudio
) -> list[Row]:
    """A row for each way and task, in their order."""
    runs = list(product(ways, tasks))
    rows: dict[int, Row] = {}

    async def one(number: int) -> None:
        rows[number] = row = await studio.run(*runs[number])
        solved = "solved" if row["solved"] else row["reason"]
        line = f"{row['task']}, {row['way']}: {row['ended']}, {row['seconds']:.1f} s: {solved}"
        print(line, file=sys.stderr)

    await several(range(len(runs)), one, _AT_ONCE)
    return [rows[number] for number in range(len(runs))]


def _table(shown: Mapping[str, Sequence[Row]], model: str, *, own: bool) -> Table:
    from autoplan.report.statistics import wilson  # slow to import, not needed before

    texts = ("way", "information", "tools", "planning", "model")
    figures = ("tasks", *_COUNTED, "95% interval", "seconds")
    table = new_table(texts, figures)
    for name, rows in shown.items():
        way = WAYS[name]
        head = [way.title, way.gathering, way.tools, way.planning]
        if name == "constraints" and (own or not model):
            head[1:3] = "model" if model else "the task's fields", "our encoding"
        cells = ["not run"]
        if rows:
            counts = [sum(counted(row) for row in rows) for counted in _COUNTED.values()]
            low, high = wilson(counts[-1] / len(rows), len(rows))
            cells = [str(len(rows)), *map(str, counts), f"{low:.0%} to {high:.0%}"]
            cells.append(f"{mean(row['seconds'] for row in rows):.2f}")
        cells += ["-"] * (len(figures) - 1 - len(cells))
        table.add_row(*head, model or ("-" if name == "constraints" else "reader"), *cells)
    return table


_COUNTED: Mapping[str, Callable[[Row], bool]] = {
    ENDS: lambda row: bool(row["parts"][ENDS]),
    "benchmark": lambda row: all(kept for part, kept in row["parts"].items() if part != CLOCK),
    "solved": lambda row: bool(row["solved"]),
}
"""The columns that count tasks: `benchmark` by TravelPlanner's rules, `solved` by these and by the
time of day of meals."""
