"""Names that say nothing: the paper's numbered ones, and unrelated words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from pddl2nl import cli
from pddl2nl.check import check
from pddl2nl.errors import InputError
from pddl2nl.model import Domain, Parameter, Predicate
from pddl2nl.obfuscation import in_words, is_scheme, numbered, renaming
from pddl2nl.reader import parse_domain, read_domain, read_problem
from pddl2nl.renaming import Renaming
from pddl2nl.verbalizers import verbalizer

PUMPS = """
(define (domain pumps) (:requirements :strips)
  (:predicates (wet ?x) (dry))
  (:action pump :parameters (?x) :precondition (wet ?x) :effect (dry)))
"""


@pytest.fixture(params=domains.names())
def domain(request: pytest.FixtureRequest) -> Domain:
    return read_domain(domains.domain_file(domains.folder(request.param)))


def test_predicates_and_actions_are_counted_in_the_order_of_the_domain(domain: Domain) -> None:
    renamed = numbered(domain).domain(domain)
    assert [each.name for each in renamed.predicates] == [
        f"predicate{number}" for number in range(1, len(domain.predicates) + 1)
    ]
    assert [each.name for each in renamed.actions] == [
        f"action{number}" for number in range(1, len(domain.actions) + 1)
    ]


def test_types_objects_variables_and_the_domains_name_stay(domain: Domain) -> None:
    renamed = numbered(domain).domain(domain)
    assert (renamed.name, renamed.types, renamed.constants) == (
        domain.name,
        domain.types,
        domain.constants,
    )
    assert [each.parameters for each in renamed.actions] == [
        each.parameters for each in domain.actions
    ]


@given(st.sampled_from(domains.names()), st.integers(0, 10**6))
def test_words_differ_from_one_another_and_from_the_domains_own(name: str, seed: int) -> None:
    domain = read_domain(domains.domain_file(domains.folder(name)))
    names = in_words(domain, seed)
    new = [*names.predicates.values(), *names.actions.values()]
    old = {each.name for each in (*domain.types, *domain.predicates, *domain.actions)}
    assert len(set(new)) == len(new) == len(names.predicates) + len(names.actions)
    assert not set(new) & old
    assert names == in_words(domain, seed)


def test_a_word_of_a_family_with_the_domains_own_is_not_used() -> None:
    text = PUMPS.replace("pump ", "whistling ").replace("dry", "grump")
    for seed in range(200):
        names = in_words(parse_domain(text, "domain"), seed)
        assert "whistle" not in names.actions.values()
        assert "grumpy" not in names.predicates.values()


def test_another_seed_gives_other_words() -> None:
    domain = parse_domain(PUMPS, "domain")
    assert len({tuple(in_words(domain, seed).predicates.values()) for seed in range(20)}) > 10


def test_words_are_the_same_in_every_process() -> None:
    code = (
        "import domains; from pddl2nl.reader import read_domain; "
        "from pddl2nl.obfuscation import in_words; "
        "d = read_domain(domains.domain_file(domains.folder('rovers'))); "
        "print(list(in_words(d, 3).predicates.values()))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_predicates_that_share_a_name_go_on_sharing_one() -> None:
    pumps = parse_domain(PUMPS, "domain")
    twice = Predicate("wet", (Parameter("?x"), Parameter("?y")))
    domain = replace(pumps, predicates=(pumps.predicates[0], twice, pumps.predicates[1]))
    assert numbered(domain).predicates == {"wet": "predicate1", "dry": "predicate2"}
    renamed = [each.name for each in in_words(domain).domain(domain).predicates]
    assert renamed[0] == renamed[1] != renamed[2]


def test_a_domain_with_more_actions_than_words_gets_pairs_of_them() -> None:
    actions = " ".join(f"(:action a{n} :parameters () :effect (dry))" for n in range(120))
    domain = parse_domain(f"(define (domain long) (:predicates (dry)) {actions})", "domain")
    names = in_words(domain).actions.values()
    assert len(set(names)) == 120
    assert any("-" in name for name in names)


def test_nothing_is_lost_in_the_english_of_an_obfuscated_task(domain: Domain) -> None:
    folder = domains.folder(_folder_of(domain))
    problem = read_problem(domains.instances(folder)[0], domain)
    for spec in ("names", "words", "words:2"):
        names = renaming(domain, spec)
        renamed = names.domain(domain)
        for words in ("rules", "template"):
            lexicon = verbalizer(words).lexicon(renamed)
            assert check(renamed, [names.problem(problem)], lexicon) == []


def test_without_a_scheme_all_names_stay(domain: Domain) -> None:
    assert renaming(domain, None) == Renaming()
    assert renaming(domain, "words") == in_words(domain, 1)


def test_an_unknown_scheme_is_named() -> None:
    assert not is_scheme("words:x")
    with pytest.raises(InputError, match="unknown obfuscation 'letters'; known are names, words"):
        renaming(parse_domain(PUMPS, "domain"), "letters")


def test_convert_says_the_task_under_the_new_names(capsys: pytest.CaptureFixture[str]) -> None:
    folder = domains.folder("blocksworld")
    files = [str(domains.domain_file(folder)), str(domains.instances(folder)[0])]
    assert cli.main(["convert", *files, "--obfuscate", "names", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["lexicon"]["actions"]["action1"] == 'do "action 1" with {?ob}'
    before = said["lexicon"]["notes"]["called_before"]
    assert before["actions"] == {
        "action1": "pick-up",
        "action2": "put-down",
        "action3": "stack",
        "action4": "unstack",
    }
    assert before["predicates"]["predicate5"] == "on"
    assert (
        'the relation "predicate 5" holds for the ordered pair object_'
        in said["problems"][0]["text"]
    )
    assert "hand" not in said["domain_text"]["text"]


def test_convert_refuses_an_unknown_scheme_with_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["convert", "--obfuscate", str(tmp_path / "domain.pddl")])
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "expected names, words or words:SEED" in told


def _folder_of(domain: Domain) -> str:
    by_name = {
        read_domain(domains.domain_file(domains.folder(name))).name: name
        for name in domains.names()
    }
    return by_name[domain.name]
