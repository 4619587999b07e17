"""What a symbolic planner costs on small tasks, through this project and through up-fast-downward.

    python scripts/bench_planners.py [--domain NAME ...] [--instances N] [--sample K]

Every planner solves the first N instances of each bundled domain (LM-cut leaves Beluga out, which
is not small for it). So that the two ways can be compared within a run, each planner also solves
the first K of them one after the other: through this project, where a task is translated once for
all planners, and through unified-planning's engine, which starts Fast Downward's driver.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypeAlias

import domains
from pddl2nl.interop import to_unified_planning
from pddl2nl.model import Problem
from pddl2nl.reader import read_domain, read_problem
from policies.symbolic import PLANNERS, PlanFound, SymbolicPlanner, usable_cores

TOO_HARD = {("beluga", "lmcut")}

Solve: TypeAlias = Callable[[Problem, str], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A planner and a task of a domain."""

    domain: str
    problem: Problem
    planner: str


@dataclass(frozen=True, slots=True)
class Run:
    """All tasks solved, as many at once as there are cores.

    Args:
        seconds: the time by the clock for all.
        own: the time that each planner took, by case; a shared translation counts for each.
        solved: how many have a plan.
    """

    seconds: float
    own: tuple[tuple[Case, float], ...]
    solved: int


def cases(names: Iterable[str], most: int) -> Iterator[Case]:
    """The first tasks of each domain with every planner."""
    for name in names:
        for files in domains.tasks(domains.folder(name))[:most]:
            problem = read_problem(files.problem, read_domain(files.domain))
            for planner in PLANNERS:
                if (name, planner) not in TOO_HARD:
                    yield Case(name, problem, planner)


async def solve_all(planner: SymbolicPlanner, every: Sequence[Case], seconds: float) -> Run:
    """Solve all tasks as an evaluation does."""
    begun = time.perf_counter()
    found = await asyncio.gather(
        *(planner.solve(case.problem, case.planner, seconds=seconds) for case in every)
    )
    taken = time.perf_counter() - begun
    own = tuple((case, each.seconds) for case, each in zip(every, found, strict=True))
    return Run(taken, own, sum(isinstance(each, PlanFound) for each in found))


def one_by_one(every: Sequence[Case], solve: Solve) -> float:
    """The mean seconds of a case."""
    begun = time.perf_counter()
    for case in every:
        if not solve(case.problem, case.planner):
            raise RuntimeError(f"{case.planner} has not solved {case.problem.name}")
    return (time.perf_counter() - begun) / len(every)


def through_unified_planning(problem: Problem, planner: str) -> bool:
    """Have up-fast-downward solve a task."""
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    get_environment().credits_stream = None
    options = {"fast_downward_search_config": PLANNERS[planner]}
    with OneshotPlanner(name="fast-downward", params=options) as engine:
        return engine.solve(to_unified_planning(problem)).plan is not None


def start(code: str) -> float:
    """The seconds that a Python process takes for some code, the best of five."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def print_run(run: Run) -> None:
    """The mean seconds of each planner by domain."""
    print("| domain |", " | ".join(PLANNERS), "|")
    print("| --- |", " | ".join("---:" for _ in PLANNERS), "|")
    for name in sorted({case.domain for case, _ in run.own}):
        times = (
            [taken for case, taken in run.own if (case.domain, case.planner) == (name, planner)]
            for planner in PLANNERS
        )
        cells = (f"{mean(each):.3f}" if each else "–" for each in times)
        print(f"| {name} |", " | ".join(cells), "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--domain", nargs="+", default=domains.names())
    parser.add_argument("--instances", type=int, default=20)
    parser.add_argument("--sample", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=1800.0)
    options = parser.parse_args()
    every = list(cases(options.domain, options.instances))
    sample = list(cases(options.domain, options.sample))
    with SymbolicPlanner() as planner:
        run = asyncio.run(solve_all(planner, every, options.time_limit))
    with SymbolicPlanner(1) as planner, asyncio.Runner() as runner:

        def ours(problem: Problem, name: str) -> bool:
            return isinstance(runner.run(planner.solve(problem, name)), PlanFound)

        own = one_by_one(sample, ours)
    theirs = one_by_one(sample, through_unified_planning)
    print(f"{usable_cores()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{len(every)} runs, {run.solved} solved: {run.seconds:.1f} s")
    print(f"one after the other, {len(sample)} runs, seconds a run:")
    print(f"  this project {own:.3f}, up-fast-downward {theirs:.3f}")
    print(f"  start of Python {start(''):.3f}")
    print(f"  and of the translator {start('import fast_downward.translate.main'):.3f}")
    print_run(run)


if __name__ == "__main__":
    main()
