"""Do other simulators see the same? Verdicts and states compared, domain by domain.

For each task: its known plan, or else the one that FF finds; the plan without each one of its steps
in turn; and random plans made from it (truncated, two steps swapped, a step repeated, an argument
exchanged) and from random walks. Each is judged by our World, by unified-planning and by VAL where
it is found; the verdict and the first failing step must be the same. Along random walks the whole
state and the applicability of random actions are compared with unified-planning's simulator.

    python scripts/crosscheck_semantics.py [FOLDER ...] [--random N] [--walks N] [--instances N]

A FOLDER is laid out like `apb` of `$AUTOPLAN_SHARED`, which is the default. Prints a table in
Markdown, one line per domain, how often and why each witness gave no verdict, and every
disagreement; the exit status is 1 where there is one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unified_planning.engines import UPSequentialSimulator
from unified_planning.exceptions import UPException

from pddl2nl.errors import InputError
from pddl2nl.interop import to_unified_planning
from pddl2nl.model import Atom, GroundAction, Problem
from pddl2nl.reader import read_domain, read_problem
from policies.symbolic import PlanFound, SymbolicPlanner
from simulator.outcome import Applied, State
from simulator.plans import read_plan
from simulator.validation import (
    UnifiedPlanningValidator,
    Validator,
    ValValidator,
    Verdict,
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
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    mute: Counter[str] = field(default_factory=Counter)

    def hear(self, witness: Validator, problem: Problem, plan: Plan, ours: Verdict) -> None:
        """Compare a witness's verdict on a plan with ours, or note why it gives none."""
        started = time.perf_counter()
        theirs = witness.validate(problem, plan)
        self.seconds[witness.name] += time.perf_counter() - started
        if theirs.valid is None:
            self.mute[f"{witness.name}: {theirs.reason}"] += 1
            return
        where = f"{problem.name} {' '.join(map(str, plan))}"
        judged = (theirs.valid, theirs.failed_step)
        self.compare(witness.name, (ours.valid, ours.failed_step), judged, where)

    def add(self, other: Tally, domain: str) -> None:
        """Count in what was compared for a domain."""
        self.counts += other.counts
        for witness, seconds in other.seconds.items():
            self.seconds[witness] += seconds
        self.disagreements += [f"{domain}: {line}" for line in other.disagreements]
        self.mute += Counter({f"{domain}: {why}": times for why, times in other.mute.items()})

    def compare(self, kind: str, ours: object, theirs: object, where: str) -> None:
        """Count one comparison, and note it down where the two differ."""
        self.counts[kind] += 1
        if ours != theirs:
            self.disagreements.append(f"{where}: {kind}: {ours!r} and {theirs!r}")


def main() -> int:
    """Compare and print."""
    args = _arguments()
    total = Tally()
    val = find_val()
    witnesses: list[Validator] = [UnifiedPlanningValidator(), *([ValValidator(val)] if val else [])]
    started = time.perf_counter()
    print(f"World beside {' and '.join(witness.name for witness in witnesses)}")
    print("| domain | " + " | ".join(COLUMNS) + " | disagreements |")
    print("| --- |" + " ---: |" * (len(COLUMNS) + 1))
    domains = [each for folder in args.folders for each in sorted(folder.glob("*/domain.pddl"))]
    with SymbolicPlanner() as planner:
        for domain in domains:
            tally = Tally()
            chance = random.Random(f"{args.seed} {domain.parent.name}")
            for problem, plan in tasks(domain, args.instances, planner, args.search):
                check_task(problem, plan, witnesses, args, chance, tally)
            print(_line(domain.parent.name, tally), flush=True)
            total.add(tally, domain.parent.name)
    print(_line("in all", total))
    compared = sum(total.counts[witness.name] for witness in witnesses)
    print(f"{compared:,} verdicts compared in {time.perf_counter() - started:.0f} s")
    for witness in witnesses:
        print(_share(witness.name, total))
    print(f"no verdict: {total.mute.total()}")
    for why, times in total.mute.items():
        print(f"  {times} times: {why}")
    print(f"disagreements: {len(total.disagreements)}")
    for line in total.disagreements:
        print("  " + line)
    return 1 if total.disagreements else 0


def _line(name: str, tally: Tally) -> str:
    counts = (f"{tally.counts[column]:,}" for column in COLUMNS)
    return f"| {name} | {' | '.join(counts)} | {len(tally.disagreements)} |"


def _share(name: str, tally: Tally) -> str:
    """How much a witness judged, and how long it took; what it could not judge took time, too."""
    asked = sum(tally.counts[kind] for kind in KINDS)
    milliseconds = 1000 * tally.seconds[name] / max(asked, 1)
    return f"{name}: {tally.counts[name]:,} of {asked:,} plans, {milliseconds:.1f} ms per plan"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    shared = Path(os.environ.get("AUTOPLAN_SHARED", ROOT.parent / "shared"))
    parser.add_argument("folders", nargs="*", metavar="FOLDER", type=Path, default=[shared / "apb"])
    parser.add_argument("--random", type=int, default=10, help="random plans a task")
    parser.add_argument(
        "--left-out", type=int, default=1000, help="steps of a plan that are left out in turn"
    )
    parser.add_argument(
        "--search", type=float, default=10, help="seconds for FF where no plan is known"
    )
    parser.add_argument("--walks", type=int, default=1, help="random walks a task")
    parser.add_argument(
        "--instances", type=int, default=1000, help="tasks a domain, smallest files first"
    )
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def tasks(
    domain: Path, most: int, planner: SymbolicPlanner, seconds: float
) -> Iterator[tuple[Problem, Plan]]:
    """The smallest tasks of a domain, each with its known plan, FF's, or else the empty one."""
    declared = read_domain(domain)
    paths = sorted((domain.parent / "instances").glob("*.pddl"), key=lambda p: p.stat().st_size)
    for path in paths[:most]:
        plan = domain.parent / "plans" / f"{path.stem}_gold_plan.txt"
        problem = read_problem(path, declared)
        if plan.is_file():
            yield problem, read_plan(plan)
        else:
            found = asyncio.run(planner.solve(problem, seconds=seconds)) if seconds else None
            yield problem, found.plan if isinstance(found, PlanFound) else ()


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
    for kind, candidate in plans(world, plan, args, chance):
        ours = validate_in(world, candidate)
        tally.counts[kind] += 1
        tally.counts[f"{kind}: valid"] += ours.valid is True
        for witness in witnesses:
            tally.hear(witness, problem, candidate, ours)
    for _ in range(args.walks):
        check_walk(world, chance, tally)


def plans(
    world: World, plan: Plan, args: argparse.Namespace, chance: random.Random
) -> Iterator[tuple[str, Plan]]:
    """Plans to judge, each with the kind of comparison that it belongs to."""
    if plan:
        yield "known plans", plan
    for left_out in sorted(chance.sample(range(len(plan)), min(args.left_out, len(plan)))):
        yield "one step left out", plan[:left_out] + plan[left_out + 1 :]
    for _ in range(args.random):
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
    """Walk through both simulators at once, where unified-planning can express the task."""
    problem = world.problem
    try:
        other = to_unified_planning(problem)
    except (InputError, UPException):
        return  # so that it gives no verdicts either, which are counted
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
