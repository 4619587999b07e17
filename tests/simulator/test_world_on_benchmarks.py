"""On real domains, known plans reach their goals and unified-planning sees the same."""

from __future__ import annotations

import random
from pathlib import Path

from pddl2nl.model import Problem
from pddl2nl.reader import read_domain, read_problem
from simulator.plans import read_plan
from simulator.validation import UnifiedPlanningValidator, validate_in
from simulator.world import World

SMALL = ("blocksworld", "ferry", "floortile", "grid", "logistics", "rovers", "satellite")


def solved_tasks(shared: Path) -> list[tuple[Path, Path]]:
    """The problem files of all domains that have a plan, each with its plan."""
    pairs = []
    for plan in sorted(shared.glob("apb/*/plans/*_gold_plan.txt")):
        name = plan.name.replace("_gold_plan.txt", ".pddl")
        problem = plan.parent.parent / "instances" / name
        if problem.is_file():
            pairs.append((problem, plan))
    return pairs


def load(path: Path) -> Problem:
    return read_problem(path, read_domain(path.parent.parent / "domain.pddl"))


def test_every_known_plan_reaches_its_goal(shared: Path) -> None:
    pairs = solved_tasks(shared)
    assert len(pairs) > 400
    for problem, plan in pairs:
        verdict = validate_in(World(load(problem)), read_plan(plan))
        assert verdict.valid is True, (plan, verdict)


def test_a_plan_without_one_of_its_steps_is_judged_as_unified_planning_judges(
    shared: Path,
) -> None:
    chance = random.Random(7)
    pairs = [pair for pair in solved_tasks(shared) if pair[0].parent.parent.name in SMALL]
    other = UnifiedPlanningValidator()
    for problem_path, plan_path in chance.sample(pairs, 10):
        problem, plan = load(problem_path), read_plan(plan_path)
        world = World(problem)
        for left_out in chance.sample(range(len(plan)), min(3, len(plan))):
            shorter = plan[:left_out] + plan[left_out + 1 :]
            ours, theirs = validate_in(world, shorter), other.validate(problem, shorter)
            assert (ours.valid, ours.failed_step) == (theirs.valid, theirs.failed_step)
