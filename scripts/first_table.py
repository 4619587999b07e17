"""The first table: a language model's recorded answers, beside FF and random choice.

    python scripts/first_table.py [--domain NAME ...] [--out FOLDER]

Two tasks of each bundled domain: the one with the longest plan, and a fresh one
(`data/first_table/tasks.json` has the generators' parameters). A language model answered each in
four forms through the mechanism Basic (`data/first_table/answers.jsonl`); its answers are graded
again here. FF has 30 seconds for a task; random choice has ten seeds. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

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
from policies.conduct import Rules

DATA = Path(__file__).parent.parent / "data" / "first_table"
EXAMPLE, LONGEST, FRESH = "instance-1", "instance-21", "instance-22"
FORMS = {
    "nl": "natural English",
    "template": "English from templates",
    "pddl": "PDDL",
    "random": "natural English, all names replaced by random letters",
}
SEEDS = tuple(range(1, 11))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: who solved how many of how many episodes, a share by task."""

    who: str
    form: str
    solved: float
    episodes: int

    def __str__(self) -> str:
        low, high = wilson(self.solved / self.episodes, self.episodes)
        share = f"{self.solved:g}/{self.episodes} | {low:.0%} to {high:.0%}".replace("%", " %")
        return f"| {self.who} | {self.form} | {share} |"


def made_tasks(names: list[str], folder: Path) -> list[Path]:
    """Folders of the domains, each with the example and the two tasks."""
    tasks = json.loads((DATA / "tasks.json").read_text(encoding="utf-8"))
    return [_made(name, dict(tasks["fresh"][name]), tasks["seed"], folder) for name in names]


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


def graded(folders: list[Path], out: Path) -> Iterator[Row]:
    """The recorded answers, by form."""
    lines = (DATA / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    place = {folder.name: folder for folder in folders}
    answers = [row for row in map(json.loads, lines) if row["domain"] in place]
    for form, title in FORMS.items():
        rows = [row for row in answers if row["form"] == form]
        solved = [_solved(row, place[row["domain"]], out / form) for row in rows]
        yield Row("a language model, Basic", title, sum(solved), len(solved))


def _solved(row: dict[str, Any], domain: Path, out: Path) -> bool:
    def recorded_answer(_: list[dict[str, Any]]) -> str:
        return str(row["answer"])

    shown = "nl" if row["form"] == "random" else row["form"]
    folder = out / f"{row['domain']}-{row['instance']}"
    experiment = Experiment(
        PlayOptions(("basic",), (str(domain),), forms=(shown,), instance=row["instance"]),
        ModelOptions(model=recorded_answer),  # type: ignore[arg-type]
        TextOptions(obfuscate="random" if row["form"] == "random" else None),
        RunOptions(out=folder),
    )
    asyncio.run(autoplan.evaluate(experiment))
    (solved,) = autoplan.load(folder)["solved"]
    return bool(solved)


def played(folders: list[Path], out: Path) -> Iterator[Row]:
    """FF and random choice on the same tasks."""
    names = tuple(map(str, folders))
    for mechanism, title, seeds in (("ff", "FF", (0,)), ("random", "random choice", SEEDS)):
        order = PlayOptions((mechanism,), names, seed=seeds, rules=Rules(time_limit=30))
        asyncio.run(autoplan.evaluate(Experiment(order, run=RunOptions(out=out / mechanism))))
        solved = autoplan.load(out / mechanism)["solved"]
        yield Row(title, "PDDL", float(solved.sum()) / len(seeds), len(solved) // len(seeds))


def main(options: argparse.Namespace, out: Path) -> None:
    """Play, grade and print."""
    folders = made_tasks(options.domain, out)
    print("| planner | task given in | solved | 95 % interval |\n| --- | --- | ---: | ---: |")
    for row in (*graded(folders, out / "answers"), *played(folders, out / "played")):
        print(row)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domain", nargs="+", choices=domains.names(), default=domains.names())
    parser.add_argument("--out", type=Path, help="keep tasks and results in this new folder")
    return parser.parse_args()


if __name__ == "__main__":
    chosen = _options()
    if chosen.out is not None:
        main(chosen, chosen.out)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(chosen, Path(temporary))
