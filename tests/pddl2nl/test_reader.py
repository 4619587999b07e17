"""What the reader understands, and which values it makes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pddl2nl.model import (
    TRUE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Exists,
    Fluent,
    ForAll,
    Imply,
    Not,
    Object,
    Or,
    Parameter,
    Predicate,
    Problem,
    Type,
)
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem

X, Y = Parameter("?x"), Parameter("?y")


def domain_with(body: str = "", *, before: str = "", predicates: str = "") -> Domain:
    return parse_domain(
        f"(define (domain d) {before} (:predicates (p ?x) (q ?x ?y) (r) {predicates}) {body})"
    )


def action_with(parts: str, *, before: str = "", predicates: str = "") -> ActionSchema:
    action = f"(:action act :parameters (?x ?y) {parts})"
    return domain_with(action, before=before, predicates=predicates).actions[0]


def precondition(text: str) -> Condition:
    return action_with(f":precondition {text}").precondition


def effects(text: str) -> tuple[Effect, ...]:
    return action_with(f":effect {text}").effects


def problem_with(
    *, init: str = "(p a)", goal: str = "(p b)", more: str = "", domain: Domain | None = None
) -> Problem:
    text = f"""(define (problem one) (:domain d) (:objects a b c)
               (:init {init}) (:goal {goal}) {more})"""
    return parse_problem(text, domain or domain_with())


def remarks_of(value: Domain | Problem) -> list[str]:
    return [remark.message for remark in value.remarks]


def test_a_strips_action_becomes_parameters_precondition_and_effects() -> None:
    action = action_with(":precondition (and (p ?x) (q ?x ?y)) :effect (and (not (p ?x)) (p ?y))")
    assert action == ActionSchema(
        "act",
        (X, Y),
        And((Atom("p", ("?x",)), Atom("q", ("?x", "?y")))),
        (Effect(Atom("p", ("?x",)), adds=False), Effect(Atom("p", ("?y",)))),
    )


def test_everything_is_read_in_lower_case() -> None:
    domain = parse_domain(
        "(DEFINE (DOMAIN Big) (:PREDICATES (At ?X)) (:ACTION Go :PARAMETERS (?X) :EFFECT (AT ?x)))"
    )
    assert domain.name == "big"
    assert domain.actions[0] == ActionSchema("go", (X,), TRUE, (Effect(Atom("at", ("?x",))),))


def test_sections_may_stand_in_any_order() -> None:
    domain = parse_domain(
        """(define (domain d) (:action a :effect (p k) :parameters ())
           (:predicates (p ?x - t)) (:constants k - t) (:types t) (:requirements :typing))"""
    )
    assert domain.types == (Type("t"),)
    assert domain.constants == (Object("k", ("t",)),)


def test_a_type_applies_to_all_names_before_it() -> None:
    domain = domain_with(before="(:types car van - vehicle vehicle place)")
    assert domain.types == (
        Type("car", ("vehicle",)),
        Type("van", ("vehicle",)),
        Type("vehicle"),
        Type("place"),
    )


def test_untyped_names_after_typed_ones_are_objects() -> None:
    domain = domain_with(before="(:types t)", predicates="(mixed ?a - t ?b)")
    assert domain.predicates[-1] == Predicate("mixed", (Parameter("?a", ("t",)), Parameter("?b")))


def test_either_lists_several_types() -> None:
    domain = domain_with(before="(:types t u)", predicates="(m ?a ?b - (either t u))")
    assert domain.predicates[-1].parameters[1] == Parameter("?b", ("t", "u"))


def test_a_variable_may_follow_a_type_without_a_blank() -> None:
    domain = domain_with(before="(:types aircraft t)", predicates="(m ?a - aircraft?b - t)")
    assert domain.predicates[-1].parameters == (
        Parameter("?a", ("aircraft",)),
        Parameter("?b", ("t",)),
    )


def test_comments_are_skipped() -> None:
    assert parse_domain("; a (domain\n(define ; here\r (domain d);)\n)").name == "d"


def test_object_declared_as_a_type_is_not_remarked_on() -> None:
    domain = domain_with(before="(:types t - object object)")
    assert domain.types == (Type("t"),)
    assert remarks_of(domain) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(p ?x)", Atom("p", ("?x",))),
        ("()", TRUE),
        ("(and)", TRUE),
        ("(= ?x ?y)", Atom("=", ("?x", "?y"))),
        ("(not (r))", Not(Atom("r"))),
        ("(or (r) (p ?x))", Or((Atom("r"), Atom("p", ("?x",))))),
        ("(imply (r) (p ?x))", Imply(Atom("r"), Atom("p", ("?x",)))),
        ("(forall (?z) (p ?z))", ForAll((Parameter("?z"),), Atom("p", ("?z",)))),
        ("(exists (?x) (p ?x))", Exists((X,), Atom("p", ("?x",)))),
        ("(and (and (r)))", And((And((Atom("r"),)),))),
    ],
)
def test_conditions_keep_their_form(text: str, expected: Condition) -> None:
    assert precondition(text) == expected


def test_nested_when_conditions_are_joined() -> None:
    assert effects("(when (r) (when (p ?x) (not (p ?y))))") == (
        Effect(Atom("p", ("?y",)), False, And((Atom("r"), Atom("p", ("?x",))))),
    )


def test_nested_forall_and_when_become_single_effects() -> None:
    assert effects("(forall (?z) (and (when (p ?z) (q ?z ?x)) (not (p ?z))))") == (
        Effect(
            Atom("q", ("?z", "?x")),
            condition=Atom("p", ("?z",)),
            parameters=(Parameter("?z"),),
        ),
        Effect(Atom("p", ("?z",)), adds=False, parameters=(Parameter("?z"),)),
    )


def test_a_quantified_variable_that_hides_another_is_renamed() -> None:
    (effect,) = effects("(when (p ?x) (forall (?x) (when (q ?x ?y) (p ?x))))")
    (bound,) = effect.parameters
    assert bound.name not in ("?x", "?y")
    assert effect.atom == Atom("p", (bound.name,))
    assert effect.condition == And((Atom("p", ("?x",)), Atom("q", (bound.name, "?y"))))


def test_an_increase_of_the_total_cost_is_the_cost_of_the_action() -> None:
    before = "(:functions (total-cost) - number (road ?a ?b) - number)"
    fixed = action_with(":effect (and (r) (increase (total-cost) 2))", before=before)
    looked_up = action_with(":effect (increase (total-cost) (road ?x ?y))", before=before)
    assert fixed.cost == 2.0
    assert fixed.effects == (Effect(Atom("r")),)
    assert looked_up.cost == Fluent("road", ("?x", "?y"))


def test_derived_predicates_are_axioms() -> None:
    domain = domain_with("(:derived (q ?x ?y) (exists (?z) (and (p ?z) (r))))")
    body = Exists((Parameter("?z"),), And((Atom("p", ("?z",)), Atom("r"))))
    assert domain.axioms == (Axiom("q", (X, Y), body),)


def test_a_derived_predicate_declares_itself_with_a_remark() -> None:
    domain = domain_with("(:derived (above ?x) (p ?x))")
    assert domain.predicates[-1] == Predicate("above", (X,))
    assert remarks_of(domain) == ["the derived predicate 'above' is not among the :predicates"]


def test_one_name_may_be_a_type_a_predicate_an_action_and_an_object() -> None:
    domain = parse_domain(
        """(define (domain up) (:types up) (:constants up - up) (:predicates (up ?up - up))
           (:action up :parameters (?up - up) :precondition (up ?up) :effect (not (up up))))"""
    )
    assert domain.actions[0].precondition == Atom("up", ("?up",))


def test_a_type_used_as_a_predicate_means_being_of_that_type() -> None:
    domain = domain_with(
        "(:action act :parameters (?x) :precondition (t ?x) :effect (r))", before="(:types t)"
    )
    assert domain.actions[0].precondition == Exists(
        (Parameter("?t", ("t",)),), Atom("=", ("?x", "?t"))
    )
    assert remarks_of(domain) == ["the type 't' is used as a predicate"]


@pytest.mark.parametrize(
    ("before", "expected", "remark"),
    [
        ("(:types t - u t - v u v)", Type("t", ("u", "v")), "the type 't' is declared twice"),
        ("(:types u t - u t)", Type("t", ("u",)), "the type 't' is declared twice"),
        ("(:types t - t)", Type("t"), "the type 't' is its own supertype"),
        ("(:types t - u)", Type("t", ("u",)), "the type 'u' is used here but declared nowhere"),
        ("(:types t object - t)", Type("t"), "'object' is above all types, not below one"),
        ("(:types t - object - object)", Type("t"), "the type 'object' follows no name"),
    ],
)
def test_odd_types_are_accepted_with_a_remark(before: str, expected: Type, remark: str) -> None:
    domain = domain_with(before=before)
    assert expected in domain.types
    assert remark in remarks_of(domain)


def test_a_predicate_declared_twice_counts_once() -> None:
    domain = domain_with(predicates="(p ?other)")
    assert [predicate.name for predicate in domain.predicates] == ["p", "q", "r"]
    assert remarks_of(domain) == ["'p' is declared twice; the first counts"]


def test_the_same_action_twice_counts_once() -> None:
    domain = domain_with("(:action a :effect (r)) (:action a :effect (r))")
    assert len(domain.actions) == 1
    assert remarks_of(domain) == ["the action 'a' is declared twice"]


def test_an_object_declared_twice_counts_once() -> None:
    domain = domain_with(before="(:constants a)")
    problem = problem_with(domain=domain)
    assert [item.name for item in problem.all_objects] == ["a", "b", "c"]
    assert remarks_of(problem) == ["the object 'a' is declared twice"]


def test_an_unknown_requirement_is_remarked_on() -> None:
    domain = domain_with(before="(:requirements :strips :tpying)")
    assert domain.requirements == (":strips", ":tpying")
    assert remarks_of(domain) == ["unknown requirement ':tpying'; did you mean ':typing'?"]


def test_a_fact_with_an_object_of_the_wrong_type_is_remarked_on() -> None:
    domain = domain_with(before="(:types t)", predicates="(m ?x - t)")
    problem = problem_with(init="(m a) (m b)", domain=domain)
    assert problem.init == (Atom("m", ("a",)), Atom("m", ("b",)))
    assert remarks_of(problem) == ["'a' does not have the type that 'm' declares here"]


def test_facts_stand_once_and_negated_ones_not_at_all() -> None:
    problem = problem_with(init="(p a) (r) (p a) (not (p b)) (= a a) (and (q a b))")
    assert problem.init == (Atom("p", ("a",)), Atom("r"), Atom("q", ("a", "b")))


def test_values_of_functions_are_kept_apart_from_facts() -> None:
    domain = domain_with(before="(:functions (total-cost) (road ?x ?y))")
    problem = problem_with(
        init="(= (total-cost) 0) (= (road a b) 2.5)",
        more="(:metric minimize (total-cost))",
        domain=domain,
    )
    assert problem.costs == {Fluent("total-cost"): 0.0, Fluent("road", ("a", "b")): 2.5}
    assert problem.minimizes_cost


def test_a_problem_for_another_domain_is_remarked_on_where_everything_fits() -> None:
    domain = replace(domain_with(), name="other")
    problem = problem_with(domain=domain)
    assert remarks_of(problem) == ["the problem says it is for the domain 'd', not 'other'"]


def test_remarks_know_their_place() -> None:
    text = "(define (domain d)\n  (:predicates (p)\n               (p)))"
    (remark,) = parse_domain(text, "d.pddl").remarks
    assert str(remark) == "d.pddl:3:16: note: 'p' is declared twice; the first counts"


def test_remarks_are_cut_off_at_a_hundred() -> None:
    domain = domain_with(predicates="(p ?x) " * 500)
    assert len(domain.remarks) == 101
    assert domain.remarks[-1].message == "there is more of this kind; further remarks are left out"


def test_names_beyond_ascii_are_read() -> None:
    domain = parse_domain("(define (domain d) (:predicates (İst-müde ?x)))")
    assert domain.predicates[0].name == "i̇st-müde"


def test_every_domain_and_problem_of_the_corpus_is_read_without_a_remark(shared: Path) -> None:
    count = 0
    for path in sorted((shared / "apb").glob("*/domain.pddl")):
        domain = read_domain(path)
        assert domain.remarks == ()
        for instance in path.parent.glob("instances/*.pddl"):
            problem = read_problem(instance, domain)
            assert (problem.domain, problem.remarks) == (domain, ())
            count += 1
    assert count > 400


def test_values_that_no_cost_asks_for_are_remarked_once() -> None:
    costs = "(:functions (fuel ?x) (road ?x ?y) (total-cost)) "
    drive = "(:action go :parameters (?x ?y) :effect (and (p ?y) (increase (total-cost) {0})))"
    init = "(= (fuel a) 5) (= (fuel b) 6) (= (road a b) 2) (= (total-cost) 0)"
    told = {
        price: remarks_of(problem_with(init=init, domain=domain_with(costs + drive.format(price))))
        for price in ("(road ?x ?y)", "1")
    }
    assert [len(remarks) for remarks in told.values()] == [1, 2]
    assert "'fuel'" in told["(road ?x ?y)"][0]
