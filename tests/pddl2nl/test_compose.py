"""The composed texts, sentence by sentence, as people would read them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pddl2nl.check import check
from pddl2nl.compose import PAPER, STYLES, StyleName
from pddl2nl.conversion import Conversion, convert
from pddl2nl.lexicon import Lexicon
from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.verbalizers import verbalizer
from tests.effort import calls

DELIVERY = """
(define (domain delivery)
  (:requirements :adl :action-costs)
  (:types place vehicle - object van bike - vehicle)
  (:constants depot - place)
  (:predicates (at ?v - vehicle ?p - place) (road ?a ?b - place) (blocked ?p - place)
               (loaded ?v - vehicle) (reachable ?p - place))
  (:functions (total-cost) - number (road-length ?a ?b - place) - number)
  (:derived (reachable ?p - place) (exists (?v - vehicle ?q - place)
     (and (at ?v ?q) (road ?q ?p))))
  (:action drive :parameters (?v - vehicle ?from ?to - place)
    :precondition (and (at ?v ?from) (not (= ?from ?to)) (not (blocked ?to))
                       (or (road ?from ?to) (road ?to ?from)))
    :effect (and (at ?v ?to) (not (at ?v ?from)) (increase (total-cost) (road-length ?from ?to))))
  (:action load :parameters (?v - (either van bike))
    :precondition (at ?v depot)
    :effect (and (loaded ?v)
      (forall (?w - vehicle) (when (and (at ?w depot) (not (loaded ?w))) (not (at ?w depot))))
      (increase (total-cost) 2)))
  (:action honk :parameters () :effect (and)))
"""
ONE = """
(define (problem one) (:domain delivery) (:objects red - van blue - bike home - place)
  (:init (at red depot) (road depot home) (= (road-length depot home) 7))
  (:goal (and (at red home) (not (loaded blue)) (forall (?p - place) (reachable ?p))))
  (:metric minimize (total-cost)))
"""


def delivery(style: StyleName = PAPER, *, costs: bool = False) -> Conversion:
    domain = parse_domain(DELIVERY)
    return convert(domain, [parse_problem(ONE, domain)], costs=costs, style=style)


@pytest.mark.parametrize("style", STYLES)
def test_the_whole_text_of_a_domain_and_a_problem(style: StyleName) -> None:
    # Golden texts: they have been read aloud.
    golden = Path(__file__).parent.parent / "data" / "delivery" / f"{style}.txt"
    assert delivery(style, costs=True).text == golden.read_text("utf-8").strip()


def test_costs_are_left_out_unless_they_are_asked_for() -> None:
    assert "cost" not in delivery().text


def test_a_function_whose_name_ends_in_of_is_of_its_arguments_once() -> None:
    named = [text.replace("road-length", "road-length-of") for text in (DELIVERY, ONE)]
    domain = parse_domain(named[0])
    text = convert(domain, [parse_problem(named[1], domain)], costs=True).text
    assert text == delivery(costs=True).text


def test_another_is_said_only_of_what_must_differ() -> None:
    text = parse_domain(DELIVERY.replace("(not (= ?from ?to))", ""))
    assert "another" not in convert(text).text
    assert "another place" in delivery().text


@pytest.mark.parametrize(
    ("snippet", "phrase"),
    [
        ("weld rods {?a}, {?b} and {?c} to {?d}", "weld rods A, B and C to a beam D"),
        ("weld {?a} and {?b} and {?c} to {?d}", "weld a rod A and a rod B and a rod C to a beam D"),
        ("join by spot-welding rod {?a} and {?b}", "join by spot-welding a rod A and a rod B"),
        ("join with PVC by hot-gluing rod {?a}", "join with PVC by hot-gluing a rod A"),
        ("lift a free-standing rod {?a}", "lift a free-standing rod A"),
        ("put {?a} on free-standing beam {?d}", "put a rod A on a free-standing beam B"),
    ],
)
def test_articles_stand_before_nouns_and_their_adjectives(snippet: str, phrase: str) -> None:
    domain = parse_domain(
        """(define (domain shop) (:requirements :typing) (:types rod beam) (:predicates (done))
        (:action do :parameters (?a ?b ?c - rod ?d - beam) :effect (done)))"""
    )
    lexicon = Lexicon("shop", "test", {"done": "the work is done"}, {"do": snippet})
    assert convert(domain, (), lexicon).domain_text.lines("abilities") == (phrase,)


@pytest.mark.parametrize(
    ("snippet", "phrase"),
    [
        ("pick up block {?a} from tray {?b}", "pick up a block A from a tray B"),
        ("unstack block {?a} from block {?b}", "unstack a block A from a block B"),
        ("move red block {?a} from floor {?b}", "move a red block A from a floor B"),
        ("get serving {?a} of chips ({?b})", "get a serving A of chips (B)"),
        ("go from point {?a} to point {?b}", "go from a point A to a point B"),
        ("open drawer {?a} by turning key {?b}", "open a drawer A by turning a key B"),
        ("lift {?a} using arm {?b}", "lift A using an arm B"),
        ("take block {?a} out of box {?b}", "take a block A out of a box B"),
        # A noun within the phrase before the object.
        ("show the work of art {?a} at point {?b}", "show the work of art A at a point B"),
        ("set down by hand {?a} at point {?b}", "set down by hand A at a point B"),
        # Verbs, prepositions, adverbs.
        ("move from {?a} to {?b}", "move from A to B"),
        ("put {?a} down on {?b}", "put A down on B"),
        ("turn on {?a} and then off {?b}", "turn on A and then off B"),
        ("take home {?a} to paint {?b}", "take home A to paint B"),
        ("help load {?a} and stack {?b}", "help load A and stack B"),
        ("start painting {?a} before lifting {?b}", "start painting A before lifting B"),
        ("carefully load {?a} to point {?b}", "carefully load A to point B"),
        # Mass nouns, plurals, names; determiners.
        ("pour water {?a} over crackers {?b}", "pour water A over crackers B"),
        ("load PBr3 {?a} onto zorf {?b}", "load PBr3 A onto zorf B"),
        ("push the block {?a} to its place {?b}", "push the block A to its place B"),
        ("swap the robot's gene {?a} for the next gene {?b}", None),
        ("bond a boron or carbon atom {?a} to it for {?b}", None),
    ],
)
def test_a_common_noun_has_its_article_though_it_names_no_kind(
    snippet: str, phrase: str | None
) -> None:
    domain = parse_domain(
        """(define (domain d) (:predicates (done))
        (:action do :parameters (?a ?b) :effect (done)))"""
    )
    lexicon = Lexicon("d", "test", {"done": "the work is done"}, {"do": snippet})
    unchanged = snippet.replace("{?a}", "A").replace("{?b}", "B")
    assert convert(domain, (), lexicon).domain_text.lines("abilities") == (phrase or unchanged,)


@pytest.mark.parametrize(("kind", "phrase"), [("work", "a work A"), ("luggage", "luggage A")])
def test_a_kind_of_single_things_has_its_article(kind: str, phrase: str) -> None:
    domain = parse_domain(
        f"""(define (domain d) (:types {kind}) (:predicates (done))
        (:action do :parameters (?a - {kind}) :effect (done)))"""
    )
    lexicon = Lexicon("d", "test", {"done": "it is done"}, {"do": "lift {?a}"})
    assert convert(domain, (), lexicon).domain_text.lines("abilities") == (f"lift {phrase}",)


@pytest.mark.parametrize(
    ("snippet", "phrase"),
    [
        *((f"{verb} {{?p}}", f"{verb} a pot A") for verb in ("put down", "throw away", "glaze")),
        *((f"{verb} {{?p}}", f"{verb} a pot A") for verb in ("set aside", "set free", "take home")),
        ("give {?p} {?g} on {?r}", "give a pot A a glaze B on a rack C"),
        ("carefully put back {?p} on {?r}", "carefully put back a pot A on a rack B"),
        ("set free pot {?p} from {?r}", "set free a pot A from a rack B"),
        ("glaze {?p} with {?g}", "glaze a pot A with a glaze B"),
        ("use {?g} to glaze {?p}", "use a glaze A to glaze a pot B"),
        ("take {?p} and rack {?r}", "take a pot A and a rack B"),
        ("take {?p} and carry {?r}", "take a pot A and carry a rack B"),
        ("go to rack {?r}", "go to a rack A"),
        ("have {?p} light {?r}", "have a pot A light a rack B"),
        ("let {?p} quickly carry {?r}", "let a pot A quickly carry a rack B"),
        # What may be an adjective, a noun or a part of one.
        ("polish the back {?p}", "polish the back A"),
        ("load wide {?p}", "load wide A"),
        ("move to dish {?p}", "move to dish A"),
    ],
)
def test_a_kind_is_named_behind_a_verb_with_its_particle(snippet: str, phrase: str) -> None:
    domain = parse_domain(
        """(define (domain pots) (:types pot glaze rack) (:predicates (done))
        (:action do :parameters (?p - pot ?g - glaze ?r - rack) :effect (done)))"""
    )
    lexicon = Lexicon("pots", "test", {"done": "the work is done"}, {"do": snippet})
    schema = domain.actions[0]
    used = tuple(each for each in schema.parameters if f"{{{each.name}}}" in snippet)
    domain = replace(domain, actions=(replace(schema, parameters=used),))
    assert convert(domain, (), lexicon).domain_text.lines("abilities") == (phrase,)
    assert check(domain, (), lexicon) == []


def test_objects_of_a_type_are_others_beside_constants_and_objects_of_a_subtype() -> None:
    domain = parse_domain(
        """(define (domain d) (:types tool - object saw - tool room) (:constants hall - room)
        (:predicates (done)) (:action do :parameters (?t - tool) :effect (done)))"""
    )
    task = parse_problem(
        """(define (problem p) (:domain d) (:objects a b - tool c - saw r - room)
        (:init) (:goal (done)))""",
        domain,
    )
    found = convert(domain, [task], verbalizer("rules").lexicon(domain))
    assert found.problems[0].text.objects == (
        "There are 2 other tools: tool_0 and tool_1.",
        "There is 1 saw: saw_0.",
        "There is 1 other room: room_0.",
    )
    assert check(domain, [task], verbalizer("rules").lexicon(domain)) == []


FRAGMENTS = Lexicon(
    "d",
    "test",
    {"held": "holding {?x}", "clear": "{?x} is clear"},
    {"put": "put down block {?x}", "take": "take block {?x}"},
)
HANDS = """(define (domain d) (:requirements :adl) (:predicates (held ?x) (clear ?x))
    (:action put :parameters (?x) :precondition (and (held ?x) (clear ?x))
      :effect (and (clear ?x) (not (held ?x))))
    (:action take :parameters (?x) :precondition (not (held ?x))
      :effect (and (held ?x) (forall (?y) (when (not (held ?y)) (clear ?y))))))"""
IN_HANDS = """(define (problem p) (:domain d) (:objects a b) (:init (held a)) (:goal (held b)))"""


def test_a_snippet_without_a_finite_verb_follows_that_it_is_the_case() -> None:
    domain = parse_domain(HANDS)
    found = convert(domain, [parse_problem(IN_HANDS, domain)], FRAGMENTS)
    assert found.domain_text.lines("restrictions") == (
        "I can only put down a block A if it is the case that holding A and A is clear.",
        "I cannot take a block A if it is the case that holding A.",
    )
    assert found.domain_text.lines("effects") == (
        "Once I put down a block A, A is clear.",
        "After I put down a block A, it is no longer the case that holding A.",
        "Once I take a block A, it is the case that holding A.",
        "When I take a block A, for every object B: if beforehand it is not the case that "
        "holding B, then afterwards B is clear.",
    )
    (problem,) = found.problems
    assert problem.text.goal.endswith("in which it is the case that holding object_1.")
    assert problem.text.state == "Currently, holding object_0."
    assert "the case" not in convert(domain, (), FRAGMENTS, style="brief").text


@pytest.mark.parametrize("causing", ["have", "let"])
def test_a_verb_behind_who_is_made_to_act_is_no_noun_of_another_kind(causing: str) -> None:
    domain = parse_domain(
        """(define (domain d) (:requirements :typing) (:types potter pot glaze) (:predicates (done))
        (:action do :parameters (?w - potter ?p - pot ?g - glaze) :effect (done)))"""
    )
    snippet = f"{causing} {{?w}} glaze {{?p}} with {{?g}}"
    lexicon = Lexicon("d", "test", {"done": "the work is done"}, {"do": snippet})
    assert convert(domain, (), lexicon).domain_text.lines("abilities") == (
        f"{causing} a potter A glaze a pot B with a glaze C",
    )


@pytest.mark.parametrize("style", STYLES)
def test_no_stands_before_no_duty_which_it_would_forbid(style: StyleName) -> None:
    domain = parse_domain(HANDS)
    (held, clear) = ("{?x} must rest", "{?x} can rest")
    lexicon = replace(FRAGMENTS, predicates={"held": held, "clear": clear})
    for denied, expected in (
        ("(forall (?o) (not (held ?o)))", "for every object A, A need not rest"),
        ("(not (exists (?o) (held ?o)))", "there is no object A such that A must rest"),
        ("(forall (?o) (not (clear ?o)))", "no object can rest"),
    ):
        problem = parse_problem(IN_HANDS.replace("(held b)", denied), domain)
        (found,) = convert(domain, [problem], lexicon, style=style).problems
        assert expected in found.text.goal
        assert not check(domain, [problem], lexicon)


def test_a_long_snippet_without_a_finite_verb_is_ended_in_the_same_words() -> None:
    linked = {**FRAGMENTS.predicates, "held": "a link of {?x} and the table"}
    found = convert(parse_domain(HANDS), (), replace(FRAGMENTS, predicates=linked))
    assert found.domain_text.lines("effects")[1] == (
        "After I put down a block A, (it is no longer the case that a link of A and the table)."
    )


def test_a_fact_that_is_deleted_and_added_at_once_is_said_as_added() -> None:
    again = "(and (at ?v ?from) (not (at ?v ?from)))"
    domain = parse_domain(DELIVERY.replace("(and (at ?v ?to) (not (at ?v ?from))", f"(and {again}"))
    drive = [line for line in convert(domain).domain_text.lines("effects") if "drive" in line]
    assert drive == [
        'Once I do "drive" with the vehicle A and the place B (to) at the place C (from), '
        "A is at C.",
    ]


@pytest.mark.parametrize("name", ["a" * 6_000, "-".join(["ab"] * 2_000)])
@pytest.mark.parametrize("style", STYLES)
def test_a_name_of_any_length_is_composed_in_linear_time(style: StyleName, name: str) -> None:
    domain = parse_domain(f"""(define (domain d) (:requirements :typing) (:types car)
        (:predicates (p ?x - car))
        (:action {name} :parameters (?x ?y - car) :precondition (p ?x) :effect (not (p ?y))))""")
    assert calls(lambda: convert(domain, style=style).domain_text) < 6_000_000


def test_a_word_behind_to_that_may_be_a_verb_gets_no_article() -> None:
    domain = parse_domain("""(define (domain d) (:types lamp room) (:predicates (lit ?l - lamp))
      (:action drain :parameters (?r - room ?l - lamp) :effect (not (lit ?l))))""")
    snippets = {"drain": "use {?r} to empty {?l}"}
    lexicon = replace(verbalizer("rules").lexicon(domain), actions=snippets)
    text = str(convert(domain, lexicon=lexicon).domain_text)
    assert "use a room A to empty lamp B" in text


def test_a_predicate_that_opens_with_a_preposition_names_no_kind() -> None:
    domain = parse_domain("""(define (domain d) (:types truck room)
      (:predicates (in-room ?r - room) (opened ?t - truck))
      (:action open :parameters (?t - truck ?r - room) :effect (opened ?t)))""")
    lexicon = replace(verbalizer("rules").lexicon(domain), actions={"open": "open {?t} in {?r}"})
    said = str(convert(domain, lexicon=lexicon).domain_text)
    assert "open a truck A in a room B" in said
    named = replace(lexicon, actions={"open": "open truck {?t} in room {?r}"})
    assert "open a truck A in a room B" in str(convert(domain, lexicon=named).domain_text)
