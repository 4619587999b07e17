"""Our problems go to unified-planning and back, and its planners solve them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from pddl2nl import interop
from pddl2nl.errors import InputError
from pddl2nl.interop import (
    from_unified_planning,
    plan_from_unified_planning,
    to_unified_planning,
)
from pddl2nl.model import Condition, Domain, Effect, Fluent, GroundAction, Problem, conjuncts
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.writer import domain_to_pddl, problem_to_pddl

up = pytest.importorskip("unified_planning.shortcuts", reason="unified-planning is not installed")

ADL_DOMAIN = """(define (domain lights) (:requirements :adl :action-costs)
  (:types lamp room - thing robot)
  (:constants hall - room)
  (:predicates (in ?l - lamp ?r - room) (lit ?l - lamp) (at ?b - robot ?r - room)
               (broken ?l - lamp) (safe))
  (:functions (total-cost) - number (way ?from ?to - room) - number)
  (:action go :parameters (?b - robot ?from ?to - room)
   :precondition (and (at ?b ?from) (not (= ?from ?to)))
   :effect (and (not (at ?b ?from)) (at ?b ?to) (increase (total-cost) (way ?from ?to))))
  (:action flip :parameters (?b - robot ?r - room)
   :precondition (and (at ?b ?r) (exists (?l - lamp) (and (in ?l ?r) (not (lit ?l))))
                      (or (= ?r hall) (forall (?l - lamp) (imply (in ?l hall) (lit ?l)))))
   :effect (and (forall (?l - lamp) (when (and (in ?l ?r) (not (broken ?l))) (lit ?l)))
                (increase (total-cost) 2)))
  (:action finish :parameters (?b - robot)
   :precondition (forall (?l - lamp) (or (broken ?l) (lit ?l)))
   :effect (safe)))"""
ADL_PROBLEM = """(define (problem evening) (:domain lights)
  (:objects a b c - lamp kitchen - room r2 - robot)
  (:init (in a hall) (in b kitchen) (in c kitchen) (broken c) (at r2 kitchen)
         (= (way hall kitchen) 4) (= (way kitchen hall) 3))
  (:goal (and (safe) (not (lit c)))) (:metric minimize (total-cost)))"""


def problem_of(domain: str, problem: str) -> Problem:
    return parse_problem(problem, parse_domain(domain))


def first_problem(shared: Path, name: str) -> Problem:
    folder = shared / "apb" / name
    return read_problem(
        min((folder / "instances").glob("*.pddl")), read_domain(folder / "domain.pddl")
    )


def solve(problem: Problem) -> tuple[Any, tuple[GroundAction, ...]]:
    pytest.importorskip("up_fast_downward")
    task = to_unified_planning(problem)
    up.get_environment().credits_stream = None
    with up.OneshotPlanner(name="fast-downward") as planner:
        result = planner.solve(task)
    assert result.plan is not None, result.status
    with up.SequentialSimulator(task) as simulator:
        state = simulator.get_initial_state()
        for step in result.plan.actions:
            state = simulator.apply(state, step)
            assert state is not None
        assert simulator.is_goal(state)
    return task, plan_from_unified_planning(result.plan)


def assert_known(problem: Problem, plan: tuple[GroundAction, ...]) -> None:
    arities = {action.name: len(action.parameters) for action in problem.domain.actions}
    names = {item.name for item in problem.all_objects}
    assert plan
    for step in plan:
        assert len(step.args) == arities[step.name]
        assert set(step.args) <= names


@pytest.mark.parametrize("name", ["blocksworld", "floortile", "logistics", "rovers"])
def test_fast_downward_plans_with_our_names(shared: Path, name: str) -> None:
    problem = first_problem(shared, name)
    _, plan = solve(problem)
    assert_known(problem, plan)


def test_fast_downward_solves_conditions_effects_and_costs_of_all_kinds() -> None:
    problem = problem_of(ADL_DOMAIN, ADL_PROBLEM)
    _, plan = solve(problem)
    assert_known(problem, plan)
    assert [step.name for step in plan] == ["go", "flip", "go", "flip", "finish"]


def test_one_name_for_several_things_needs_no_warning() -> None:
    domain = """(define (domain up) (:types up) (:predicates (up ?up - up))
                (:action up :parameters (?up - up) :effect (up ?up)))"""
    problem = problem_of(
        domain, "(define (problem up) (:domain up) (:objects up - up) (:init) (:goal (up up)))"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        to_unified_planning(problem)
    _, plan = solve(problem)
    assert plan == (GroundAction("up", ("up",)),)


def test_names_that_start_with_digits_or_are_keywords_come_back() -> None:
    domain = """(define (domain d) (:predicates (at ?x) (1st ?x))
                (:action over :parameters (?x) :precondition (at ?x) :effect (1st ?x)))"""
    problem = problem_of(
        domain,
        """(define (problem 1) (:domain d) (:objects 2 all a@b)
           (:init (at 2) (at all) (at a@b)) (:goal (and (1st 2) (1st all) (1st a@b))))""",
    )
    _, plan = solve(problem)
    assert {step.args for step in plan} == {("2",), ("all",), ("a@b",)}


def test_several_types_for_one_variable_are_spelled_out() -> None:
    domain = """(define (domain d) (:types cat dog fox - pet pet)
      (:predicates (fed ?x - (either cat dog)) (calm) (greeted ?x - pet))
      (:action feed :parameters (?x - (either cat dog)) :effect (fed ?x))
      (:action greet :parameters () :precondition (forall (?x - (either cat dog)) (fed ?x))
       :effect (forall (?x - (either cat fox)) (greeted ?x))))"""
    problem = problem_of(
        domain,
        """(define (problem p) (:domain d) (:objects c - cat g - dog f - fox) (:init)
           (:goal (and (greeted c) (greeted f) (not (greeted g)))))""",
    )
    _, plan = solve(problem)
    assert {step.args for step in plan} == {("c",), ("g",), ()}


def test_an_atom_of_the_wrong_type_is_no_obstacle() -> None:
    domain = """(define (domain d) (:types t u) (:predicates (p ?x - t) (q ?x - u))
      (:action a :parameters (?x - u) :precondition (not (p ?x)) :effect (q ?x)))"""
    problem = problem_of(
        domain,
        "(define (problem p) (:domain d) (:objects o - u) (:init (p o)) (:goal (p o)))",
    )
    task = to_unified_planning(problem)
    assert from_unified_planning(task).init == problem.init


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("(and (not (p)) (p))", [("p", "true", True)]),
        ("(and (not (p)) (when (q) (p)))", [("p", "(not q)", False), ("p", "q", True)]),
        ("(and (p) (when (q) (not (p))))", [("p", "true", True)]),
        ("(and (p) (p))", [("p", "true", True)]),
    ],
)
def test_adding_wins_over_deleting(effect: str, expected: list[tuple[str, str, bool]]) -> None:
    domain = f"(define (domain d) (:predicates (p) (q)) (:action a :effect {effect}))"
    problem = problem_of(domain, "(define (problem p) (:domain d) (:goal (q)))")
    found = to_unified_planning(problem).action("a").effects
    assert [(str(e.fluent), str(e.condition), e.value.is_true()) for e in found] == expected


def flat(condition: Condition) -> tuple[Condition, ...]:
    return conjuncts(condition)


def shape(effect: Effect) -> tuple[object, ...]:
    return effect.atom, effect.adds, flat(effect.condition), effect.parameters


def assert_same_task(ours: Problem, back: Problem) -> None:
    """The same problem but for constants, the domain's name, and how conjunctions are nested."""
    assert {item.name: item.types for item in back.all_objects} == {
        item.name: item.types for item in ours.all_objects
    }
    assert set(back.init) == set(ours.init)
    assert flat(back.goal) == flat(ours.goal)
    assert back.minimizes_cost == ours.minimizes_cost
    assert {declared.name: declared.parents for declared in back.domain.types} == {
        declared.name: declared.parents for declared in ours.domain.types
    }
    for mine, other in zip(ours.domain.actions, back.domain.actions, strict=True):
        assert (mine.name, mine.parameters) == (other.name, other.parameters)
        assert flat(mine.precondition) == flat(other.precondition)
        added = {effect.atom for effect in mine.effects if effect.adds}
        kept = [effect for effect in mine.effects if effect.adds or effect.atom not in added]
        assert list(map(shape, kept)) == list(map(shape, other.effects))
        assert mine.cost == other.cost or not ours.minimizes_cost


def test_an_adl_problem_comes_back_as_it_went() -> None:
    ours = problem_of(ADL_DOMAIN, ADL_PROBLEM)
    back = from_unified_planning(to_unified_planning(ours))
    assert_same_task(ours, back)
    assert back.costs == ours.costs
    again = parse_problem(problem_to_pddl(back), parse_domain(domain_to_pddl(back.domain)))
    assert again == back


@pytest.mark.parametrize(
    "name",
    ["beluga", "depot", "ged14", "goldminer", "grid", "movie-complex", "rovers", "snake18-bfs"],
)
def test_problems_of_the_corpus_come_back_as_they_went(shared: Path, name: str) -> None:
    problem = first_problem(shared, name)
    assert_same_task(problem, from_unified_planning(to_unified_planning(problem)))


def test_what_unified_planning_lacks_is_refused() -> None:
    def refusal(domain: str, objects: str = "") -> str:
        problem = f"(define (problem p) (:domain d) (:objects {objects}) (:goal (q)))"
        with pytest.raises(InputError) as caught:
            to_unified_planning(problem_of(domain, problem))
        return str(caught.value)

    head = "(define (domain d) (:types t u v - {}) (:predicates (p) (q)) {})"
    axiom = refusal(head.format("object", "(:derived (q) (p))"))
    assert axiom == "unified-planning has no derived predicates such as 'q'"
    either = refusal(head.format("(either x y)", ""))
    assert either == "unified-planning has no types of several kinds: 't'"
    both = refusal(head.format("object", ""), "a - (either t u)")
    assert both == "unified-planning has no objects of several types: 'a'"


def test_without_unified_planning_the_message_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interop, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="unified-planning is not installed"):
        to_unified_planning(Problem("p", Domain("d")))


def test_numeric_and_durative_problems_are_refused() -> None:
    numeric = up.Problem("numeric")
    level = numeric.add_fluent("level", up.IntType(), default_initial_value=0)
    action = up.InstantaneousAction("fill")
    action.add_increase_effect(level, 1)
    numeric.add_action(action)
    with pytest.raises(InputError, match="numeric effect 'level \\+= 1' is not supported"):
        from_unified_planning(numeric)
    durative = up.Problem("durative")
    durative.add_action(up.DurativeAction("wait"))
    with pytest.raises(InputError, match="'wait' is a DurativeAction"):
        from_unified_planning(durative)


def test_the_value_of_a_formula_becomes_two_conditional_effects() -> None:
    problem = up.Problem("copy")
    one, other = problem.add_fluent("one"), problem.add_fluent("other")
    action = up.InstantaneousAction("copy")
    action.add_effect(one, other)
    problem.add_action(action)
    problem.add_goal(one)
    domain = from_unified_planning(problem).domain
    text = domain_to_pddl(domain)
    assert "(when (other) (one))" in text
    assert "(when (not (other)) (not (one)))" in text


def test_facts_that_are_true_by_default_are_stated() -> None:
    problem = up.Problem("default")
    kind = up.UserType("Thing")
    here = problem.add_fluent("here", up.BoolType(), x=kind, default_initial_value=True)
    problem.add_objects([up.Object("A", kind), up.Object("big b", kind)])
    problem.set_initial_value(here(problem.object("A")), False)
    problem.add_goal(here(problem.object("A")))
    ours = from_unified_planning(problem)
    assert [atom.args for atom in ours.init] == [("big-b",)]


def test_static_costs_are_kept_with_their_values() -> None:
    ours = problem_of(ADL_DOMAIN, ADL_PROBLEM)
    back = from_unified_planning(to_unified_planning(ours))
    assert back.domain.actions[0].cost == Fluent("way", ("?from", "?to"))
    assert back.domain.actions[1].cost == 2.0
    assert back.domain.actions[2].cost is None
