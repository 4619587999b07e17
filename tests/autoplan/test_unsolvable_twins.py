"""`autoplan generate --unsolvable`: tasks without a plan among others that look like them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from autoplan.experiment.benchmarks import benchmark
from autoplan.preparation.unsolvable import changed_once
from autoplan.results.summary import lines
from pddl2nl.model import Problem, conjuncts
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from simulator.outcome import Applied
from simulator.world import World

SMALL = {
    "ferry": (),
    "grid": ("--rows", "2", "--columns", "3"),
    "blocksworld": ("--blocks", "3"),
}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def generate(domain: str, *options: str) -> int:
    return cli.main(["generate", domain, "--seed", "7", *options])


def problems(folder: str) -> Iterator[Problem]:
    domain = read_domain(Path(folder) / "domain.pddl")
    for number in range(1, 7):
        yield read_problem(Path(folder) / "instances" / f"instance-{number}.pddl", domain)


def is_solvable(problem: Problem) -> bool:
    """Whether a goal state is among all that can be reached, by our simulator alone."""
    world = World(problem)
    waiting, seen = [world.initial], {world.initial.fluents}
    while waiting:
        state = waiting.pop()
        if world.goal_reached(state):
            return True
        for action in world.applicable(state):
            outcome = world.step(state, action)
            assert isinstance(outcome, Applied)
            if outcome.state.fluents not in seen:
                seen.add(outcome.state.fluents)
                waiting.append(outcome.state)
    return False


def differences(one: Problem, other: Problem) -> int:
    init = set(one.init) ^ set(other.init)
    goal = set(conjuncts(one.goal)) ^ set(conjuncts(other.goal))
    return len(init) + len(goal) // 2


@pytest.mark.parametrize("domain", SMALL)
def test_each_twin_is_one_change_away_from_a_solvable_task_and_has_no_plan(domain: str) -> None:
    options = ("-n", "3", "--unsolvable", "3", *SMALL[domain])
    assert generate(domain, *options, "-o", "mixed") == 0
    solvable = [each for each in problems("mixed") if is_solvable(each)]
    twins = [each for each in problems("mixed") if each not in solvable]
    assert len(solvable) == len(twins) == 3
    for each in twins:
        near = [other for other in solvable if differences(each, other) == 1]
        assert any(other.objects == each.objects for other in near)


def test_neither_name_nor_order_nor_layout_gives_a_twin_away() -> None:
    assert generate("ferry", "-n", "3", "--unsolvable", "3", "-o", "mixed") == 0
    solvable = [is_solvable(each) for each in problems("mixed")]
    assert solvable not in ([True] * 3 + [False] * 3, [False] * 3 + [True] * 3)
    texts = [path.read_text() for path in Path("mixed/instances").iterdir()]
    assert len({text.splitlines()[1:3][0].strip() for text in texts}) == 1
    assert not any("unsolv" in text or "twin" in text for text in texts)
    assert generate("ferry", "-n", "3", "--unsolvable", "3", "-o", "again") == 0
    assert list(problems("again")) == list(problems("mixed"))


def test_twins_are_played_and_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("ferry", "-n", "3", "--unsolvable", "3", "-o", "mixed", "--check") == 0
    assert capsys.readouterr().err.count("not solved: unsolvable") == 3
    order = ["eval", "--mechanism", "basic", "--domain", "mixed", "--validator", "own"]
    assert cli.main([*order, "--allow-unsolvable", "-o", "out"]) == 0
    (line,) = lines(Path("out"))[0]
    assert (line["solved"], line["episodes"]) == (2, 2)  # one is the example
    assert (line["apart_right"], line["apart"]) == (3, 3)
    assert len(autoplan.load("out")) == 2


def test_more_twins_than_there_are_tasks_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("ferry", "-n", "1", "--unsolvable", "2", "-o", "mixed") == 2
    assert "--unsolvable: only 1 of 1 problems have a twin" in capsys.readouterr().err
    assert not Path("mixed").exists()


def test_what_says_of_what_kind_an_object_is_stays() -> None:
    problem = next(iter(benchmark("ferry").problems.values()))
    kinds = {fact for fact in problem.init if fact.predicate in ("car", "location")}
    changed = list(changed_once(problem))
    assert len(changed) > len(problem.init) - len(kinds)
    for each in changed:
        assert differences(problem, each) == 1
        assert each.objects == problem.objects
        assert kinds <= set(each.init)


def test_a_fact_that_is_not_all_that_gives_an_object_its_kind_may_be_missing() -> None:
    domain = parse_domain(
        """(define (domain workshop) (:requirements :typing) (:types lamp)
        (:predicates (works ?l - lamp) (lit ?l - lamp) (knob ?x) (handle ?x))
        (:action light :parameters (?l - lamp ?x) :precondition (and (works ?l) (knob ?x))
          :effect (lit ?l)))"""
    )
    problem = parse_problem(
        """(define (problem p) (:domain workshop) (:objects l - lamp a b)
        (:init (works l) (knob a) (handle a) (handle b)) (:goal (lit l)))""",
        domain,
    )
    missing = [set(problem.init) - set(each.init) for each in changed_once(problem)]
    found = {(fact.predicate, *fact.args) for facts in missing for fact in facts}
    assert found == {("works", "l"), ("knob", "a"), ("handle", "a")}


def test_check_calls_a_twin_unsolvable_where_ff_alone_proves_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """FF ends without a proof where the translator writes axioms, as for this goal."""
    folder = place / "doors"
    folder.mkdir()
    (folder / "domain.pddl").write_text(
        """(define (domain doors) (:requirements :adl) (:types door)
        (:predicates (shut ?d - door) (key ?d - door) (held ?d - door))
        (:action take :parameters (?d - door) :precondition (key ?d)
          :effect (and (held ?d) (not (key ?d))))
        (:action lock :parameters (?d - door) :precondition (held ?d)
          :effect (and (shut ?d) (not (held ?d)))))"""
    )
    (folder / "generator.py").write_text(
        """from dataclasses import dataclass
from domains.parameters import ParameterSet, parameter
from domains.suite import ScheduleEntry

@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    doors: int = parameter(3, "doors", least=1)

SCHEDULE = (ScheduleEntry(Parameters(3)),)

def generate(rng, parameters):
    names = [f"d{number}" for number in range(parameters.doors + rng.randrange(4))]
    keys = " ".join(f"(key {each})" for each in names)
    return (
        f"(define (problem p) (:domain doors) (:objects {' '.join(names)} - door)"
        f" (:init {keys}) (:goal (forall (?d - door) (shut ?d))))"
    )
"""
    )
    assert generate(str(folder), "-n", "2", "--unsolvable", "2", "-o", "made", "--check") == 0
    assert capsys.readouterr().err.count("not solved: unsolvable") == 2
