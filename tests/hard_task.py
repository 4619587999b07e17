"""A task on which planners run into their limits."""

from __future__ import annotations

from pathlib import Path

from pddl2nl.model import Problem
from pddl2nl.reader import parse_domain, parse_problem

DOMAIN = """
(define (domain pigeons)
  (:predicates (pigeon ?p) (free ?hole) (settled ?p))
  (:action settle :parameters (?p ?hole)
    :precondition (and (pigeon ?p) (free ?hole))
    :effect (and (settled ?p) (not (free ?hole)))))
"""


def problem_text(holes: int, name: str = "crowd") -> str:
    """Forty pigeons and some holes.

    Blind search gets lost in the ways to settle them. The heuristics lead straight to the goal
    where there are holes enough, and where one is missing all planners here get lost.
    """
    pigeons = [f"pigeon-{number}" for number in range(40)]
    places = [f"hole-{number}" for number in range(holes)]
    return f"""
    (define (problem {name}) (:domain pigeons)
      (:objects {" ".join([*pigeons, *places])})
      (:init {" ".join(f"(pigeon {each})" for each in pigeons)}
             {" ".join(f"(free {each})" for each in places)})
      (:goal (and {" ".join(f"(settled {each})" for each in pigeons)})))
    """


def hopeless_task() -> Problem:
    """A task on which every planner here runs until it is stopped."""
    return parse_problem(problem_text(39), parse_domain(DOMAIN, "domain"), "problem")


def write_hard_domain(folder: Path, copies: int = 1) -> None:
    """A benchmark on which blind search runs until it is stopped, and others have no trouble."""
    (folder / "instances").mkdir(parents=True)
    (folder / "domain.pddl").write_text(DOMAIN)
    for number in range(1, copies + 1):
        text = problem_text(40, f"crowd-{number}")
        (folder / f"instances/crowd-{number}.pddl").write_text(text)
