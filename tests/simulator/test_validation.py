"""Witnesses judge plans alike, and say so when they cannot."""

from __future__ import annotations

import pytest

from pddl2nl.model import Atom, Axiom, Domain, GroundAction, Not, Problem
from pddl2nl.reader import parse_domain, parse_problem
from simulator.outcome import Fault, UnknownObject, Unsatisfied, WrongArity
from simulator.validation import OwnValidator, UnifiedPlanningValidator, Validator, Verdict

DOMAIN = parse_domain("""
(define (domain switches) (:requirements :strips :typing) (:types lamp)
  (:predicates (lit ?l - lamp) (off ?l - lamp))
  (:action toggle :parameters (?l - lamp) :precondition (off ?l)
    :effect (and (not (off ?l)) (lit ?l))))
""")
PROBLEM = parse_problem(
    "(define (problem two) (:domain switches) (:objects a b - lamp)"
    " (:init (off a) (off b)) (:goal (and (lit a) (lit b))))",
    DOMAIN,
)
A, B = GroundAction("toggle", ("a",)), GroundAction("toggle", ("b",))
WITNESSES = (OwnValidator(), UnifiedPlanningValidator())


@pytest.fixture(params=WITNESSES, ids=lambda witness: witness.name)
def witness(request: pytest.FixtureRequest) -> Validator:
    chosen: Validator = request.param
    return chosen


def test_a_plan_that_reaches_the_goal_is_valid(witness: Validator) -> None:
    verdict = witness.validate(PROBLEM, (B, A))
    assert (verdict.witness, verdict.valid, verdict.failed_step) == (witness.name, True, None)


def test_the_first_step_that_cannot_be_taken_is_named(witness: Validator) -> None:
    verdict = witness.validate(PROBLEM, (A, A, A))
    assert (verdict.valid, verdict.failed_step) == (False, 1)


def test_a_plan_that_stops_short_is_invalid_without_a_failed_step(witness: Validator) -> None:
    verdict = witness.validate(PROBLEM, (A,))
    assert (verdict.valid, verdict.failed_step) == (False, None)


def test_the_empty_plan_is_judged_by_the_goal(witness: Validator) -> None:
    assert witness.validate(PROBLEM, ()).valid is False


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (GroundAction("toggle", ("a", "b")), WrongArity("toggle", 1, 2)),
        (GroundAction("toggle", ("c",)), UnknownObject("c")),
    ],
)
def test_a_malformed_step_is_told_alike_unless_a_step_before_it_fails(
    witness: Validator, step: GroundAction, fault: Fault
) -> None:
    verdict = witness.validate(PROBLEM, (A, step, A))
    assert verdict == Verdict(witness.name, False, failed_step=1, faults=(fault,))
    verdict = witness.validate(PROBLEM, (A, A, step))
    assert (verdict.valid, verdict.failed_step) == (False, 1)
    assert fault not in verdict.faults


def test_our_own_witness_tells_what_is_unsatisfied() -> None:
    own = OwnValidator()
    assert own.validate(PROBLEM, (A, A)).faults == (Unsatisfied(Atom("off", ("a",))),)
    assert own.validate(PROBLEM, (A,)).unmet_goal == (Atom("lit", ("b",)),)


def test_what_a_witness_cannot_express_is_no_verdict() -> None:
    derived = Problem("p", Domain("d", axioms=(Axiom("dark", (), Not(Atom("lit"))),)))
    verdict = UnifiedPlanningValidator().validate(derived, ())
    assert verdict.valid is None
    assert "dark" in verdict.reason
    assert OwnValidator().validate(derived, ()).valid is True


def test_axioms_without_a_meaning_are_no_verdict() -> None:
    liar = Problem("p", Domain("d", axioms=(Axiom("liar", (), Not(Atom("liar"))),)))
    verdict = OwnValidator().validate(liar, ())
    assert verdict.valid is None
    assert "negation" in verdict.reason
