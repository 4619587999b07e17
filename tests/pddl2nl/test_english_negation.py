"""Clauses are negated as people do it, and the way back is exact."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.english import negate, no_longer, un_no_longer, unnegate
from pddl2nl.english.clauses import parsed_head, stanza_pipeline
from pddl2nl.lexicon import fill, placeholders
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import RulesVerbalizer, TemplateVerbalizer

NEGATIONS = {
    "{?x} is on {?y}": "{?x} is not on {?y}",
    "{?x} is not equal to {?y}": "{?x} is equal to {?y}",
    "{?x} can hold {?y}": "{?x} cannot hold {?y}",
    "{?x} cannot move": "{?x} can move",
    "{?x} must be delivered to {?y}": "{?x} need not be delivered to {?y}",
    "{?x} has been visited": "{?x} has not been visited",
    "{?x} has boarded {?y}": "{?x} has not boarded {?y}",
    "{?x} has {?n} passengers": "{?x} does not have {?n} passengers",
    "{?x} has rock analysis {?y}": "{?x} does not have rock analysis {?y}",
    "{?x} needs {?y}": "{?x} does not need {?y}",
    "{?x} and {?y} touch": "{?x} and {?y} do not touch",
    "{?x} and {?y} are adjacent": "{?x} and {?y} are not adjacent",
    "soil samples contain {?x}": "soil samples do not contain {?x}",
    "the robot carries {?x}": "the robot does not carry {?x}",
    "the grind treatment changes from {?x} to {?y}": (
        "the grind treatment does not change from {?x} to {?y}"
    ),
    "{?p} communicated soil data": "{?p} did not communicate soil data",
    "it holds {?x}": "it does not hold {?x}",
    "they hold {?x}": "they do not hold {?x}",
    "I put on gloves": "I do not put on gloves",
    "{?x} stood on {?y}": "{?x} did not stand on {?y}",
    "the postman leaves {?l}, addressed to {?h}": (
        "the postman does not leave {?l}, addressed to {?h}"
    ),
    "holding {?x}": "not holding {?x}",
    "not holding {?x}": "holding {?x}",
    "have chips": "do not have chips",
    "power is on for {?i}": "power is not on for {?i}",
    "splicing is happening": "splicing is not happening",
    "there is a jig before {?x}": "there is no jig before {?x}",
    "there is gold at {?x}": "there is no gold at {?x}",
    "there are chips": "there are no chips",
    "{?n} stacks are available": "{?n} stacks are not available",
    "a damp tunnel leads from {?x} to {?y}": "no damp tunnel leads from {?x} to {?y}",
    "an oar lies at {?x}": "no oar lies at {?x}",
    "no boat has left {?x}": "a boat has left {?x}",
    "a boat {?b} is at {?x}": "a boat {?b} is not at {?x}",
    "a boat must be at {?x}": "a boat need not be at {?x}",
    "a fire and a flood are at {?x}": "it is not the case that a fire and a flood are at {?x}",
    "no water is in {?x}": "it is not the case that no water is in {?x}",
    "the flames in {?x} burn": "the flames in {?x} do not burn",
    "spare tarps lie at {?x}": "spare tarps do not lie at {?x}",
    "red lights shine at {?x}": "red lights do not shine at {?x}",
    "{?x} is clean and dry": "it is not the case that {?x} is clean and dry",
    "{?x} lies between the gates of {?y} and is tied up": (
        "it is not the case that {?x} lies between the gates of {?y} and is tied up"
    ),
    "{?x} is between the gates of {?y} and waits there": (
        "it is not the case that {?x} is between the gates of {?y} and waits there"
    ),
    "{?x} is between {?y} and {?z} and is open": (
        "it is not the case that {?x} is between {?y} and {?z} and is open"
    ),
    "{?x} is between {?y} and {?z} or above": (
        "it is not the case that {?x} is between {?y} and {?z} or above"
    ),
    "{?x} is both open and lies there": (
        "it is not the case that {?x} is both open and lies there"
    ),
    "{?x} is between room {?y} and the wall": "{?x} is not between room {?y} and the wall",
    "{?x} is both open and dry": "{?x} is not both open and dry",
    "nothing is on {?x}": "it is not the case that nothing is on {?x}",
    "planet {?x}": "it is not the case that planet {?x}",
    "{?x} still needs {?y}": "it is not the case that {?x} still needs {?y}",
    "{?x} still is wet": "it is not the case that {?x} still is wet",
    "{?x} is still wet": "it is not the case that {?x} is still wet",
    "{?x} and {?y} still touch": "it is not the case that {?x} and {?y} still touch",
    "{?x} has recently been fired": "it is not the case that {?x} has recently been fired",
    "{?x} and its lid are wet": "it is not the case that {?x} and its lid are wet",
    "{?x} and {?y} are linked": "{?x} and {?y} are not linked",
    "{?x} is wet, as it should be": "it is not the case that {?x} is wet, as it should be",
    "there is enough water in {?x}": "there is not enough water in {?x}",
    "there are many jigs in {?x}": "there are not many jigs in {?x}",
    "everybody is in {?x}": "it is not the case that everybody is in {?x}",
    "{?x} has just been wet": "it is not the case that {?x} has just been wet",
    "{?x} ought to be wet": "it is not the case that {?x} ought to be wet",
    "{?x} had better be wet": "it is not the case that {?x} had better be wet",
    "{?x} can hardly shine": "it is not the case that {?x} can hardly shine",
    "{?x} still stays open": "it is not the case that {?x} still stays open",
    "there is something in {?x}": "it is not the case that there is something in {?x}",
    "there is still paint in {?x}": "it is not the case that there is still paint in {?x}",
    "{?x} still does not need {?y}": "it is not the case that {?x} still does not need {?y}",
    "{?x} stands still": "{?x} does not stand still",
    "the still works": "the still does not work",
    "{?x} is currently at {?y}": "{?x} is not currently at {?y}",
    "{?x} used to be full": "it is not the case that {?x} used to be full",
    "{?x} might be damp": "it is not the case that {?x} might be damp",
    "{?x} should dry": "it is not the case that {?x} should dry",
    "{?x} is wet, so it needs care": "it is not the case that {?x} is wet, so it needs care",
    "{?x} is wet because it rained": "it is not the case that {?x} is wet because it rained",
    "{?x} is so wet": "{?x} is not so wet",
    "pain {?x}": "it is not the case that pain {?x}",
}

ENDINGS = {
    "{?x} is clear": "{?x} is no longer clear",
    "{?x} can hold {?y}": "{?x} can no longer hold {?y}",
    "{?x} must be delivered": "{?x} need no longer be delivered",
    "holding {?x}": "no longer holding {?x}",
    "the hand is empty": "the hand is no longer empty",
    "{?x} has the colour {?y}": "{?x} no longer has the colour {?y}",
    "have chips": "no longer have chips",
    "there is a jig before {?x}": "there is no longer a jig before {?x}",
    "{?x} has been visited": "it is no longer the case that {?x} has been visited",
    "{?x} is not equal to {?y}": "it is no longer the case that {?x} is not equal to {?y}",
    "{?x} still needs {?y}": "it is no longer the case that {?x} still needs {?y}",
    "{?x} is already open": "it is no longer the case that {?x} is already open",
    "{?x} stands still": "{?x} no longer stands still",
    "{?x} might be damp": "it is no longer the case that {?x} might be damp",
    "{?x} is wet, so it drips": "it is no longer the case that {?x} is wet, so it drips",
    "{?p} communicated soil data": "it is no longer the case that {?p} communicated soil data",
}

NAMES = st.sampled_from(
    ["truck_0", "object_12", "slow_elevator_1", "location_1_1", "A", "B", "Z", "A1", "needs_3"]
)


def gpt4o_snippets(shared: Path) -> Iterator[str]:
    for path in sorted(shared.glob("apb/*/domain_description_seed*.json")):
        yield from json.loads(path.read_text())["predicate_nl_templates"].values()


def own_snippets(shared: Path) -> Iterator[str]:
    for path in sorted(shared.glob("apb/*/domain.pddl")):
        domain = read_domain(path)
        for verbalizer in (RulesVerbalizer(), TemplateVerbalizer()):
            yield from verbalizer.lexicon(domain).predicates.values()


@pytest.fixture(scope="module")
def snippets(shared: Path) -> frozenset[str]:
    return frozenset([*gpt4o_snippets(shared), *own_snippets(shared)])


@pytest.mark.parametrize(("clause", "negation"), NEGATIONS.items())
def test_a_clause_is_negated_as_a_person_would(clause: str, negation: str) -> None:
    assert negate(clause) == negation


@pytest.mark.parametrize(("clause", "ended"), ENDINGS.items())
def test_what_has_ceased_is_no_longer_so(clause: str, ended: str) -> None:
    assert no_longer(clause) == ended


@pytest.mark.parametrize("clause", [*NEGATIONS, *NEGATIONS.values(), *ENDINGS])
def test_both_ways_back_are_exact(clause: str) -> None:
    assert unnegate(negate(clause)) == clause
    assert un_no_longer(no_longer(clause)) == clause


def test_the_ways_back_are_exact_for_every_snippet_at_hand(snippets: frozenset[str]) -> None:
    for snippet in snippets:
        assert unnegate(negate(snippet)) == snippet
        assert un_no_longer(no_longer(snippet)) == snippet


def test_no_two_snippets_at_hand_have_the_same_negation(snippets: frozenset[str]) -> None:
    assert len({negate(snippet) for snippet in snippets}) == len(snippets)
    assert len({no_longer(snippet) for snippet in snippets}) == len(snippets)


@given(data=st.data(), clause=st.sampled_from([*NEGATIONS, *ENDINGS]))
def test_negating_does_not_depend_on_the_names(data: st.DataObject, clause: str) -> None:
    values = {name: data.draw(NAMES) for name in placeholders(clause)}
    assert negate(fill(clause, values)) == fill(negate(clause), values)
    assert no_longer(fill(clause, values)) == fill(no_longer(clause), values)
    assert unnegate(fill(negate(clause), values)) == fill(clause, values)


@given(values=st.lists(NAMES, min_size=8, max_size=8))
def test_negating_does_not_depend_on_names_in_any_snippet(
    snippets: frozenset[str], values: list[str]
) -> None:
    for snippet in snippets:
        named = dict(zip(dict.fromkeys(placeholders(snippet)), values, strict=False))
        assert negate(fill(snippet, named)) == fill(negate(snippet), named)
        assert no_longer(fill(snippet, named)) == fill(no_longer(snippet), named)


@given(
    st.lists(
        st.sampled_from(
            [
                "is",
                "are",
                "not",
                "no",
                "longer",
                "cannot",
                "can",
                "must",
                "need",
                "does",
                "did",
                "do",
                "has",
                "have",
                "been",
                "there",
                "a",
                "the",
                "holding",
                "held",
                "holds",
                "need",
                "needs",
                "{?x}",
                "{?y}",
                "and",
                "that",
                "clear",
                "gold",
                "chips",
                "at",
            ]
        ),
        min_size=1,
        max_size=7,
    )
)
def test_the_ways_back_are_exact_for_any_words(words: list[str]) -> None:
    clause = " ".join(words)
    assert unnegate(negate(clause)) == clause
    assert un_no_longer(no_longer(clause)) == clause


def test_a_clause_that_ends_nothing_has_no_way_back() -> None:
    assert un_no_longer("A is at B") is None


def test_without_stanza_the_parser_knows_no_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PDDL2NL_PARSER", "off")
    stanza_pipeline.cache_clear()
    assert parsed_head(("harmony",), (False,)) is None
    stanza_pipeline.cache_clear()
