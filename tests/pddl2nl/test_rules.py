"""The rules write English that says what the schema says, for any domain."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.english import negate, unnegate
from pddl2nl.lexicon import placeholders, snippet_problems
from pddl2nl.model import ActionSchema, Atom, Domain, Effect, Parameter, Predicate
from pddl2nl.reader import parse_domain, read_domain
from pddl2nl.verbalizers import RulesVerbalizer
from tests.conftest import REPOSITORY
from tests.pddl2nl.rules_said import clause, phrase, said


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("(handempty)", "the hand is empty"),
        ("(empty-ferry)", "the ferry is empty"),
        ("(movie-rewound)", "the movie is rewound"),
        ("(nothing-is-moving)", "nothing is moving"),
        ("(clear ?x)", "{?x} is clear"),
        ("(ontable ?x)", "{?x} is on the table"),
        ("(holding ?x)", "I am holding {?x}"),
        ("(truck ?t)", "{?t} is a truck"),
        ("(airplane ?a)", "{?a} is an airplane"),
        ("(gripper ?g)", "{?g} is a gripper"),
        ("(at-robot ?place)", "the robot is at {?place}"),
        ("(is-smooth ?x)", "{?x} is smooth"),
        ("(ispoint ?x)", "{?x} is a point"),
        ("(can-load ?x)", "{?x} can be loaded"),
        ("(tank-full ?c)", "the tank of {?c} is full"),
        ("(has-docks ?p)", "{?p} has docks"),
        ("(on ?x ?y)", "{?x} is on {?y}"),
        ("(connected ?x ?y)", "{?x} is connected to {?y}"),
        ("(conn ?x ?y)", "{?x} is connected to {?y}"),
        ("(adj ?x ?y)", "{?x} is adjacent to {?y}"),
        ("(not-eq ?x ?y)", "{?x} is not equal to {?y}"),
        ("(in-city ?l ?city)", "{?l} is in {?city}"),
        ("(supports ?c ?m)", "{?c} supports {?m}"),
        ("(pointing ?s ?d)", "{?s} is pointing at {?d}"),
        ("(on_board ?i ?s)", "{?i} is on board {?s}"),
        ("(store_of ?s ?r)", "{?s} is a store of {?r}"),
    ],
)
def test_a_name_that_reads_as_english_is_said(declaration: str, expected: str) -> None:
    assert clause(declaration) == expected


def test_the_page_on_rules_shows_what_they_write() -> None:
    page = (REPOSITORY / "docs" / "evidence/rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| `(.*)` \| (.*) \|$", page, re.MULTILINE)
    assert len(rows) >= 15
    for declaration, snippet in rows:
        types = " ".join(re.findall(r" - (\S+?)\b(?= |\))", declaration))
        assert clause(declaration, types) == snippet


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("(pick ?x)", 'the fact "pick" holds for {?x}'),
        ("(never ?x)", 'the fact "never" holds for {?x}'),
        ("(lies ?x)", 'the fact "lies" holds for {?x}'),
        ("(at ?x)", 'the fact "at" holds for {?x}'),
        ("(have-photo ?x)", 'the fact "have photo" holds for {?x}'),
        ("(zz ?x)", 'the fact "zz" holds for {?x}'),
        ("(do-normal)", 'the condition "do normal" holds'),
        ("(above ?x ?y)", 'the relation "above" holds for the ordered pair {?x} {?y}'),
        ("(next ?x ?y)", 'the relation "next" holds for the ordered pair {?x} {?y}'),
        (
            "(holds-honey-of ?x ?y)",
            'the relation "holds honey of" holds for the ordered pair {?x} {?y}',
        ),
        (
            "(guards-entrance-of ?x ?y)",
            'the relation "guards entrance of" holds for the ordered pair {?x} {?y}',
        ),
        ("(right-of ?x ?y)", 'the relation "right of" holds for the ordered pair {?x} {?y}'),
        ("(follows ?x ?y)", 'the relation "follows" holds for the ordered pair {?x} {?y}'),
        ("(generating ?x)", 'the fact "generating" holds for {?x}'),
        ("(pancake-on ?x)", 'the fact "pancake on" holds for {?x}'),
        ("(talonplayable ?x)", 'the fact "talon playable" holds for {?x}'),
        ("(carry ?x ?y)", 'the relation "carry" holds for the ordered pair {?x} {?y}'),
        (
            "(move-dir ?a ?b ?c)",
            'the relation "move dir" holds for the ordered triple {?a} {?b} {?c}',
        ),
        ("(con ?a ?b ?c ?d)", 'the relation "con" holds for the tuple {?a} {?b} {?c} {?d}'),
    ],
)
def test_a_name_that_does_not_tell_is_quoted(declaration: str, expected: str) -> None:
    assert clause(declaration) == expected


@pytest.mark.parametrize(
    ("declaration", "types", "expected"),
    [
        ("(lifting ?h - hoist ?c - crate)", "hoist crate", "{?h} is lifting {?c}"),
        ("(at-curb ?car - car)", "car", "{?car} is at the curb"),
        ("(at_lander ?x - lander ?y - spot)", "lander spot", "{?x} is at {?y}"),
        ("(boarded ?p - passenger)", "passenger", "{?p} has boarded"),
        # Whether a person has done it or it has been done to them, a participle leaves open.
        ("(served ?p - passenger)", "passenger", 'the fact "served" holds for {?p}'),
        ("(served ?p - dish)", "dish", "{?p} is served"),
        ("(hung ?p - picture ?r - room)", "picture room", "{?p} is hung in {?r}"),
        ("(hung ?p - picture ?r - wall)", "picture wall", "{?p} is hung on {?r}"),
        # They lost it; a bucket may be a lost key.
        (
            "(lost-key-of ?p - man ?d - door)",
            "man door",
            'the relation "lost key of" holds for the ordered pair {?p} {?d}',
        ),
        ("(colour-of ?c - paint ?d - door)", "paint door", "{?c} is a colour of {?d}"),
        # The ticket is had, and has no ticket.
        ("(has-ticket ?t - ticket)", "ticket", 'the fact "has ticket" holds for {?t}'),
        ("(boulder-at ?x - location)", "location", "there is a boulder at {?x}"),
        ("(lift-at ?f - floor)", "floor", "the lift is at {?f}"),
        ("(has-colour ?m - machine ?c - colour)", "machine colour", "{?m} has the colour {?c}"),
        (
            "(capacity ?v - van ?c - capacity-number)",
            "van capacity-number",
            "the capacity of {?v} is {?c}",
        ),
        ("(holding ?d - diver ?t - tank)", "diver tank", "{?d} is holding {?t}"),
        ("(stocked ?s - shop ?g - glaze)", "shop glaze", "{?s} is stocked with {?g}"),
        ("(stocked ?g - glaze ?r - room)", "glaze room", "{?g} is stocked in {?r}"),
        ("(coated ?p - pot ?g - glaze)", "pot glaze", "{?p} is coated with {?g}"),
        ("(stands-in ?k - kiln ?r - room)", "kiln room", "{?k} stands in {?r}"),
    ],
)
def test_types_tell_how_a_predicate_reads(declaration: str, types: str, expected: str) -> None:
    assert clause(declaration, types) == expected


@pytest.mark.parametrize(
    ("declaration", "types"),
    [
        ("(at-sample ?w - location)", "location"),  # who is at whom?
        ("(free-color ?r - robot)", "robot"),  # a robot is no color
        ("(stacks-avail ?s - count)", "count"),  # a number has no stacks
        ("(housing ?p - place ?l - level)", "place level"),
    ],
)
def test_types_tell_what_a_name_cannot_mean(declaration: str, types: str) -> None:
    assert '"' in clause(declaration, types)


def test_a_verb_that_is_a_kind_as_well_keeps_a_noun_behind_it() -> None:
    """ "color A" would be the color A."""
    action = "(:action color :parameters (?x - object) :effect (done ?x))"
    told = [said(f"(:types {t}) (:predicates (done ?x)) {action}")[1] for t in ("color", "truck")]
    assert told == [{"color": "color object {?x}"}, {"color": "color {?x}"}]


def test_who_is_somewhere_by_name_is_who_holds_something() -> None:
    potter = "(:types room pot) (:predicates (potter-in ?r - room) (holding ?p - pot))"
    assert said(potter)[0]["holding"] == "the potter is holding {?p}"
    two = potter.replace("(holding", "(robot-at ?r - room) (holding")
    assert said(two)[0]["holding"] == "{?p} is being held"


def test_a_value_that_is_added_to_others_is_not_the_value() -> None:
    body = """(:types queue message) (:predicates (head-message ?q - queue ?m - message))
      (:action put :parameters (?q - queue ?m - message) :effect (head-message ?q ?m))"""
    assert '"head message"' in said(body)[0]["head-message"]


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


def test_what_is_pulled_out_comes_from_where_it_is_though_somebody_is_there_as_well() -> None:
    hive = ("frame hive", "(at ?h - hive) (hangs-in ?f - frame ?h - hive) (carrying ?f - frame)")
    pulls = ":parameters (?f - frame ?h - hive) :precondition (and (at ?h) (hangs-in ?f ?h))"
    effect = ":effect (and (carrying ?f) (not (hangs-in ?f ?h)))"
    assert phrase(*hive, f"pull-frame {pulls} {effect}") == "pull frame {?f} from hive {?h}"


def test_who_has_the_key_of_a_room_has_no_room() -> None:
    given = "(has-key ?g - guard ?r - room)"
    hands = ":parameters (?g ?h - guard ?r - room) :precondition (has-key ?g ?r)"
    effect = ":effect (and (has-key ?h ?r) (not (has-key ?g ?r)))"
    assert phrase("guard room", given, f"hand-over {hands} {effect}").startswith('do "hand over"')


def test_what_is_done_with_a_holder_that_is_no_tool_is_quoted() -> None:
    action = """{0} :parameters (?p - {1} ?c - colour) :precondition (in-stock ?c)
      :effect (carries ?p ?c)"""
    predicates = "(in-stock ?c - colour) (carries ?p - {} ?c - colour)"
    for verb, holder in (("glaze", "pot"), ("paint", "pot"), ("paint", "brush")):
        found = phrase(f"{holder} colour", predicates.format(holder), action.format(verb, holder))
        quoted = f'do "{verb}" with the {holder} {{?p}} and the colour {{?c}}'
        assert found == (f"{verb} colour {{?c}} with brush {{?p}}" if holder == "brush" else quoted)


def test_what_somebody_carries_is_no_part_of_them() -> None:
    for carrier in ("keeper", "robot"):
        found = phrase(
            f"{carrier} floor",
            f"(carries-oil ?k - {carrier}) (oil-store ?f - floor) (at ?k - {carrier} ?f - floor)",
            f"""fetch-oil :parameters (?k - {carrier} ?f - floor)
            :precondition (and (at ?k ?f) (oil-store ?f)) :effect (carries-oil ?k)""",
        )
        assert found == f'do "fetch oil" with the {carrier} {{?k}} at the floor {{?f}}'


def test_nobody_dresses_a_costume() -> None:
    for verb, expected in (
        ("dress", 'do "dress" with the actor {?a} and the costume {?c}'),
        ("take", "let actor {?a} take costume {?c}"),
    ):
        text = f"{verb} :parameters (?a - actor ?c - costume) :effect (wears ?a ?c)"
        found = phrase("actor costume", "(wears ?a - actor ?c - costume)", text)
        assert found == expected


def test_what_one_gets_of_a_kind_one_has() -> None:
    predicates, _ = said(
        """(:types ticket - object) (:predicates (sold ?t - ticket) (has-ticket ?t - ticket))
        (:action buy-ticket :parameters (?t - ticket) :precondition (not (sold ?t))
          :effect (and (sold ?t) (has-ticket ?t)))"""
    )
    assert predicates["has-ticket"] == "I have {?t}"


def test_a_parameter_without_a_role_leaves_the_action_plain() -> None:
    body = LOADING.replace(
        "?s - spot ?t - truck ?p - parcel)", "?s - spot ?t - truck ?p ?q - parcel)"
    )
    assert said(body)[1]["load"] == (
        'do "load" with the parcel {?p} and the parcel {?q} from the spot {?s} to the truck {?t}'
    )


def test_who_holds_something_acts_and_so_does_who_comes_first_and_stays_as_they_are() -> None:
    _, actions = said(
        """(:types nurse patient drug room - object) (:predicates (ready ?n - nurse)
          (treated ?p - patient) (holding ?n - nurse ?d - drug) (at ?x - object ?r - room))
        (:action pick-up :parameters (?n - nurse ?d - drug ?r - room)
          :precondition (and (at ?n ?r) (at ?d ?r))
          :effect (and (holding ?n ?d) (not (at ?d ?r))))
        (:action wash :parameters (?n - nurse ?p - patient) :precondition (ready ?n)
          :effect (treated ?p))"""
    )
    assert actions["pick-up"] == "let nurse {?n} pick up drug {?d} in room {?r}"
    assert actions["wash"] == "let nurse {?n} wash patient {?p}"


def test_who_is_served_does_not_serve() -> None:
    _, actions = said(
        """(:types child sandwich - object)
        (:predicates (served ?c - child) (made ?s - sandwich))
        (:action serve-sandwich :parameters (?s - sandwich ?c - child) :precondition (made ?s)
          :effect (and (served ?c) (not (made ?s))))"""
    )
    assert (
        actions["serve-sandwich"] == 'do "serve sandwich" with the sandwich {?s} and the child {?c}'
    )


def test_somebody_unspoken_moves() -> None:
    _, actions = said(
        """(:types place) (:predicates (at-robot ?x - place) (link ?x ?y - place))
        (:action move :parameters (?a ?b - place) :precondition (and (at-robot ?a) (link ?a ?b))
          :effect (and (at-robot ?b) (not (at-robot ?a))))
        (:action up :parameters (?a ?b - place) :precondition (at-robot ?a)
          :effect (and (at-robot ?b) (not (at-robot ?a))))"""
    )
    assert actions["move"] == "move the robot from place {?a} to place {?b}"
    assert actions["up"] == 'do "up" from the place {?a} to the place {?b}'


def test_a_way_is_told_where_a_move_follows_it() -> None:
    body = """(:types van spot) (:predicates (at ?v - van ?s - spot) (road ?a ?b - spot))
      (:action drive :parameters (?v - van ?a ?b - spot)
        :precondition (and (at ?v ?a) (road ?a ?b)) :effect (and (at ?v ?b) (not (at ?v ?a))))"""
    assert said(body)[0]["road"] == "there is a road from {?a} to {?b}"
    turned = body.replace("(road ?a ?b))", "(road ?b ?a))")
    assert '"road"' in said(turned)[0]["road"]


def test_two_that_move_leave_no_way_to_be_told() -> None:
    _, actions = said(
        """(:types van crate spot) (:predicates (at ?x - object ?s - spot))
        (:action xshift :parameters (?v - van ?c - crate ?a ?b - spot) :precondition (at ?v ?a)
          :effect (and (at ?v ?b) (not (at ?v ?a)) (at ?c ?a)))"""
    )
    assert actions["xshift"] == (
        'do "xshift" with the van {?v}, the crate {?c}, the spot {?a} and the spot {?b}'
    )


def test_a_verb_of_motion_moves_what_the_effects_move() -> None:
    _, actions = said(
        """(:types rover store) (:predicates (full ?s - store) (own ?r - rover ?s - store))
        (:action drop :parameters (?r - rover ?s - store) :precondition (own ?r ?s)
          :effect (not (full ?s)))"""
    )
    assert actions["drop"] == 'let the rover {?r} do "drop" with the store {?s}'


def test_an_object_that_is_no_parameter_is_said_if_the_effects_speak_of_it() -> None:
    _, actions = said(
        """(:types place) (:predicates (warm ?p - place) (has-mill ?p - place))
        (:action burn-coal :parameters (?p - place) :effect (warm ?p))
        (:action build-mill :parameters (?p - place) :effect (has-mill ?p))"""
    )
    assert actions["burn-coal"].startswith('do "burn coal"')
    assert actions["build-mill"] == "build a mill at place {?p}"


def test_a_value_that_changes_is_told_with_its_owner() -> None:
    _, actions = said(
        """(:types van spot level) (:predicates (at ?v - van ?s - spot) (fuel ?v - van ?l - level))
        (:action drive :parameters (?v - van ?a ?b - spot ?f ?g - level)
          :precondition (and (at ?v ?a) (fuel ?v ?f))
          :effect (and (at ?v ?b) (not (at ?v ?a)) (fuel ?v ?g) (not (fuel ?v ?f))))"""
    )
    assert actions["drive"] == (
        "drive van {?v} from spot {?a} to spot {?b} "
        "with the fuel of {?v} going from level {?f} to level {?g}"
    )


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


def test_clauses_that_would_differ_by_not_alone_are_told_apart() -> None:
    predicates, _ = said("(:predicates (busy ?x) (not-busy ?x))")
    assert predicates["busy"] == "{?x} is busy"
    assert predicates["not-busy"] == 'the fact "not busy" holds for {?x}'


def test_clauses_that_read_alike_get_their_nouns() -> None:
    predicates, _ = said(
        "(:types car curb) (:predicates (car-clear ?x - car) (curb-clear ?x - curb))"
    )
    assert predicates["car-clear"] == "the car {?x} is clear"
    assert predicates["curb-clear"] == "the curb {?x} is clear"


def test_an_overloaded_predicate_reads_differently_for_each_arity() -> None:
    one, two = (Parameter("?x"),), (Parameter("?x"), Parameter("?y"))
    domain = Domain("d", predicates=(Predicate("at", one), Predicate("at", two)))
    lexicon = RulesVerbalizer().lexicon(domain)
    assert lexicon.predicates["at/2"] == "{?x} is at {?y}"
    assert snippet_problems(lexicon, domain) == []


def test_predicates_with_the_same_words_do_not_read_the_same() -> None:
    predicates, _ = said("(:predicates (is-clear ?x) (clear ?x) (isclear ?x) (is_clear ?x))")
    assert len(set(predicates.values())) == len(predicates)


def test_parameters_of_one_type_keep_their_names_in_a_plain_action() -> None:
    _, actions = said(
        """(:types robot) (:predicates (x ?r - robot))
        (:action recharge :parameters (?rfrom ?rto - robot)
          :effect (and (x ?rto) (not (x ?rfrom))))"""
    )
    assert actions["recharge"] == (
        'do "recharge" with the robot {?rfrom} (rfrom) and the robot {?rto} (rto)'
    )


def test_every_snippet_says_whether_the_rules_were_sure() -> None:
    domain = parse_domain(
        """(define (domain d) (:predicates (clear ?x) (zz ?x))
        (:action open :parameters (?x) :effect (clear ?x))
        (:action foo-1 :parameters (?x) :effect (zz ?x)))""",
        "<text>",
    )
    assert RulesVerbalizer().lexicon(domain).provenance == {
        "predicates": {"clear": "sure", "zz": "plain"},
        "actions": {"open": "sure", "foo-1": "plain"},
    }


# --- every domain at hand -------------------------------------------------------------------------


def domains(shared: Path) -> list[Domain]:
    paths = sorted([*shared.glob("apb/*/domain.pddl"), *shared.glob("ipc/*/domain.pddl")])
    return [read_domain(path) for path in paths]


def test_every_domain_at_hand_gets_a_sound_lexicon(shared: Path) -> None:
    known = domains(shared)
    assert len(known) > 70
    for domain in known:
        lexicon = RulesVerbalizer().lexicon(domain)
        assert snippet_problems(lexicon, domain) == []
        for snippet in lexicon.predicates.values():
            assert not set(snippet) & set(",;()'")
            said_of_all = snippet.startswith(("nothing", "everything"))
            assert said_of_all or not negate(snippet).startswith("it is not the case")
            assert unnegate(negate(snippet)) == snippet
        for action in domain.actions:
            used = set(placeholders(lexicon.actions[action.name]))
            assert used == {item.name for item in action.parameters}


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


def test_a_verb_that_is_a_kind_and_stands_alone_stays_as_it_is() -> None:
    domain = Domain("any", predicates=(Predicate("rest", (Parameter("?a"),)),))
    domain = replace(domain, actions=(ActionSchema("rest"),))
    assert RulesVerbalizer().lexicon(domain).actions["rest"] == "rest"


@given(any_domain())
def test_any_domain_gets_a_sound_lexicon(domain: Domain) -> None:
    lexicon = RulesVerbalizer().lexicon(domain)
    assert snippet_problems(lexicon, domain) == []
    for action in domain.actions:
        used = set(placeholders(lexicon.actions[action.name]))
        assert used == {item.name for item in action.parameters}
    for snippet in lexicon.predicates.values():
        assert unnegate(negate(snippet)) == snippet


def test_a_state_with_a_preposition_has_no_article() -> None:
    predicates, _ = said("(:types guard) (:predicates (on-duty ?g - guard) (on-fire ?g - guard))")
    assert (predicates["on-duty"], predicates["on-fire"]) == (
        "{?g} is on duty",
        "{?g} is on fire",
    )


def test_who_waits_somewhere_is_quoted_since_the_preposition_is_missing() -> None:
    predicates, _ = said(
        "(:types guard stop)"
        " (:predicates (waits ?g - guard ?s - stop) (guards ?g - guard ?s - stop))"
    )
    assert predicates["waits"].startswith("the relation")
    assert predicates["guards"] == "{?g} guards {?s}"


def test_a_machine_that_goes_by_itself_is_let_go() -> None:
    _, actions = said(
        """(:types room) (:predicates (robot-at ?r - room))
        (:action go :parameters (?a ?b - room) :precondition (robot-at ?a)
          :effect (and (robot-at ?b) (not (robot-at ?a))))"""
    )
    assert actions["go"] == "let the robot go from room {?a} to room {?b}"


def test_who_did_what_to_whom_is_quoted_where_it_is_unclear() -> None:
    predicates, _ = said(
        "(:types worker box book) (:predicates (packed ?w - worker ?b - box)"
        " (borrowed ?w - worker ?b - book) (stored ?b - book ?x - box))"
    )
    assert predicates["packed"].startswith("the relation")
    assert predicates["borrowed"].startswith("the relation")
    assert predicates["stored"] == "{?b} is stored in {?x}"
