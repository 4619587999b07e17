"""The fresh tasks in the sizes of a competition: what they are, that they can be solved."""

from __future__ import annotations

import asyncio
import os
import random
from itertools import islice
from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from domains import frontier
from domains.frontier import SIZES
from domains.suite import problem
from pddl2nl.check import check
from pddl2nl.reader import parse_problem, read_domain
from pddl2nl.verbalizers import verbalizer
from policies.symbolic import PlanFound, SymbolicPlanner
from simulator.outcome import Applied
from simulator.world import World
from tests.domains.frontier_plans import plan

ALL = os.environ.get("AUTOPLAN_FRONTIER") == "all"
SMALL = 6 if ALL else 2
PROVED = range(frontier.TASKS + 1) if ALL else (0, 22, 45)
"""Which tasks are solved, step by step: a few, or all of them, which takes a minute."""


@pytest.mark.parametrize("name", frontier.NAMES)
def test_small_tasks_are_solved_by_ff_and_read_back(name: str) -> None:
    domain = read_domain(frontier.domain_of(name))
    tasks = [parse_problem(text, domain) for text in islice(frontier.tasks(name, 7), SMALL)]
    with SymbolicPlanner() as planner:
        found = [asyncio.run(planner.solve(each, "ff", seconds=30)) for each in tasks]
    assert all(isinstance(each, PlanFound) for each in found)
    lexicon = verbalizer("library").lexicon(domain)
    assert check(domain, tasks[:3], lexicon) == []


@pytest.mark.parametrize("name", frontier.NAMES)
def test_every_task_has_a_plan(name: str) -> None:
    domain, source, seed = read_domain(frontier.domain_of(name)), frontier.generator(name), 3
    for number in PROVED:
        text = problem(source, source.schedule[number].parameters, f"{seed}/{number}")
        task = parse_problem(text, domain)
        world = World(task)
        state = world.initial
        for action in plan(name, task, seed, number):
            outcome = world.step(state, action)
            assert isinstance(outcome, Applied), f"task {number}: {action}"
            state = outcome.state
        assert not world.unmet_goal(state), f"task {number}"


@pytest.mark.parametrize("seed", range(8 if ALL else 3))
def test_mazes_that_were_made_backwards_can_be_solved(seed: int) -> None:
    source = frontier.generator("sokoban")
    size = source.parameters(7, 6, 8, 2, 6)
    domain = read_domain(frontier.domain_of("sokoban"))
    task = parse_problem(problem(source, size, str(seed)), domain)
    with SymbolicPlanner() as planner:
        assert isinstance(asyncio.run(planner.solve(task, "ff", seconds=30)), PlanFound)


@pytest.mark.parametrize("name", frontier.NAMES)
def test_there_are_45_tasks_that_grow(name: str) -> None:
    sizes = [sum(size) for size in SIZES[name][1:]]
    assert len(sizes) == frontier.TASKS
    assert sizes == sorted(sizes)
    source = frontier.generator(name)
    largest = source.schedule[-1].parameters
    text = source.generate(random.Random(1), largest)
    task = parse_problem(text, read_domain(frontier.domain_of(name)))
    assert len(task.objects) > 100


def test_a_seed_gives_the_same_tasks_and_another_one_others() -> None:
    one, same, other = (list(islice(frontier.tasks("miconic", seed), 5)) for seed in (3, 3, 4))
    assert one == same
    assert not set(one) & set(other)


def test_they_are_made_once_and_played_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    order = ["eval", "--mechanism", "basic", "lama-first", "--instances", "2", "--out", "out"]
    assert cli.main([*order, "--domain", "frontier-spanner:5"]) == 0
    frame = autoplan.load("out")
    assert set(frame["domain"]) == {"frontier-spanner"}
    assert frame["solved"].all()
    made = tmp_path / "cache" / "frontier" / "seed-5" / "spanner"
    assert len(list((made / "instances").iterdir())) == 1 + frontier.TASKS
    before = (made / "domain.pddl").stat().st_mtime_ns
    assert cli.main([*order, "--domain", "frontier-spanner:5"]) == 0
    assert (made / "domain.pddl").stat().st_mtime_ns == before
    capsys.readouterr()
    assert cli.main([*order, "--domain", "frontier-spanner:6"]) == 2
    assert "contains results of another frontier-spanner" in capsys.readouterr().err
    assert cli.main([*order, "--domain", "frontier-spaner"]) == 2
    assert "spanner" in capsys.readouterr().err


def test_the_name_of_all_stands_for_eight() -> None:
    from autoplan.experiment.benchmarks import names_of

    assert names_of("frontier:3") == tuple(f"frontier-{name}:3" for name in frontier.NAMES)
    assert names_of("ferry") == ("ferry",)
