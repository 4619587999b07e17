"""`autoplan constraints`: the constraint pipeline over tasks of Travel Planner (seed paper 001,
section 4).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from rich import box
from rich.table import Table

from autoplan.agents.commands._world_options import need_extra
from autoplan.experiment.experiment import ModelOptions, add_model
from autoplan.models.paid_models import opened_models
from autoplan.terminal import print_wide
from domains.agents import BENCHMARKS, AgenticTask, agentic_task, travel
from domains.agents.travel import PARTS
from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel, ModelError, model_traits
from pddl2nl.options import add_options, amount, positive, read_options, whole
from policies import PromptSet, Sampling
from policies.agents.constraints import PipelineRun, run_pipeline
from policies.agents.constraints.scripts import REPAIRS
from policies.agents.procedural.asking import questions_to
from simulator.agents.sandbox import Sandbox, SandboxLimits, SandboxUnavailable

AT_ONCE = 4
"""The number of tasks that are solved at the same time; each may run a script."""
WHOLE = "all of it"
"""The row of a table that says how many tasks are solved as their rule wants it."""


async def study_pipeline(
    tasks: Sequence[AgenticTask],
    model: ChatModel,
    *,
    repairs: int,
    seconds: float,
    sampling: Sampling,
    done: Callable[[PipelineRun], object],
) -> list[PipelineRun]:
    """Solve tasks, several at once.

    Args:
        tasks: the tasks.
        model: what writes JSON, steps and code.
        repairs: how often code may be mended or written anew.
        seconds: how long a script may run.
        sampling: how the model's answers are drawn.
        done: is called with every run as soon as it has ended.

    Raises:
        PermanentModelError: no call of the model can succeed.
        SandboxUnavailable: code cannot be run on this machine.
    """
    free = asyncio.Semaphore(AT_ONCE)
    sandbox, prompts = Sandbox(SandboxLimits(seconds=seconds)), PromptSet()

    async def one(task: AgenticTask) -> PipelineRun:
        async with free:
            ask = questions_to(model, sampling, 1).ask
            run = await run_pipeline(task, ask, sandbox, prompts, repairs=repairs, seconds=seconds)
            done(run)
            return run

    return list(await asyncio.gather(*map(one, tasks)))


def solved_up_to(runs: Sequence[PipelineRun]) -> Mapping[str, int]:
    """How many tasks are solved up to each part, as seed paper 000 counts them (Table 1).

    The last row, `WHOLE`, counts those whose answer has no fault at all.
    """
    names = tuple(PARTS)
    counts = {
        name: sum(all(run.assessment.parts[each] for each in names[: place + 1]) for run in runs)
        for place, name in enumerate(names)
    }
    return {**counts, WHOLE: sum(bool(run.assessment.solved) for run in runs)}


ABOUT = """Have a model turn travel requests into constraint models, and solve them.

examples:
  autoplan constraints --model openai/gpt-4o-2024-08-06 --seed 1 2 3 -o constraints/
        three made-up tasks; JSON, steps, scripts and outcomes are kept in constraints/
  autoplan constraints --model openai/NAME --tasks travelplanner/ --limit 10
        ten tasks of a copy of the TravelPlanner benchmark
"""


def add(command: argparse.ArgumentParser) -> None:
    _add_tasks(command)
    add_model(command, required=True, help="who writes")
    add_options(command, ModelOptions, temperature="")
    command.add_argument(
        "--repairs",
        metavar="N",
        type=positive,
        default=REPAIRS,
        help="how often a script may be mended or written anew (default: 8)",
    )
    command.add_argument(
        "--script-time",
        metavar="S",
        type=amount,
        default=SandboxLimits().seconds,
        help="seconds that a script may run (default: 30)",
    )
    command.add_argument("-o", "--out", metavar="DIR", type=Path, help="keep everything there")


def _add_tasks(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed",
        metavar="N",
        type=whole,
        nargs="+",
        default=[1, 2, 3],
        help="the made-up tasks to be solved, one each (default: 1 2 3)",
    )
    sizes = BENCHMARKS["travel"].sizes
    for name, what in (("days", "days of a made-up trip"), ("preferences", "its wishes, 0 to 3")):
        command.add_argument(
            f"--{name}", metavar="N", type=whole, help=f"{what} (default: {sizes[name]})"
        )
    command.add_argument(
        "--tasks", metavar="FOLDER", type=Path, help="a copy of TravelPlanner, instead of these"
    )
    command.add_argument("--split", metavar="NAME", default="train", help="of it (default: train)")
    command.add_argument("--limit", metavar="N", type=positive, help="only the first N of them")


def run(options: argparse.Namespace) -> int:
    asked = read_options(ModelOptions(), options)
    _check(asked)
    tasks = _tasks(options)
    runs = asyncio.run(_studied(options, asked, tasks))
    print_wide(_table(runs))
    ended = Counter(run.ended for run in runs)
    repairs = sum(run.repairs for run in runs) / len(runs)
    ends = ", ".join(f"{name} {times}" for name, times in ended.most_common())
    print(f"ended: {ends}; repairs: {repairs:.1f} a task")
    if options.out is not None:
        _keep(options.out, runs)
    return 0


def _check(asked: ModelOptions) -> None:
    """See that scripts can be written and run."""
    if not model_traits(asked.model).writes_text:
        raise InputError(f"the {asked.model} cannot write code: name another --model")
    need_extra()
    reason = Sandbox.unavailable()
    if reason:
        raise SandboxUnavailable(reason)


def _tasks(options: argparse.Namespace) -> list[AgenticTask]:
    given = {name: getattr(options, name) for name in ("days", "preferences")}
    sizes = {name: value for name, value in given.items() if value is not None}
    try:
        if options.tasks is None:
            return [agentic_task("travel", seed=seed, **sizes) for seed in options.seed]
        found = list(islice(travel.load(options.tasks, split=options.split), options.limit))
    except ValueError as error:
        raise InputError(str(error)) from error
    if not found:
        raise InputError(f"has no task of the split {options.split}", source=str(options.tasks))
    return found


async def _studied(
    options: argparse.Namespace, asked: ModelOptions, tasks: Sequence[AgenticTask]
) -> list[PipelineRun]:
    model = opened_models(asked).planner()
    try:
        return await study_pipeline(
            tasks,
            model,
            repairs=options.repairs,
            seconds=options.script_time,
            sampling=asked.sampling,
            done=_tell,
        )
    except ModelError as error:
        raise InputError(f"stopped: {error} (the same command continues)") from error


def _tell(run: PipelineRun) -> None:
    solved = "solved" if run.assessment.solved else run.assessment.reason
    repairs = counted(run.repairs, "repair")
    line = f"{run.task}: {run.ended}, {repairs}, {run.seconds:.1f} s: {solved}"
    print(line, file=sys.stderr)


def _table(runs: Sequence[PipelineRun]) -> Table:
    from autoplan.report.statistics import wilson  # slow to import, not needed before

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    shown.add_column("solved up to")
    for heading in ("tasks", "share", "95% interval (Wilson)"):
        shown.add_column(heading, justify="right")
    for name, count in solved_up_to(runs).items():
        low, high = wilson(count / len(runs), len(runs))
        shown.add_row(
            name, f"{count}/{len(runs)}", f"{count / len(runs):.0%}", f"{low:.0%} to {high:.0%}"
        )
    return shown


def _keep(folder: Path, runs: Sequence[PipelineRun]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(run.as_data(), ensure_ascii=False) for run in runs)
    console.emit("\n".join(lines), folder / "constraints.jsonl")
