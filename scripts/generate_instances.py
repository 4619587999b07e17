"""Writes the benchmark instances of a domain: 21 that differ in more than names, with short plans.

    python scripts/generate_instances.py blocksworld --seed 7 --out DIR [--check]
    python scripts/generate_instances.py blocksworld --seed 7 --record
    python scripts/generate_instances.py FOLDER --seed 7 --record

A domain is a bundled one, or a folder with `domain.pddl` and `generator.py`.
Plans come from A* with LM-cut, as in the paper, appendix B (from FF where the generator says so).
The seed whose choices the domain folder records needs no planner; `--check` asks it nonetheless.
`--record` chooses anew and writes the instances, the plans and the record into the domain folder.
With `--scaled` the same is done for the scaled set, whose plans are FF's.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import domains
from domains.isomorphism import facts, fingerprint, object_names
from domains.suite import (
    ATTEMPTS,
    OPTIMAL_PLANNER,
    SIZE,
    Generator,
    Suite,
    candidate,
    generator,
    read_record,
    scaled_generator,
    texts,
    write_instances,
    write_plans,
    write_record,
)
from pddl2nl.reader import parse_problem, read_domain

SECONDS = 300  # that the planner may take for one candidate
MAX_SHOWN = 3  # of the reasons why no candidate was fit

Plan = tuple[str, ...]
Solve = Callable[[str], Plan | None]
"""Finds a plan for the text of a problem, or none in the time it has."""


class Unfit(Exception):
    """No suite, or no correct one, came out; the text is one line that says why."""


@dataclass(frozen=True, slots=True)
class Set:
    """A set of instances and where it lies.

    Args:
        source: what makes its instances.
        domain: the domain file.
        folder: where its record, its instances and its plans lie.
        first: the number of its first instance.
        all_take_part: whether every object has to occur in the plan.
    """

    source: Generator[Any]
    domain: Path
    folder: Path
    first: int = 1
    all_take_part: bool = False


def small_set(domain: str) -> Set:
    """The 21 small instances of a bundled domain, or of a folder."""
    folder = domains.place(domain)
    return Set(generator(domain), domains.domain_file(folder), folder)


def scaled_set(domain: str) -> Set:
    """The scaled set of a domain; its numbers continue those of the small instances.

    Raises:
        ValueError: the domain has none.
    """
    folder = domains.place(domain)
    source = scaled_generator(domain)
    return Set(source, domains.domain_file(folder), folder / "scaled", SIZE + 1, True)


@contextlib.contextmanager
def planner(instances: Set) -> Iterator[Solve]:
    """What finds the plans of a set, ready to be asked.

    It raises `Unfit` where the planner lacks something that the domain uses: no candidate will do.
    """
    # Imported here since a recorded suite is rebuilt without a planner.
    from policies.symbolic import PlanFound, SymbolicPlanner

    domain, name = read_domain(instances.domain), instances.source.planner
    with SymbolicPlanner(workers=1) as engine:

        def solve(text: str) -> Plan | None:
            problem = parse_problem(text, domain)
            found = asyncio.run(engine.solve(problem, name, seconds=SECONDS))
            if isinstance(found, PlanFound):
                return tuple(map(str, found.plan))
            if found.reason == "unsupported":
                hint = '; PLANNER = "ff" in the generator measures plans with FF'
                hint = hint if name == OPTIMAL_PLANNER else ""
                reason = f"{name} cannot express the domain: {found.detail}{hint}"
                raise Unfit(f"{instances.source.name}: {reason}")
            return None

        yield solve


def choose(instances: Set, seed: int, solve: Solve) -> tuple[Suite, tuple[Plan, ...]]:
    """Takes the first fit candidate for every entry of the schedule.

    Raises:
        Unfit: an entry had no fit candidate.
    """
    taken: set[str] = set()
    attempts, plans = [], []
    for index in range(len(instances.source.schedule)):
        attempt, plan = first_fit(instances, seed, index, taken, solve)
        taken.add(fingerprint(candidate(instances.source, seed, index, attempt)))
        attempts.append(attempt)
        plans.append(plan)
    return Suite(seed, tuple(attempts)), tuple(plans)


def first_fit(
    instances: Set, seed: int, index: int, taken: set[str], solve: Solve
) -> tuple[int, Plan]:
    """The number of the first fit candidate for a place in the schedule (0-based), and its plan.

    It differs from the problems whose fingerprints are taken.

    Raises:
        Unfit: there was none among the first `ATTEMPTS`.
    """
    against: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        text = candidate(instances.source, seed, index, attempt)
        if fingerprint(text) in taken:
            against["the same as an instance before it, names aside"] += 1
            continue
        plan = solve(text)
        fault = objections(instances, index, text, plan)
        if plan is not None and not fault:
            return attempt, plan
        against[fault] += 1
    entry = instances.source.schedule[index]
    faults = "; ".join(
        f"{number} times {fault}" for fault, number in against.most_common(MAX_SHOWN)
    )
    raise Unfit(
        f"{instances.source.name}: none of {ATTEMPTS} candidates fits entry {index + 1}, "
        f"{entry.parameters}: {faults}"
    )


def objections(instances: Set, index: int, text: str, plan: Plan | None) -> str:
    """What is wrong with a problem and its plan for a place in the schedule; empty if nothing."""
    if plan is None:
        return "no plan"
    init, goal = facts(text)
    if goal <= init:
        return "its goal holds at the start"
    wanted = instances.source.schedule[index].plan_lengths
    if len(plan) not in wanted:
        return f"a plan of {len(plan)} actions, not {wanted[0]} to {wanted[-1]}"
    idle = object_names(text).difference(" ".join(plan).replace(")", " ").split())
    if instances.all_take_part and idle:
        return f"{min(idle)} has no part in the plan"
    return ""


def check(instances: Set, paths: Sequence[Path], solve: Solve) -> tuple[Plan, ...]:
    """Solves the files anew and returns the plans.

    Raises:
        Unfit: a file is not as its entry wants it, or two files differ in names only.
    """
    contents = [path.read_text(encoding="utf-8") for path in paths]
    distinct = len(set(map(fingerprint, contents)))
    if distinct < len(contents):
        raise Unfit(
            f"{instances.source.name}: only {distinct} distinct instances, not {len(contents)}"
        )
    plans = []
    for index, (path, text) in enumerate(zip(paths, contents, strict=True)):
        plan = solve(text)
        fault = objections(instances, index, text, plan)
        if plan is None or fault:
            raise Unfit(f"{path}: {fault}")
        plans.append(plan)
    return tuple(plans)


def record(instances: Set, seed: int) -> None:
    """Chooses a suite anew and writes it into the domain's folder."""
    with planner(instances) as solve:
        suite, plans = choose(instances, seed, solve)
    folder = instances.folder
    write_instances(folder / "instances", texts(instances.source, suite), instances.first)
    write_plans(folder / "plans", plans, instances.first)
    write_record(folder, suite)
    report(instances, plans)


def write(instances: Set, seed: int, out: Path, *, anew: bool) -> None:
    """Writes the problems of a seed into a folder, and solves them anew if asked to."""
    suite = read_record(instances.folder)
    if suite is None or suite.seed != seed:
        with planner(instances) as solve:
            suite, _ = choose(instances, seed, solve)
    paths = write_instances(out, texts(instances.source, suite), instances.first)
    if not anew:
        print(f"{instances.source.name}: {len(paths)} instances in {out}")
        return
    with planner(instances) as solve:
        report(instances, check(instances, paths, solve))


def report(instances: Set, plans: Sequence[Plan]) -> None:
    """Prints how long the plans are."""
    spread = " ".join(str(len(plan)) for plan in plans)
    print(f"{instances.source.name}: {len(plans)} instances, plan lengths {spread}")


def main() -> int:
    """Reads the command line; returns the exit status."""
    summary = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument(
        "domain", help="a bundled domain, or a folder with domain.pddl and generator.py"
    )
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--scaled", action="store_true", help="the scaled set, not the small one")
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--out", type=Path, help="the folder to write into")
    target.add_argument("--record", action="store_true", help="choose anew and keep the choices")
    parser.add_argument("--check", action="store_true", help="solve the written files anew")
    options = parser.parse_args()
    try:
        instances = (scaled_set if options.scaled else small_set)(options.domain)
        if options.record:
            record(instances, options.seed)
        else:
            write(instances, options.seed, options.out, anew=options.check)
    except (Unfit, ValueError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
