"""What is written reads well, and reads back as the same value."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pddl2nl.model import (
    TRUE,
    ActionSchema,
    And,
    Atom,
    Condition,
    Domain,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    Predicate,
    Problem,
)
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.writer import (
    atom_to_pddl,
    condition_to_pddl,
    domain_to_pddl,
    goal_to_pddl,
    init_to_pddl,
    objects_to_pddl,
    problem_to_pddl,
)
from tests.pddl_strategies import domains, problems


@settings(deadline=None)
@given(domain=domains())
def test_a_written_domain_reads_back_as_itself_with_what_it_requires(domain: Domain) -> None:
    back = parse_domain(domain_to_pddl(domain))
    assert replace(back, requirements=domain.requirements) == domain
    assert back.requirements[: len(domain.requirements)] == domain.requirements
    assert parse_domain(domain_to_pddl(back)) == back


@settings(deadline=None)
@given(data=st.data())
def test_a_written_problem_reads_back_as_itself(data: st.DataObject) -> None:
    problem = data.draw(problems(data.draw(domains())))
    assert parse_problem(problem_to_pddl(problem), problem.domain) == problem


def test_the_corpus_survives_writing_and_reading(shared: Path) -> None:
    for path in sorted((shared / "apb").glob("*/domain.pddl")):
        domain = read_domain(path)
        back = parse_domain(domain_to_pddl(domain))
        assert replace(back, requirements=domain.requirements) == domain
        problem = read_problem(min(path.parent.glob("instances/*.pddl")), domain)
        assert parse_problem(problem_to_pddl(problem), domain) == problem


BLOCKS = """(define (domain blocks)
  (:requirements :typing :negative-preconditions)
  (:types
    block place)
  (:predicates
    (on ?x - block ?y)
    (clear ?x - block)
    (free))
  (:action stack
    :parameters (?x ?y - block)
    :precondition (and
        (clear ?x)
        (clear ?y)
        (not (free))
        (not (on ?x ?y)))
    :effect (and
        (on ?x ?y)
        (not (clear ?y)))))
"""


def test_a_domain_is_set_out_for_people() -> None:
    assert domain_to_pddl(parse_domain(BLOCKS)) == BLOCKS


def test_the_sections_of_a_problem_can_be_had_alone() -> None:
    text = """(define (problem p) (:domain blocks) (:objects a b - block table - place)
              (:init (on a b) (clear a)) (:goal (on b a)))"""
    problem = parse_problem(text, parse_domain(BLOCKS))
    assert objects_to_pddl(problem) == "(:objects\n  a b - block\n  table - place)"
    assert init_to_pddl(problem) == "(:init\n  (on a b)\n  (clear a))"
    assert goal_to_pddl(problem) == "(:goal (on b a))"
    assert atom_to_pddl(problem.init[0]) == "(on a b)"


def test_empty_sections_are_still_sections() -> None:
    problem = Problem("p", Domain("d"))
    assert (objects_to_pddl(problem), init_to_pddl(problem)) == ("(:objects)", "(:init)")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (TRUE, "(and)"),
        (Or(), "(or)"),
        (Not(Atom("p")), "(not (p))"),
        (Imply(Atom("p"), Atom("=", ("a", "b"))), "(imply (p) (= a b))"),
        (ForAll((Parameter("?x", ("t", "u")),), Atom("p")), "(forall (?x - (either t u)) (p))"),
        (
            Exists((Parameter("?x"), Parameter("?y", ("t",))), TRUE),
            "(exists (?x - object ?y - t) (and))",
        ),
    ],
)
def test_conditions_stand_on_one_line(condition: Condition, expected: str) -> None:
    assert condition_to_pddl(condition) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(5.0, "5"), (0.1, "0.1"), (1e-7, "0.0000001"), (1e21, "1" + "0" * 21)]
)
def test_numbers_are_written_without_exponents(value: float, expected: str) -> None:
    domain = Domain("d", actions=(ActionSchema("a", cost=value),))
    assert f"(increase (total-cost) {expected})" in domain_to_pddl(domain)


@pytest.mark.parametrize(
    ("condition", "requirement"),
    [
        (Atom("=", ("?x", "?x")), ":equality"),
        (Not(Atom("p")), ":negative-preconditions"),
        (Or((Atom("p"),)), ":disjunctive-preconditions"),
        (ForAll((), Atom("p")), ":universal-preconditions"),
        (Exists((), Atom("p")), ":existential-preconditions"),
    ],
)
def test_what_a_domain_needs_is_required(condition: Condition, requirement: str) -> None:
    action = ActionSchema("a", (Parameter("?x"),), And((condition,)))
    assert parse_domain(
        domain_to_pddl(Domain("d", predicates=(Predicate("p"),), actions=(action,)))
    ).requirements == (requirement,)
    adl = Domain("d", (":adl",), predicates=(Predicate("p"),), actions=(action,))
    assert parse_domain(domain_to_pddl(adl)).requirements == (":adl",)
