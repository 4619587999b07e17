"""Domains with tasks and methods: long chains, circles, broken files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import domains
from autoplan import cli as autoplan_cli
from pddl2nl import cli as pddl2nl_cli
from scripts.odd_inputs.case import Case, spoilt, written

DOMAIN = """(define (domain chain) (:requirements :typing :hierarchy) (:types place - object)
 (:predicates (at ?p - place) (lit ?p - place))
 {tasks}
 {methods}
 (:action light :parameters (?p - place) :precondition (at ?p) :effect (lit ?p)))
"""
PROBLEM = """(define (problem p) (:domain chain) (:objects home - place)
 (:htn :ordered-subtasks ({first} home)) (:init (at home)) {goal})"""


def method(name: str, task: str, *subtasks: str) -> str:
    steps = " ".join(f"({each} ?p)" for each in subtasks)
    return (
        f"(:method {name} :parameters (?p - place) :task ({task} ?p)"
        f" :ordered-subtasks (and {steps}))"
    )


def linked(choose: random.Random) -> tuple[str, str]:
    """Tasks in a chain, a circle, a tree or a shape of their own: a domain, and its kind."""
    kind = choose.choice(("chain", "circle", "itself", "doubling", "wide", "nowhere", "idle"))
    size = choose.choice((1, 2, 10, 300, 3000))
    names = [f"t{number}" for number in range(size)]
    links = [
        method(f"m{number}", here, *([there] * (2 if kind == "doubling" else 1)))
        for number, (here, there) in enumerate(pairwise(names))
    ]
    last = {
        "circle": method("last", names[-1], names[0]),
        "itself": method("last", names[-1], names[-1]),
        "nowhere": method("last", names[-1], "nothing"),
        "idle": method("last", names[-1]),
        "wide": method("last", names[-1], *(["light"] * size)),
    }.get(kind, method("last", names[-1], "light"))
    tasks = "\n ".join(
        f"(:task {name} :parameters (?p - place) :effect (lit ?p))" for name in names
    )
    return DOMAIN.format(tasks=tasks, methods="\n ".join([*links, last])), f"{kind} of {size}"


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    if choose.random() < 0.5:
        domain, about = linked(choose)
        goal = choose.choice(("", "(:goal (lit home))"))
        problem = PROBLEM.format(first=choose.choice(("t0", "t0", "light", "t9")), goal=goal)
    else:
        name = choose.choice(("rescue", "household", "transport"))
        folder = Path(domains.__file__).parent / "htn" / name
        domain = (folder / "domain.hddl").read_text("utf-8")
        problem = (folder / "instances" / "instance-1.hddl").read_text("utf-8")
        about = f"{name}, broken"
        if choose.random() < 0.5:
            domain = spoilt(domain, choose)
        else:
            problem = spoilt(problem, choose)
    files = (
        written(place / "own" / "domain.hddl", domain),
        written(place / "own" / "instances" / "p.hddl", problem),
    )
    if choose.random() < 0.3:
        yield Case(pddl2nl_cli.main, ["convert", *map(str, files)], files, about)
        return
    mechanism = choose.choice(("chathtn", "chathtn:depth=20,queries=5"))
    arguments = ["eval", "--mechanism", mechanism, "--domain", str(place / "own")]
    arguments += ["--time-limit", "4", "--out", str(place / "out")]
    yield Case(autoplan_cli.main, arguments, files, about)
