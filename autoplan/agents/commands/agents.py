"""`autoplan agents`."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from rich.table import Table

from autoplan.agents.commands._world_options import carried_out
from autoplan.agents.studies.agents import (
    BENCHMARK_NAMES,
    NUMBER,
    RunKey,
    Studio,
    check_condition,
    key_of,
    sizes_of,
    study_task,
    travelplanner_tasks,
)
from autoplan.agents.studies.json_lines import append_line, read_lines
from autoplan.experiment.experiment import ModelOptions, add_model
from autoplan.models.paid_models import opened_models
from autoplan.play.episodes import several
from autoplan.terminal import Terminal, new_table, print_wide
from domains.agents import WRITTEN_NETWORKS, AgenticTask
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.llm import RejectedRequestError, TransientModelError
from pddl2nl.options import (
    MAX_COUNT,
    add_options,
    count,
    option,
    path,
    read_options,
    switch,
    text,
)
from policies import PromptSet
from policies.agents.procedural import CHECKS, HORIZONS, AgentKind, Cycle
from simulator.agents.sandbox import Sandbox

Result: TypeAlias = Mapping[str, Any]
"""What came of a condition: see `autoplan.agents.report.by_condition`."""

ABOUT = """Run an agent that works with files (ProcLLM, multi-step), or measure how much task
networks help.

examples:
  autoplan agents --benchmark unit-movement
        one task with the offline model: every command and its result
  autoplan agents --study
        Blocks World, Unit Movement and recipes in three conditions, with the offline model
  autoplan agents --study --model openai/gpt-4o-2024-08-06 --seeds 1-20 --out study/
        the same with a language model; run it again to continue
  autoplan agents --study --benchmark blocks-world --size blocks=9 height=6 --tn human none
        one size in two conditions
  autoplan agents --study --benchmark travel --travelplanner data/ --model openai/NAME
        TravelPlanner's tasks with one destination
  autoplan agents --study --tn human paper
        the project's networks, and those with the published structure
  autoplan agents --study --agent multistep --tn my-network.json --benchmark recipes
        the multi-step agent with a network of your own
"""
_TRAVEL = "travel"
_OFFLINE = tuple(name for name in BENCHMARK_NAMES if name not in (_TRAVEL, "trips"))
"""What the offline model can do; it is what is studied by default."""


def _size(text: str) -> tuple[str, int]:
    name, sign, number = text.partition("=")
    if not sign or not re.fullmatch(r"\d{1,7}", number):
        raise argparse.ArgumentTypeError(f"expected NAME=N, as blocks=9, not '{text[:40]}'")
    return name, int(number)


def _seeds(text: str) -> tuple[int, ...]:
    span = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", text)
    found = range(int(span[1]), int(span[2] or span[1]) + 1) if span else range(0)
    if not 0 < len(found) <= MAX_COUNT:
        raise argparse.ArgumentTypeError(f"expected a number, or a span as 1-20, not '{text[:40]}'")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class RunsOptions:
    """Which runs there are."""

    study: bool = switch("run all tasks, and print a table")
    benchmark: tuple[str, ...] = option(
        _OFFLINE,
        f"{', '.join(BENCHMARK_NAMES)} (default: all but travel and trips)",
        metavar="B",
        choices=BENCHMARK_NAMES,
        nargs="+",
    )
    size: tuple[tuple[str, int], ...] = option(
        (),
        "the size of a single benchmark, such as blocks=9 height=6 (default: the "
        "sizes of the study)",
        metavar="NAME=N",
        type=_size,
        nargs="+",
    )
    travelplanner: Path | None = path(
        "for travel: the tasks of a copy of TravelPlanner instead of generated ones; "
        "DIR contains SPLIT_ref_info.jsonl, and SPLIT_tasks.jsonl or SPLIT.csv",
        metavar="DIR",
    )
    split: str = text(
        "NAME",
        "split of --travelplanner: train (default) or validation (the ProcLLM paper used its "
        "requests with one destination)",
        default="train",
    )
    tn: tuple[str, ...] = option(
        ("human", "llm", "none"),
        "task networks: human (written by hand), llm (written by a model), none, paper and "
        "paper-llm (the networks published in ProcLLM, appendices D and E: same structure, our "
        "words), first-steps (travel: only the two flights, as in figure 10 of the multi-step "
        "paper), or files; default: human, with --study human, llm and none",
        metavar="TN",
        nargs="+",
    )
    agent: tuple[AgentKind, ...] = option(
        ("procllm",),
        "the agent, with its action set (default: procllm)",
        choices=tuple(HORIZONS),
        nargs="+",
    )
    check: str = option(
        CHECKS[0],
        "who decides on success: verifier (default) = the verifier model; answer = "
        "the task's own rule",
        choices=CHECKS,
    )
    horizon: int | None = count("maximum number of commands (default: 100, multistep 20)")
    seeds: tuple[tuple[int, ...], ...] = option(
        ((1, 2, 3),),
        "seeds of the tasks, such as 1 2 3 or 1-20 (default: 1-3)",
        metavar="S",
        type=_seeds,
        nargs="+",
    )


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """How they go."""

    network_model: str | None = text("SPEC", "model that writes task networks (default: --model)")
    prompts: Path | None = path("folder of your own prompt templates", metavar="DIR")
    at_once: int = count("concurrent runs (default: 4)", default=4)
    out: Path | None = path(
        "results folder: runs.jsonl, table, plots and generated networks",
        *("-o", "--out"),
        metavar="DIR",
    )


def add(command: argparse.ArgumentParser) -> None:
    add_options(command, RunsOptions)
    add_model(command)
    add_options(command, ModelOptions, temperature="", max_tokens="maximum tokens per answer")
    add_options(command, WorkOptions)


def run(options: argparse.Namespace) -> int:
    runs, work = read_options(RunsOptions(), options), read_options(WorkOptions(), options)
    asked = read_options(ModelOptions(), options)
    given = _given(runs)
    keys = _keys(runs, asked.model, given)
    prompts = PromptSet(work.prompts)
    # Whether there are tools is up to the benchmark, so one task of each is made.
    for key in {(key.benchmark, key.agent): key for key in keys}.values():
        if key.agent == "multistep" or study_task(key, prompts, given).tools:
            if why := Sandbox.unavailable():
                raise InputError(f"{key.benchmark} with {key.agent} runs code: {why}")
            break
    models = opened_models(asked)
    model = models.planner()
    studio = Studio(
        model,
        models.open(work.network_model, "planner") if work.network_model else model,
        prompts,
        Sandbox(),
        asked.sampling,
        work.out / "networks" if work.out else None,
        given,
    )
    if not runs.study:
        return carried_out(_one(studio, keys[0]), hint="")
    from autoplan.agents.report import by_condition  # slow to import, not needed for one task

    hint = " (the same command with --out continues)"
    rows, failures = carried_out(_studied(work, keys, studio), hint)
    results = by_condition(rows)
    print_wide(_table(results))
    _print_origins(Terminal(soft_wrap=True), [str(each["tn"]) for each in results])
    _print_published(results)
    if work.out is not None:
        _keep(work.out, rows, results)
    return 1 if failures else 0


def _given(runs: RunsOptions) -> tuple[AgenticTask, ...]:
    """The tasks of a copy of TravelPlanner, where one is named; how many, on standard error."""
    if runs.travelplanner is None:
        return ()
    found, requests = travelplanner_tasks(runs.travelplanner, runs.split)
    kept = f"{len(found)} of {requests} requests have one destination and a solution"
    _say(f"TravelPlanner, {runs.split}: {kept}")
    return found


def _keys(runs: RunsOptions, model: str, given: Sequence[AgenticTask]) -> list[RunKey]:
    """The runs that are asked for."""
    for tn in runs.tn:
        check_condition(tn, runs.benchmark)
    if runs.size and len(runs.benchmark) > 1:
        raise InputError("--size belongs to one benchmark: add --benchmark NAME")
    own, size = sizes_of(runs.benchmark[0])[0], dict(runs.size)
    if unknown := next((name for name in size if name not in own), None):
        known = f"{runs.benchmark[0]} has {', '.join(own)}"
        raise InputError(f"--size {unknown}={size[unknown]}: there is no such size; {known}")
    full: list[Mapping[str, int]] = [{**own, **size}] if size else []
    if given:
        if runs.benchmark != (_TRAVEL,) or size:
            raise InputError("--travelplanner goes with --benchmark travel, and without --size")
        full = [{NUMBER: number} for number in range(1, len(given) + 1)]
    seeds = tuple(dict.fromkeys(seed for span in runs.seeds for seed in span))
    return [
        RunKey(benchmark, shown, tn, agent, model, seed, runs.check, runs.horizon)
        for benchmark in runs.benchmark
        for each in full or sizes_of(benchmark)
        for shown in (" ".join(f"{name}={number}" for name, number in each.items()),)
        for agent, tn, seed in product(runs.agent, runs.tn, seeds)
    ]


async def _one(studio: Studio, key: RunKey) -> int:
    """One task, with all that is done on it."""
    out = Terminal(soft_wrap=True)
    out.print(f"{key.benchmark}, {key.size}, seed {key.seed}: {key.agent}, network: {key.tn}")
    _print_origins(out, [key.tn])
    task = ""

    def report(cycle: Cycle) -> None:
        nonlocal task
        if cycle.task != task:
            task = cycle.task
            out.print(f"\n{task}", style="bold")
        out.print(f"  {cycle.command}")
        if cycle.output.strip():
            first, *more = cycle.output.strip().splitlines()
            rest = f" [{counted(len(more), 'more line')}]" if more else ""
            out.print(f"    {first[:200]}{rest}", style="dim")

    run = await studio.run(key, report)
    reason = f": {run.assessment.reason}" if run.assessment.reason else ""
    out.print(f"\n{run.ended} after {counted(run.cycles, 'cycle')}{reason}")
    return 0


async def _studied(
    work: WorkOptions, keys: list[RunKey], studio: Studio
) -> tuple[list[Mapping[str, Any]], int]:
    """The rows of all runs, old and new, and how many broke off."""
    file = work.out and work.out / "runs.jsonl"
    rows: dict[RunKey, Mapping[str, Any]] = {}
    if file:
        fault = "is not a run of this study; remove the line or use another folder"
        kept = dict(read_lines(file, lambda row: (key_of(row), row), fault))
        rows = {key: kept[key] for key in keys if key in kept}
    if rows:
        _say(f"{len(rows)} of {len(keys)} runs are already in {work.out}")
    failures = Counter[str]()

    async def one(key: RunKey) -> None:
        try:
            row = await studio.row(key)
        except (TransientModelError, RejectedRequestError) as error:
            failures[str(error)] += 1
            if failures[str(error)] == 1:
                _say(f"{key.benchmark} {key.size} {key.tn} seed {key.seed} broke off: {error}")
            return
        rows[key] = row
        if file:
            append_line(file, row)
        what = f"{key.benchmark} {key.size} {key.agent} {key.tn} seed {key.seed}"
        done = f"{row['ended']}, {counted(row['cycles'], 'cycle')}"
        _say(f"{len(rows)}/{len(keys)} {what}: {done}")

    await several([key for key in keys if key not in rows], one, work.at_once)
    if failures:
        _say(
            f"{counted(failures.total(), 'run')} ended with an error; the same command retries them"
        )
    return [rows[key] for key in keys if key in rows], failures.total()


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _table(results: Sequence[Result]) -> Table:
    texts = ("benchmark", "agent", "network", "model")
    shown = new_table(texts, ("runs", "solved", "95% interval", "cycles", "seconds"))
    shown.add_column("parts", no_wrap=True)
    shown.add_column("ended")
    for each in results:
        # Within bounds where some are unread.
        low, high = f"{each['success']:.0%}", f"{each['success_most']:.0%}"
        solved = f"{low} to {high}, {each['unread']} unread" if each["unread"] else low
        shown.add_row(
            *(each["benchmark"], each["agent"], each["tn"], each["model"], str(each["runs"])),
            solved,
            f"{each['low']:.0%}–{each['high']:.0%}",
            f"{each['cycles']:.1f}",
            f"{each['seconds']:.2f}",
            ", ".join(f"{name} {share:.0%}" for name, share in _named("part ", each)),
            ", ".join(f"{name} {count}" for name, count in _named("ended ", each)),
        )
    return shown


def _named(beginning: str, result: Result) -> Iterator[tuple[str, Any]]:
    """The columns that begin alike, by the rest of their names."""
    return (
        (name.removeprefix(beginning), value)
        for name, value in result.items()
        if name.startswith(beginning)
    )


def _print_origins(out: Terminal, networks: Iterable[str]) -> None:
    """Where the shape of networks comes from, other than that of `human`."""
    for tn in dict.fromkeys(networks):
        if tn in WRITTEN_NETWORKS and tn != "human":
            out.print(f"network {tn}: {WRITTEN_NETWORKS[tn].description}", style="dim")


def _print_published(results: Sequence[Result]) -> None:
    """What the papers say of the same conditions; their tasks and models are not ours."""
    from autoplan.agents.report import published_figures

    where = [(f"{each['benchmark']}, {each['tn']}", each, each["tn"]) for each in results]
    where += [(f"{each['benchmark']}, cycles", each, "") for each in results]
    found = {
        name: figures
        for name, each, tn in where
        if (figures := published_figures(each["benchmark"], each["agent"], tn))
    }
    if not found:
        return
    out = Terminal(soft_wrap=True)
    out.print("published figures, for other tasks of the same kind:", style="dim")
    for name, figures in found.items():
        out.print(f"  {name}: {figures}", style="dim")


def _keep(folder: Path, rows: list[Mapping[str, Any]], results: Sequence[Result]) -> None:
    """Write the table and the plots."""
    import pandas as pd

    from autoplan.agents.report import by_condition, draw_by_size
    from autoplan.report.companions import as_csv

    folder.mkdir(parents=True, exist_ok=True)
    by_size = by_condition(rows, by_size=True)
    (folder / "table.csv").write_text(as_csv(pd.DataFrame(results)), "utf-8")
    (folder / "by-size.csv").write_text(as_csv(pd.DataFrame(by_size)), "utf-8")
    drawn = []
    for name in dict.fromkeys(str(row["benchmark"]) for row in rows):
        own = [row for row in rows if row["benchmark"] == name]
        if draw_by_size(own, folder / f"{name}.svg"):
            drawn.append(f"{name}.svg")
    plots = f", plots: {', '.join(drawn)}" if drawn else ""
    _say(f"{folder}: runs.jsonl, table.csv, by-size.csv{plots}")
