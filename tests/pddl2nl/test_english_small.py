"""Small rules of English and of wording, each by an example that reads otherwise without it."""

from __future__ import annotations

import pytest

from pddl2nl.compose import BRIEF, PAPER, StyleName, in_style
from pddl2nl.compose.formulas import listed
from pddl2nl.compose.paper import sentence
from pddl2nl.compose.phrases import in_order
from pddl2nl.english import denies, negate, plural, split_name, type_noun
from pddl2nl.english.vocabulary import inflect_verb, is_a, third_person
from pddl2nl.lexicon import Lexicon
from pddl2nl.reader import parse_domain, parse_problem


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("poweron", "power on"),
        ("yardslot", "yard slot"),
        ("hasthe", "has the"),
        ("inuse", "inuse"),  # too short to be taken apart
    ],
)
def test_words_run_together_are_taken_apart_with_care(name: str, words: str) -> None:
    assert " ".join(split_name(name)) == words


def test_a_pronoun_is_no_noun() -> None:
    assert is_a("truck", "noun")
    assert not is_a("everything", "noun")


def test_the_noun_of_a_type_is_one_thing_and_joins_nothing() -> None:
    assert type_noun("directions") == "direction"
    assert type_noun("sheet_t") == "sheet"
    assert type_noun("truck-or-van") == "truck-or-van"
    assert type_noun("truck", "van") == "truck or van"


def test_a_noun_that_is_a_plural_stays() -> None:
    assert plural("goods") == "goods"


def test_forms_are_spelled_as_usual() -> None:
    assert inflect_verb("get", "VBN") == "got"
    assert inflect_verb("quit", "VBD") == "quit"
    assert third_person("rebox") == "reboxes"


@pytest.mark.parametrize(
    ("clause", "negation"),
    [
        ("open the door", "do not open the door"),
        ("{?x} visited", "{?x} not visited"),
        ("{?x} has cut {?y}", "{?x} does not have cut {?y}"),
        ("{?x} free {?y}", "it is not the case that {?x} free {?y}"),
        (
            "the truck that carries {?x} is at {?y}",
            "it is not the case that the truck that carries {?x} is at {?y}",
        ),
    ],
)
def test_a_clause_is_denied_where_one_word_can_deny_it(clause: str, negation: str) -> None:
    assert negate(clause) == negation


def test_what_is_quoted_denies_nothing() -> None:
    assert not denies('the fact "not busy" holds for A')


# --- texts ----------------------------------------------------------------------------------------

DOMAIN = """
(define (domain hall) (:requirements :adl :derived-predicates) (:types lamp slow-lift)
  (:predicates (hidden ?l - lamp) (lit ?l - lamp) (dark ?l - lamp) (lampish ?l - lamp)
    (near ?l - lamp ?s - slow-lift) (good ?l - lamp))
  (:derived (good ?l - lamp)
    (or (and (lit ?l) (lampish ?l)) (and (dark ?l) (hidden ?l))))
  (:action lift :parameters (?l - lamp ?s - slow-lift)
    :precondition (and (near ?l ?s) (forall (?o - lamp) (hidden ?o)))
    :effect (when (lit ?l) (dark ?l)))
  (:action wave :parameters (?l - lamp) :precondition () :effect (lit ?l)))
"""
TASK = """(define (problem p) (:domain hall) (:objects a b - lamp s - slow-lift)
  (:init (near a s)) (:goal (and (hidden a) (lit b))))"""
WORDS = Lexicon(
    "hall",
    "test",
    {
        "hidden": "{?l} is never seen",
        "lit": "{?l} is lit",
        "dark": "{?l} is no longer lit",
        "lampish": "{?l} is a lamp",
        "near": "{?l} is near {?s}",
        "good": "{?l} is good",
    },
    {"lift": "carry lamp {?l} back near slow lift {?s}", "wave": "wave at {?l}"},
)


def lines(style: StyleName = PAPER) -> list[str]:
    domain = parse_domain(DOMAIN)
    told = in_style(style, domain, WORDS)
    problem = parse_problem(TASK, domain)
    text = f"{told.domain_text.text}\n{told.problem_text(problem, told.names(problem)).text}"
    return text.split("\n")


@pytest.mark.parametrize(
    "line",
    [
        # A noun of two words has its article, and a preposition is no adjective.
        "carry a lamp A back near a slow lift B",
        # "every lamp is never seen" could mean two things.
        "I can only carry a lamp A back near a slow lift B when, for every lamp C, it is true that "
        "C is never seen.",
        # "A is no longer lit" has become true here: it has not ceased.
        "When I carry a lamp A back near a slow lift B, if beforehand A is lit, then afterwards "
        "it is true that A is no longer lit.",
        "For every lamp A, A is good whenever one of these cases holds:",
    ],
)
def test_a_line_that_could_be_misread_is_told_otherwise(line: str) -> None:
    assert line in lines()


def test_a_kind_is_told_from_a_fact_of_the_same_words() -> None:
    domain = parse_domain(DOMAIN)
    of_kind = in_style(PAPER, domain, WORDS).phrases.of_kind
    assert of_kind("A", ("lamp",)) == "A is of kind lamp"
    assert of_kind("A", ("slow-lift",)) == "A is a slow lift"


def test_a_fact_that_denies_stands_among_the_formulas_of_a_goal() -> None:
    said = "\n".join(lines(BRIEF))
    assert "it is true that lamp_0 is never seen." in said
    assert "lamp_1 is lit." in said


def test_the_style_brief_says_no_noun_before_a_name_that_has_it() -> None:
    told = in_style(BRIEF, parse_domain(DOMAIN), WORDS).phrases
    assert told.action("lift", ["lamp_0", "slow_lift_1"]) == "carry lamp_0 back near slow_lift_1"


def test_a_clause_that_opens_as_a_formula_is_marked_in_a_list() -> None:
    clauses = ["every lamp near A shines", "B is clear"]
    assert listed(clauses) == "(every lamp near A shines) and B is clear"


def test_a_sentence_may_begin_with_the_name_of_an_object() -> None:
    assert sentence("truck_0 is red") == "truck_0 is red"
    assert sentence("every truck is red") == "Every truck is red"


def test_facts_are_told_object_by_object() -> None:
    task = TASK.replace("(near a s)", "(lit b) (near a s) (lit a)")
    problem = parse_problem(task, parse_domain(DOMAIN))
    told = [(fact.predicate, *fact.args) for fact in in_order(problem.init, problem)]
    assert told == [("lit", "a"), ("near", "a", "s"), ("lit", "b")]
