"""Writes the benchmark instances of a domain: 21 distinct ones with short optimal plans.

    python scripts/generate_instances.py blocksworld --seed 7 --out DIR [--check]

Optimal plans come from A* with LM-cut (unified-planning's engine `fast-downward-opt`), as in the
paper, appendix B. The seed whose choices the domain folder records needs no planner; `--check` asks
it nonetheless. `--record` chooses anew and records the choices.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import domains
from domains.suite import (
    SIZE,
    Choice,
    Generator,
    Suite,
    candidate,
    generator,
    read_record,
    texts,
    write_instances,
    write_record,
)

ATTEMPTS = 500  # candidates for one place in the schedule before it counts as hopeless


class Unfit(Exception):
    """No suite, or no correct one, came out; the text is one line that says why."""


def optimal_plan(domain: Path, problem: Path) -> tuple[str, ...] | None:
    """A shortest plan, one `(name object ...)` an action, or None if the problem has no plan."""
    # Imported here since a recorded suite is rebuilt without a planner.
    from unified_planning.engines import PlanGenerationResultStatus as Status
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    get_environment().credits_stream = None
    task = PDDLReader().parse_problem(str(domain.resolve()), str(problem.resolve()))
    # Fast Downward writes its task file, always of one name, into the working directory.
    with (
        tempfile.TemporaryDirectory() as scratch,
        contextlib.chdir(scratch),
        OneshotPlanner(name="fast-downward-opt") as planner,
    ):
        result = planner.solve(task)
    if result.plan is None:
        if result.status is Status.UNSOLVABLE_PROVEN:
            return None
        raise Unfit(f"the planner gave up on {problem}: {result.status.name}")
    return tuple(
        f"({' '.join((step.action.name, *map(str, step.actual_parameters)))})"
        for step in result.plan.actions
    )


def facts(problem: str) -> tuple[frozenset[str], frozenset[str]]:
    """The initial facts and the goal facts of a problem that a generator wrote."""
    init, goal = problem.split("(:init")[1].split("(:goal")
    atom = re.compile(r"\((?!and\b)[^()]+\)")
    return frozenset(atom.findall(init)), frozenset(atom.findall(goal))


def choose(source: Generator, seed: int) -> Suite:
    """Takes the first fit candidate for every entry of the schedule.

    Raises:
        Unfit: an entry had no fit candidate.
    """
    domain = domains.domain_file(domains.folder(source.name))
    taken: set[tuple[frozenset[str], frozenset[str]]] = set()
    choices = []
    for index in range(len(source.schedule)):
        choice = first_fit(source, seed, index, domain, taken)
        taken.add(facts(candidate(source, seed, index, choice.attempt)))
        choices.append(choice)
    return Suite(seed, tuple(choices))


def first_fit(
    source: Generator,
    seed: int,
    index: int,
    domain: Path,
    taken: set[tuple[frozenset[str], frozenset[str]]],
) -> Choice:
    """The first candidate that is new, open, solvable and of the wanted plan length.

    Raises:
        Unfit: there was none among the first `ATTEMPTS`.
    """
    entry = source.schedule[index]
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder, "problem.pddl")
        for attempt in range(ATTEMPTS):
            text = candidate(source, seed, index, attempt)
            init, goal = facts(text)
            if (init, goal) in taken or goal <= init:
                continue
            problem.write_text(text, encoding="utf-8")
            plan = optimal_plan(domain, problem)
            if plan is not None and len(plan) in entry.plan_lengths:
                return Choice(attempt, plan)
    raise Unfit(f"{source.name}: no fit instance for entry {index + 1}, {dict(entry.parameters)}")


def check(source: Generator, paths: Sequence[Path]) -> list[int]:
    """Solves the files anew and returns the lengths of the optimal plans.

    Raises:
        Unfit: a file is not as its entry wants it, or two files say the same.
    """
    domain = domains.domain_file(domains.folder(source.name))
    contents = [facts(path.read_text(encoding="utf-8")) for path in paths]
    if len(set(contents)) < SIZE:
        raise Unfit(f"{source.name}: only {len(set(contents))} distinct instances, not {SIZE}")
    lengths = []
    for entry, path, (init, goal) in zip(source.schedule, paths, contents, strict=True):
        plan = optimal_plan(domain, path)
        if plan is None or len(plan) not in entry.plan_lengths or goal <= init:
            found = "no plan" if plan is None else f"an optimal plan of {len(plan)} actions"
            wanted = f"{entry.plan_lengths[0]} to {entry.plan_lengths[-1]} and an open goal"
            raise Unfit(f"{path}: {found}, but the schedule wants {wanted}")
        lengths.append(len(plan))
    return lengths


def run(arguments: argparse.Namespace) -> None:
    """Does what the command line asks for."""
    folder = domains.folder(arguments.domain)
    source = generator(arguments.domain)
    recorded = read_record(folder)
    if recorded is None or recorded.seed != arguments.seed or arguments.record:
        suite = choose(source, arguments.seed)
    else:
        suite = recorded
    paths = write_instances(arguments.out, texts(source, suite))
    if arguments.record:
        write_record(folder, suite)
    lengths = [len(choice.plan) for choice in suite.choices]
    if arguments.check and check(source, paths) != lengths:
        raise Unfit(f"{source.name}: the recorded plans are not optimal; run with --record")
    print(f"{source.name}: {len(paths)} instances, plan lengths {' '.join(map(str, lengths))}")


def main() -> int:
    """Reads the command line; returns the exit status."""
    summary = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("domain", choices=domains.names())
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write into")
    parser.add_argument("--check", action="store_true", help="solve the written files anew")
    parser.add_argument("--record", action="store_true", help="choose anew and record the choices")
    try:
        run(parser.parse_args())
    except Unfit as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
