"""Our reading compared with that of Fast Downward's parser, which knows all of classical PDDL."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pddl2nl import model
from pddl2nl.model import ROOT_TYPE, Condition, Domain, Effect, Fluent, Problem
from pddl2nl.reader import read_domain, read_problem

pddl = pytest.importorskip("fast_downward.translate.pddl")
pddl_parser = pytest.importorskip("fast_downward.translate.pddl_parser")

DOMAINS = [
    "beluga",
    "blocksworld",
    "blocksworld_scaled",
    "depot",
    "elevators08",
    "ferry",
    "floortile",
    "ged14",
    "goldminer",
    "grid",
    "gripper",
    "gripper98",
    "logistics",
    "logistics00",
    "movie-complex",
    "nomystery11-bfs",
    "parking11",
    "rovers",
    "satellite",
    "snake18-bfs",
    "visitall",
    "woodworking08",
    "zenotravel02",
]

PROBLEM = """(define (problem one) (:domain d) (:objects a b - {kind})
             (:init (p a)) (:goal (and (p b) (not (p a)))))"""
TRICKY = {
    "upper case": """(DEFINE (DOMAIN d) (:REQUIREMENTS :STRIPS) (:PREDICATES (P ?X) (Q ?x ?Y))
        (:ACTION Go :PARAMETERS (?X) :PRECONDITION (AND (p ?x)) :EFFECT (NOT (P ?X))))""",
    "object as a type": """(define (domain d)
        (:types t - object object) (:predicates (p ?x - object))
        (:action go :parameters (?x - t) :precondition (p ?x) :effect (not (p ?x))))""",
    "mixed typing": """(define (domain d) (:types u - t t v) (:predicates (p ?x) (q ?x - t ?y))
        (:action go :parameters (?x - u ?y) :precondition (q ?x ?y) :effect (p ?y)))""",
    "no blank before a variable": """(define (domain d)
        (:types t) (:predicates (p ?x) (q ?a - t?b - t))
        (:action go :parameters (?x - t?y - t) :precondition (q ?x ?y) :effect (p ?y)))""",
    "type and predicate twice": """(define (domain d)
        (:types t - u t - u u) (:predicates (p ?x) (p ?x))
        (:action go :parameters (?x - t) :effect (p ?x)))""",
    "one name for everything": """(define (domain d) (:types p) (:predicates (p ?p - p))
        (:action p :parameters (?p - p) :precondition (not (p ?p)) :effect (p ?p)))""",
    "supertype declared nowhere": """(define (domain d) (:types t - u) (:predicates (p ?x - u))
        (:action go :parameters (?x - t) :effect (p ?x)))""",
    "nested and, not, or, imply": """(define (domain d) (:predicates (p ?x) (r))
        (:action go :parameters (?x)
         :precondition (and (and (p ?x)) (or (r) (not (and (p ?x) (not (r))))) (imply (r) (p ?x)))
         :effect (and (and (r)) (and (and (not (p ?x)))))))""",
    "quantified conditions": """(define (domain d) (:types t u) (:predicates (p ?x) (q ?x ?y))
        (:action go :parameters (?x - t)
         :precondition (forall (?y - u) (exists (?z - t ?w) (and (q ?y ?z) (not (= ?z ?x)))))
         :effect (p ?x)))""",
    "a quantified variable hiding a parameter": """(define (domain d) (:predicates (p ?x))
        (:action go :parameters (?x) :precondition (exists (?x) (p ?x)) :effect (p ?x)))""",
    "conditional effects": """(define (domain d) (:types t) (:predicates (p ?x) (q ?x ?y) (r))
        (:action go :parameters (?x)
         :effect (and (r) (when (and (r) (p ?x)) (and (not (r)) (q ?x ?x)))
                      (forall (?y - t) (when (q ?x ?y) (and (p ?y) (not (q ?x ?y))))))))""",
    "nested when and forall": """(define (domain d) (:predicates (p ?x) (q ?x ?y) (r))
        (:action go :parameters (?x)
         :effect (forall (?y) (when (p ?y) (forall (?z) (when (q ?y ?z) (not (q ?y ?z))))))))""",
    "derived predicates": """(define (domain d) (:predicates (p ?x) (q ?x ?y))
        (:derived (q ?x ?y) (or (p ?x) (exists (?z) (and (q ?x ?z) (q ?z ?y)))))
        (:action go :parameters (?x ?y) :precondition (q ?x ?y) :effect (p ?x)))""",
    "costs": """(define (domain d) (:predicates (p ?x))
        (:functions (total-cost) - number (price ?x) - number)
        (:action buy :parameters (?x) :effect (and (p ?x) (increase (total-cost) (price ?x))))
        (:action wait :parameters (?x) :effect (and (p ?x) (increase (total-cost) 3))))""",
    "constants and no parameters": """(define (domain d) (:types t) (:constants k l - t)
        (:predicates (p ?x)) (:action go :precondition (p k) :effect (and (p l) (not (p k)))))""",
    "a true precondition": """(define (domain d) (:predicates (p ?x))
        (:action go :parameters (?x) :precondition () :effect (p ?x)))""",
}


def their_task(domain: Path, problem: Path) -> Any:
    with contextlib.redirect_stdout(io.StringIO()):
        return pddl_parser.open(str(domain), str(problem))


def assert_same(domain: Path, problem: Path) -> None:
    ours = read_problem(problem, read_domain(domain))
    theirs = their_task(domain, problem)
    assert our_types(ours.domain) == their_types(theirs)
    assert {(p.name, len(p.parameters)) for p in ours.domain.predicates} == {
        (p.name, p.get_arity()) for p in theirs.predicates if p.name != "="
    }
    assert {(o.name, *o.types) for o in ours.all_objects} == {
        (o.name, o.type_name) for o in theirs.objects
    }
    assert [our_action(action) for action in ours.domain.actions] == [
        their_action(action) for action in theirs.actions
    ]
    assert our_axioms(ours.domain) == their_axioms(theirs)
    assert our_init(ours) == their_init(theirs)
    assert our_form(ours.goal, {}) == their_form(theirs.goal, {})
    assert ours.minimizes_cost == theirs.use_min_cost_metric


def our_types(domain: Domain) -> set[tuple[str, str]]:
    return {(declared.name, declared.parents[0]) for declared in domain.types}


def their_types(task: Any) -> set[tuple[str, str]]:
    named = {item.name: item.basetype_name for item in task.types if item.name != ROOT_TYPE}
    above = {base for base in named.values() if base not in (None, ROOT_TYPE)}
    return {(name, base or ROOT_TYPE) for name, base in named.items()} | {
        (name, ROOT_TYPE) for name in above - set(named)
    }


def our_action(action: model.ActionSchema) -> tuple[object, ...]:
    names = tuple((p.name, *p.types) for p in action.parameters)
    cost = action.cost
    spoken = (cost.function, *cost.args) if isinstance(cost, Fluent) else cost
    # They leave out a deletion that an addition under the same condition takes back.
    added = {replace(effect, adds=False) for effect in action.effects if effect.adds}
    effects = {our_effect(effect) for effect in action.effects if effect not in added}
    return action.name, names, our_form(action.precondition, {}), effects, spoken


def their_action(action: Any) -> tuple[object, ...]:
    names = tuple((p.name, p.type_name) for p in action.parameters)
    cost = action.cost.expression if action.cost else None
    spoken = getattr(cost, "value", None)
    if cost is not None and spoken is None:
        spoken = (cost.symbol, *cost.args)
    effects = {their_effect(effect) for effect in action.effects}
    return action.name, names, their_form(action.precondition, {}), effects, spoken


def our_effect(effect: Effect) -> tuple[object, ...]:
    names = numbered({}, effect.parameters)
    kinds = tuple(p.types for p in effect.parameters)
    atom = literal(effect.adds, effect.atom.predicate, effect.atom.args, names)
    return kinds, our_form(effect.condition, names), atom


def their_effect(effect: Any) -> tuple[object, ...]:
    names = numbered({}, effect.parameters)
    kinds = tuple((p.type_name,) for p in effect.parameters)
    return kinds, their_form(effect.condition, names), their_form(effect.literal, names)


def our_axioms(domain: Domain) -> list[object]:
    return [
        (
            axiom.predicate,
            tuple((p.name, *p.types) for p in axiom.parameters),
            our_form(axiom.condition, {}),
        )
        for axiom in domain.axioms
    ]


def their_axioms(task: Any) -> list[object]:
    return [
        (
            axiom.name,
            tuple((p.name, p.type_name) for p in axiom.parameters),
            their_form(axiom.condition, {}),
        )
        for axiom in task.axioms
    ]


def our_init(problem: Problem) -> set[object]:
    facts = {(atom.predicate, *atom.args) for atom in problem.init}
    return facts | {((f.function, *f.args), value) for f, value in problem.costs.items()}


def their_init(task: Any) -> set[object]:
    """Their facts, without the equality of every object with itself, which they spell out."""
    return {
        (fact.predicate, *fact.args)
        if isinstance(fact, pddl.Atom)
        else ((fact.fluent.symbol, *fact.fluent.args), fact.expression.value)
        for fact in task.init
        if getattr(fact, "predicate", None) != "="
    }


# Their parser turns conditions into negation normal form and gives quantified variables new names;
# ours keeps what was written. Both are compared in that form, with nested conjunctions and
# disjunctions taken apart, and with the variables numbered.

Names = Mapping[str, str]


def numbered(outer: Names, parameters: Iterable[Any]) -> Names:
    """Names for variables that depend only on how many others are known already."""
    depth = int(outer.get("depth", "0"))
    new = {item.name: f"#{depth + number}" for number, item in enumerate(parameters)}
    return {**outer, **new, "depth": str(depth + len(new))}


def literal(holds: bool, predicate: str, args: Iterable[str], names: Names) -> Any:
    return ("literal", holds, predicate, *(names.get(arg, arg) for arg in args))


def junction(word: str, parts: Iterable[Any]) -> Any:
    flat: set[Any] = set()
    for part in parts:
        flat |= part[1] if part[0] == word else {part}
    return next(iter(flat)) if len(flat) == 1 else (word, frozenset(flat))


def our_form(condition: Condition, names: Names, holds: bool = True) -> Any:
    match condition:
        case model.Atom(predicate, args):
            return literal(holds, predicate, args, names)
        case model.Not(part):
            return our_form(part, names, not holds)
        case model.And(parts) | model.Or(parts):
            word = "and" if isinstance(condition, model.And) == holds else "or"
            return junction(word, [our_form(part, names, holds) for part in parts])
        case model.Imply(premise, conclusion):
            both = [our_form(premise, names, not holds), our_form(conclusion, names, holds)]
            return junction("or" if holds else "and", both)
        case model.ForAll(parameters, part) | model.Exists(parameters, part):
            word = "forall" if isinstance(condition, model.ForAll) == holds else "exists"
            kinds = tuple(p.types for p in parameters)
            return (word, kinds, our_form(part, numbered(names, parameters), holds))


def their_form(condition: Any, names: Names) -> Any:
    match condition:
        case pddl.Atom() | pddl.NegatedAtom():
            return literal(not condition.negated, condition.predicate, condition.args, names)
        case pddl.Truth():
            return ("and", frozenset())
        case pddl.Conjunction() | pddl.Disjunction():
            word = "and" if isinstance(condition, pddl.Conjunction) else "or"
            return junction(word, [their_form(part, names) for part in condition.parts])
        case pddl.UniversalCondition() | pddl.ExistentialCondition():
            word = "forall" if isinstance(condition, pddl.UniversalCondition) else "exists"
            kinds = tuple((p.type_name,) for p in condition.parameters)
            (part,) = condition.parts
            return (word, kinds, their_form(part, numbered(names, condition.parameters)))
    raise AssertionError(condition)


@pytest.mark.parametrize("name", DOMAINS)
def test_a_domain_and_its_first_problem_are_read_as_fast_downward_reads_them(
    shared: Path, name: str
) -> None:
    folder = shared / "apb" / name
    assert_same(folder / "domain.pddl", min((folder / "instances").glob("*.pddl")))


@pytest.mark.parametrize("name", TRICKY)
def test_a_tricky_text_is_read_as_fast_downward_reads_it(tmp_path: Path, name: str) -> None:
    text = TRICKY[name]
    kind = next((kind for kind in ("t", "p") if f"- {kind}" in text), ROOT_TYPE)
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(text, encoding="utf-8")
    problem.write_text(PROBLEM.format(kind=kind), encoding="utf-8")
    assert_same(domain, problem)
