"""Snippets are filled in one pass, and what is wrong with them is said exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.lexicon import (
    EQUALITY_SNIPPET,
    Lexicon,
    check_snippet,
    fill,
    frame,
    placeholders,
    predicate_key,
    snippet_problems,
)
from pddl2nl.model import ActionSchema, Domain, Parameter, Predicate

X, Y = Parameter("?x"), Parameter("?y")
DOMAIN = Domain(
    "blocks",
    predicates=(Predicate("on", (X, Y)), Predicate("clear", (X,))),
    actions=(ActionSchema("stack", (X, Y)),),
)


def lexicon(**predicates: str) -> Lexicon:
    return Lexicon("blocks", "test", predicates, {"stack": "stack {?x} on {?y}"})


def test_placeholders_come_in_order_and_as_often_as_they_occur() -> None:
    assert placeholders("{?x} is on {?y} under {?x}") == ("?x", "?y", "?x")


def test_filling_leaves_what_has_no_value() -> None:
    assert fill("{?x} is on {?y}", {"?x": "b1"}) == "b1 is on {?y}"


@given(st.text(alphabet="{}?xyab "), st.text(alphabet="{}?xyab "))
def test_a_value_is_never_filled_itself(first: str, second: str) -> None:
    assert fill("{?x}/{?y}", {"?x": first, "?y": second}) == f"{first}/{second}"


def test_a_frame_forgets_the_variables() -> None:
    assert frame("{?x} is on {?y}") == frame("{?obj} is on {?loc}") == "_ is on _"


@pytest.mark.parametrize(
    ("snippet", "fault"),
    [
        ("{?x} is on {?y}", None),
        ("{?x} is on {?y} and {?x} is heavy", None),
        ("{?x} is on it", "?y missing"),
        ("{?x} is on {?y} and {?z}", "?z unknown"),
        ("{?x} is on {?y", "curly brackets"),
        ("{x} is on {?x} {?y}", "curly brackets"),
        ("{?x} is on {?y}.", "end with '.'"),
        ("is {?x} on {?y}?", "end with '?'"),
        ("Put {?x} on {?y}", "capital"),
        ("{?x} is\non {?y}", "one line"),
        ("", "empty"),
    ],
)
def test_the_fault_of_a_snippet_is_named(snippet: str, fault: str | None) -> None:
    found = check_snippet(snippet, ["?x", "?y"])
    assert found is None if fault is None else fault in (found or "")


def test_equality_is_always_there() -> None:
    assert lexicon().predicates["="] == EQUALITY_SNIPPET
    assert lexicon(**{"=": "{?x1} equals {?x2}"}).predicates["="] == "{?x1} equals {?x2}"


def test_a_sound_lexicon_has_no_problems() -> None:
    assert snippet_problems(lexicon(on="{?x} is on {?y}", clear="{?x} is clear"), DOMAIN) == []


def test_missing_unknown_and_malformed_snippets_are_problems() -> None:
    problems = snippet_problems(lexicon(on="{?x} is on it", heavy="{?x} is heavy"), DOMAIN)
    assert problems == [
        "predicate on: wrong variables: ?y missing (expected ?x, ?y): '{?x} is on it'",
        "predicate clear: no snippet",
        "predicate heavy: not in the domain",
    ]


def test_two_predicates_that_read_the_same_are_a_problem() -> None:
    domain = Domain("d", predicates=(Predicate("up", (X, Y)), Predicate("down", (Y, X))))
    same = Lexicon("d", "test", {"up": "{?x} is near {?y}", "down": "{?y} is near {?x}"}, {})
    assert snippet_problems(same, domain) == [
        "predicate down: reads the same as predicate up: '{?y} is near {?x}'"
    ]


def test_an_overloaded_predicate_has_a_key_for_each_arity() -> None:
    one, two = Predicate("at", (X,)), Predicate("at", (X, Y))
    domain = Domain("d", predicates=(one, two, Predicate("on", (X,))))
    assert [predicate_key(domain, item) for item in domain.predicates] == ["at/1", "at/2", "on"]
