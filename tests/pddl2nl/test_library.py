"""The library of lexicons: each is sound, and a domain finds its own however it is dressed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import domains
from pddl2nl import cli
from pddl2nl.check import check
from pddl2nl.errors import InputError
from pddl2nl.model import Domain
from pddl2nl.reader import parse_domain, read_domain, read_problem
from pddl2nl.verbalizers import AutoVerbalizer, LibraryVerbalizer, RulesVerbalizer
from pddl2nl.verbalizers.registry import entries, find

GRIPPER = """
(define (domain {name}) (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?o ?r)
  (free ?g) (carry ?o ?g))
  (:action move :parameters (?here ?there)
    :precondition (and (room ?here) (room ?there) (at-robby ?here))
    :effect (and (at-robby ?there) (not (at-robby ?here))))
  {pick}
  (:action drop :parameters (?o ?r ?g) :precondition (and (carry ?o ?g) (at-robby ?r))
    :effect (and (at ?o ?r) (free ?g) (not (carry ?o ?g)))))
"""
PICK = """(:action pick :parameters (?o ?r ?g)
    :precondition (and (at ?o ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?o ?g) (not (at ?o ?r)) (not (free ?g))))"""


def gripper(name: str = "grip", pick: str = PICK) -> Domain:
    return parse_domain(GRIPPER.format(name=name, pick=pick))


def known(shared: Path) -> list[Path]:
    bundled = [domains.domain_file(domains.folder(name)) for name in domains.names()]
    return [
        *bundled,
        *sorted(shared.glob("apb/*/domain.pddl")),
        *sorted(shared.glob("ipc/*/domain.pddl")),
    ]


def test_every_domain_at_hand_is_known_and_its_text_loses_nothing(shared: Path) -> None:
    paths = known(shared)
    assert len(paths) > 90
    for path in paths:
        domain = read_domain(path)
        instances = sorted(path.parent.glob("instances/*"), key=lambda file: file.stat().st_size)
        problems = [read_problem(file, domain) for file in instances[:1]]
        lexicon = LibraryVerbalizer().lexicon(domain)
        assert check(domain, problems, lexicon) == [], path
        assert {*lexicon.provenance["predicates"].values()} <= {"written"}


def test_no_two_lexicons_are_for_the_same_domain() -> None:
    signatures = [entry.signature for entry in entries()]
    assert len(set(signatures)) == len(signatures) > 70


def test_a_domain_is_known_by_its_signature_alone() -> None:
    found = find(gripper("anything"))
    assert found is not None
    assert found.name == "gripper"
    lexicon = LibraryVerbalizer().lexicon(gripper("anything"))
    assert lexicon.domain == "anything"
    assert lexicon.source == "library:gripper"
    assert "{?here}" in lexicon.actions["move"]
    assert "{?there}" in lexicon.actions["move"]


def test_a_variant_without_an_action_is_still_known() -> None:
    lexicon = LibraryVerbalizer().lexicon(gripper(pick=""))
    assert list(lexicon.actions) == ["move", "drop"]
    assert "room" in lexicon.predicates


def test_a_variant_with_more_than_the_library_has_is_not() -> None:
    domain = gripper()
    extra = replace(domain.actions[0], name="paint")
    wider = replace(domain, actions=(*domain.actions, extra))
    assert find(wider) is None
    with pytest.raises(InputError, match=r"no lexicon for the domain 'grip'.*--verbalizer rules"):
        LibraryVerbalizer().lexicon(wider)
    assert AutoVerbalizer().lexicon(wider) == RulesVerbalizer().lexicon(wider)


def test_a_lexicon_of_the_library_is_written_in_the_domains_order() -> None:
    lexicon = LibraryVerbalizer().lexicon(gripper())
    names = [each.name for each in gripper().predicates]
    assert list(lexicon.provenance["predicates"]) == names


def test_auto_takes_the_library_where_it_can() -> None:
    assert AutoVerbalizer().lexicon(gripper()) == LibraryVerbalizer().lexicon(gripper())


def test_the_library_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lexicons"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(entries())
    assert any(line.startswith("gripper\t") and "3 actions" in line for line in lines)


def test_a_written_lexicon_may_have_heads_as_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = next(entry.path for entry in entries() if entry.name == "gripper")
    content = json.loads(source.read_text(encoding="utf-8"))
    content["actions"]["move ?a ?b"] = "roll from {?a} to {?b}"
    (tmp_path / "own.json").write_text(json.dumps(content), encoding="utf-8")
    (tmp_path / "domain.pddl").write_text(GRIPPER.format(name="g", pick=PICK), encoding="utf-8")
    own, domain = str(tmp_path / "own.json"), str(tmp_path / "domain.pddl")
    assert cli.main(["convert", domain, "--verbalizer", own]) == 0
    assert "roll from A to B" in capsys.readouterr().out
