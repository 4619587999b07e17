"""Names that say nothing: the paper's numbered ones, unrelated words, random strings."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from pddl2nl import cli
from pddl2nl.check import check
from pddl2nl.errors import InputError
from pddl2nl.model import ROOT_TYPE, Domain, Parameter, Predicate, Problem
from pddl2nl.obfuscation import Renaming, at_random, in_words, is_scheme, numbered, renaming
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from pddl2nl.writer import domain_to_pddl, goal_to_pddl, init_to_pddl, problem_to_pddl
from tests import pddl_strategies as pddl

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
    for spec in ("names", "words", "words:2", "random"):
        names = renaming(domain, spec, [problem])
        renamed = names.domain(domain)
        for words in ("rules", "template"):
            lexicon = verbalizer(words).lexicon(renamed)
            assert check(renamed, [names.problem(problem)], lexicon) == []


@given(st.data())
def test_at_random_no_name_is_left_and_all_comes_back(data: st.DataObject) -> None:
    problem = data.draw(pddl.problems(data.draw(pddl.domains())))
    names = at_random(problem.domain, [problem])
    renamed = names.problem(problem)
    assert names.inverse.problem(renamed) == problem
    kept = {ROOT_TYPE, "derived", *(each.name for each in problem.domain.functions)}
    text = domain_to_pddl(renamed.domain) + goal_to_pddl(renamed) + init_to_pddl(renamed)
    said = set(re.findall(r"\??[\w-]+", text))
    assert not (set(_names(problem)) - kept) & said
    tables = (names.predicates, names.actions, names.types, names.terms, names.domains)
    strings = [new.removeprefix("?") for table in tables for new in table.values()]
    assert len(set(strings)) == len(strings)


def _names(problem: Problem) -> Iterator[str]:
    domain = problem.domain
    yield domain.name
    groups = (domain.types, domain.constants, problem.objects, domain.predicates, domain.actions)
    yield from (each.name for group in groups for each in group)
    for schema in domain.actions:
        yield from (item.name for item in schema.parameters)


def test_random_strings_are_the_same_in_every_process_and_others_for_another_seed() -> None:
    pumps = parse_domain(PUMPS, "domain")
    assert renaming(pumps, "random") == renaming(pumps, "random:1")
    assert renaming(pumps, "random:1") != renaming(pumps, "random:2")
    assert renaming(pumps, "random").predicates == {"wet": "txnmxt", "dry": "vkpvlv"}


def test_without_a_scheme_all_names_stay(domain: Domain) -> None:
    assert renaming(domain, None) == Renaming()
    assert renaming(domain, "words") == in_words(domain, 1)


def test_an_unknown_scheme_is_named() -> None:
    assert not is_scheme("words:x")
    assert not is_scheme("words:" + "9" * 5000)
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
    assert "expected names, words, random, words:SEED or random:SEED" in told


def _folder_of(domain: Domain) -> str:
    by_name = {
        read_domain(domains.domain_file(domains.folder(name))).name: name
        for name in domains.names()
    }
    return by_name[domain.name]


TOLLS = """
(define (domain roads) (:requirements :typing :action-costs) (:types town)
  (:predicates (at ?t - town))
  (:functions (total-cost) - number (toll ?a ?b - town) - number (fee) - number)
  (:action go :parameters (?a ?b - town) :precondition (at ?a)
    :effect (and (at ?b) (not (at ?a)) (increase (total-cost) (toll ?a ?b))))
  (:action pay :parameters () :effect (increase (total-cost) (fee))))
"""
TRIP = """
(define (problem trip) (:domain roads) (:objects x y - town)
  (:init (at x) (= (total-cost) 0) (= (fee) 3) (= (toll x y) 2)) (:goal (at y))
  (:metric minimize (total-cost)))
"""


@pytest.mark.parametrize("spec", ["names", "words", "random"])
def test_functions_have_other_names_too_but_for_the_total_cost(spec: str) -> None:
    domain = parse_domain(TOLLS)
    problem = parse_problem(TRIP, domain)
    names = renaming(domain, spec, [problem])
    renamed = names.problem(problem)
    text = f"{domain_to_pddl(renamed.domain)}{problem_to_pddl(renamed)}"
    assert not re.search(r"\btoll\b|\bfee\b", text)
    assert text.count("(total-cost)") == 5
    assert parse_problem(problem_to_pddl(renamed), parse_domain(domain_to_pddl(renamed.domain)))
    assert names.inverse.problem(renamed) == problem
