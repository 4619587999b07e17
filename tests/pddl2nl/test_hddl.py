"""HDDL: tasks with a meaning, totally ordered methods, task networks; faults with their places."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from unified_planning.io import PDDLReader

import domains
from pddl2nl.errors import PddlError
from pddl2nl.model import And, Atom, Subtask
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from tests.effort import calls

DOMAIN = """(define (domain errands)
  (:requirements :typing :hierarchy)
  (:types place - object)
  (:predicates (at ?p - place) (road ?p ?q - place) (bought ?p - place))
  {tasks}
  {methods}
  (:action walk :parameters (?p ?q - place)
    :precondition (and (at ?p) (road ?p ?q)) :effect (and (at ?q) (not (at ?p))))
  (:action buy :parameters (?p - place) :precondition (at ?p) :effect (bought ?p)))
"""
TASKS = """(:task visit :parameters (?p - place) :precondition (road ?p ?p) :effect (at ?p))
  (:task shop :parameters (?p - place) :effect (and (bought ?p) (at ?p)))"""
METHODS = """(:method be-there :parameters (?p - place) :task (visit ?p)
    :precondition (at ?p) :ordered-subtasks ())
  (:method go :parameters (?p ?q - place) :task (visit ?q)
    :precondition (at ?p) :ordered-subtasks (walk ?p ?q))
  (:method go-and-buy :parameters (?p - place) :task (shop ?p)
    :ordered-subtasks (and (visit ?p) (buy ?p)))"""


def text(tasks: str = TASKS, methods: str = METHODS) -> str:
    return DOMAIN.format(tasks=tasks, methods=methods)


def method(parts: str, name: str = "odd") -> str:
    return text(methods=f"(:method {name} {parts})")


def test_tasks_and_methods_are_read() -> None:
    domain = parse_domain(text())
    visit, shop = domain.tasks
    assert (visit.name, visit.effect) == ("visit", Atom("at", ("?p",)))
    assert visit.precondition == Atom("road", ("?p", "?p"))
    assert shop.effect == And((Atom("bought", ("?p",)), Atom("at", ("?p",))))
    empty, go, buy = domain.methods
    assert empty.subtasks == ()
    assert (go.task, go.subtasks) == (Subtask("visit", ("?q",)), (Subtask("walk", ("?p", "?q")),))
    assert [str(each) for each in buy.subtasks] == ["(visit ?p)", "(buy ?p)"]


@pytest.mark.parametrize(
    "listed",
    [
        ":ordered-subtasks (and (s1 (visit ?p)) (s2 (buy ?p)))",
        ":ordered-tasks (and (visit ?p) (buy ?p))",
        ":subtasks (and (s2 (buy ?p)) (s1 (visit ?p))) :ordering (and (< s1 s2))",
        ":tasks (and (s2 (buy ?p)) (s1 (visit ?p))) :ordering (< s1 s2)",
    ],
)
def test_an_order_may_be_said_in_several_ways(listed: str) -> None:
    domain = parse_domain(method(f":parameters (?p - place) :task (shop ?p) {listed}"))
    assert [each.name for each in domain.methods[0].subtasks] == ["visit", "buy"]


PROBLEM = """(define (problem p) (:domain errands) (:objects home mart - place)
  (:htn {network}) (:init (at home) (road home mart)) {goal})"""


def test_a_network_says_what_the_goal_is() -> None:
    domain = parse_domain(text())
    network = ":ordered-subtasks (and (shop mart) (buy home))"
    problem = parse_problem(PROBLEM.format(network=network, goal=""), domain)
    assert problem.network == (Subtask("shop", ("mart",)), Subtask("buy", ("home",)))
    assert problem.goal == And((Atom("bought", ("mart",)), Atom("at", ("mart",))))
    both = parse_problem(PROBLEM.format(network=network, goal="(:goal (bought home))"), domain)
    assert Atom("bought", ("home",)) in both.goal.parts  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("domain", "place", "complaint"),
    [
        (text(tasks="(:task rest :parameters ())"), "5:10", "the task 'rest' has no :effect"),
        (
            text(tasks="(:task rest :parameters () :effect (and))"),
            "5:38",
            "the effect of the task 'rest' is empty",
        ),
        (
            text(tasks="(:task buy :parameters () :effect (at ?p))"),
            "5:41",
            "undeclared variable '?p'",
        ),
        (
            text(tasks="(:task walk :parameters (?p - place) :effect (at ?p))"),
            "5:10",
            "another task or action is called 'walk'",
        ),
        (method(":task (fly)"), "7:23", "undeclared task 'fly'"),
        (method(":parameters (?p - place)"), "7:12", "the method 'odd' has no :task"),
        (method(":task (visit ?p)"), "7:29", "undeclared variable '?p'"),
        (
            method(":parameters (?p - place) :task (visit ?p) :ordered-subtasks (walk ?p ?z)"),
            "7:85",
            "undeclared variable '?z'",
        ),
        (
            method(":parameters (?p - place) :task (visit ?p ?p)"),
            "7:48",
            "the task 'visit' takes 1 argument, not 2",
        ),
        (
            method(":parameters (?p - place) :task (shop ?p) :subtasks (and (visit ?p) (buy ?p))"),
            "7:57",
            "subtasks have to be totally ordered",
        ),
        (
            method(
                ":parameters (?p - place) :task (shop ?p) "
                ":subtasks (and (visit ?p) (buy ?p)) :ordering (and)"
            ),
            "7:103",
            "subtasks with an :ordering need labels of their own",
        ),
        (
            method(
                ":parameters (?p - place) :task (shop ?p) "
                ":subtasks (and (s1 (visit ?p)) (s2 (buy ?p))) :ordering (< s1 s3)"
            ),
            "7:113",
            "expected an ordering of the labels",
        ),
        (
            text(
                methods="""(:method one :parameters (?p - place) :task (visit ?p)
      :ordered-subtasks (shop ?p))
    (:method two :parameters (?p - place) :task (shop ?p) :ordered-subtasks (visit ?p))"""
            ),
            "7:12",
            "leads back to its task 'visit' through methods of one subtask each",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(domain: str, place: str, complaint: str) -> None:
    with pytest.raises(PddlError) as caught:
        parse_domain(domain, "errands.hddl")
    assert complaint in str(caught.value)
    assert str(caught.value).startswith(f"errands.hddl:{place}: ")


@pytest.mark.parametrize(
    ("network", "complaint"),
    [
        (":ordered-subtasks (shop moon)", "undeclared object 'moon'"),
        (":ordered-subtasks (swim)", "undeclared task or action 'swim'"),
        (":parameters (?p - place) :ordered-subtasks (shop ?p)", "parameters of a task network"),
    ],
)
def test_so_is_one_of_a_network(network: str, complaint: str) -> None:
    with pytest.raises(PddlError, match=complaint.replace("?", r"\?")):
        parse_problem(PROBLEM.format(network=network, goal=""), parse_domain(text()))


def test_unified_planning_reads_the_same(tmp_path: Path) -> None:
    bare = TASKS.replace(" :precondition (road ?p ?p) :effect (at ?p)", "")
    bare = bare.replace(" :effect (and (bought ?p) (at ?p))", "")
    (tmp_path / "d.hddl").write_text(text(tasks=bare))
    network = ":parameters () :ordered-subtasks (and (t1 (shop mart)) (t2 (buy mart)))"
    problem = PROBLEM.format(network=network, goal="(:goal (bought mart))")
    (tmp_path / "p.hddl").write_text(problem)
    theirs = PDDLReader().parse_problem(str(tmp_path / "d.hddl"), str(tmp_path / "p.hddl"))
    domain = parse_domain(text())
    ours = parse_problem(problem, domain)
    assert [each.name for each in theirs.tasks] == [each.name for each in domain.tasks]
    assert {
        each.name: (each.achieved_task.task.name, [sub.task.name for sub in each.subtasks])
        for each in theirs.methods
    } == {
        each.name: (each.task.name, [sub.name for sub in each.subtasks]) for each in domain.methods
    }
    network_of_theirs = [
        (each.task.name, tuple(map(str, each.parameters))) for each in theirs.task_network.subtasks
    ]
    assert network_of_theirs == [(each.name, each.args) for each in ours.network]


@pytest.mark.parametrize("name", domains.htn_names())
def test_the_bundled_domains_are_read(name: str) -> None:
    folder = domains.htn_folder(name)
    domain = read_domain(folder / "domain.hddl")
    files = [*(folder / "instances").iterdir(), folder / "unsolvable.hddl"]
    assert len(files) >= 4
    for path in files:
        assert read_problem(path, domain).network


def chain(length: int, end: str) -> str:
    """A domain each of whose tasks is done by the next one."""
    steps = [*(f"(t{number})" for number in range(length)), end]
    tasks = " ".join(f"(:task {step[1:-1]} :effect (done))" for step in steps[:-1])
    methods = " ".join(
        f"(:method m-{step[1:-1]} :task {step} :ordered-subtasks {after})"
        for step, after in pairwise(steps)
    )
    return (
        f"(define (domain chain) (:requirements :hierarchy) (:predicates (done)) {tasks} {methods}"
        " (:action do :effect (done)))"
    )


def test_a_chain_of_thousands_of_tasks_is_read_in_linear_time() -> None:
    assert calls(lambda: read_chain(3000)) < 7 * calls(lambda: read_chain(600))


def read_chain(length: int) -> None:
    domain = parse_domain(chain(length, "(do)"))
    labels = " ".join(f"(s{number} (t0))" for number in range(length))
    order = " ".join(f"(< s{number} s{number + 1})" for number in range(length - 1))
    listed = f":subtasks (and {labels}) :ordering (and {order})"
    problem = parse_problem(f"(define (problem p) (:domain chain) (:htn {listed}))", domain)
    assert len(problem.network) == len(domain.tasks) == length
    with pytest.raises(PddlError, match="the method 'm-t0' leads back to its task 't0'"):
        parse_domain(chain(length, "(t0)"))
