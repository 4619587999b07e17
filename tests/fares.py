"""A domain with costs and a conditional effect: riding on costs less than the direct road.

Riding in the rain makes wet, which has to be dried off for money, or avoided by waiting for
nothing. The direct road from a to b is the shortest way, and dear.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pddl2nl.model import Problem
from pddl2nl.reader import parse_domain, parse_problem

DOMAIN = """
(define (domain fares)
  (:requirements :typing :conditional-effects :action-costs)
  (:types place)
  (:predicates (at ?p - place) (road ?a ?b - place) (raining) (wet))
  (:functions (total-cost) - number (fare ?a ?b - place) - number)
  (:action ride :parameters (?a ?b - place)
    :precondition (and (at ?a) (road ?a ?b))
    :effect (and (at ?b) (not (at ?a)) (when (raining) (wet)) (increase (total-cost) (fare ?a ?b))))
  (:action dry-off :parameters () :precondition (wet)
    :effect (and (not (wet)) (increase (total-cost) 1.5)))
  (:action wait :parameters () :precondition (raining) :effect (not (raining))))
"""
DRY = DOMAIN.replace("(when (raining) (wet))", "").replace("fares)", "dry-fares)")
"""The same without the conditional effect, so that LM-cut can express it."""
FARES = {"a b": 12.5, "a c": 1.0, "c b": 2.5, "b d": 2.0, "d a": 0.1}
"""The roads and what they cost; from a to d there are two ways, for 14.5 and for 5.5."""
METRIC = "(:metric minimize (total-cost))"


def problem_text(
    number: int = 1,
    fares: Mapping[str, float] = FARES,
    *,
    name: str = "fares",
    metric: str = METRIC,
    wet: str = "(raining)",
) -> str:
    """A problem file: from a to d, and dry."""
    roads = " ".join(f"(road {road})" for road in FARES)
    prices = " ".join(f"(= (fare {road}) {price})" for road, price in fares.items())
    return (
        f"(define (problem {name}-{number}) (:domain {name}) (:objects a b c d - place)\n"
        f"(:init (at a) {wet} {roads} (= (total-cost) 0) {prices})\n"
        f"(:goal (and (at d) (not (wet)))) {metric})\n"
    )


def problem(
    domain: str = DOMAIN, fares: Mapping[str, float] = FARES, *, metric: str = METRIC
) -> Problem:
    """The task."""
    declared = parse_domain(domain)
    return parse_problem(problem_text(1, fares, name=declared.name, metric=metric), declared)


def lay_out(folder: Path, domain: str = DOMAIN, *, metric: str = METRIC, tasks: int = 3) -> Path:
    """A folder of tasks, which differ in the fare of the last road."""
    (folder / "instances").mkdir(parents=True)
    (folder / "domain.pddl").write_text(domain)
    name = parse_domain(domain).name
    for number in range(1, tasks + 1):
        text = problem_text(number, {**FARES, "b d": float(number)}, name=name, metric=metric)
        (folder / f"instances/instance-{number}.pddl").write_text(text)
    return folder
