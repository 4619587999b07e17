"""Steps that no snippet words: read where they leave no choice, reported where they do."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import GroundAction
from pddl2nl.naming import ObjectNames, name_objects
from pddl2nl.reader import parse_domain, parse_problem, read_domain
from pddl2nl.verbalizers import RulesVerbalizer
from policies.answers import AnswerReader, AnswerReading, domain_words
from tests import yard
from tests.yard import act

DRIVE = act("drive", "lorry", "quay", "shed")
BACK = act("drive", "lorry", "shed", "quay")
LOAD = act("load", "arm", "box", "lorry", "shed")

THERE = "Drive truck_0 from place_0 to place_1"
HOME = "Drive truck_0 from place_1 to place_0"


class Reading(NamedTuple):
    """What an answer proposes, without how it was said."""

    plan: tuple[GroundAction | None, ...]
    untranslated: tuple[str, ...]


def reading_of(found: AnswerReading) -> Reading:
    return Reading(found.plan, found.untranslated)


def read(answer: str) -> Reading:
    task = yard.problem()
    book = domain_words(task.domain, yard.LEXICON)
    return reading_of(AnswerReader(task, book, name_objects(task)).read(answer))


@pytest.mark.parametrize(
    "said",
    [
        "Truck_0 drives from place_0 to place_1.",
        "The truck truck_0 drives from place_0 to place_1.",
        "Truck_0 will drive from place_0 to place_1.",
        "I drove truck_0 from place_0 to place_1.",
        "Driving truck_0 from place_0 to place_1",
        "Truck_0 is driven from place_0 to place_1.",
        "The driver drives truck_0 from place_0 to place_1.",
        "Drive truck_0 to place_1 from place_0.",
        "Proceed to drive truck_0 from place_0 to place_1.",
        "First of all: drive truck_0 from place_0 to place_1!",
        "The way is free. Drive truck_0 from place_0 to place_1.",
    ],
)
def test_a_step_told_or_turned_round_is_read(said: str) -> None:
    assert read(f"1. {said}\n2. {HOME}") == Reading((DRIVE, BACK), ())
    assert read(f"{said}\n{HOME}") == Reading((DRIVE, BACK), ())


@pytest.mark.parametrize(
    "said",
    [
        "Load crate_0 into truck_0 at place_1 using hoist_0.",
        "Hoist_0 loads crate_0 into truck_0 at place_1.",
        "At last, use hoist_0 to load crate_0 into truck_0 at place_1.",
    ],
)
def test_what_a_step_is_done_with_may_stand_anywhere(said: str) -> None:
    task = yard.problem()
    load = "load crate {?c} into truck {?t} with hoist {?h} at place {?p}"
    lexicon = replace(yard.LEXICON, actions={**yard.LEXICON.actions, "load": load})
    book = domain_words(task.domain, lexicon)
    answers = AnswerReader(task, book, name_objects(task))
    assert reading_of(answers.read(f"1. {said}")).plan == (LOAD,)


LAYOUT = ["\n", "\n\n", " ", "1. ", "2. ", "- ", "   - ", "**", "`", "```\n", "|", "Step 3", "#"]
SIGNS = ["[", "]", "{", "}", "(", ")", '"', ", ", "; ", " -> ", ": ", ". ", "[PLAN]", "[PLAN END]"]
WORDS = [THERE, HOME, "drive", "truck_0", "place_1", "(drive", "Plan:", "Wait", "effects:", "not"]
FRAGMENTS = st.sampled_from([*LAYOUT, *SIGNS, *WORDS, "it", "and", "then"])


YARD = """(define (domain yard) (:requirements :typing)
  (:types place thing - object hoist crate - thing shelf - object)
  (:predicates (held ?c - crate) (on ?c - crate ?s - (either shelf crate))
    (at ?t - thing ?p - place))
  (:action lift :parameters (?h - hoist ?c - crate ?s - (either shelf crate) ?p - place)
    :precondition (and (at ?h ?p) (on ?c ?s)) :effect (and (held ?c) (not (on ?c ?s))))
  (:action swap :parameters (?c ?d - crate ?p - place)
    :precondition (and (at ?c ?p) (at ?d ?p)) :effect (and (held ?c) (not (at ?d ?p)))))"""
TASK = """(define (problem p) (:domain yard)
  (:objects h0 - hoist c0 c1 - crate s0 - shelf p0 p1 - place)
  (:init (at h0 p0) (on c0 s0) (on c1 c0)) (:goal (held c1)))"""


def lifted(said: str) -> Reading:
    """A line read where a snippet names a hoist and a crate alike: `lift _ to lift _ from _`."""
    domain = parse_domain(YARD, "<yard>")
    snippets = RulesVerbalizer().lexicon(domain)
    actions = {
        "lift": "lift hoist {?h} to lift crate {?c} from {?s} at place {?p}",
        "swap": "swap crate {?c} crate {?d} at place {?p}",
    }
    task = parse_problem(TASK, domain, "<task>")
    book = domain_words(domain, replace(snippets, actions=actions))
    return reading_of(AnswerReader(task, book, name_objects(task)).read(said))


@pytest.mark.parametrize(
    "said",
    [
        "Lift crate_1 from crate_0 with hoist_0 at place_0.",
        "Lift crate_1 off crate_0 at place_0 using hoist_0.",
        "Use hoist_0 to lift crate_1 from crate_0 at place_0.",
        "Lift from crate_0 with hoist_0 crate_1 at place_0.",
        "Hoist_0 lifts crate_1 from crate_0 at place_0.",
        "Lift hoist_0 to lift crate_1 from crate_0 at place_0.",
    ],
)
def test_kinds_and_prepositions_tell_objects_apart(said: str) -> None:
    assert lifted(f"1. {said}") == Reading((act("lift", "h0", "c1", "c0", "p0"),), ())


def test_an_object_that_can_be_no_other_may_be_left_unsaid() -> None:
    said = "1. Lift crate_1 from crate_0 at place_0."  # there is one hoist
    assert lifted(said) == Reading((act("lift", "h0", "c1", "c0", "p0"),), ())


def test_the_noun_of_another_action_with_the_same_verb_is_heeded() -> None:
    domain = read_domain(domains.folder("logistics") / "domain.pddl")
    text = """(define (problem p) (:domain logistics) (:objects t0 a0 p0 l0)
      (:init (truck t0) (airplane a0) (package p0) (location l0)) (:goal (in p0 t0)))"""
    task = parse_problem(text, domain, "<task>")
    names = name_objects(task)
    book = domain_words(domain, RulesVerbalizer().lexicon(domain))
    answers = AnswerReader(task, book, names)
    truck, plane, package, place = (names.english[item] for item in ("t0", "a0", "p0", "l0"))
    said = f"1. Load package {package} at location {place} into truck {truck}."
    loaded = reading_of(answers.read(said))
    assert loaded == Reading((act("load-truck", "p0", "t0", "l0"),), ())
    for vehicle, noun in ((truck, "airplane"), (plane, "truck")):
        for said in (
            f"1. Load package {package} at location {place} into {noun} {vehicle}.",
            f"1. Load into {noun} {vehicle} package {package} at location {place}.",
        ):
            assert reading_of(answers.read(said)).plan == (None,)


@pytest.mark.parametrize(
    "said",
    [
        "Lift crate_1 with crate_0 with hoist_0 at place_0.",  # which is lifted?
        "Lift crate_1 and crate_0 with hoist_0 at place_0.",
        "Lift crate_1 from crate_0 with hoist_0 at place_0 from shelf_0.",
        "Lift crate_1 from place_1 with hoist_0 at place_0.",  # no place is lifted from
    ],
)
def test_what_kinds_and_prepositions_leave_open_is_reported(said: str) -> None:
    assert lifted(f"1. {said}") == Reading((None,), (said.rstrip("."),))


BOAT = """(define (domain boat) (:requirements :typing) (:types car pier)
  (:predicates (afloat ?p - pier) (ashore ?c - car ?p - pier) (aboard ?c - car) (idle) (cold))
  (:action sail :parameters (?a ?b - pier)
    :precondition (afloat ?a) :effect (and (afloat ?b) (not (afloat ?a))))
  (:action pick :parameters (?c - car ?p - pier)
    :precondition (ashore ?c ?p) :effect (and (aboard ?c) (not (idle)) (not (ashore ?c ?p))))
  (:action chill :parameters (?c - car) :precondition (aboard ?c) :effect (cold)))"""
AT_SEA = """(define (problem p) (:domain boat) (:objects c0 c1 - car p0 p1 - pier)
  (:init (afloat p0) (ashore c0 p0) (idle)) (:goal (cold)))"""
BOAT_SNIPPETS = Lexicon(
    domain="boat",
    source="hand",
    predicates={
        "afloat": "the boat is at {?p}",
        "ashore": "{?c} is at {?p}",
        "aboard": "{?c} is on the boat",
        "idle": "the boat is empty",
        "cold": "the cooling unit is on",
        "=": "{?x1} is the same as {?x2}",
    },
    actions={
        "sail": "sail from pier {?a} to pier {?b}",
        "pick": "pick car {?c} at pier {?p}",
        "chill": "chill car {?c} on the boat",
    },
)
SAIL, PICK, CHILL = act("sail", "p0", "p1"), act("pick", "c0", "p0"), act("chill", "c0")


def at_sea(said: str) -> Reading:
    domain = parse_domain(BOAT, "<boat>")
    task = parse_problem(AT_SEA, domain, "<task>")
    answers = AnswerReader(task, domain_words(domain, BOAT_SNIPPETS), name_objects(task))
    return reading_of(answers.read(said))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Sail the boat from pier_0 to pier_1.", SAIL),
        ("The boat sails from pier_0 to pier_1.", SAIL),
        ("Pick car_0 at pier_0 onto the boat.", PICK),
        ("Pick up car_0 at pier_0.", PICK),
        ("Pick car_0 up at pier_0.", PICK),
        ("Chill car_0.", CHILL),
        (r"\boxed{\text{Sail from pier\_0 to pier\_1}}", SAIL),
    ],
)
def test_what_adds_nothing_may_be_said_or_not(said: str, meant: GroundAction) -> None:
    assert at_sea(f"1. {said}") == Reading((meant,), ())


@pytest.mark.parametrize(
    "said",
    [
        "Pick car_0 the boat at pier_0 to pier_1.",
        "Pick up the boat at pier_0.",
        "Sail the boat to pier_1.",  # from where, only the state knows
        "Pick car_0.",
        "… and so on until all cars are cold.",
        "Continue in the same way with the other car.",
    ],
)
def test_what_is_left_open_is_reported(said: str) -> None:
    reading = at_sea(f"1. Sail from pier_0 to pier_1.\n2. {said}")
    assert reading == Reading((SAIL, None), (said.rstrip("."),))


@pytest.mark.parametrize("said", ["… and so on.", "Repeat this for the other car."])
def test_steps_left_to_the_reader_behind_a_list_are_reported(said: str) -> None:
    answer = f"1. Sail from pier_0 to pier_1.\n2. Chill car_0.\n\n{said}\n\nThen it is cold."
    assert at_sea(answer) == Reading((SAIL, CHILL, None), (said.rstrip("."),))


@given(st.lists(FRAGMENTS | st.text(max_size=5), max_size=40).map("".join))
def test_any_text_is_read_and_every_lost_step_is_reported(answer: str) -> None:
    reading = read(answer)
    assert (None in reading.plan) == bool(reading.untranslated)


def test_a_deep_nest_of_brackets_does_no_harm() -> None:
    assert read(f'{THERE}\n{"[" * 10_000}"\n{HOME}').plan == (DRIVE, BACK)


def test_a_long_plan_is_read_to_its_end() -> None:
    answer = "\n".join(f"{n}. {(HOME, THERE)[n % 2]}" for n in range(1, 2001))
    assert read(answer).plan == (DRIVE, BACK) * 1000


UNREADABLE = [
    "Fly truck_0 to place_1",
    "Transport crate_0 to place_0.",
    "Truck_0 transports crate_0 to place_0.",
    "Then, the hoist hoist_0 lowers crate_0",
    "Drive truck_0 to place_1",
    "Truck_0 drives to place_1.",
    "Deliver the crate",
    "Crate_0 → place_0",
    "Drive truck_9 home",
]


@pytest.mark.parametrize("said", UNREADABLE)
@pytest.mark.parametrize(
    "form", ["1. {0}\n2. {1}\n3. {2}", "- {0}\n- {1}\n- {2}", "{0}\n{1}\n{2}", "{0}. {1} {2}."]
)
def test_a_line_among_steps_that_cannot_be_read_is_reported(form: str, said: str) -> None:
    reading = read(form.format(THERE, said if said.endswith(".") else f"{said}.", HOME))
    assert reading.plan == (DRIVE, None, BACK)
    assert len(reading.untranslated) == 1
    assert said.rstrip(".") in reading.untranslated[0]


@pytest.mark.parametrize("said", ["Transport crate_0 to place_0", "Fly truck_0 to place_1"])
def test_an_answer_of_nothing_but_unknown_orders_is_reported(said: str) -> None:
    assert read(f"1. {said}\n2. {said}").plan == (None, None)
    assert read(f"{said}.\n{said}.").plan == (None, None)


@pytest.mark.parametrize(
    "said",
    [
        "The truck is now at place_1.",
        "Truck_0 is parked at place_1.",
        "crate_0 lies at place_1",
        "This gets truck_0 to place_1.",
        "Note that truck_0 must not be at place_1.",
        "Check that crate_0 lies at place_1.",
        "So far, truck_0 has moved once.",
        "Goal: crate_0 in truck_0",
        "State: truck_0 at place_1, crate_0 at place_1",
        "There is no need to move truck_1.",
    ],
)
@pytest.mark.parametrize(
    "form", ["1. {0}.\n2. {1}\n3. {2}.", "- {0}\n- {1}\n- {2}", "{0}\n{1}\n{2}"]
)
def test_prose_among_steps_is_no_step(form: str, said: str) -> None:
    assert read(form.format(THERE, said, HOME)) == Reading((DRIVE, BACK), ())


def test_prose_that_tells_of_the_step_before_it_is_no_further_step() -> None:
    answer = f"{THERE}\nTruck_0 drives from place_0 to place_1.\n{HOME}"
    assert read(answer) == Reading((DRIVE, BACK), ())


@pytest.mark.parametrize(
    "answer",
    [
        f"{THERE} -> {HOME}",
        f"{THERE} → {HOME}",
        f"{THERE}, and then {HOME.lower()}",
        f"1. {THERE}; this is allowed; {HOME.lower()}",
        f"1. {THERE}. The crate is not needed. {HOME}",
        '[{"action": "drive", "args": ["truck_0", "place_0", "place_1"]},'
        ' {"action": "drive", "args": ["truck_0", "place_1", "place_0"]}]',
        '[{"action": "drive", "truck": "truck_0", "from": "place_0", "to": "place_1"},'
        ' {"action": "drive", "truck": "truck_0", "from": "place_1", "to": "place_0"}]',
    ],
)
def test_several_steps_in_one_line_are_all_read(answer: str) -> None:
    assert read(answer) == Reading((DRIVE, BACK), ())


@pytest.mark.parametrize(
    "answer",
    [
        f"{THERE} -> fly truck_0 home -> {HOME}",
        f"1. {THERE}, then fly truck_0 home, then {HOME.lower()}",
        f"{THERE}; drive truck_0 home; {HOME}",
    ],
)
def test_a_lost_step_in_the_middle_of_a_line_is_reported(answer: str) -> None:
    reading = read(answer)
    assert reading.plan == (DRIVE, None, BACK)
    assert reading.untranslated == (answer.removeprefix("1. "),)


@pytest.mark.parametrize("sign", [";", ",", " ->", ", then", " and then"])
def test_a_lost_step_at_the_end_of_a_line_is_reported(sign: str) -> None:
    assert read(f"1. {THERE}{sign} fly truck_0 home\n2. {HOME}").plan[-2:] == (None, BACK)


def test_a_lost_step_at_the_beginning_of_a_line_is_reported() -> None:
    answer = f"I flew truck_0 home -> {HOME}"
    assert read(answer) == Reading((None, BACK), (answer,))


def test_a_reason_never_hides_the_step_behind_it() -> None:
    answer = f"1. {THERE} because it is free and drive truck_0"
    assert read(f"{answer} from place_1 to place_0") == Reading((DRIVE, BACK), ())
    assert read(f"{answer} home").plan == (DRIVE, None)
    assert read(f"1. {THERE} because it is free and nobody is there").plan == (DRIVE,)


STAGE = """(define (domain stage) (:requirements :typing) (:types actor scene room)
 (:predicates (in ?a - actor ?r - room) (ready ?s - scene ?r - room) (over ?s - scene))
 (:action perform :parameters (?s - scene ?r - room) :precondition (ready ?s ?r) :effect (over ?s))
 (:action raise-curtain :parameters (?a - actor ?r - room) :precondition (in ?a ?r)
   :effect (not (in ?a ?r))))"""
EVENING = """(define (problem evening) (:domain stage)
 (:objects joe - actor soliloquy - scene hall - room)
 (:init (in joe hall) (ready soliloquy hall)) (:goal (over soliloquy)))"""
PERFORM, RAISE = act("perform", "soliloquy", "hall"), act("raise-curtain", "joe", "hall")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("perform scene_0 in room_0", PERFORM),
        ("perform scene_0", PERFORM),  # there is one room
        ("raise the curtain now", RAISE),
        # Something else is named than what there is: nothing is left unsaid.
        ("perform macbeth on moon", None),
        ("perform scene_zero on room_0", None),
        ("perform scene_0 in the attic", None),
        ("raise the curtain of attic", None),
        ("have bob raise the curtain of room_0", None),
        # What is not to be done is no step.
        ("do not perform scene_0 in room_0 yet", None),
        ("do not raise the curtain", None),
        # Two actions in one sentence are not one of them.
        ("perform scene_0 by raising the curtain", None),
    ],
)
def test_what_is_named_and_unknown_is_not_unsaid(said: str, meant: GroundAction | None) -> None:
    domain = parse_domain(STAGE)
    task = parse_problem(EVENING, domain)
    for lexicon in (RulesVerbalizer().lexicon(domain), None):
        if lexicon is None:
            names = ObjectNames.unchanged(task.all_objects)
            said = said.replace("scene_0", "soliloquy").replace("room_0", "hall")
        else:
            names = name_objects(task)
        answers = AnswerReader(task, domain_words(domain, lexicon), names)
        assert answers.read(f"1. {said}").plan == (meant,), said
