"""Every heuristic is in the table by which each is switched off, and what is in there exists."""

from __future__ import annotations

import re

import pytest

from pddl2nl.english import negation
from pddl2nl.verbalizers.rules import actions, predicates, words
from policies.answers.meaning import lines
from policies.answers.structure import runs
from scripts.heuristics import GROUPS, Heuristic, answers, snippets, switched_off
from scripts.heuristics.tables import NO_HEURISTICS, tables
from tests.conftest import REPOSITORY

ALL = [each for group in GROUPS.values() for each in group]
BY_PLACE = {each.place: each for each in ALL}


def test_every_heuristic_exists_and_is_listed_once() -> None:
    for each in ALL:
        assert each.found()[2] is not None, each.place
    assert len(BY_PLACE) == len(ALL)


def test_every_pattern_and_every_role_is_listed() -> None:
    patterns = {each.__name__ for group in predicates.PATTERNS.values() for each in group}
    assert {each.attribute for each in snippets.PATTERNS} == patterns
    roles = {name for name in vars(actions) if name.startswith("_say_")}
    listed = {each.attribute for each in (*snippets.ROLES, *snippets.SMALL)}
    assert roles <= listed


def test_every_table_of_words_and_patterns_is_listed() -> None:
    found = set(tables())
    assert found - BY_PLACE.keys() - NO_HEURISTICS.keys() == set(), "add them to scripts/heuristics"
    assert NO_HEURISTICS.keys() <= found - BY_PLACE.keys()


def test_every_heuristic_stands_in_the_docs_with_a_test_that_exists() -> None:
    text = (REPOSITORY / "docs" / "rules.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` \| .* \| ([^|]*) \|$", text, re.MULTILINE))
    assert rows.keys() == BY_PLACE.keys(), "run scripts/mutate_rules.py"
    modules = (REPOSITORY / "tests").glob("p*/**/test_*.py")
    sources = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    assert {test for test in rows.values() if f"def {test}(" not in sources} <= {"**none**"}


@pytest.mark.parametrize("each", [*snippets.PATTERNS[:1], *answers.RULES[:1]])
def test_a_heuristic_is_off_for_a_while(each: Heuristic) -> None:
    owner, name, it = each.found()
    before = dict(predicates.PATTERNS)
    with switched_off(each):
        assert vars(owner)[name] is not it
        assert all(it not in group for group in predicates.PATTERNS.values())
    assert vars(owner)[name] is it
    assert before == predicates.PATTERNS


def test_a_heuristic_is_off_under_every_name() -> None:
    with switched_off(BY_PLACE["meaning.clauses:without_reason"]):
        assert lines.without_reason("go because it is so") == "go because it is so"
    with switched_off(BY_PLACE["rules.words:LOCATIVES"]):
        assert frozenset() == words.LOCATIVES
    with switched_off(BY_PLACE["english.negation:_QUOTED"]):
        assert negation.denies('A is "not busy"')
    with switched_off(BY_PLACE["structure.runs:Part.told"]):
        assert not runs.Part(()).told
