"""`pddl2nl check` as a user calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import domains
from pddl2nl import cli
from pddl2nl.check import notes
from pddl2nl.lexicon_files import dump_lexicon
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import verbalizer
from tests import fares
from tests.conftest import REPOSITORY

FERRY = domains.folder("ferry")
FILES = (FERRY / "domain.pddl", FERRY / "instances" / "instance-1.pddl")


def check(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pddl2nl.cli", "check", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    """A lexicon in which the ferry and a car are somewhere in the same words."""
    path = tmp_path / "ferry.json"
    written = dump_lexicon(verbalizer("rules").lexicon(read_domain(FILES[0])))
    data = json.loads(written)
    data["predicates"]["on"] = "{?c} is a car"
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_nothing_is_lost_with_the_rules() -> None:
    done = check(*FILES)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 problem" in done.stdout


def test_costs_are_compared_where_there_are_any() -> None:
    assert "cost" not in check(*FILES).stdout
    islands = REPOSITORY / "docs" / "examples" / "islands"
    done = check(islands / "domain.pddl", islands / "instances" / "p1.pddl")
    assert "1 problem, costs included, parse back unchanged" in done.stdout


@pytest.mark.parametrize("option", ["--lexicon", "--verbalizer"])
def test_snippets_are_named_as_in_other_commands(option: str, lexicon: Path) -> None:
    assert "predicate on" in check(*FILES, option, lexicon).stdout


def test_what_is_ambiguous_is_named_and_the_exit_status_is_one(lexicon: Path) -> None:
    done = check(*FILES, "--lexicon", lexicon)
    assert done.returncode == 1
    [line] = done.stdout.splitlines()
    assert "predicate on" in line
    assert "predicate car" in line


def test_what_is_no_english_is_listed_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "ferry.json"
    data = json.loads(dump_lexicon(verbalizer("library").lexicon(read_domain(FILES[0]))))
    data["predicates"]["car"] = "{?c} car"
    data["predicates"]["empty-ferry"] = "the ferry still has room"
    data["actions"]["sail"] = "sailing from {?from} to {?to}"
    path.write_text(json.dumps(data), "utf-8")
    done = check(*FILES, "--lexicon", path)
    assert done.returncode == 0
    clause, adverb, phrase, rest = done.stdout.splitlines()
    assert clause.startswith("predicate car: note: ")
    assert clause.endswith("as in '{?c} is a car': '{?c} car'")
    assert adverb.startswith("predicate empty-ferry: note: 'still' ")
    assert "as in 'the ferry has room'" in adverb
    assert phrase.startswith("action sail: note: ")
    assert "as in 'sail from {?from} to {?to}'" in phrase
    assert rest.startswith("nothing is lost")


def test_a_lexicon_that_does_not_fit_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"predicates": {}, "actions": {}}', "utf-8")
    done = check(*FILES, "--lexicon", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert str(path) in done.stderr


def test_what_was_tolerated_in_the_files_is_told(tmp_path: Path) -> None:
    text = (
        FILES[1]
        .read_text("utf-8")
        .replace("(domain ferry)", "(domain fairy)")
        .replace("(:domain ferry)", "(:domain fairy)")
    )
    problem = tmp_path / "p.pddl"
    problem.write_text(text, "utf-8")
    done = check(FILES[0], problem)
    assert done.returncode == 0
    assert done.stderr.startswith(f"{problem}:")
    assert ": note: " in done.stderr


def test_a_permission_that_reads_as_a_goal_is_listed(tmp_path: Path) -> None:
    domain = tmp_path / "domain.pddl"
    domain.write_text(
        "(define (domain shelves) (:predicates (put-ok ?a ?b) (on ?a ?b))\n"
        "(:action put :parameters (?a ?b) :precondition (put-ok ?a ?b) :effect (on ?a ?b)))",
        "utf-8",
    )
    words = tmp_path / "words.json"
    for snippet, noted in (("{?a} is to be put on {?b}", True), ("{?a} may be put on {?b}", False)):
        content = {
            "domain": "shelves",
            "source": "by hand",
            "predicates": {"put-ok": snippet, "on": "{?a} is on {?b}"},
            "actions": {"put": "put {?a} on {?b}"},
        }
        words.write_text(json.dumps(content), "utf-8")
        done = check(domain, "--lexicon", words)
        assert done.returncode == 0
        assert ("as in '{?a} may be put on {?b}'" in done.stdout) == noted


def test_a_function_that_reads_as_no_noun_phrase_is_listed() -> None:
    problem = fares.problem()
    words = verbalizer("rules").lexicon(problem.domain)
    for snippet, listed in (("{?a} charges {?b}", True), ("{?a}'s fee to {?b}", False)):
        found = map(str, notes(problem.domain, replace(words, functions={"fare": snippet})))
        [*listing] = (note for note in found if note.startswith("function fare: "))
        assert ["as in 'the fare from {?a} to {?b}'" in note for note in listing] == [True] * listed


def test_no_lexicon_of_the_library_has_a_permission_that_reads_as_a_goal(shared: Path) -> None:
    paths = [*shared.glob("ipc/*/domain.pddl"), *shared.glob("apb/*/domain.pddl")]
    assert len(paths) > 70
    for domain in map(read_domain, paths):
        assert list(notes(domain, verbalizer("library").lexicon(domain))) == []


def test_a_part_of_an_option_is_not_taken_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tmp_path / "words.json"
    words.write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        cli.main(["convert", "domains/ferry/domain.pddl", "--lexicon", str(words)])
    assert ended.value.code == 2
    assert (
        "unrecognized option: --lexicon; did you mean '--lexicon-out'?" in capsys.readouterr().err
    )
    assert words.read_text(encoding="utf-8") == "mine"
