"""The domains that readers judged: each converts, loses nothing, and is told without guesses."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from pddl2nl.check import check
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from tests.conftest import REPOSITORY

FOLDERS = sorted(
    path.parent for path in (REPOSITORY / "tests/data/domains").glob("*/*/domain.pddl")
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_domain_by_another_author_loses_nothing(folder: Path) -> None:
    domain = read_domain(folder / "domain.pddl")
    problem = read_problem(folder / "p1.pddl", domain)
    assert check(domain, [problem], verbalizer("auto").lexicon(domain)) == []


@pytest.mark.parametrize(
    ("domain", "item", "words"),
    [
        ("hospital-ward", "action administer", "administer"),  # by the nurse, not the patient
        ("lunarOutpost", "predicate generating", "generating"),
        ("pancake_kitchen", "predicate pancake_on", "pancake on"),
        ("hoppers", "predicate right-of", "right of"),  # y is right of x
        ("farmyear", "predicate follows", "follows"),
    ],
)
def test_what_misled_a_reader_is_plain(domain: str, item: str, words: str) -> None:
    (folder,) = (each for each in FOLDERS if each.name == domain)
    lexicon = verbalizer("rules").lexicon(read_domain(folder / "domain.pddl"))
    kind, name = item.split()
    snippets = lexicon.predicates if kind == "predicate" else lexicon.actions
    found = [snippet for key, snippet in snippets.items() if key.startswith(name)]
    assert found
    assert all(f'"{words}' in snippet for snippet in found)


def test_the_readings_add_up() -> None:
    script = runpy.run_path(str(REPOSITORY / "scripts" / "score_readings.py"))
    rows = [line.strip("| ").split(" | ") for line in script["readings"]()][2:]
    assert len(rows) == len(list((REPOSITORY / "tests/data/readings").glob("*.json")))
    for _, domains, *cells in rows:
        counts = list(map(int, cells))
        assert sum(counts[:4]) == int(domains)
        assert sum(counts[5:]) == counts[4]
    roles = [line.strip("| ").split(" | ") for line in script["understanding"]()][2:]
    assert [row[0] for row in roles] == ["written", "plain", "sure"]
    present = [line.strip("| ").split(" | ") for line in script["present_rules"]()][2:]
    for author, snippets, *marks in present:
        assert author.startswith("author-")
        assert sum(map(int, marks)) == int(snippets)
