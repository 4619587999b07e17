"""Odd files: answers, lexicons, PDDL and HDDL with broken text, odd names or odd shapes."""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import domains
from autoplan import cli as autoplan_cli
from pddl2nl import cli as pddl2nl_cli
from scripts.odd_inputs.case import Case, spoilt, written


def entry_of(response: str) -> dict[str, object]:
    """What `score` takes for an answer to a small task."""
    folder = domains.folder("blocksworld")
    return {
        "domain": str(folder / "domain.pddl"),
        "problem": str(folder / "instances" / "instance-1.pddl"),
        "response": response,
    }


def answers_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Odd answers, and odd lines around them."""
    plan = "1. pick up block object_1 from the table\n2. put it down\n" * choose.randint(1, 40)
    entry = entry_of(spoilt(plan, choose))
    if choose.random() < 0.4:
        name = choose.choice(("form", "style", "names", "lexicon", "config", "domain", "response"))
        entry[name] = choose.choice((None, 1, [], {}, "nl", "pddl", "brief", "/", "\x00", True))
    line = json.dumps(entry)
    if choose.random() < 0.3:
        line = spoilt(line, choose)
    file = written(place / "responses.jsonl", line + "\n")
    yield Case(autoplan_cli.main, ["score", str(file)], (file,))


LENGTH = 200_000
PIECES = (
    *(" ", "\n", "\t", "\r", "\xa0", "`", "```\n", "(", ")", "[", "]", "{", "}", "<", ">"),
    *('"', "'"),
    *("a", "1", "1.", "1. ", "- ", "* ", "**", "_", "|", "|-", "#", "# ", "\\", "$", "\\(", "/"),
    *(",", ".", ":", ";", "-", "=", "→", "é", "名", "\u0301", "\x00", "\x1b", "\ud800", "\u202e"),
    *("&amp;", "<think>", "</think>", '{"a":', "[1,", "and ", "then ", "not ", "it ", "object_1 "),
    *("no. ", "pick up ", "(pick-up ", "\n\n", " \n", "step 1: ", "Plan:\n", "[PLAN END]\n"),
)


def long_answers_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Answers of 200,000 equal characters, or of a short piece again and again, for `score`."""
    piece = choose.choice(PIECES)
    run = (piece * (LENGTH // len(piece) + 1))[:LENGTH]
    plan = "1. pick up block object_1 from the table\n"
    entry = entry_of(choose.choice(("", plan, "x")) + run + choose.choice(("", plan, "y")))
    entry["form"] = choose.choice(("nl", "nl", "pddl", "template"))
    file = written(place / "responses.jsonl", json.dumps(entry) + "\n")
    yield Case(autoplan_cli.main, ["score", str(file)], (file,), f"{piece!r} again and again")


def lexicons_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Broken lexicon files."""
    folder = domains.folder("ferry")
    domain, good = folder / "domain.pddl", place / "good.json"
    with contextlib.redirect_stdout(io.StringIO()):
        pddl2nl_cli.main(["convert", str(domain), "--lexicon-out", str(good)])
    bad = written(place / "bad.json", spoilt(good.read_text("utf-8"), choose))
    problem = folder / "instances" / "instance-1.pddl"
    order = ["check", str(domain), str(problem), "--lexicon", str(bad)]
    if choose.random() < 0.5:
        order = ["convert", str(domain), "--verbalizer", str(bad)]
    yield Case(pddl2nl_cli.main, order, (bad,))


BUNDLED = ("blocksworld", "ferry", "floortile", "grid", "logistics", "satellite", "visitall")


def pddl_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Broken domain and problem files."""
    folder = domains.folder(choose.choice(BUNDLED))
    texts = {
        "domain.pddl": (folder / "domain.pddl").read_text("utf-8"),
        "problem.pddl": (folder / "instances" / "instance-2.pddl").read_text("utf-8"),
    }
    broken = choose.choice(list(texts))
    texts[broken] = spoilt(texts[broken], choose)
    files = tuple(written(place / name, text) for name, text in texts.items())
    more = choose.choice(
        (["--style", "brief"], ["--format", "json"], ["--format", "messages"], ["--costs"], [])
    )
    command = ["check"] if choose.random() < 0.3 else ["convert", *more]
    yield Case(pddl2nl_cli.main, [*command, *map(str, files)], files, broken)


IDENTIFIERS = (
    *("i", "a", "is", "not", "and", "or", "the", "object", "x_0", "truck_0", "no", "every", "it"),
    *("when", "goal", "now", "either", "if", "a1", "0", "1a", "-", "_", "q-", "köln", "größe", "λ"),
    *("ß", "ﬁx", "名前", "é", "x" * 400, "a-b-c-d-e", "p_q", "p-q", "pq", "has", "at", "in", "of"),
    *("define", "forall", "number", "total-cost", "either-or", "you", "think", "plan-end", "=x"),
)
NAMED_DOMAIN = """(define (domain {d}) (:requirements :typing) (:types {t} place)
 (:predicates (at ?x - {t} ?y - place) ({p} ?x - {t}) ({q} ?x - {t}) (road ?y ?z - place))
 (:action {a} :parameters (?x - {t} ?y ?z - place)
  :precondition (and (at ?x ?y) (road ?y ?z))
  :effect (and (at ?x ?z) (not (at ?x ?y)) ({p} ?x)))
 (:action {b} :parameters (?x - {t}) :precondition ({p} ?x) :effect ({q} ?x)))"""
NAMED_PROBLEM = """(define (problem one) (:domain {d}) (:objects {o} - {t} here there - place)
 (:init (at {o} here) (road here there)) (:goal (and (at {o} there) ({q} {o}))))"""


def names_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Any identifier in any part; where the files can be read, the task must be solved."""
    plain = dict(d="yard", t="truck", p="clean", q="full", a="go", b="fill", o="lorry")
    alike = choose.sample(("p_q", "p-q", "pq"), 3)
    drawn = alike if choose.random() < 0.2 else IDENTIFIERS
    words = {key: choose.choice(drawn) if choose.random() < 0.5 else plain[key] for key in plain}
    folder = place / "own"
    domain = written(folder / "domain.pddl", NAMED_DOMAIN.format(**words))
    problem = written(folder / "instances" / "p.pddl", NAMED_PROBLEM.format(**words))
    kept = (domain, problem)
    about = " ".join(f"{key}={value[:20]}" for key, value in words.items())
    yield Case(pddl2nl_cli.main, ["check", str(domain), str(problem)], kept, about)
    order = ["eval", "--mechanism", "act", "--domain", str(folder), "--out", str(place / "out")]
    order += ["--style", choose.choice(("paper", "brief"))]
    order += ["--input", choose.choice(("nl", "nl", "template", "pddl"))]
    yield Case(autoplan_cli.main, order, kept, about, str(place / "out"))


LINKED_DOMAIN = """(define (domain chain) (:requirements :typing :hierarchy) (:types place - object)
 (:predicates (at ?p - place) (lit ?p - place))
 {tasks}
 {methods}
 (:action light :parameters (?p - place) :precondition (at ?p) :effect (lit ?p)))
"""
LINKED_PROBLEM = """(define (problem p) (:domain chain) (:objects home - place)
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
    return LINKED_DOMAIN.format(
        tasks=tasks, methods="\n ".join([*links, last])
    ), f"{kind} of {size}"


def hddl_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Domains with tasks and methods: long chains, circles, broken files."""
    if choose.random() < 0.5:
        domain, about = linked(choose)
        goal = choose.choice(("", "(:goal (lit home))"))
        problem = LINKED_PROBLEM.format(first=choose.choice(("t0", "t0", "light", "t9")), goal=goal)
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


GROUPS = {
    "answers": answers_cases,
    "long_answers": long_answers_cases,
    "lexicons": lexicons_cases,
    "pddl": pddl_cases,
    "names": names_cases,
    "hddl": hddl_cases,
}
