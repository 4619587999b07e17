"""Styles: what each says, that nothing is said twice for two things, and that kinds are kinds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import domains as bundled
from pddl2nl.check import check
from pddl2nl.compose import BRIEF, STYLES, StyleName, in_style
from pddl2nl.conversion import convert
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Domain
from pddl2nl.naming import kinds_as_types
from pddl2nl.readback import read_task
from pddl2nl.reader import parse_domain, parse_problem, read_domain
from pddl2nl.verbalizers import RulesVerbalizer, verbalizer
from tests.pddl_strategies import domains

LOCKS = """
(define (domain locks)
  (:requirements :adl)
  (:types boat lock)
  (:predicates (at ?b - boat ?l - lock) (blocks ?b - boat ?l - lock) (open ?l - lock)
               (wide ?b - boat) (leads ?l ?m - lock))
  (:action enter :parameters (?b - boat ?from ?to - lock)
    :precondition (and (at ?b ?from) (leads ?from ?to) (not (= ?from ?to))
      (not (exists (?o - boat) (and (not (= ?o ?b)) (blocks ?o ?to))))
      (forall (?m - lock) (imply (leads ?m ?from) (open ?m)))
      (or (open ?to) (forall (?o - boat) (not (at ?o ?to)))))
    :effect (and (at ?b ?to) (not (at ?b ?from))
      (when (wide ?b) (and (blocks ?b ?to) (not (blocks ?b ?from))))
      (forall (?o - boat) (when (at ?o ?to) (not (wide ?o)))))))
"""
WORDS = Lexicon(
    "locks",
    "by hand",
    {
        "at": "{?b} is in {?l}",
        "blocks": "{?b} blocks {?l}",
        "open": "{?l} is open",
        "wide": "{?b} is wide",
        "leads": "{?l} leads to {?m}",
    },
    {"enter": "steer boat {?b} from lock {?from} into lock {?to}"},
)
TASK = """
(define (problem p) (:domain locks) (:objects ann bea cas - boat l1 l2 l3 l4 - lock)
  (:init (at ann l1) (at bea l2) (leads l1 l2) (leads l1 l3) (leads l1 l4) (open l1) (open l2)
         (wide ann) (wide bea) (wide cas))
  (:goal (and (at ann l4) (at bea l4) (not (at cas l4)) (forall (?l - lock) (open ?l)))))
"""


def text(style: StyleName) -> str:
    domain = parse_domain(LOCKS)
    return convert(domain, [parse_problem(TASK, domain)], WORDS, style=style).text


@pytest.mark.parametrize(
    "sentence",
    [
        "I can only {steer} when there is no boat D other than A such that D blocks C.",
        "I can only {steer} when, for every lock D such that D leads to B, D is open.",
        "I can only {steer} when either C is open or no boat is in C.",
        "When I {steer}, if beforehand A is wide, then afterwards A blocks C and "
        "A no longer blocks B.",
        "When I {steer}, for every boat D: if beforehand D is in C, then afterwards "
        "D is no longer wide.",
        "My goal is to reach a situation in which boat_0 is in lock_3 and boat_1 is in lock_3. "
        "I must not end in a situation in which boat_2 is in lock_3. In the end, it must hold that "
        "every lock is open.",
    ],
)
def test_quantified_sentences_of_the_style_paper(sentence: str) -> None:
    steer = "steer a boat A from a lock B into another lock C"
    assert sentence.format(steer=steer) in text("paper")


def test_the_style_brief_says_each_phrase_once_and_joins_facts() -> None:
    said = text("brief")
    assert said.count("steer a boat A from a lock B into another lock C") == 1
    for line in (
        "Needs: B leads to C and B is not C.",
        "Needs, then no longer: A is in B.",
        "Needs: for every lock D such that D leads to B, D is open.",
        "Then, if beforehand A is wide: A blocks C; no longer: A blocks B.",
        "No longer, for every boat D, if beforehand D is in C: D is wide.",
        "boat_0 and boat_1 are in lock_3.",
        "boat_2 is not in lock_3.",
        "every lock is open.",
        "Objects: boat_0 to boat_2 and lock_0 to lock_3.",
        "lock_0 leads to every other lock.",
        "every boat is wide.",
    ):
        assert line in said.splitlines(), line


def test_that_objects_differ_is_stated_alike_of_letters_and_of_names() -> None:
    domain = parse_domain(LOCKS)
    task = TASK.replace("(at bea l4)", "(not (= bea cas)) (at bea l4)")
    said = convert(domain, [parse_problem(task, domain)], WORDS, style=BRIEF).text
    assert "boat_1 is not boat_2." in said.splitlines()


@pytest.mark.parametrize("style", STYLES)
def test_that_something_is_not_so_of_some_object_is_said_of_that_object(style: StyleName) -> None:
    domain = parse_domain(LOCKS)
    task = TASK.replace("(forall (?l - lock) (open ?l))", "(exists (?l - lock) (not (open ?l)))")
    problem = parse_problem(task, domain)
    assert "some lock is not open" in convert(domain, [problem], WORDS, style=style).text
    assert not list(check(domain, [problem], WORDS, style=style))


def test_both_styles_lose_nothing_of_it() -> None:
    domain = parse_domain(LOCKS)
    problem = parse_problem(TASK, domain)
    assert [check(domain, [problem], WORDS, style) for style in STYLES] == [[], []]


@pytest.mark.parametrize(
    ("broken", "part"),
    [
        (("Needs, then no longer: A is in B.", "Needs: A is in B."), "effects"),
        (("B leads to C and B is not C", "B leads to C"), "precondition"),
        (("beforehand A is wide: ", "beforehand A is open: "), "effects"),
        (("no boat is in C", "some boat is in C"), "precondition"),
    ],
)
def test_what_a_brief_text_leaves_out_is_missed(broken: tuple[str, str], part: str) -> None:
    domain = parse_domain(LOCKS)
    whole = in_style(BRIEF, domain, WORDS).domain_text.text
    spoilt = whole.replace(*broken)
    assert spoilt != whole
    one, other = (read_task(each).problem.domain.actions[0] for each in (whole, spoilt))
    assert getattr(one, part) != getattr(other, part)


# --- letters --------------------------------------------------------------------------------------

_BOUND = re.compile(r"\b(?:every|an?|no) (?:truck|place|stop-or-hub|object|or| )+ ([A-HJ-Z]\d*)\b")


@settings(deadline=None, max_examples=60)
@given(domain=domains(), style=st.sampled_from(STYLES))
def test_no_letter_stands_for_two_things_in_a_sentence(domain: Domain, style: StyleName) -> None:
    told = in_style(style, domain, verbalizer("template").lexicon(domain))
    for section in told.domain_text.sections:
        for line in section.lines:
            bound = _BOUND.findall(line)
            assert len(bound) == len(set(bound)), line


# --- kinds ----------------------------------------------------------------------------------------

YARD = """
(define (domain yard)
  (:predicates (truck ?x) (place ?x) (at ?x ?y) (heavy ?x) (road ?x ?y))
  (:action drive :parameters (?t ?from ?to)
    :precondition (and (truck ?t) (place ?from) (place ?to) (at ?t ?from) (road ?from ?to) {more})
    :effect (and (at ?t ?to) (not (at ?t ?from)))))
"""
IN_YARD = """
(define (problem p) (:domain yard) (:objects a b x y)
  (:init (truck a) (truck b) (place x) (place y) (at a x) (at b x) (road x y))
  (:goal (at a y)))
"""
SAID = {
    "truck": "{?x} is a truck",
    "place": "{?x} is a place",
    "at": "{?x} is at {?y}",
    "heavy": "{?x} is heavy",
    "road": "a road leads from {?x} to {?y}",
}
DRIVE = {"drive": "drive truck {?t} from {?from} to {?to}"}


def yard(more: str = "", actions: dict[str, str] | None = None) -> tuple[Domain, Lexicon]:
    domain = parse_domain(YARD.replace("{more}", more))
    return domain, Lexicon("yard", "by hand", SAID, actions or DRIVE)


def test_predicates_that_stand_for_types_become_kinds_and_names() -> None:
    domain, lexicon = yard()
    said = convert(domain, [parse_problem(IN_YARD, domain)], lexicon, style="brief").text
    assert "Kinds of objects: truck and place." in said
    assert "drive a truck A from a place B to a place C" in said
    assert "every truck is at place_0." in said
    assert "is a truck" not in said
    assert check(domain, [parse_problem(IN_YARD, domain)], lexicon, "brief") == []


def test_what_is_asked_for_elsewhere_stays_a_fact() -> None:
    assert set(kinds_as_types(*yard()).nouns) == {"truck", "place"}
    assert set(kinds_as_types(*yard("(not (truck ?to))")).nouns) == {"place"}
    assert set(kinds_as_types(*yard("(or (place ?t) (heavy ?t))")).nouns) == {"truck"}


def test_a_noun_that_an_action_uses_for_anything_is_no_kind() -> None:
    loose = {"drive": "drive place {?t} from {?from} to {?to}"}
    assert set(kinds_as_types(*yard(actions=loose)).nouns) == {"truck"}


def test_types_are_left_as_they_are() -> None:
    domain = read_domain(bundled.folder("satellite") / "domain.pddl")
    told = kinds_as_types(domain, verbalizer("auto").lexicon(domain))
    assert (told.domain, told.nouns) == (domain, {})


PAIRS = """(define (domain shelf) (:requirements :typing) (:types costume room)
 (:predicates (lies-in ?x - costume ?r - room) (plorks ?x ?y - costume))
 (:action a :parameters (?x - costume ?r - room) :precondition (lies-in ?x ?r)
   :effect (plorks ?x ?x)))"""
SHELF = """(define (problem one) (:domain shelf) (:objects c d e - costume r - room)
 (:init (plorks c e) (plorks d e) (plorks c d) (lies-in c r) (lies-in d r)) (:goal (plorks e e)))"""


def test_what_stands_side_by_side_is_listed_as_pairs() -> None:
    domain = parse_domain(PAIRS)
    own = RulesVerbalizer().lexicon(domain)
    said = {
        "lies-in": "{?x} is in {?r}",
        "plorks": 'the relation "plorks" holds for the ordered pair {?x} {?y}',
    }
    lexicon = replace(own, predicates={**own.predicates, **said})
    problem = parse_problem(SHELF, domain)
    text = convert(domain, [problem], lexicon, style=BRIEF).text
    assert "costume_0 and costume_1 are in room_0." in text
    pairs = "(costume_0, every other costume) and (costume_1, costume_2)"
    assert f'"plorks" holds for {pairs}.' in text
    assert 'Then: "plorks" holds for (A, A).' in text
    assert check(domain, [problem], lexicon, BRIEF) == []


def test_a_style_that_there_is_not_is_refused_with_those_there_are() -> None:
    domain = read_domain(bundled.folder("ferry") / "domain.pddl")
    with pytest.raises(InputError) as caught:
        convert(domain, style="Paper")  # type: ignore[arg-type]
    told = "there is no style 'Paper'; styles are paper, brief; did you mean 'paper'?"
    assert str(caught.value) == told


LEVELS = """(define (domain tank) (:requirements :typing) (:types level)
 (:predicates (plorks ?x ?y - level))
 (:action fill-up :parameters (?n1x ?n2x ?old ?new - level) :precondition (plorks ?n1x ?old)
   :effect (plorks ?n2x ?new))
 (:action swap :parameters (?qx ?rx - level) :precondition (plorks ?qx ?rx)
   :effect (not (plorks ?qx ?rx))))"""


def test_a_label_stands_only_where_it_tells_something() -> None:
    domain = parse_domain(LEVELS)
    fill = "fill level {?n1x} (n1x), level {?n2x} (n2x), level {?old} (old) and level {?new} (new)"
    words = {"plorks": "{?x} plorks {?y}"}
    twins = {"fill-up": fill, "swap": "swap level {?qx} (qx) and level {?rx} (rx)"}
    text = convert(domain, lexicon=Lexicon("tank", "by hand", words, twins), style=BRIEF).text
    assert "fill a level A, a level B, a level C (old) and a level D (new)" in text
    assert "swap a level A and a level B\n" in text


def test_a_label_stays_where_it_alone_tells_two_actions_apart() -> None:
    domain = parse_domain(LEVELS)
    words = {"plorks": "{?x} plorks {?y}"}
    same = domain.actions[1]
    double = replace(domain, actions=(same, replace(same, name="trade")))
    twins = {
        "swap": "swap level {?qx} (qx) and level {?rx}",
        "trade": "swap level {?qx} (bx) and level {?rx}",
    }
    text = convert(double, lexicon=Lexicon("tank", "by hand", words, twins), style=BRIEF).text
    assert "swap a level A (qx) and a level B" in text
    assert "swap a level A (bx) and a level B" in text


REACH = """(define (domain reach) (:requirements :adl :derived-predicates) (:types cell robot)
 (:predicates (near ?a ?b - cell) (reach ?r - robot ?b - cell) (at ?r - robot ?c - cell))
 (:derived (reach ?r - robot ?b - cell) (exists (?c - cell) (and (at ?r ?c) (near ?c ?b))))
 (:action go :parameters (?r - robot ?b - cell) :precondition (reach ?r ?b) :effect (at ?r ?b)))"""


@pytest.mark.parametrize("style", STYLES)
def test_letters_of_a_rule_follow_the_order_of_its_sentence(style: StyleName) -> None:
    domain = parse_domain(REACH)
    words = {"reach": "{?b} is in reach of {?r}", "near": "{?a} is near {?b}"}
    words["at"] = "{?r} is at {?c}"
    lexicon = Lexicon("reach", "by hand", words, {"go": "send robot {?r} to {?b}"})
    begin = "For every cell A and every robot B, A is in reach of B whenever there is a cell C such"
    assert begin in convert(domain, lexicon=lexicon, style=style).text
    assert check(domain, [], lexicon, style) == []
