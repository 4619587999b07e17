"""`autoplan agents`."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from autoplan.commands._options import Commands, positive, print_wide
from autoplan.experiment.experiment import Experiment
from autoplan.models import Budget, PriceList, opened_models
from autoplan.report.agents import ConditionResult, as_frame, by_condition, draw_by_size, published
from autoplan.studies.agents import (
    BENCHMARK_NAMES,
    Notebook,
    RunKey,
    Studio,
    check_condition,
    matrix,
    numbered_sizes,
    sizes_of,
    study,
    study_task,
    travelplanner_tasks,
)
from domains.agentic import AgenticTask
from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.llm import CacheError, PermanentModelError
from policies import PromptSet
from policies.procedural import CHECKS, HORIZONS, Cycle
from simulator.sandbox import Sandbox

_EXAMPLES = """examples:
  autoplan agents --benchmark unit-movement
        one task, worked on by the offline model: every command and what came of it
  autoplan agents --study
        Blocks World, Unit Movement and recipes in three conditions, with the offline model
  autoplan agents --study --model openai/gpt-4o-2024-08-06 --seeds 1-20 --out study/
        the same with a language model; the runs are kept in study/, and a second call goes on
  autoplan agents --study --benchmark blocks-world --size blocks=9 height=6 --tn human none
        one size in two conditions
  autoplan agents --study --benchmark travel --travelplanner data/ --model openai/NAME
        TravelPlanner's tasks with one destination
  autoplan agents --study --agent multistep --tn my-network.json --benchmark recipes
        the agent that has code written, with a network of your own
"""
_TRAVEL = "travel"
_OFFLINE = tuple(name for name in BENCHMARK_NAMES if name != _TRAVEL)
"""What the offline model can do; it is what is studied by default."""


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "agents",
        description="Have an agent work on a task in files (ProcLLM, multi-step), or study how "
        "much task networks help.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--study", action="store_true", help="all tasks, and a table")
    command.add_argument(
        "--benchmark",
        metavar="B",
        choices=BENCHMARK_NAMES,
        nargs="+",
        default=list(_OFFLINE),
        help=f"{', '.join(BENCHMARK_NAMES)} (default: all but travel)",
    )
    command.add_argument(
        "--size",
        metavar="NAME=N",
        type=_size,
        nargs="+",
        help="one size of one benchmark, as blocks=9 height=6 (default: those of the study)",
    )
    command.add_argument(
        "--travelplanner",
        metavar="DIR",
        type=Path,
        help="for travel, the tasks of a copy of TravelPlanner instead of made-up cities "
        "(DIR/train_ref_info.jsonl and train_tasks.jsonl or train.csv)",
    )
    command.add_argument(
        "--tn",
        metavar="TN",
        nargs="+",
        default=["human", "llm", "none"],
        help="task networks: human, llm (a model writes it), none, or files (default: the first "
        "three)",
    )
    command.add_argument(
        "--agent",
        choices=tuple(HORIZONS),
        nargs="+",
        default=["procllm"],
        help="the action set (default: procllm)",
    )
    command.add_argument(
        "--check",
        choices=CHECKS,
        default=CHECKS[0],
        help="what decides on the last task: the verifier model (default), or the task's own rule",
    )
    command.add_argument(
        "--horizon",
        metavar="N",
        type=positive,
        help="actions of an agent (default: 100, multistep 20)",
    )
    command.add_argument(
        "--seeds",
        metavar="S",
        type=_seeds,
        nargs="+",
        default=[(1, 2, 3)],
        help="what tasks are drawn from, as 1 2 3 or 1-20 (default: 1-3)",
    )
    command.add_argument("--model", metavar="SPEC", default="reader", help="who is asked")
    command.add_argument(
        "--network-model", metavar="SPEC", help="who writes networks (default: the same)"
    )
    command.add_argument("--base-url", metavar="URL", help="the model's server, up to /v1")
    command.add_argument("--api-key-env", metavar="NAME", help="the variable with its key")
    command.add_argument("--timeout", metavar="S", type=float, help="seconds that a call may take")
    command.add_argument("--temperature", metavar="T", type=float, default=0.0, help="default: 0")
    command.add_argument("--max-tokens", metavar="N", type=positive, help="of one answer")
    command.add_argument("--max-cost", metavar="USD", type=float, help="stop before more is spent")
    command.add_argument("--prompts", metavar="DIR", type=Path, help="a prompt set of your own")
    command.add_argument(
        "--at-once", metavar="N", type=positive, default=4, help="runs at a time (default: 4)"
    )
    command.add_argument(
        "-o",
        "--out",
        metavar="DIR",
        type=Path,
        help="keep the runs there (runs.jsonl), with table, plots and written networks",
    )
    console.add_debug(command)
    command.set_defaults(command=_run)


def _size(text: str) -> tuple[str, int]:
    name, sign, number = text.partition("=")
    if not sign or not number.isdecimal():
        raise argparse.ArgumentTypeError(f"expected NAME=N, as blocks=9, not '{text}'")
    return name, int(number)


def _seeds(text: str) -> tuple[int, ...]:
    span = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    if span is None or (span[2] and int(span[2]) < int(span[1])):
        raise argparse.ArgumentTypeError(f"expected a number, or a span as 1-20, not '{text}'")
    return tuple(range(int(span[1]), int(span[2] or span[1]) + 1))


def _run(options: argparse.Namespace) -> int:
    given = travelplanner_tasks(options.travelplanner) if options.travelplanner else ()
    keys = _keys(options, given)
    prompts = PromptSet(options.prompts)
    for key in keys:
        if key.agent == "multistep" or study_task(key, prompts, given).tools:
            _check_sandbox(key)
            break
    studio = _studio(options, prompts, given)
    if not options.study:
        return asyncio.run(_one(studio, keys[0]))
    notebook = Notebook(options.out) if options.out else None
    rows, failures = asyncio.run(_studied(options, keys, studio, notebook))
    results = by_condition(rows)
    print_wide(_table(results))
    _print_published(results)
    if options.out is not None:
        _keep(options.out, rows, results)
    return 1 if failures else 0


def _check_sandbox(key: RunKey) -> None:
    why = Sandbox.unavailable()
    if why:
        raise InputError(f"{key.benchmark} with {key.agent} runs code: {why}")


def _keys(options: argparse.Namespace, given: Sequence[AgenticTask]) -> list[RunKey]:
    """The runs that are asked for.

    Raises:
        InputError: a size or a network cannot be used.
    """
    for tn in options.tn:
        check_condition(tn)
    sizes = [dict(options.size)] if options.size else []
    if sizes and len(options.benchmark) > 1:
        raise InputError("--size belongs to one benchmark: add --benchmark NAME")
    own = sizes_of(options.benchmark[0])[0]
    if sizes and not set(sizes[0]) <= set(own):
        raise InputError(f"the sizes of {options.benchmark[0]} are {', '.join(own)}")
    full: list[Mapping[str, int]] = [{**own, **each} for each in sizes]
    if given:
        if options.benchmark != [_TRAVEL] or sizes:
            raise InputError("--travelplanner goes with --benchmark travel, and without --size")
        full = list(numbered_sizes(given))
    seeds = tuple(dict.fromkeys(seed for span in options.seeds for seed in span))
    like = RunKey("", "", "", "procllm", options.model, 0, options.check, options.horizon)
    return list(matrix(options.benchmark, options.tn, options.agent, seeds, like, full))


def _studio(
    options: argparse.Namespace, prompts: PromptSet, given: Sequence[AgenticTask]
) -> Studio:
    experiment = Experiment(
        ("procllm",),
        (),
        model=options.model,
        base_url=options.base_url,
        api_key_env=options.api_key_env,
        timeout=options.timeout,
    )
    budget = Budget(PriceList.load(None), limit=options.max_cost)
    models = opened_models(experiment, budget, lambda told: print(told, file=sys.stderr))
    model = models.open(options.model, "planner")
    writer = options.network_model
    return Studio(
        model,
        models.open(writer, "planner") if writer else model,
        prompts,
        Sandbox(),
        options.temperature,
        options.max_tokens,
        options.out / "networks" if options.out else None,
        given,
    )


async def _one(studio: Studio, key: RunKey) -> int:
    """One task, with all that is done on it."""
    out = Console(highlight=False, soft_wrap=True, markup=False)
    out.print(f"{key.benchmark}, {key.size}, seed {key.seed}: {key.agent}, network: {key.tn}")
    task = ""

    def told(cycle: Cycle) -> None:
        nonlocal task
        if cycle.task != task:
            task = cycle.task
            out.print(f"\n{task}", style="bold")
        out.print(f"  {cycle.command}")
        if cycle.output.strip():
            first, *more = cycle.output.strip().splitlines()
            rest = f" [{counted(len(more), 'more line')}]" if more else ""
            out.print(f"    {first[:200]}{rest}", style="dim")

    try:
        run = await studio.run(key, told)
    except (PermanentModelError, CacheError) as error:
        raise InputError(f"stopped: {error}") from error
    reason = f": {run.assessment.reason}" if run.assessment.reason else ""
    out.print(f"\n{run.ended} after {counted(run.cycles, 'cycle')}{reason}")
    return 0


async def _studied(
    options: argparse.Namespace,
    keys: list[RunKey],
    studio: Studio,
    notebook: Notebook | None,
) -> tuple[list[Mapping[str, Any]], int]:
    """The rows of all runs, old and new, and how many broke off."""
    rows: dict[RunKey, Mapping[str, Any]] = {}
    if notebook is not None:
        rows = {key: notebook.rows[key] for key in keys if key in notebook.rows}
        if rows:
            _say(f"{len(rows)} of {len(keys)} runs are already in {options.out}")
    left = [key for key in keys if key not in rows]
    failures = Counter[str]()
    number = len(rows)

    def done(row: dict[str, Any]) -> None:
        nonlocal number
        number += 1
        rows[RunKey(**{name: row[name] for name in RunKey.__dataclass_fields__})] = row
        if notebook is not None:
            notebook.add(row)
        what = f"{row['benchmark']} {row['size']} {row['agent']} {row['tn']} seed {row['seed']}"
        _say(f"{number}/{len(keys)} {what}: {row['ended']}, {counted(row['cycles'], 'cycle')}")

    def failed(key: RunKey, why: str) -> None:
        failures[why] += 1
        if failures[why] == 1:
            _say(f"{key.benchmark} {key.size} {key.tn} seed {key.seed} broke off: {why}")

    try:
        await study(left, studio, at_once=options.at_once, done=done, failed=failed)
    except (PermanentModelError, CacheError) as error:
        raise InputError(f"stopped: {error} (the same command with --out continues)") from error
    if failures:
        _say(f"{counted(failures.total(), 'run')} broke off; the same command plays them again")
    return [rows[key] for key in keys if key in rows], failures.total()


def _say(told: str) -> None:
    print(told, file=sys.stderr)


def _table(results: list[ConditionResult]) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("benchmark", "agent", "network", "model"):
        shown.add_column(name, no_wrap=True)
    for name in ("runs", "solved", "95% interval", "cycles", "seconds"):
        shown.add_column(name, justify="right", no_wrap=True)
    shown.add_column("parts", no_wrap=True)
    shown.add_column("ended")
    for each in results:
        shown.add_row(
            *(each.benchmark, each.agent, each.tn, each.model, str(each.runs)),
            f"{each.success.share:.0%}",
            f"{each.success.low:.0%}–{each.success.high:.0%}",
            f"{each.cycles:.1f}",
            f"{each.seconds:.2f}",
            ", ".join(f"{name} {share:.0%}" for name, share in each.parts.items()),
            ", ".join(f"{name} {count}" for name, count in each.ended.items()),
        )
    return shown


def _print_published(results: list[ConditionResult]) -> None:
    """What the papers say of the same conditions; their tasks and models are not ours."""
    told = [
        (f"{each.benchmark}, {each.tn}", said)
        for each in results
        if (said := published(each.benchmark, each.agent, each.tn))
    ]
    told += [
        (f"{name}, cycles", said)
        for name, agent in dict.fromkeys((each.benchmark, each.agent) for each in results)
        if (said := published(name, agent, ""))
    ]
    if not told:
        return
    out = Console(highlight=False, soft_wrap=True)
    out.print("published (other tasks of the same kind):", style="dim")
    for what, said in dict(told).items():
        out.print(f"  {what}: {said}", style="dim", markup=False)


def _keep(folder: Path, rows: list[Mapping[str, Any]], results: list[ConditionResult]) -> None:
    """Write the table and the plots."""
    folder.mkdir(parents=True, exist_ok=True)
    by_size = by_condition(rows, by_size=True)
    as_frame(results).to_csv(folder / "table.csv", index=False)
    as_frame(by_size).to_csv(folder / "by-size.csv", index=False)
    drawn = []
    for name in dict.fromkeys(str(row["benchmark"]) for row in rows):
        own = [row for row in rows if row["benchmark"] == name]
        if draw_by_size(own, folder / f"{name}.svg"):
            drawn.append(f"{name}.svg")
    plots = f", plots: {', '.join(drawn)}" if drawn else ""
    _say(f"{folder}: runs.jsonl, table.csv, by-size.csv{plots}")
