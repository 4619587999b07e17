"""A language model's answers to questions, graded again as they were on the day they were given."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import domains
from autoplan.grade.rows import RowTexts
from autoplan.questions.grading import grade
from autoplan.questions.question import KINDS, Question, fact_named
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import AutoVerbalizer
from policies.truth import starting_in
from simulator import present_english
from simulator.world import World
from tests.conftest import REPOSITORY

ROWS = [
    json.loads(line)
    for line in (REPOSITORY / "tests/data/questions/answers.jsonl").read_text("utf-8").splitlines()
]


@cache
def _domain(folder: Path) -> tuple[Domain, Lexicon]:
    domain = read_domain(domains.domain_file(folder))
    return domain, AutoVerbalizer().lexicon(domain)


def question(row: Mapping[str, Any], folder: Path) -> Question:
    """A question as it was asked, from its instance and the facts that can change."""
    domain, lexicon = _domain(folder)
    file = next(each for each in domains.instances(folder) if each.stem == row["instance"])
    problem = read_problem(file, domain)
    world = World(problem)
    state = world.state_of(frozenset(map(fact_named, row["state"])))
    problem = starting_in(problem, state)
    texts = RowTexts.shown(problem, present_english(problem, lexicon))
    return Question.of({**row, **texts._asdict(), "prompt": []})


def test_all_kinds_were_asked_about_all_domains() -> None:
    found = Counter(row["domain"] for row in ROWS)
    assert len(ROWS) == 236
    assert len(found) == 10
    assert {row["kind"] for row in ROWS} == {*KINDS}


@pytest.mark.parametrize("domain", sorted({r["domain"] for r in ROWS if r["set"] == "bundled"}))
def test_answers_about_bundled_domains_are_read_and_right(domain: str) -> None:
    own = [row for row in ROWS if (row["domain"], row["set"]) == (domain, "bundled")]
    grades = {
        row["id"]: grade(question(row, domains.folder(domain)), row["response"]) for row in own
    }
    assert {name for name, each in grades.items() if each.right is not True} == set()


@pytest.mark.parametrize("domain", sorted({r["domain"] for r in ROWS if r["set"] == "ipc"}))
def test_answers_about_competition_domains_are_read_and_right(domain: str, shared: Path) -> None:
    own = [row for row in ROWS if (row["domain"], row["set"]) == (domain, "ipc")]
    folder = shared / "ipc" / domain
    grades = {row["id"]: grade(question(row, folder), row["response"]) for row in own}
    assert {name for name, each in grades.items() if each.right is not True} == set()


def test_an_answer_to_another_question_is_not_right() -> None:
    """What is right is decided by the question: these answers do not fit the next one."""
    own = [row for row in ROWS if row["domain"] == "ferry" and row["form"] == "open"]
    pairs = zip(own, [*own[1:], own[0]], strict=True)
    folder = domains.folder("ferry")
    assert not any(grade(question(one, folder), other["response"]).right for one, other in pairs)
