"""The template verbalizer quotes names; verbalizers are found by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from pddl2nl.errors import InputError
from pddl2nl.lexicon import snippet_problems
from pddl2nl.model import ActionSchema, Domain, Parameter, Predicate, Type
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import (
    FileVerbalizer,
    RulesVerbalizer,
    TemplateVerbalizer,
    verbalizer,
)

X, Y, Z = Parameter("?x"), Parameter("?y"), Parameter("?z")
TRUCK, PLACE = Parameter("?t", ("truck",)), Parameter("?p", ("place",))
DOMAIN = Domain(
    "d",
    types=(Type("truck"), Type("place")),
    predicates=(
        Predicate("dark"),
        Predicate("clear", (X,)),
        Predicate("on", (X, Y)),
        Predicate("between", (X, Y, Z)),
    ),
    actions=(
        ActionSchema("wait"),
        ActionSchema("start", (TRUCK,)),
        ActionSchema("park", (TRUCK, PLACE)),
        ActionSchema("swap", (X, Y, TRUCK)),
    ),
)


def test_predicates_are_quoted_by_their_names() -> None:
    snippets = TemplateVerbalizer().lexicon(DOMAIN).predicates
    assert snippets["dark"] == "'dark' is true"
    assert snippets["clear"] == "{?x} is 'clear'"
    assert snippets["on"] == "{?x} and {?y} are in relation 'on'"
    assert snippets["between"] == "{?x}, {?y}, and {?z} are in relation 'between'"


def test_actions_are_applied_to_objects_by_type() -> None:
    snippets = TemplateVerbalizer().lexicon(DOMAIN).actions
    assert snippets["wait"] == "apply the action 'wait'"
    assert snippets["start"] == "apply the action 'start' to truck {?t}"
    assert snippets["park"] == "apply the action 'park' to truck {?t} and place {?p}"
    assert snippets["swap"] == "apply the action 'swap' to object {?x}, object {?y}, and truck {?t}"


def test_templates_fit_every_domain_at_hand(shared: Path) -> None:
    for path in sorted(shared.glob("apb/*/domain.pddl")):
        domain = read_domain(path)
        assert snippet_problems(TemplateVerbalizer().lexicon(domain), domain) == []


def test_verbalizers_are_found_by_name_and_by_file() -> None:
    assert isinstance(verbalizer("rules"), RulesVerbalizer)
    assert isinstance(verbalizer("template"), TemplateVerbalizer)
    assert isinstance(verbalizer("some/lexicon.json"), FileVerbalizer)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"'rule'.*rules, template.*lexicon files"):
        verbalizer("rule")
