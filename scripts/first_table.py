"""The first table: a language model's recorded answers, beside FF and random choice.

    python scripts/first_table.py [--domain NAME ...] [--out FOLDER]

Two tasks of each bundled domain, the one with the longest plan and a fresh one
(`data/first_table/tasks.json` has the generators' parameters), and the largest task of each scaled
set. A language model answered each in four forms through the mechanism Basic
(`data/first_table/answers.jsonl`); its answers are graded again here. FF has 30 seconds for a task;
random choice has ten seeds. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any, cast

import autoplan
import domains
from autoplan import cli
from autoplan.experiment.experiment import (
    Experiment,
    ModelOptions,
    PlayOptions,
    RunOptions,
    TextOptions,
)
from autoplan.report.statistics import wilson
from pddl2nl.llm import FunctionSpec
from policies.conduct import Rules
from simulator.presentation import InputForm

DATA = Path(__file__).parent.parent / "data" / "first_table"
EXAMPLE, LONGEST, FRESH, LARGEST = "instance-1", "instance-21", "instance-22", "instance-41"
FORMS = {
    "nl": "natural English",
    "template": "English from templates",
    "pddl": "PDDL",
    "random": "natural English, names replaced by random letters",
}
SEEDS = tuple(range(1, 11))


@dataclass(frozen=True, slots=True)
class Task:
    """A task: the domain's name in the answers, what `--domain` takes, and the instance."""

    name: str
    domain: str
    instance: str

    @property
    def scaled(self) -> bool:
        return self.instance == LARGEST


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: the shares of the tasks that are solved."""

    who: str
    form: str
    solved: Mapping[Task, float]

    def __str__(self) -> str:
        shares = [share for task, share in self.solved.items() if not task.scaled]
        large = [share for task, share in self.solved.items() if task.scaled]
        low, high = wilson(sum(shares) / len(shares), len(shares))
        interval = f"{low:.0%} to {high:.0%}"
        cells = (self.who, self.form, _ratio(shares), interval, _ratio(large))
        return f"| {' | '.join(cells)} |"


def _ratio(shares: Collection[float]) -> str:
    return f"{round(sum(shares), 1):g} of {len(shares)}" if shares else "–"


def made_tasks(names: Sequence[str], folder: Path) -> list[Task]:
    """The tasks of some domains."""
    sizes = json.loads((DATA / "tasks.json").read_text(encoding="utf-8"))
    made = {
        name: str(_made(name, dict(sizes["fresh"][name]), sizes["seed"], folder)) for name in names
    }
    scaled = [f"{name}-scaled" for name in names if f"{name}-scaled" in domains.scaled_names()]
    return [
        *(Task(name, made[name], each) for name in names for each in (LONGEST, FRESH)),
        *(Task(name, name, LARGEST) for name in scaled),
    ]


def _made(name: str, sizes: dict[str, int], seed: int, folder: Path) -> Path:
    number = sizes.pop("number", 1)
    options = [word for key, value in sizes.items() for word in (f"--{key}", str(value))]
    fresh = folder / "fresh" / name
    command = ["generate", name, "--seed", str(seed), "-n", "2", "-o", str(fresh), *options]
    with redirect_stdout(StringIO()):
        if cli.main(command) != 0:
            raise SystemExit(f"autoplan {' '.join(command)} failed")
    source, made = Path(domains.__file__).parent / name, folder / name
    for part, suffix in (("instances", "pddl"), ("plans", "plan")):
        (made / part).mkdir(parents=True)
        for each in (EXAMPLE, LONGEST):
            shutil.copy(source / part / f"{each}.{suffix}", made / part)
    shutil.copy(source / "domain.pddl", made)
    shutil.copy(fresh / "instances" / f"instance-{number}.pddl", made / f"instances/{FRESH}.pddl")
    return made


def graded(tasks: Sequence[Task], out: Path) -> Iterator[Row]:
    """The recorded answers, by form."""
    lines = (DATA / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    answers = {
        (row["domain"], row["instance"], row["form"]): row["answer"]
        for row in map(json.loads, lines)
    }
    for form, title in FORMS.items():
        solved = {
            task: _solved(task, form, answers[task.name, task.instance, form], out / form)
            for task in tasks
        }
        yield Row("a language model", title, solved)


def _solved(task: Task, form: str, answer: str, out: Path) -> float:
    def recorded_answer(_: list[dict[str, Any]]) -> str:
        return answer

    model = ModelOptions(model=FunctionSpec(recorded_answer))
    renamed = TextOptions(obfuscate="random" if form == "random" else None)
    shown: InputForm = "nl" if form == "random" else cast("InputForm", form)
    return _share(task, Experiment(PlayOptions(("basic",), forms=(shown,)), model, renamed), out)


def _share(task: Task, experiment: Experiment, out: Path) -> float:
    folder = out / f"{task.name}-{task.instance}"
    play = replace(experiment.play, domains=(task.domain,), instance=(task.instance,))
    asyncio.run(autoplan.evaluate(replace(experiment, play=play, run=RunOptions(out=folder))))
    return float(autoplan.load(folder)["solved"].mean())


def played(tasks: Sequence[Task], out: Path) -> Iterator[Row]:
    """FF and random choice on the same tasks."""
    rules = Rules(time_limit=30)
    for mechanism, title, seeds in (
        ("ff", "greedy search with FF", (1,)),
        ("random", "random choice", SEEDS),
    ):
        order = Experiment(PlayOptions((mechanism,), seed=seeds, rules=rules))
        yield Row(title, "PDDL", {task: _share(task, order, out / mechanism) for task in tasks})


def main(options: argparse.Namespace, out: Path) -> None:
    """Play, grade and print."""
    tasks = made_tasks(options.domain, out)
    rows = (*graded(tasks, out / "answers"), *played(tasks, out / "played"))
    print("| planner | task given in | tasks solved | 95% interval (Wilson) | largest tasks |")
    print("| --- | --- | ---: | ---: | ---: |", *rows, sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domain", nargs="+", choices=domains.names(), default=domains.names())
    parser.add_argument("--out", type=Path, help="keep tasks and results in this new folder")
    chosen = parser.parse_args()
    if chosen.out is not None:
        main(chosen, chosen.out)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(chosen, Path(temporary))
