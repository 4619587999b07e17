"""Faults of English: good snippets have none, and snippets broken in plain ways have one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping

import pytest

from pddl2nl.english import (
    clause_fault,
    denial_fault,
    is_no_noun_phrase,
    negate,
    no_longer,
    phrase_fault,
)
from pddl2nl.english.vocabulary import inflect_verb, third_person, verb_lemma
from tests.conftest import REPOSITORY

LIBRARY = sorted((REPOSITORY / "data" / "lexicons").glob("*.json"))


def snippets(kind: str) -> list[str]:
    """The snippets of the library, those alike but for numbers once."""
    found = [
        text for path in LIBRARY for text in json.loads(path.read_text("utf-8"))[kind].values()
    ]
    return list({re.sub(r"\d+", "1", text): text for text in found}.values())


def broken_clauses(snippet: str) -> Iterator[tuple[str, str]]:
    """A clause in which a form of be or have, or a verb, follows the first object, made wrong."""
    parts = re.match(r"([^{}]*\{[^}]*\}) ([a-z]+) (.+)", snippet)
    if parts is None or not (base := verb_lemma(parts[2], "VBZ")):
        return
    subject, verb, rest = parts.groups()
    yield "another number", f"{subject} {'are' if verb == 'is' else base} {rest}"
    yield "a gerund", f"{subject} {inflect_verb(base, 'VBG')} {rest}"
    yield "no verb", f"{subject} {rest}"
    yield "no subject", f"{verb} {rest}"
    yield "two verbs", f"{subject} {'has' if verb == 'is' else 'is'} {verb} {rest}"


def broken_phrases(snippet: str) -> Iterator[tuple[str, str]]:
    """A phrase with its verb in another form, or with a subject."""
    verb, _, rest = snippet.partition(" ")
    yield "finite", f"{third_person(verb)} {rest}"
    yield "a gerund", f"{inflect_verb(verb, 'VBG')} {rest}"
    yield "an object as subject", f"{{?who}} {third_person(verb)} {rest}"
    yield "a noun as subject", f"the robot {third_person(verb)} {rest}"
    yield "a noun that can be a verb as subject", f"truck {{?who}} {third_person(verb)} {rest}"


NO_NOUN_PHRASES = """
    {?x} costs | {?x} is expensive | it costs {?x} | expensive | {?x} expensive | pay {?x}
    to reach {?x} | from {?x} to {?y} | the price of {?x} is high | the price is {?x}
    {?x} needs {?y} | {?x} can cost
"""
NOUN_PHRASES = """
    the price of {?x} | {?x}'s price | {?x} price | fuel {?x} | the fuel costs of {?x} | {?x}
    the time {?x} needs to reach {?y} | the time {?x} is open | {?x}'s fuel costs
    the number of trucks that are in {?x} | travel time from {?x} to {?y} | the will of {?x}
    the cost of firing {?x} | charge for {?x} | the zorf of {?x} | what {?x} costs
"""


@pytest.mark.parametrize(("snippets", "none"), [(NO_NOUN_PHRASES, True), (NOUN_PHRASES, False)])
def test_what_is_surely_no_noun_phrase(snippets: str, none: bool) -> None:
    found = [each.strip() for each in snippets.replace("\n", "|").split("|") if each.strip()]
    assert [each for each in found if is_no_noun_phrase(each) != none] == []


@pytest.mark.parametrize(
    ("kind", "fault"), [("predicates", clause_fault), ("actions", phrase_fault)]
)
def test_no_snippet_of_the_library_has_a_fault(
    kind: str, fault: Callable[[str], str | None]
) -> None:
    texts = snippets(kind)
    assert len(texts) > 800
    assert [text for text in texts if fault(text)] == []


def test_no_sentence_of_an_author_on_what_a_predicate_means_has_a_fault() -> None:
    found = set()
    for path in (REPOSITORY / "tests" / "data" / "domains").glob("*/*/meaning.json"):
        for text in json.loads(path.read_text("utf-8"))["predicates"].values():
            first, rest = re.sub(r"(\?[\w-]+)", r"{\1}", text).rstrip(".").split(" ", 1)
            found.add(f"{first if first == 'I' else first.lower()} {rest}")
    assert len(found) > 600
    assert [text for text in found if clause_fault(text)] == []


@pytest.mark.parametrize(
    ("kind", "broken", "fault", "shares"),
    [
        (
            "predicates",
            broken_clauses,
            clause_fault,
            {"no verb": 0.9, "another number": 0.85, "a gerund": 0.9, "no subject": 0.9}
            | {"two verbs": 0.9},
        ),
        (
            "actions",
            broken_phrases,
            phrase_fault,
            {"finite": 0.98, "a gerund": 0.98, "an object as subject": 1, "a noun as subject": 1}
            | {"a noun that can be a verb as subject": 0.75},
        ),
    ],
)
def test_most_snippets_that_were_broken_have_a_fault(
    kind: str,
    broken: Callable[[str], Iterator[tuple[str, str]]],
    fault: Callable[[str], str | None],
    shares: Mapping[str, float],
) -> None:
    found: dict[str, list[bool]] = {}
    for snippet in snippets(kind):
        for way, text in broken(snippet):
            found.setdefault(way, []).append(fault(text) is not None)
    reached = {way: sum(each) / len(each) for way, each in found.items()}
    assert {way: reached[way] for way in shares if reached[way] < shares[way]} == {}


def test_what_is_shown_as_right_has_no_fault_itself() -> None:
    for kind, broken, fault in (
        ("predicates", broken_clauses, clause_fault),
        ("actions", broken_phrases, phrase_fault),
    ):
        for _, text in (pair for snippet in snippets(kind) for pair in broken(snippet)):
            shown = re.search("as in '(.*)'$", fault(text) or "")
            assert shown is None or fault(shown[1]) is None, text


@pytest.mark.parametrize(
    "snippet",
    [
        # The number of the subject is open, or another than that of the word before the verb.
        "the people of {?v} are safe",
        "the team have {?x}",
        "{?m} is, at the moment, at {?h}",
        "{?n} litres of water are in {?t}",
        "10 minutes is the limit",
        "a pair of doors are open",
        "the pair {?x} and {?y} is ordered",
        "the bread and butter is ready",
        "the brave are few",
        "the accused are at {?x}",
        "the clothes {?c} are wet",
        "the blocks the robots use are red",
        "the doors leading to {?x} are open",
        "moving blocks is allowed",
        "{?x}'s doors are open",
        "the dice are on {?x}",
        "the deer are in {?x}",
        # What looks like a verb, or like two.
        "the goods trains pass {?x}",
        "the can holds water",
        "the ends of {?r} are points {?a} and {?b}",
        "what {?x} is is known",
        "the way {?x} goes is free",
        # Finite verbs that are hard to find.
        "I put on gloves",
        "they hold {?x}",
        "it holds {?x}",
        "the robot already visited {?x}",
        "the doors of {?x} face {?y}",
        "{?x} need not be cleaned",
        "{?x} cannot move",
        "{?x} and {?y} each weigh {?z}",
        "{?x} unstacks {?y}",
        "at {?x} is {?y}",
        "above {?x} hang lamps",
        "the poor live in {?x}",
        "a group of people stand at {?x}",
        "these hold {?x}",
        "{?x} stood on {?y}",
        "the postman leaves parcel {?l}, addressed to {?h1}, at {?h2}",
    ],
)
def test_a_clause_that_may_be_right_has_no_fault(snippet: str) -> None:
    assert clause_fault(snippet) is None


@pytest.mark.parametrize(
    "snippet",
    [
        "carefully lift {?x}",
        "uncap {?x}",
        "analyze-2 with {?x}",
        "stack {?n} blocks",
        "put on {?x}",
    ],
)
def test_a_verb_phrase_that_may_be_right_has_no_fault(snippet: str) -> None:
    assert phrase_fault(snippet) is None


@pytest.mark.parametrize(
    ("snippet", "right"),
    [
        ("{?r} workshop", "{?r} is a workshop"),
        ("{?a} hold {?b}", "{?a} holds {?b}"),
        ("sleeping in {?a}", "I am sleeping in {?a}"),
        ("have chips", "I have chips"),
        ("{?a} are open", "is"),
        ("{?a} and {?b} is open", "are"),
        ("the hands holds {?a}", "hold"),
        ("it have {?a}", "has"),
        ("I is at {?a}", "am"),
    ],
)
def test_a_fault_of_a_clause_shows_what_is_right(snippet: str, right: str) -> None:
    assert str(clause_fault(snippet)).endswith(f" '{right}'")


def test_what_reads_as_a_participle_lacks_a_form_of_be_or_have() -> None:
    fault = "'connected' is denied as 'not connected'; put 'is' or 'has' before it"
    assert clause_fault("{?a} connected to {?b}") == fault


@pytest.mark.parametrize("deny", [negate, no_longer])
def test_a_clause_that_is_denied_has_no_fault(deny: Callable[[str], str]) -> None:
    assert [text for text in map(deny, snippets("predicates")) if clause_fault(text)] == []


@pytest.mark.parametrize("subject", ["you", "I", "we"])
def test_an_order_has_no_subject(subject: str) -> None:
    fault = "it must begin with a verb in its base form, as in 'open {?h} at {?p}'"
    assert phrase_fault(f"{subject} open {{?h}} at {{?p}}") == fault


@pytest.mark.parametrize(
    ("snippet", "right"),
    [
        ("wet {?p}", "{?p} is wet"),
        ("still humid {?p}", "{?p} is humid"),
        ("hold {?p}", "I hold {?p}"),
        ("{?p} be wet", "{?p} is wet"),
    ],
)
def test_a_snippet_without_a_subject_is_completed_as_it_is_meant(snippet: str, right: str) -> None:
    fault = f"it must have a subject and a finite verb, as in '{right}'"
    assert clause_fault(snippet) == fault


def test_a_reason_for_a_whole_denial_proposes_no_faulty_snippet() -> None:
    assert str(denial_fault("{?p} is still wet")).endswith("; as in '{?p} is wet'")
    assert denial_fault("{?p} still wet") == clause_fault("{?p} wet") is not None
