"""Tasks that differ in the names of their objects alone are found, and never in two splits."""

from __future__ import annotations

import random

from autoplan.integrations.dataset import DatasetPlan, Row, split
from autoplan.integrations.isomorphism import certificate
from pddl2nl.reader import parse_domain, parse_problem

DOMAIN = """(define (domain NAME) (:predicates (edge ?x ?y) (at ?x))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (edge ?x ?y))
    :effect (and (at ?y) (not (at ?x)))))"""


def problem(nodes: list[str], edges: list[tuple[int, int]], goal: int) -> str:
    facts = " ".join(f"(edge {nodes[one]} {nodes[other]})" for one, other in edges)
    return (
        f"(define (problem p) (:domain d) (:objects {' '.join(sorted(nodes))})"
        f" (:init (at {nodes[0]}) {facts}) (:goal (at {nodes[goal]})))"
    )


def certified(text: str) -> str:
    return certificate(parse_problem(text, parse_domain(DOMAIN.replace("NAME", "d"))))


def test_other_names_change_nothing_and_another_edge_or_goal_does() -> None:
    dice = random.Random(1)
    for _ in range(50):
        size = dice.randint(3, 8)
        pairs = [(one, other) for one in range(size) for other in range(size)]
        edges = dice.sample(pairs, dice.randint(2, len(pairs) - 1))
        names = [f"n{number}" for number in range(size)]
        other = dice.sample([f"x{number}" for number in range(size)], size)
        known = certified(problem(names, edges, 1))
        assert certified(problem(other, dice.sample(edges, len(edges)), 1)) == known
        assert certified(problem(names, edges[1:], 1)) != known
        assert certified(problem(names, edges, 0)) != known


def row(domain: str, instance: str, text: str) -> Row:
    return {
        "domain": domain,
        "instance": instance,
        "domain_pddl": DOMAIN.replace("NAME", domain),
        "problem_pddl": text,
        "reference_cost": None,
    }


def test_isomorphic_tasks_and_copies_of_a_domain_share_a_split() -> None:
    chains = [[(at, at + 1) for at in range(length)] for length in range(2, 12)]
    names = [f"n{number}" for number in range(13)]
    rows = [row("one", str(n), problem(names, chain, 1)) for n, chain in enumerate(chains)]
    again = [row("two", str(n), problem(names[::-1], chain, 1)) for n, chain in enumerate(chains)]
    for seed in range(5):
        plan = DatasetPlan(split_by="instance", split_seed=seed)
        found = split([*rows, *again], plan)
        assert list(found) == ["train", "validation", "test"]
        places = [{certified(each["problem_pddl"]) for each in part} for part in found.values()]
        assert sum(map(len, places)) == len(set().union(*places)) == len(chains)
        assert list(split([*rows, *again], DatasetPlan(split_seed=seed))) == ["train"]


PRICED = """(define (domain priced) (:requirements :action-costs)
  (:predicates (edge ?x ?y) (at ?x)) (:functions (total-cost) - number (fare ?x ?y) - number)
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (edge ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (increase (total-cost) (fare ?x ?y)))))"""


def test_tasks_that_differ_in_costs_share_a_split_unless_the_rows_state_costs() -> None:
    def priced(fare: int, cost: float | None) -> Row:
        text = (
            f"(define (problem p) (:domain priced) (:objects a b) (:init (at a) (edge a b)"
            f" (= (fare a b) {fare}) (= (total-cost) 0)) (:goal (at b))"
            " (:metric minimize (total-cost)))"
        )
        return {**row("priced", str(fare), text), "domain_pddl": PRICED, "reference_cost": cost}

    by_instance = DatasetPlan(split_by="instance")
    assert list(split([priced(fare, None) for fare in range(1, 9)], by_instance)) == ["train"]
    stated = split([priced(fare, float(fare)) for fare in range(1, 9)], by_instance)
    assert list(stated) == ["train", "validation", "test"]
