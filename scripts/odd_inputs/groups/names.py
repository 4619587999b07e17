"""Any identifier in any part; where the files can be read, the task must be solved."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from pddl2nl import cli as pddl2nl_cli
from scripts.odd_inputs.case import Case, written

NAMES = (
    *("i", "a", "is", "not", "and", "or", "the", "object", "x_0", "truck_0", "no", "every", "it"),
    *("when", "goal", "now", "either", "if", "a1", "0", "1a", "-", "_", "q-", "köln", "größe", "λ"),
    *("ß", "ﬁx", "名前", "é", "x" * 400, "a-b-c-d-e", "p_q", "p-q", "pq", "has", "at", "in", "of"),
    *("define", "forall", "number", "total-cost", "either-or", "you", "think", "plan-end", "=x"),
)
DOMAIN = """(define (domain {d}) (:requirements :typing) (:types {t} place)
 (:predicates (at ?x - {t} ?y - place) ({p} ?x - {t}) ({q} ?x - {t}) (road ?y ?z - place))
 (:action {a} :parameters (?x - {t} ?y ?z - place)
  :precondition (and (at ?x ?y) (road ?y ?z))
  :effect (and (at ?x ?z) (not (at ?x ?y)) ({p} ?x)))
 (:action {b} :parameters (?x - {t}) :precondition ({p} ?x) :effect ({q} ?x)))"""
PROBLEM = """(define (problem one) (:domain {d}) (:objects {o} - {t} here there - place)
 (:init (at {o} here) (road here there)) (:goal (and (at {o} there) ({q} {o}))))"""


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    plain = dict(d="yard", t="truck", p="clean", q="full", a="go", b="fill", o="lorry")
    alike = choose.sample(("p_q", "p-q", "pq"), 3)
    drawn = alike if choose.random() < 0.2 else NAMES
    words = {key: choose.choice(drawn) if choose.random() < 0.5 else plain[key] for key in plain}
    folder = place / "own"
    domain = written(folder / "domain.pddl", DOMAIN.format(**words))
    problem = written(folder / "instances" / "p.pddl", PROBLEM.format(**words))
    kept = (domain, problem)
    about = " ".join(f"{key}={value[:20]}" for key, value in words.items())
    yield Case(pddl2nl_cli.main, ["check", str(domain), str(problem)], kept, about)
    order = ["eval", "--mechanism", "act", "--domain", str(folder), "--out", str(place / "out")]
    order += ["--style", choose.choice(("paper", "brief"))]
    order += ["--input", choose.choice(("nl", "nl", "template", "pddl"))]
    yield Case(autoplan_cli.main, order, kept, about, str(place / "out"))
