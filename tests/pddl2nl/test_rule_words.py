"""The small decisions of the rules, each by an example that reads otherwise without it."""

from __future__ import annotations

import pytest

from tests.pddl2nl.rules_said import clause, phrase, said


def quoted(words: str, of: str = "{?x}") -> str:
    return f'the fact "{words}" holds for {of}'


@pytest.mark.parametrize(
    ("declaration", "types", "expected"),
    [
        ("(is-moving ?x)", "", "{?x} is moving"),
        ("(hands-free ?x - nurse)", "nurse", "the hands of {?x} are free"),
        # Who can do it does it; what cannot has it done to it.
        ("(approaching ?x - plane)", "plane", "{?x} is approaching"),
        ("(can-breed ?x - animal)", "animal", "{?x} can breed"),
        # The slot is the argument itself, not a part of it.
        ("(slot-free ?x - yard-slot)", "yard-slot", "{?x} is free"),
        # A diver decompresses something, and the name does not say what.
        ("(decompressing ?x - diver)", "diver", quoted("decompressing")),
    ],
)
def test_what_an_argument_is_tells_how_a_name_reads(
    declaration: str, types: str, expected: str
) -> None:
    assert clause(declaration, types) == expected


def test_behind_a_preposition_a_rare_noun_is_one() -> None:
    assert clause("(on-counter ?x)") == "{?x} is on the counter"


@pytest.mark.parametrize(
    ("declared", "verb", "expected"),
    [
        # A participle that is a noun as well is quoted.
        ("shot", "hit", quoted("shot")),
        # What changes is no kind of thing; what does not may be.
        ("sterile", "boil", "{?x} is sterile"),
        ("topping", "bake", quoted("topping")),
        ("burning", "light", "{?x} is burning"),
        # What takes no object is not done to anything, unless an action does it.
        ("risen", "wait", "{?x} has risen"),
        ("risen", "rise", "{?x} is risen"),
    ],
)
def test_a_state_is_what_the_dictionary_or_an_action_says(
    declared: str, verb: str, expected: str
) -> None:
    predicates, _ = said(
        f"""(:types dough) (:predicates ({declared} ?x - dough))
        (:action {verb} :parameters (?x - dough) :effect ({declared} ?x))"""
    )
    assert predicates[declared] == expected


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("(hero-at ?r - room)", "the hero is in {?r}"),
        ("(hero-at ?d - dough)", "the hero is at {?d}"),
        ("(at-robby ?x)", "the robby is at {?x}"),
        ("(nuts-tight ?d - dough)", "the nuts of {?d} are tight"),
        ("(alarm-off ?r - room)", "the alarm in {?r} is off"),
        ("(bone-dry ?d - dough)", quoted("bone dry", "{?d}")),
        ("(leather-hard ?d - dough)", quoted("leather hard", "{?d}")),
        ("(needs-grease ?d - dough)", "{?d} needs grease"),
        ("(at-room ?r - room)", quoted("at room", "{?r}")),
        ("(last-room ?r - room)", "{?r} is the last room"),
        ("(half-full ?d - dough)", quoted("half full", "{?d}")),
        ("(crustless ?d - dough)", quoted("crustless", "{?d}")),
        ("(sugarfree ?d - dough)", quoted("sugarfree", "{?d}")),
        ("(sugar-free ?d - dough)", quoted("sugar free", "{?d}")),
        ("(in-season ?d - dough)", "{?d} is in season"),
        ("(going-down ?d - dough)", quoted("going down", "{?d}")),
        ("(card-playable ?d - dough)", quoted("card playable", "{?d}")),
        ("(pump-running)", "the pump is running"),
        ("(can-open ?d - dough ?r - room)", "{?d} can open {?r}"),
        (
            "(loaded ?d - dough ?r - room)",
            'the relation "loaded" holds for the ordered pair {?d} {?r}',
        ),
    ],
)
def test_a_name_alone(declared: str, expected: str) -> None:
    assert clause(declared, "room dough") == expected


def test_a_noun_without_a_singular_takes_are() -> None:
    predicates, _ = said(
        """(:types cat) (:predicates (vitals-checked ?c - cat))
        (:action check-vitals :parameters (?c - cat) :effect (vitals-checked ?c))"""
    )
    assert predicates["vitals-checked"] == "the vitals of {?c} are checked"


def test_what_only_stands_before_a_noun_is_no_state() -> None:
    predicates, _ = said(
        """(:types stage) (:predicates (current-stage ?x - stage))
        (:action end :parameters (?x - stage) :effect (not (current-stage ?x)))"""
    )
    assert predicates["current-stage"] == quoted("current stage")


def test_a_word_that_is_rather_a_plural_is_no_verb() -> None:
    expected = 'the relation "orbits" holds for the ordered pair {?x} {?y}'
    assert clause("(orbits ?x ?y)") == expected


def test_a_name_of_signs_alone_is_spelled() -> None:
    assert clause("(_ ?x)") == quoted("underscore")


def test_an_untyped_argument_is_called_as_the_actions_use_it() -> None:
    predicates, _ = said(
        """(:predicates (jury ?x) (jury-free ?x) (done ?x))
        (:action sit :parameters (?j) :precondition (and (jury ?j) (jury-free ?j))
          :effect (and (done ?j) (not (jury-free ?j))))"""
    )
    assert predicates["jury-free"] == "{?x} is free"


FIELD = "(ready ?f - field) (ploughed ?f - field) (fuelled ?m - machine)"
PLOUGH = """plough :parameters (?f - field ?m - machine) :precondition (and (ready ?f) (fuelled ?m))
  :effect (and (ploughed ?f) (not (ready ?f)))"""


def test_a_device_is_what_it_is_done_with() -> None:
    assert phrase("field machine", FIELD, PLOUGH) == "plough field {?f} with machine {?m}"


HIVES = "(at-hive ?h - hive) (opened ?h - hive)"


@pytest.mark.parametrize(
    ("kinds", "predicates", "action", "expected"),
    [
        (
            *("hive", HIVES),
            """walk :parameters (?a ?b - hive) :precondition (at-hive ?a)
                 :effect (and (at-hive ?b) (not (at-hive ?a)))""",
            "walk from hive {?a} to hive {?b}",
        ),
        (
            *("wheel", "(turned ?w - wheel)"),
            "turn :parameters (?w - wheel) :precondition () :effect (turned ?w)",
            "turn wheel {?w}",
        ),
        (
            *("car bay", "(in ?c - car ?b - bay) (free ?b - bay)"),
            """drive-in :parameters (?c - car ?b - bay) :precondition (free ?b)
                 :effect (and (in ?c ?b) (not (free ?b)))""",
            "drive car {?c} into bay {?b}",
        ),
        (
            *("room", "(at ?r - room)"),
            """go :parameters (?to - room) :precondition (not (at ?to))
                 :effect (and (at ?to)
                   (forall (?r - room) (when (not (= ?r ?to)) (not (at ?r)))))""",
            "go to room {?to}",
        ),
        (
            *("room", "(inside ?r - room)"),
            """move :parameters (?to - room) :precondition (not (inside ?to))
                 :effect (and (inside ?to)
                   (forall (?r - room) (when (not (= ?r ?to)) (not (inside ?r)))))""",
            'do "move" with the room {?to}',
        ),
        (
            *("actor prop", "(holds ?x - actor ?p - prop)"),
            """put :parameters (?x - actor ?p - prop) :precondition (holds ?x ?p)
                 :effect (not (holds ?x ?p))""",
            'do "put" with the actor {?x} and the prop {?p}',
        ),
        (
            *("batch kettle", "(in ?b - batch ?k - kettle) (hopped ?b - batch)"),
            """hop :parameters (?b - batch ?k - kettle) :precondition (in ?b ?k)
                 :effect (hopped ?b)""",
            'do "hop" with the batch {?b} and the kettle {?k}',
        ),
    ],
)
def test_what_a_verb_is_done_to_and_where(
    kinds: str, predicates: str, action: str, expected: str
) -> None:
    assert phrase(kinds, predicates, action) == expected


def test_the_place_that_a_name_repeats_is_where_i_am() -> None:
    predicates, _ = said(
        f"""(:types hive) (:predicates {HIVES})
        (:action walk :parameters (?a ?b - hive) :precondition (at-hive ?a)
          :effect (and (at-hive ?b) (not (at-hive ?a))))"""
    )
    assert predicates["at-hive"] == "I am at {?h}"


def test_a_robot_that_comes_first_acts() -> None:
    snippet = phrase(
        "robot table",
        "(ready ?r - robot) (clean ?t - table)",
        """clean :parameters (?r - robot ?t - table) :precondition (ready ?r)
          :effect (clean ?t)""",
    )
    assert snippet == "let robot {?r} clean table {?t}"


def test_what_the_effects_relate_is_no_tool() -> None:
    snippet = phrase(
        "part machine",
        "(free ?p - part) (bound-by ?p - part ?m - machine)",
        """bind :parameters (?p - part ?m - machine) :precondition (free ?p)
          :effect (and (not (free ?p)) (bound-by ?p ?m))""",
    )
    assert snippet == 'do "bind" with the part {?p} and the machine {?m}'


def test_one_boards_what_one_comes_to() -> None:
    snippet = phrase(
        "person city plane - object",
        "(at ?x - object ?c - city) (in ?p - person ?a - plane)",
        """board :parameters (?p - person ?a - plane ?c - city)
          :precondition (and (at ?p ?c) (at ?a ?c)) :effect (and (not (at ?p ?c)) (in ?p ?a))""",
    )
    assert snippet == "let person {?p} board plane {?a} in city {?c}"


def test_one_leaves_what_one_comes_from() -> None:
    snippet = phrase(
        "citizen window",
        "(at ?c - citizen ?w - window) (outside ?c - citizen)",
        """leave :parameters (?c - citizen ?w - window) :precondition (at ?c ?w)
          :effect (and (not (at ?c ?w)) (outside ?c))""",
    )
    assert snippet == "let citizen {?c} leave window {?w}"


def test_an_effect_in_the_verbs_own_words_tells_what_it_is_done_to() -> None:
    snippet = phrase(
        "floor passenger",
        "(lift-at ?f - floor) (origin ?p - passenger ?f - floor) (boarded ?p - passenger)",
        """board :parameters (?f - floor ?p - passenger)
          :precondition (and (lift-at ?f) (origin ?p ?f)) :effect (boarded ?p)""",
    )
    assert snippet == "let passenger {?p} board at floor {?f}"


def test_a_verb_must_agree_with_what_moves() -> None:
    """A hand that lets go of a container does not leave it, nor is the container left."""
    snippet = phrase(
        "hand container",
        "(holding ?h - hand ?c - container) (on-table ?c - container) (empty ?h - hand)",
        """leave :parameters (?h - hand ?c - container) :precondition (holding ?h ?c)
          :effect (and (not (holding ?h ?c)) (empty ?h) (on-table ?c))""",
    )
    assert snippet.startswith('do "leave"')


def test_what_does_not_move_does_not_disembark() -> None:
    snippet = phrase(
        "aircraft",
        "(full ?a - aircraft)",
        "disembark :parameters (?a - aircraft) :precondition (full ?a) :effect (not (full ?a))",
    )
    assert snippet == 'do "disembark" with the aircraft {?a}'


def test_loading_a_machine_loads_what_comes_into_it() -> None:
    snippet = phrase(
        "machine pile",
        "(sorted ?p - pile) (in ?p - pile ?m - machine)",
        """load-machine :parameters (?p - pile ?m - machine) :precondition (sorted ?p)
          :effect (and (in ?p ?m) (not (sorted ?p)))""",
    )
    assert snippet == "load pile {?p} in machine {?m}"


def test_of_two_places_of_a_thing_the_closer_one_is_where_it_leaves_from() -> None:
    snippet = phrase(
        "place hoist crate pallet - object",
        """(at ?x - object ?p - place) (on ?c - crate ?s - pallet)
          (lifting ?h - hoist ?c - crate)""",
        """lift :parameters (?h - hoist ?c - crate ?s - pallet ?p - place)
          :precondition (and (at ?h ?p) (at ?c ?p) (on ?c ?s))
          :effect (and (lifting ?h ?c) (not (at ?c ?p)) (not (on ?c ?s)))""",
    )
    assert snippet == "lift crate {?c} from pallet {?s} at place {?p} with hoist {?h}"


@pytest.mark.parametrize("holds", ["holding", "holds", "hold"])
def test_holding_may_be_said_in_any_form(holds: str) -> None:
    snippet = phrase(
        "nurse drug room - object",
        f"({holds} ?n - nurse ?d - drug) (at ?x - object ?r - room)",
        f"""pick-up :parameters (?n - nurse ?d - drug ?r - room)
          :precondition (and (at ?n ?r) (at ?d ?r))
          :effect (and ({holds} ?n ?d) (not (at ?d ?r)))""",
    )
    assert snippet == "let nurse {?n} pick up drug {?d} in room {?r}"


def test_parameters_called_to_and_from_are_kept_apart() -> None:
    snippet = phrase(
        "van spot",
        "(reached ?v - van) (near ?a ?b - spot)",
        """drive-van-to-spot-from-spot :parameters (?v - van ?from ?to - spot)
          :precondition (near ?from ?to) :effect (reached ?v)""",
    )
    assert snippet.startswith('do "drive van to spot from spot"')
    snippet = phrase(
        "van spot",
        "(at ?v - van ?s - spot) (near ?a ?b - spot)",
        """drive-to-spot-from-spot :parameters (?v - van ?from ?to - spot)
          :precondition (at ?v ?from) :effect (and (at ?v ?to) (not (at ?v ?from)))""",
    )
    assert snippet == "drive van {?v} from spot {?from} to spot {?to}"


def test_a_parameters_own_name_may_be_what_the_action_names() -> None:
    snippet = phrase(
        "card",
        "(clear ?a - card) (played ?a - card)",
        """play-new-card :parameters (?new-card2 - card) :precondition (clear ?new-card2)
          :effect (played ?new-card2)""",
    )
    assert snippet == "play card {?new-card2}"


def test_a_verb_of_undoing_is_a_verb() -> None:
    snippet = phrase(
        "",
        "(on ?x ?y) (holding ?x)",
        """unstack :parameters (?x ?y) :precondition (on ?x ?y)
          :effect (and (holding ?x) (not (on ?x ?y)))""",
    )
    assert snippet == "unstack {?x} from {?y}"


MOVING = "(at ?p - plane ?s - stand)"
MOVE = """:parameters (?p - plane ?a ?b - stand) :precondition (at ?p ?a)
  :effect (and (at ?p ?b) (not (at ?p ?a)))"""


def test_a_verb_of_motion_may_have_a_direction() -> None:
    snippet = phrase("plane stand", MOVING, f"taxi-in {MOVE}")
    assert snippet == "let plane {?p} taxi in from stand {?a} to stand {?b}"


@pytest.mark.parametrize(
    ("declaration", "types", "expected"),
    [
        # What is run together falls apart into the domain's words and the joints of English.
        ("(keyat ?k - key ?p - place)", "key place", "{?k} is at {?p}"),
        ("(isseeder ?m - seeder)", "seeder", "{?m} is a seeder"),
        # A verb with its object, whether this is an argument or not.
        ("(needs-drug ?p - patient ?d - drug)", "patient drug", "{?p} needs the drug {?d}"),
        ("(wants-coffee ?p - person)", "person", "{?p} wants coffee"),
        ("(belongs-to ?w - wheel ?b - bike)", "wheel bike", "{?w} belongs to {?b}"),
        ("(lives-in ?a - animal ?c - cage)", "animal cage", "{?a} lives in {?c}"),
        # What is no argument: somebody who needs no introduction, a thing, something between two.
        ("(robot-has ?x)", "", "the robot has {?x}"),
        ("(coffee-machine-in ?r - room)", "room", "there is a coffee machine in {?r}"),
        ("(have-stick)", "", "I have a stick"),
        # The subject may be named, and so may the place.
        ("(tool-in-rack ?t - tool)", "tool", "{?t} is in the rack"),
        ("(truck-at-dock ?t - truck ?d - dock)", "truck dock", "{?t} is at {?d}"),
        ("(in-use ?r)", "", "{?r} is in use"),
        ("(no-gluten-bread ?b - bread)", "bread", quoted("no gluten bread", "{?b}")),
        (
            "(knows-fact ?o - item ?f - fact)",
            "item fact",
            'the relation "knows fact" holds for the ordered pair {?o} {?f}',
        ),
        # `on` may be a state of the engine or a place of the pancake.
        ("(engine-on ?c - car)", "car", quoted("engine on", "{?c}")),
    ],
)
def test_a_name_is_read_as_subject_core_and_complement(
    declaration: str, types: str, expected: str
) -> None:
    assert clause(declaration, types) == expected


def test_who_moves_without_a_name_is_i() -> None:
    predicates, actions = said(
        """(:predicates (at ?x) (path ?x ?y))
        (:action go :parameters (?a ?b) :precondition (and (at ?a) (path ?a ?b))
          :effect (and (at ?b) (not (at ?a))))"""
    )
    assert predicates["at"] == "I am at {?x}"
    assert predicates["path"] == "there is a path from {?x} to {?y}"
    assert actions["go"] == "go from {?a} to {?b}"


def test_what_an_action_of_its_name_asks_for_and_nothing_changes_is_no_state() -> None:
    predicates, _ = said(
        """(:predicates (open ?d) (ajar ?d) (k ?d ?e))
        (:action open :parameters (?d ?e ?f) :precondition (and (open ?d) (k ?e ?f))
          :effect (ajar ?d))"""
    )
    assert predicates["open"] == quoted("open", "{?d}")


@pytest.mark.parametrize(
    ("predicates", "action", "expected"),
    [
        (  # the particle stands behind the object where the name has it there
            "(wheel-on ?w - wheel ?b - bike) (off ?w - wheel)",
            """take-wheel-off :parameters (?w - wheel ?b - bike) :precondition (wheel-on ?w ?b)
            :effect (and (off ?w) (not (wheel-on ?w ?b)))""",
            "take wheel {?w} off bike {?b}",
        ),
        (  # the state is what the effects make true
            "(opened ?w - wheel)",
            "twist-open :parameters (?w - wheel) :effect (opened ?w)",
            "twist wheel {?w} open",
        ),
        (  # what is no parameter is a part of what the effects say it of
            "(tyre-checked ?b - bike)",
            "check-tyre :parameters (?b - bike) :effect (tyre-checked ?b)",
            "check the tyre of bike {?b}",
        ),
        (
            "(in-rack ?b - bike)",
            "load-rack :parameters (?b - bike) :effect (in-rack ?b)",
            "load bike {?b} into the rack",
        ),
        (
            "(fitted-with ?b - bike ?w - wheel)",
            "fit :parameters (?b - bike ?w - wheel) :effect (fitted-with ?b ?w)",
            "fit bike {?b} with wheel {?w}",
        ),
        (
            "(coupled ?b - bike ?w - wheel)",
            "uncouple :parameters (?w - wheel ?b - bike) :effect (not (coupled ?b ?w))",
            "uncouple bike {?b} from wheel {?w}",
        ),
        (
            "(inside ?w - wheel ?b - box)",
            """empty-box :parameters (?w - wheel ?b - box) :precondition (inside ?w ?b)
            :effect (not (inside ?w ?b))""",
            "empty box {?b} of wheel {?w}",
        ),
        (  # who has the ticket is not who gives it
            "(has-ticket ?g - guest)",
            "give-ticket :parameters (?g - guest) :effect (has-ticket ?g)",
            'do "give ticket" with the guest {?g}',
        ),
        (  # `up` is no state that painting brings about
            "(painted ?w - wheel)",
            "paint-up :parameters (?w - wheel) :effect (painted ?w)",
            'do "paint up" with the wheel {?w}',
        ),
        (  # what stands behind a preposition in the effect is no part of its argument
            "(on-stage ?b - bike)",
            "carry-on-stage :parameters (?b - bike) :effect (on-stage ?b)",
            'do "carry on stage" with the bike {?b}',
        ),
        (
            "(wheel-mounted ?w - wheel ?b - bike)",
            """remove :parameters (?w - wheel ?b - bike) :precondition (wheel-mounted ?w ?b)
            :effect (not (wheel-mounted ?w ?b))""",
            "remove wheel {?w} from bike {?b}",
        ),
        (  # who has it gives it to who will have it
            "(owns ?g - guest ?b - bike)",
            """lend :parameters (?g1 ?g2 - guest ?b - bike) :precondition (owns ?g1 ?b)
            :effect (and (owns ?g2 ?b) (not (owns ?g1 ?b)))""",
            "let guest {?g1} lend bike {?b} to guest {?g2}",
        ),
        (  # a value that is replaced is what the change starts from
            "(tuned ?b - bike ?p - place)",
            """retrofit :parameters (?b - bike ?p ?q - place) :precondition (tuned ?b ?p)
            :effect (and (tuned ?b ?q) (not (tuned ?b ?p)))""",
            'do "retrofit" with the bike {?b} from the place {?p} to the place {?q}',
        ),
        (  # who stands first in all actions acts: `untie` whom?
            "(tied ?g - guest)",
            "untie :parameters (?g - guest) :precondition (tied ?g) :effect (not (tied ?g))",
            'do "untie" with the guest {?g}',
        ),
        (  # nor whose helmet it is, or who puts it on
            "(helmet-on ?g - guest)",
            "put-on-helmet :parameters (?g - guest) :effect (helmet-on ?g)",
            'do "put on helmet" with the guest {?g}',
        ),
        (  # what is in a thing is no tool for it
            "(in ?b - box ?w - wheel) (levered ?w - wheel)",
            """lever :parameters (?w - wheel ?b - box) :precondition (in ?b ?w)
            :effect (levered ?w)""",
            'do "lever" with the wheel {?w} and the box {?b}',
        ),
        (
            "(carry ?w - wheel) (at-rack ?w - wheel)",
            "pick :parameters (?w - wheel) :effect (carry ?w)",
            "pick up wheel {?w}",
        ),
        (
            "(dry ?w - wheel)",
            "wait-dry :parameters (?w - wheel) :effect (dry ?w)",
            'do "wait dry" with the wheel {?w}',
        ),
        (  # whose state changes does not do it
            "(fed ?g - guest) (used ?w - wheel)",
            "serve :parameters (?g - guest ?w - wheel) :effect (and (fed ?g) (used ?w))",
            'do "serve" with the guest {?g} and the wheel {?w}',
        ),
        (  # what is switched is a device, and no substance
            "(at ?g - guest ?p - place) (light-on ?p - place)",
            "turn-off-light :parameters (?g - guest ?p - place) :precondition (at ?g ?p)"
            " :effect (not (light-on ?p))",
            "let guest {?g} turn off the light at place {?p}",
        ),
        (  # a word that says how is no verb
            "(dried ?w - wheel)",
            "air-dry :parameters (?w - wheel) :effect (dried ?w)",
            'do "air dry" with the wheel {?w}',
        ),
        (
            "(in ?w - wheel ?b - box)",
            "put-in :parameters (?w - wheel ?b - box) :effect (in ?w ?b)",
            "put wheel {?w} into box {?b}",
        ),
        (  # a thing is left, or leaves
            "(courier-at ?p - place) (waiting ?w - wheel ?p - place) (in-bag ?w - wheel)",
            "leave :parameters (?w - wheel ?p - place)"
            " :precondition (and (courier-at ?p) (in-bag ?w))"
            " :effect (and (waiting ?w ?p) (not (in-bag ?w)))",
            'do "leave" with the wheel {?w} at the place {?p}',
        ),
        (  # a verb is done to a place or at it; which one, its name leaves open
            "(rested)",
            "fire :parameters (?p - place) :effect (rested)",
            'do "fire" with the place {?p}',
        ),
        (  # a verb with an object of its own is done at the place
            "(curtain-up ?p - place)",
            "raise-curtain :parameters (?p - place) :effect (curtain-up ?p)",
            "raise the curtain at place {?p}",
        ),
    ],
)
def test_effects_give_the_roles(predicates: str, action: str, expected: str) -> None:
    assert phrase("wheel bike box guest place", predicates, action) == expected


def test_a_variable_may_abbreviate_what_the_name_says() -> None:
    snippet = phrase(
        "",
        "(tight ?s) (loose ?s)",
        "tighten-screw :parameters (?s) :precondition (loose ?s) :effect (tight ?s)",
    )
    assert snippet == "tighten {?s}"


def test_a_verb_that_takes_no_object_has_what_moves_for_its_subject() -> None:
    snippet = phrase("plane stand", MOVING, f"fly-plane {MOVE}")
    assert snippet == "let plane {?p} fly from stand {?a} to stand {?b}"


WARD = """(:types nurse patient room)
  (:predicates (in ?x - (either nurse patient) ?r - room)
    (asleep ?p - patient) (charted ?p - patient) (calm ?p - patient))
  (:action sedate :parameters (?n - nurse ?p - patient ?r - room)
    :precondition (and (in ?n ?r) (in ?p ?r)) :effect (asleep ?p))
  (:action update-chart :parameters (?n - nurse ?p - patient ?r - room)
    :precondition (and (in ?n ?r) (in ?p ?r)) :effect (charted ?p))
  (:action calm-down :parameters (?p - patient) :effect (calm ?p))
  (:action wash :parameters (?p - patient) :effect (not (asleep ?p)))"""


def test_a_person_is_an_object_only_where_somebody_else_acts() -> None:
    _, actions = said(WARD)
    assert actions["sedate"] == "let nurse {?n} sedate patient {?p} in room {?r}"
    assert actions["wash"] == 'do "wash" with the patient {?p}'


def test_a_quoted_action_has_its_actor_and_its_place() -> None:
    _, actions = said(WARD)
    assert actions["update-chart"] == (
        'let the nurse {?n} do "update chart" with the patient {?p} in the room {?r}'
    )


def test_what_the_name_of_an_action_speaks_of_does_not_act() -> None:
    _, actions = said(
        """(:types nurse pager) (:predicates (off ?n - nurse) (loud ?p - pager))
        (:action page-nurse :parameters (?n - nurse ?p - pager) :effect (loud ?p))"""
    )
    assert "let" not in actions["page-nurse"]


@pytest.mark.parametrize(("extra", "expected"), [("", "{?t} is a fixer"), ("(tray ?t)", '"fixer"')])
def test_what_is_of_another_kind_already_is_not_a_thing_of_the_kind(
    extra: str, expected: str
) -> None:
    predicates, _ = said(
        f"""(:predicates (tray ?t) (fixer ?t) (wet ?p))
        (:action dip :parameters (?p ?t) :precondition (and {extra} (fixer ?t)) :effect (wet ?p))"""
    )
    assert expected in predicates["fixer"]


def test_what_one_holds_may_stand_in_the_name_of_holding() -> None:
    snippet = phrase(
        "nurse drug",
        "(holding-drug ?n - nurse ?d - drug) (on-shelf ?d - drug)",
        """take-drug :parameters (?n - nurse ?d - drug) :precondition (on-shelf ?d)
          :effect (and (holding-drug ?n ?d) (not (on-shelf ?d)))""",
    )
    assert snippet.startswith("let nurse {?n} take drug {?d}")


@pytest.mark.parametrize(
    ("types", "predicates", "action"),
    [
        (  # a container is no tool
            "bath kettle",
            "(clear ?b - bath) (empty ?t - kettle) (stirred ?b - bath)",
            """stir :parameters (?b - bath ?t - kettle) :precondition (and (clear ?b) (empty ?t))
              :effect (stirred ?b)""",
        ),
        (  # a wheel does not wake by itself
            "wheel shelf",
            "(on ?w - wheel ?s - shelf) (new ?w - wheel)",
            """wake :parameters (?w - wheel ?s - shelf) :precondition (on ?w ?s)
              :effect (new ?w)""",
        ),
    ],
)
def test_a_role_that_a_thing_cannot_have_leaves_the_action_plain(
    types: str, predicates: str, action: str
) -> None:
    assert 'do "' in phrase(types, predicates, action)


def test_a_person_is_no_place() -> None:
    snippet = phrase(
        "man hawk",
        "(on ?h - hawk ?m - man) (flying ?h - hawk)",
        """lure :parameters (?m - man ?h - hawk) :precondition (flying ?h)
          :effect (and (on ?h ?m) (not (flying ?h)))""",
    )
    assert snippet == "let man {?m} lure hawk {?h}"
