"""The rules write English that says what the schema says, for any domain."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.english import negate, noun_phrase, unnegate
from pddl2nl.lexicon import placeholders, snippet_problems
from pddl2nl.model import ROOT_TYPE, ActionSchema, Atom, Domain, Effect, Parameter, Predicate
from pddl2nl.reader import parse_domain, read_domain
from pddl2nl.verbalizers import RulesVerbalizer


def said(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The predicate and action snippets of a domain given by its body in PDDL."""
    domain = parse_domain(f"(define (domain test) (:requirements :adl) {text})", "<text>")
    lexicon = RulesVerbalizer().lexicon(domain)
    assert snippet_problems(lexicon, domain) == []
    return dict(lexicon.predicates), dict(lexicon.actions)


def clause(declaration: str, types: str = "") -> str:
    """The snippet of a single predicate."""
    name = declaration.strip("()").split()[0]
    return said(f"(:types {types}) (:predicates {declaration})")[0][name]


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("(handempty)", "the hand is empty"),
        ("(empty-ferry)", "the ferry is empty"),
        ("(movie-rewound)", "the movie is rewound"),
        ("(counter-at-zero)", "the counter is at zero"),
        ("(holds-laser)", "the laser is being held"),
        ("(splicing)", "it is splicing"),
        ("(clear ?x)", "{?x} is clear"),
        ("(ontable ?x)", "{?x} is on the table"),
        ("(holding ?x)", "{?x} is being held"),
        ("(truck ?t)", "{?t} is a truck"),
        ("(airplane ?a)", "{?a} is an airplane"),
        ("(at-robot ?place)", "there is a robot at {?place}"),
        ("(is-smooth ?x)", "{?x} is smooth"),
        ("(ispoint ?x)", "{?x} is a point"),
        ("(headsnake ?x)", "{?x} is the head of the snake"),
        ("(can-fly ?x)", "{?x} can fly"),
        ("(not-locked ?x)", "{?x} is not locked"),
        ("(equipped_for_imaging ?r)", "{?r} is equipped for imaging"),
        ("(allergic_gluten ?c)", "{?c} is allergic to gluten"),
        ("(cut-point-1 ?x)", "{?x} is cut point 1"),
        ("(last-stop ?x)", "{?x} is the last stop"),
        ("(power_on ?i)", "power is on for {?i}"),
        ("(on ?x ?y)", "{?x} is on {?y}"),
        ("(connected ?x ?y)", "{?x} is connected to {?y}"),
        ("(conn ?x ?y)", "{?x} is connected to {?y}"),
        ("(adj ?x ?y)", "{?x} is adjacent to {?y}"),
        ("(not-eq ?x ?y)", "{?x} is not equal to {?y}"),
        ("(left ?x ?y)", "{?x} is to the left of {?y}"),
        ("(next ?a ?b)", "{?b} is next after {?a}"),
        ("(in-city ?l ?city)", "{?l} is in the city {?city}"),
        ("(supports ?c ?m)", "{?c} supports {?m}"),
        ("(pointing ?s ?d)", "{?s} is pointing at {?d}"),
        ("(visible-from ?o ?w)", "{?o} is visible from {?w}"),
        ("(store_of ?s ?r)", "{?s} is the store of {?r}"),
        ("(fuel-level ?plane ?level)", "the fuel level of {?plane} is {?level}"),
        ("(sum ?a ?b ?c)", "{?a} plus {?b} is {?c}"),
        ("(cw ?x ?y)", "{?x} is in relation cw to {?y}"),
        ("(friends ?a ?b)", "{?a} is a friend of {?b}"),
    ],
)
def test_a_predicate_reads_as_english(declaration: str, expected: str) -> None:
    assert clause(declaration) == expected


@pytest.mark.parametrize(
    ("declaration", "types", "expected"),
    [
        ("(lifting ?h - hoist ?c - crate)", "hoist crate", "{?h} is lifting {?c}"),
        ("(at-curb ?car - car)", "car", "{?car} is at the curb"),
        ("(at_lander ?x - lander ?y - waypoint)", "lander waypoint", "{?x} is at {?y}"),
        (
            "(can_traverse ?r - rover ?x ?y - waypoint)",
            "rover waypoint",
            "{?r} can traverse from {?x} to {?y}",
        ),
        ("(passengers ?l - lift ?n - count)", "lift count", "{?l} has {?n} passengers"),
        ("(road ?a ?b - place)", "place", "there is a road from {?a} to {?b}"),
        (
            "(distance ?a ?b - place ?n - number)",
            "place number",
            "the distance from {?a} to {?b} is {?n}",
        ),
        ("(visited ?r - rover ?w - waypoint)", "rover waypoint", "{?r} has visited {?w}"),
        ("(has-colour ?m - machine ?colour - hue)", "machine hue", "{?m} has the colour {?colour}"),
        ("(boulder-at ?x - location)", "location", "there is a boulder at {?x}"),
        (
            "(next_stop ?g - group ?f ?t - floor ?l - lift)",
            "group floor lift",
            "the next stop after {?f} is {?t} for {?g} with {?l}",
        ),
    ],
)
def test_types_tell_how_a_predicate_reads(declaration: str, types: str, expected: str) -> None:
    assert clause(declaration, types) == expected


def test_what_moves_is_told_by_its_place() -> None:
    predicates, _ = said("""(:types spot) (:predicates (boulder-at ?x - spot) (sled-at ?x - spot))
      (:action push :parameters (?x ?y - spot)
        :precondition (and (sled-at ?x) (boulder-at ?y))
        :effect (and (sled-at ?y) (not (sled-at ?x)) (not (boulder-at ?y))))""")
    assert predicates["sled-at"] == "the sled is at {?x}"
    assert predicates["boulder-at"] == "there is a boulder at {?x}"


VISITS = """(:types place - object) (:predicates (at-robot ?x - place) (visited ?x - place)
  (locked ?x - place) (link ?x ?y - place))
  (:action move :parameters (?curpos ?nextpos - place)
    :precondition (and (at-robot ?curpos) (link ?curpos ?nextpos))
    :effect (and (at-robot ?nextpos) (not (at-robot ?curpos)) (visited ?nextpos)
                 (not (locked ?nextpos))))
  (:action lock :parameters (?x - place) :precondition (at-robot ?x) :effect (locked ?x))"""


def test_what_is_never_undone_is_in_the_perfect() -> None:
    predicates, _ = said(VISITS)
    assert predicates["visited"] == "{?x} has been visited"
    assert predicates["locked"] == "{?x} is locked"


def test_a_mark_that_wanders_is_what_moves() -> None:
    predicates, actions = said(VISITS)
    assert predicates["at-robot"] == "the robot is at {?x}"
    assert actions["move"] == "move the robot from place {?curpos} to place {?nextpos}"


LOADING = """(:types truck parcel spot - object) (:predicates
  (at ?x - object ?s - spot) (in ?p - parcel ?t - truck))
  (:action drive :parameters (?x - truck ?y ?z - spot) :precondition (at ?x ?y)
    :effect (and (at ?x ?z) (not (at ?x ?y))))
  (:action load :parameters (?s - spot ?t - truck ?p - parcel)
    :precondition (and (at ?t ?s) (at ?p ?s)) :effect (and (in ?p ?t) (not (at ?p ?s))))
  (:action unload :parameters (?s - spot ?t - truck ?p - parcel)
    :precondition (and (at ?t ?s) (in ?p ?t)) :effect (and (at ?p ?s) (not (in ?p ?t))))"""


def test_effects_tell_where_from_and_where_to() -> None:
    _, actions = said(LOADING)
    assert actions == {
        "drive": "drive truck {?x} from spot {?y} to spot {?z}",
        "load": "load parcel {?p} into truck {?t} at spot {?s}",
        "unload": "unload parcel {?p} from truck {?t} at spot {?s}",
    }


def test_up_and_down_are_told_apart() -> None:
    _, actions = said(
        """(:types lift floor) (:predicates (lift-at ?l - lift ?f - floor))
        (:action move-up :parameters (?l - lift ?a ?b - floor) :precondition (lift-at ?l ?a)
          :effect (and (lift-at ?l ?b) (not (lift-at ?l ?a))))
        (:action move-down :parameters (?l - lift ?a ?b - floor) :precondition (lift-at ?l ?a)
          :effect (and (lift-at ?l ?b) (not (lift-at ?l ?a))))"""
    )
    assert actions["move-up"] == "move lift {?l} up from floor {?a} to floor {?b}"
    assert actions["move-down"] == "move lift {?l} down from floor {?a} to floor {?b}"


def test_static_predicates_stand_in_for_types() -> None:
    _, actions = said(
        """(:predicates (TRUCK ?t) (at ?x ?y) (LOCATION ?l))
        (:action drive :parameters (?x ?a ?b) :effect (and (at ?x ?b) (not (at ?x ?a)))
          :precondition (and (TRUCK ?x) (LOCATION ?a) (LOCATION ?b) (at ?x ?a)))"""
    )
    assert actions["drive"] == "drive truck {?x} from location {?a} to location {?b}"


def test_either_types_are_both_said() -> None:
    _, actions = said(
        """(:types truck plane) (:predicates (clean ?x - (either truck plane)))
        (:action wash :parameters (?x - (either truck plane)) :effect (clean ?x))"""
    )
    assert actions["wash"] == "wash truck or plane {?x}"


def test_a_negative_name_does_not_read_like_a_negation_that_the_domain_uses() -> None:
    both = "(:predicates (busy ?x) (not-busy ?x))"
    assert said(both)[0]["not-busy"] == "{?x} is not busy"
    used = "(:action rest :parameters (?x) :precondition (not (busy ?x)) :effect (not-busy ?x))"
    predicates, _ = said(f"{both} {used}")
    assert predicates["not-busy"] != negate(predicates["busy"]) == "{?x} is not busy"


def test_an_overloaded_predicate_reads_differently_for_each_arity() -> None:
    one, two = (Parameter("?x"),), (Parameter("?x"), Parameter("?y"))
    domain = Domain("d", predicates=(Predicate("at", one), Predicate("at", two)))
    lexicon = RulesVerbalizer().lexicon(domain)
    assert lexicon.predicates["at/2"] == "{?x} is at {?y}"
    assert snippet_problems(lexicon, domain) == []


def test_a_name_without_english_words_still_gets_a_sentence() -> None:
    predicates, actions = said(
        """(:predicates (zz ?x) (qq) (xk ?a ?b ?c))
        (:action frobnicate :parameters (?a ?b) :effect (zz ?a))"""
    )
    assert predicates["qq"] == "the condition qq holds"
    assert predicates["xk"].startswith("{?a} is in relation xk to {?b}")
    assert actions["frobnicate"] == "frobnicate object {?a} with object {?b}"


def test_predicates_with_the_same_words_do_not_read_the_same() -> None:
    predicates, _ = said("(:predicates (is-clear ?x) (clear ?x) (isclear ?x) (is_clear ?x))")
    assert len(set(predicates.values())) == len(predicates)


# --- every domain at hand -------------------------------------------------------------------------


def domains(shared: Path) -> list[Domain]:
    return [read_domain(path) for path in sorted(shared.glob("apb/*/domain.pddl"))]


def test_every_domain_at_hand_gets_a_sound_lexicon(shared: Path) -> None:
    for domain in domains(shared):
        assert snippet_problems(RulesVerbalizer().lexicon(domain), domain) == []


def test_predicate_snippets_can_be_joined(shared: Path) -> None:
    for domain in domains(shared):
        for snippet in RulesVerbalizer().lexicon(domain).predicates.values():
            assert not set(snippet) & set(",;()'\"")
            assert " and " not in snippet
            assert not any(word.isupper() for word in snippet.split() if "{" not in word)


def test_negating_rule_made_snippets_needs_no_wrapping(shared: Path) -> None:
    for domain in domains(shared):
        for snippet in RulesVerbalizer().lexicon(domain).predicates.values():
            assert not negate(snippet).startswith("it is not the case")
            assert unnegate(negate(snippet)) == snippet


def test_an_action_names_each_parameter_once_behind_its_type(shared: Path) -> None:
    for domain in domains(shared):
        snippets = RulesVerbalizer().lexicon(domain).actions
        for action in domain.actions:
            snippet = snippets[action.name]
            assert sorted(placeholders(snippet)) == sorted(item.name for item in action.parameters)
            for item in action.parameters:
                if ROOT_TYPE not in item.types:
                    noun = " or ".join(noun_phrase(name) for name in item.types)
                    assert f" {noun} {{{item.name}}}" in f" {snippet}"


# --- any domain -----------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "at",
        "in",
        "on",
        "is",
        "has",
        "can",
        "not",
        "no",
        "next",
        "to",
        "up",
        "left",
        "clear",
        "holding",
        "visited",
        "free",
        "last",
        "move",
        "pick",
        "load",
        "fuel",
        "level",
        "robot",
        "door",
        "cw",
        "xq",
        "1",
        "2b",
        "carry",
        "from",
        "of",
        "empty",
        "sum",
        "road",
        "with",
        "and",
        "door-open",
        "a",
        "s",
    ]
)
NAMES = st.lists(WORDS, min_size=1, max_size=4).map("-".join) | st.from_regex(
    r"[a-z][a-z0-9_-]{0,10}", fullmatch=True
)


@st.composite
def any_domain(draw: st.DrawFn) -> Domain:
    variables = [Parameter(f"?{letter}") for letter in "abcdef"]
    names = draw(st.lists(NAMES, min_size=1, max_size=8, unique=True))
    predicates = [Predicate(name, tuple(variables[: draw(st.integers(0, 5))])) for name in names]
    actions = []
    for name in draw(st.lists(NAMES, max_size=4, unique=True)):
        parameters = tuple(variables[: draw(st.integers(0, 6))])
        effects = []
        for predicate in draw(st.lists(st.sampled_from(predicates), max_size=5)):
            if len(predicate.parameters) <= len(parameters):
                order = draw(st.permutations(parameters))
                terms = tuple(item.name for item in order[: len(predicate.parameters)])
                effects.append(Effect(Atom(predicate.name, terms), draw(st.booleans())))
        actions.append(ActionSchema(name, parameters, effects=tuple(effects)))
    return Domain("any", predicates=tuple(predicates), actions=tuple(actions))


@given(any_domain())
def test_any_domain_gets_a_sound_lexicon(domain: Domain) -> None:
    lexicon = RulesVerbalizer().lexicon(domain)
    assert snippet_problems(lexicon, domain) == []
    for action in domain.actions:
        used = placeholders(lexicon.actions[action.name])
        assert sorted(used) == sorted(item.name for item in action.parameters)
    for snippet in lexicon.predicates.values():
        assert unnegate(negate(snippet)) == snippet
