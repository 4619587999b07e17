"""Do other simulators see the same? Verdicts and states compared, domain by domain.

For the tasks with a known plan: that plan, the plan without each one of its steps in turn, and
random plans made from it (truncated, two steps swapped, a step repeated, an argument exchanged) and
from random walks. Each is judged by our World, by unified-planning and, where it is installed,
by VAL; the verdict and the first failing step must be the same. Along random walks the whole
state and the applicability of random actions are compared with unified-planning's simulator.

    python scripts/crosscheck_semantics.py [FOLDER] [--random N] [--walks N] [--instances N]

FOLDER is laid out like the folder `apb` of `$AUTOPLAN_SHARED`, which is the default. Prints a table
in Markdown, one line a domain, and every disagreement; the exit status is 1 where there is one.
A witness that gives no verdict where the World gives one counts as a disagreement.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unified_planning.engines import UPSequentialSimulator

from pddl2nl.errors import InputError
from pddl2nl.interop import to_unified_planning
from pddl2nl.model import Atom, GroundAction, Problem
from pddl2nl.reader import read_domain, read_problem
from simulator.outcome import Applied
from simulator.plans import read_plan
from simulator.state import State
from simulator.validation import (
    UnifiedPlanningValidator,
    Validator,
    ValValidator,
    find_val,
    validate_in,
)
from simulator.world import World

ROOT = Path(__file__).resolve().parent.parent
WALK_LENGTH = 12
KINDS = ("known plans", "one step left out", "random plans")
WALKED = ("goals", "applicability", "states")
COLUMNS = (*(column for kind in KINDS for column in (kind, f"{kind}: valid")), *WALKED)
Plan = tuple[GroundAction, ...]


@dataclass(slots=True)
class Tally:
    """What was compared so far, and what came out differently."""

    counts: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)

    def compare(self, kind: str, ours: object, theirs: object, where: str) -> None:
        """Count one comparison, and note it down where the two differ."""
        self.counts[kind] += 1
        if ours != theirs:
            self.disagreements.append(f"{where}: {kind}: {ours!r} and {theirs!r}")


def main() -> int:
    """Compare and print."""
    args = _arguments()
    total = Tally()
    witnesses = _witnesses()
    started = time.perf_counter()
    print(f"World beside {' and '.join(witness.name for witness in witnesses)}")
    print("| domain | " + " | ".join(COLUMNS) + " | disagreements |")
    print("| --- |" + " ---: |" * (len(COLUMNS) + 1))
    for domain in sorted(args.folder.glob("*/domain.pddl")):
        tally = Tally()
        chance = random.Random(f"{args.seed} {domain.parent.name}")
        for problem, plan in tasks(domain, args.instances):
            check_task(problem, plan, witnesses, args, chance, tally)
        print(_line(domain.parent.name, tally), flush=True)
        total.counts += tally.counts
        total.disagreements += [f"{domain.parent.name}: {line}" for line in tally.disagreements]
    print(_line("in all", total))
    print(f"{_verdicts(total):,} verdicts compared in {time.perf_counter() - started:.0f} s")
    print(f"disagreements: {len(total.disagreements)}")
    for line in total.disagreements:
        print("  " + line)
    return 1 if total.disagreements else 0


def _witnesses() -> list[Validator]:
    witnesses: list[Validator] = [UnifiedPlanningValidator()]
    if (val := find_val()) is not None:
        witnesses.append(ValValidator(val))
    return witnesses


def _line(name: str, tally: Tally) -> str:
    counts = (f"{tally.counts[column]:,}" for column in COLUMNS)
    return f"| {name} | {' | '.join(counts)} | {len(tally.disagreements)} |"


def _verdicts(tally: Tally) -> int:
    return sum(tally.counts[kind] for kind in KINDS)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    shared = Path(os.environ.get("AUTOPLAN_SHARED", ROOT.parent / "shared"))
    parser.add_argument("folder", nargs="?", type=Path, default=shared / "apb")
    parser.add_argument("--random", type=int, default=10, help="random plans a task")
    parser.add_argument("--walks", type=int, default=1, help="random walks a task")
    parser.add_argument(
        "--instances", type=int, default=1000, help="tasks a domain, smallest files first"
    )
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def tasks(domain: Path, most: int) -> Iterator[tuple[Problem, Plan]]:
    """The smallest tasks of a domain, each with its known plan or else the empty one."""
    declared = read_domain(domain)
    paths = sorted((domain.parent / "instances").glob("*.pddl"), key=lambda p: p.stat().st_size)
    for path in paths[:most]:
        plan = domain.parent / "plans" / f"{path.stem}_gold_plan.txt"
        yield read_problem(path, declared), read_plan(plan) if plan.is_file() else ()


def check_task(
    problem: Problem,
    plan: Plan,
    witnesses: Sequence[Validator],
    args: argparse.Namespace,
    chance: random.Random,
    tally: Tally,
) -> None:
    """Everything that is compared for one task."""
    world = World(problem)
    for kind, candidate in plans(world, plan, args.random, chance):
        ours = validate_in(world, candidate)
        for witness in witnesses:
            theirs = witness.validate(problem, candidate)
            where = f"{problem.name} {' '.join(map(str, candidate))}: {witness.name}"
            judged = (theirs.valid, theirs.failed_step)
            tally.compare(kind, (ours.valid, ours.failed_step), judged, where)
        tally.counts[f"{kind}: valid"] += ours.valid is True
    for _ in range(args.walks):
        check_walk(world, chance, tally)


def plans(
    world: World, plan: Plan, number: int, chance: random.Random
) -> Iterator[tuple[str, Plan]]:
    """Plans to judge, each with the kind of comparison that it belongs to."""
    if plan:
        yield "known plans", plan
    for left_out in range(len(plan)):
        yield "one step left out", plan[:left_out] + plan[left_out + 1 :]
    for _ in range(number):
        base = plan if plan and chance.random() < 0.7 else random_plan(world, chance)
        yield "random plans", perturbed(world.problem, base, chance) if base else base


def random_plan(world: World, chance: random.Random) -> Plan:
    """The actions of a random walk."""
    state = world.initial
    steps: list[GroundAction] = []
    while len(steps) < WALK_LENGTH and (actions := world.applicable(state)):
        outcome = world.step(state, chance.choice(actions))
        assert isinstance(outcome, Applied), outcome
        steps.append(outcome.action)
        state = outcome.state
    return tuple(steps)


def perturbed(problem: Problem, plan: Plan, chance: random.Random) -> Plan:
    """A plan with one thing about it changed, or none."""
    at, other = chance.randrange(len(plan)), chance.randrange(len(plan))
    steps = list(plan)
    match chance.choice(("nothing", "truncate", "swap", "repeat", "argument")):
        case "truncate":
            del steps[at:]
        case "swap":
            steps[at], steps[other] = steps[other], steps[at]
        case "repeat":
            steps.insert(at, steps[at])
        case "argument" if steps[at].args:
            args = list(steps[at].args)
            args[chance.randrange(len(args))] = chance.choice(problem.all_objects).name
            steps[at] = GroundAction(steps[at].name, tuple(args))
    return tuple(steps)


def check_walk(world: World, chance: random.Random, tally: Tally) -> None:
    """Walk through both simulators at once."""
    problem = world.problem
    other = to_unified_planning(problem)
    simulator = UPSequentialSimulator(other, error_on_failed_checks=False)
    state, theirs = world.initial, simulator.get_initial_state()
    for _ in range(WALK_LENGTH):
        tally.compare("goals", world.goal_reached(state), simulator.is_goal(theirs), problem.name)
        applicable = world.applicable(state)
        for action in {*applicable[:20], *guesses(problem, chance, 10)}:
            if not world.misfits(action):
                args = tuple(other.object(arg) for arg in action.args)
                seen = simulator.is_applicable(theirs, other.action(action.name), args)
                where = f"{problem.name} {action}"
                tally.compare("applicability", action in applicable, seen, where)
        if not applicable:
            return
        outcome = world.step(state, chance.choice(applicable))
        assert isinstance(outcome, Applied), outcome
        args = tuple(other.object(arg) for arg in outcome.action.args)
        theirs = simulator.apply(theirs, other.action(outcome.action.name), args)
        state = outcome.state
        where = f"{problem.name} after {outcome.action}"
        tally.compare("states", state.atoms(), true_in(other, theirs, state), where)


def guesses(problem: Problem, chance: random.Random, number: int) -> Iterator[GroundAction]:
    """Actions with any objects for arguments."""
    names = [item.name for item in problem.all_objects]
    for schema in chance.choices(problem.domain.actions, k=number):
        yield GroundAction(schema.name, tuple(chance.choices(names, k=len(schema.parameters))))


def true_in(problem: Any, theirs: Any, ours: State) -> frozenset[Atom]:
    """What holds in their state, of what holds in ours and of all that they track."""
    terms = problem.environment.expression_manager
    asked = set(ours.atoms())
    for expression in problem.explicit_initial_values:
        if expression.fluent().type.is_bool_type():
            asked.add(Atom(expression.fluent().name, tuple(map(str, expression.args))))
    return frozenset(
        atom
        for atom in asked
        if theirs.get_value(
            terms.FluentExp(
                problem.fluent(atom.predicate),
                tuple(terms.ObjectExp(problem.object(arg)) for arg in atom.args),
            )
        ).bool_constant_value()
    )


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
