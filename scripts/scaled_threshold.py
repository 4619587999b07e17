"""Measures at which size of a task blind and optimal search give up; the scaled sets lie around it.

    python scripts/scaled_threshold.py ferry --sizes 6 20 --minutes 30 --gigabytes 8

One task a size is drawn and given to breadth-first search and to A* with LM-cut, smaller ones
first, until a planner fails. The limits are the paper's (section "Experiments") where nothing else
is asked for. The size is the number of blocks, cars, balls or places to visit.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import domains
from domains.parameters import ParameterSet
from domains.suite import generator, problem
from pddl2nl.model import Problem
from pddl2nl.reader import parse_problem, read_domain
from policies.symbolic import GIBIBYTE, PlanFound, SymbolicPlanner

OPTIMAL = ("brfs", "lmcut")

Make = Callable[[type[Any], int], ParameterSet]

FAMILIES: Mapping[str, Make] = {
    "blocksworld": lambda kind, size: kind(blocks=size),
    "ferry": lambda kind, size: kind(locations=3, cars=size, moved=size),
    "grippers": lambda kind, size: kind(robots=1, rooms=2, balls=size),
    "visitall": lambda kind, size: kind(*rectangle(size), holes=0, goals=size - 1),
}


def rectangle(cells: int) -> tuple[int, int]:
    """The rectangle of that many cells that is nearest to a square."""
    width = max(side for side in range(1, cells + 1) if cells % side == 0 and side**2 <= cells)
    return cells // width, width


def tasks(name: str, first: int, last: int, seed: int) -> Iterator[tuple[int, Problem]]:
    """One task of every size."""
    source = generator(name)
    domain = read_domain(domains.domain_file(domains.folder(name)))
    for size in range(first, last + 1):
        # Corridors are no grids, so most sizes have no rectangle worth a task.
        if name == "visitall" and min(rectangle(size)) < 3:
            continue
        parameters = FAMILIES[name](source.parameters, size)
        yield size, parse_problem(problem(source, parameters, f"threshold/{seed}/{size}"), domain)


async def measure(options: argparse.Namespace, planner: str) -> None:
    """Gives larger and larger tasks to a planner until it fails, and prints a line for each."""
    first, last = options.sizes
    with SymbolicPlanner(workers=1) as symbolic:
        for size, task in tasks(options.domain, first, last, options.seed):
            found = await symbolic.solve(
                task,
                planner,
                seconds=60 * options.minutes,
                memory=options.gigabytes * GIBIBYTE,
            )
            outcome = f"{len(found.plan)} actions" if isinstance(found, PlanFound) else found.reason
            print(
                f"{options.domain:12}{size:5}  {planner:6}{found.seconds:8.1f} s  {outcome}",
                flush=True,
            )
            if not isinstance(found, PlanFound):
                return


def main() -> None:
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("domain", choices=FAMILIES)
    parser.add_argument("--sizes", type=int, nargs=2, required=True, metavar=("FROM", "TO"))
    parser.add_argument("--planners", nargs="+", choices=OPTIMAL, default=list(OPTIMAL))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--gigabytes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for planner in options.planners:
        asyncio.run(measure(options, planner))


if __name__ == "__main__":
    main()
