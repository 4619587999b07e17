"""How fast is the simulator? Random walks over real domains, beside pymimir's.

At each step of a walk all applicable actions are enumerated and one of them, drawn at random, is
carried out. Prints a table in Markdown: steps per second on the largest instance of each domain.

    python scripts/bench_simulator.py [FOLDER] [--steps N] [--seed S]

pymimir, where it is installed, is measured in both of its modes. Lifted, it finds the applicable
actions of a state as it goes, as ours does; grounded, it instantiates all reachable actions first.

FOLDER holds one folder a domain, with `domain.pddl` and `instances/`; by default the folder `apb`
of `$AUTOPLAN_SHARED` or `../shared`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from pddl2nl.errors import InputError
from pddl2nl.reader import read_domain, read_problem
from simulator.outcome import Applied
from simulator.world import World

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Row:
    """One domain's figures; None where pymimir is absent or does not read the files."""

    domain: str
    instance: str
    initial_facts: int
    seconds_to_start: float
    branching: float
    own: float
    lifted: float | None
    grounded: float | None


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    shared = Path(os.environ.get("AUTOPLAN_SHARED", ROOT.parent / "shared"))
    parser.add_argument("folder", nargs="?", type=Path, default=shared / "apb")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print("| domain | facts | start, s | actions a state | steps/s | pymimir lifted | grounded |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for domain in sorted(args.folder.glob("*/domain.pddl")):
        print(_line(measure(domain, args.steps, args.seed)), flush=True)
    return 0


def measure(domain: Path, steps: int, seed: int) -> Row:
    """The figures for the largest instance beside a domain file."""
    instances = (domain.parent / "instances").glob("*.pddl")
    instance = max(instances, key=lambda path: path.stat().st_size)
    started = time.perf_counter()
    world = World(read_problem(instance, read_domain(domain)))
    world.applicable(world.initial)
    ready = time.perf_counter() - started
    speed, branching = walk(world, steps, seed)
    return Row(
        domain.parent.name,
        instance.name,
        len(world.problem.init),
        ready,
        branching,
        speed,
        walk_in_pymimir(domain, instance, "lifted", steps, seed),
        walk_in_pymimir(domain, instance, "grounded", steps, seed),
    )


def walk(world: World, steps: int, seed: int) -> tuple[float, float]:
    """Steps per second and the mean number of applicable actions on a random walk."""
    chance, state, seen = random.Random(seed), world.initial, 0
    started = time.perf_counter()
    for _ in range(steps):
        actions = world.applicable(state)
        if not actions:
            state = world.initial
            continue
        seen += len(actions)
        outcome = world.step(state, actions[int(chance.random() * len(actions))])
        assert isinstance(outcome, Applied), outcome
        state = outcome.state
    return steps / (time.perf_counter() - started), seen / steps


def walk_in_pymimir(domain: Path, instance: Path, mode: str, steps: int, seed: int) -> float | None:
    """Steps per second of such a walk through pymimir's Python interface, None without it."""
    if find_spec("pymimir") is None:
        return None
    pymimir = import_module("pymimir")

    try:
        with _silence():
            problem = pymimir.Problem(pymimir.Domain(str(domain)), str(instance), mode=mode)
    except RuntimeError:
        return None  # it rejects some of the files
    chance, initial = random.Random(seed), problem.get_initial_state()
    state = initial
    started = time.perf_counter()
    for _ in range(steps):
        actions = state.generate_applicable_actions()
        if not actions:
            state = initial
            continue
        state = actions[int(chance.random() * len(actions))].apply(state)
    return steps / (time.perf_counter() - started)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep a C++ library from writing to standard output and standard error."""
    kept = os.dup(1), os.dup(2)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        for saved, stream in zip(kept, (1, 2), strict=True):
            os.dup2(saved, stream)
            os.close(saved)


def _line(row: Row) -> str:
    theirs = [f"{each:,.0f}" if each else "–" for each in (row.lifted, row.grounded)]
    return (
        f"| {row.domain} | {row.initial_facts:,} | {row.seconds_to_start:.3f} "
        f"| {row.branching:.1f} | {row.own:,.0f} | {theirs[0]} | {theirs[1]} |"
    )


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
