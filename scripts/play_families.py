"""The offline model plays the smallest task of every domain in a folder that FF solves in time.

Usage: python scripts/play_families.py FOLDER OUT [VERBALIZER [STYLE]]

FOLDER holds NAME/domain.pddl and NAME/instances/*. A domain takes part if FF finds a plan for its
smallest task within 30 s; its second smallest (or the same one again) is the example. Basic with
the reader then plays it in the snippets of VERBALIZER (auto by default) and in STYLE (paper by
default), into the results folder OUT; prints a line a domain that was not played or not solved, and
the counts.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import autoplan
from pddl2nl.reader import read_domain, read_problem
from policies.symbolic import PlanFound, SymbolicPlanner

SECONDS = 30.0


async def solvable(planner: SymbolicPlanner, domain: Path, instance: Path) -> bool:
    """Whether FF finds a plan in time."""
    task = read_problem(instance, read_domain(domain))
    return isinstance(await planner.solve(task, "ff", seconds=SECONDS), PlanFound)


async def prepared(source: Path, target: Path) -> list[str]:
    """The names of the domains that take part, each with two tasks below a folder."""
    found = []
    with SymbolicPlanner() as planner:
        for folder in sorted(path.parent for path in source.glob("*/domain.pddl")):
            sizes = sorted((folder / "instances").glob("*"), key=lambda path: path.stat().st_size)
            tasks = [
                each for each in sizes[:2] if await solvable(planner, folder / "domain.pddl", each)
            ]
            if not tasks or tasks[0] != sizes[0]:
                print(f"{folder.name}: FF finds no plan within {SECONDS:g} s")
                continue
            own = target / folder.name
            (own / "instances").mkdir(parents=True)
            shutil.copy(folder / "domain.pddl", own)
            # The example is the task whose name comes first.
            shutil.copy(tasks[-1], own / "instances" / "a-example.pddl")
            shutil.copy(tasks[0], own / "instances" / "b-task.pddl")
            found.append(folder.name)
    return found


def main() -> None:
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    source, out = Path(sys.argv[1]), Path(sys.argv[2])
    verbalizer, style = (*sys.argv[3:], *("auto", "paper")[len(sys.argv) - 3 :])
    with tempfile.TemporaryDirectory() as work:
        names = asyncio.run(prepared(source, Path(work)))
        subprocess.run(
            [sys.executable, "-m", "autoplan.cli", "eval", "--mechanism", "basic", "--model"]
            + ["reader", "--verbalizer", verbalizer, "--style", style, "--out", str(out)]
            + ["--domain"]
            + [str(Path(work) / name) for name in names],
            check=False,
        )
        frame = autoplan.load(out)
        solved = set(frame[frame.solved].domain)
        for name in set(names) - {Path(each).name for each in solved}:
            print(f"{name}: not solved")
        print(f"{len(solved)} of {len(names)} domains solved ({verbalizer}, {style})")


if __name__ == "__main__":
    main()
