"""What a symbolic planner costs on small tasks, through this project and through up-fast-downward.

    python scripts/bench_planners.py [--domain NAME ...] [--instances N] [--sample K]

Every planner of the paper solves the first N instances of each bundled domain (LM-cut leaves
Beluga out, which is not small for it). So that the two ways can be compared within a run, each also
solves the first K of them one after the other: through this project, where a task is translated
once for all planners, and through unified-planning's engine, which starts Fast Downward's driver.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import mean
from typing import TypeAlias

import domains
from autoplan.commands.paper import PLANNERS
from pddl2nl.interop import to_unified_planning
from pddl2nl.model import Problem
from pddl2nl.reader import read_domain, read_problem
from policies.symbolic import PLANNERS as SEARCHES
from policies.symbolic import NoPlan, PlanFound, SymbolicPlanner, usable_cores

TOO_HARD = {("beluga", "lmcut")}

Case: TypeAlias = tuple[str, str, Problem]
"""A domain, a planner, and a task."""


def cases(names: Iterable[str], most: int) -> Iterator[Case]:
    """The first tasks of each domain with every planner."""
    for name in names:
        for files in domains.tasks(domains.folder(name))[:most]:
            problem = read_problem(files.problem, read_domain(files.domain))
            for planner in PLANNERS:
                if (name, planner) not in TOO_HARD:
                    yield name, planner, problem


async def solve_all(every: Sequence[Case], seconds: float) -> list[PlanFound | NoPlan]:
    """Solve all tasks as an evaluation does, as many at once as there are cores."""
    with SymbolicPlanner() as planner:
        waiting = (planner.solve(problem, name, seconds=seconds) for _, name, problem in every)
        return await asyncio.gather(*waiting)


def one_by_one(every: Sequence[Case], solve: Callable[[Problem, str], bool]) -> float:
    """The mean seconds of a case."""
    begun = time.perf_counter()
    for _, planner, problem in every:
        if not solve(problem, planner):
            raise RuntimeError(f"{planner} has not solved {problem.name}")
    return (time.perf_counter() - begun) / len(every)


def through_unified_planning(problem: Problem, planner: str) -> bool:
    """Have up-fast-downward solve a task."""
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    get_environment().credits_stream = None
    options = {"fast_downward_search_config": SEARCHES[planner]}
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


def print_means(every: Sequence[Case], found: Sequence[PlanFound | NoPlan]) -> None:
    """The mean seconds of each planner by domain; a shared translation counts for each."""
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (domain, planner, _), each in zip(every, found, strict=True):
        taken[domain, planner].append(each.seconds)
    print("| domain |", " | ".join(PLANNERS), "|")
    print("| --- |", " | ".join("---:" for _ in PLANNERS), "|")
    for domain in sorted({domain for domain, _ in taken}):
        times = (taken.get((domain, planner)) for planner in PLANNERS)
        print(f"| {domain} |", " | ".join(f"{mean(e):.3f}" if e else "–" for e in times), "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--domain", nargs="+", default=domains.names())
    parser.add_argument("--instances", type=int, default=20)
    parser.add_argument("--sample", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=1800.0)
    options = parser.parse_args()
    every = list(cases(options.domain, options.instances))
    sample = list(cases(options.domain, options.sample))
    begun = time.perf_counter()
    found = asyncio.run(solve_all(every, options.time_limit))
    seconds, solved = time.perf_counter() - begun, sum(isinstance(e, PlanFound) for e in found)
    with SymbolicPlanner(1) as planner, asyncio.Runner() as runner:

        def ours(problem: Problem, name: str) -> bool:
            return isinstance(runner.run(planner.solve(problem, name)), PlanFound)

        own = one_by_one(sample, ours)
    theirs = one_by_one(sample, through_unified_planning)
    print(f"{usable_cores()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{len(every)} runs, {solved} solved: {seconds:.1f} s")
    print(f"one after the other, {len(sample)} runs, seconds a run:")
    print(f"  this project {own:.3f}, up-fast-downward {theirs:.3f}")
    print(f"  start of Python {start(''):.3f}")
    print(f"  and of the translator {start('import fast_downward.translate.main'):.3f}")
    print_means(every, found)


if __name__ == "__main__":
    main()
