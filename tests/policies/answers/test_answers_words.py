"""What the words of a step mean, each rule by a step that is read otherwise without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pddl2nl.compose import BRIEF, in_style
from pddl2nl.lexicon import Lexicon
from pddl2nl.naming import ObjectNames, name_objects
from pddl2nl.reader import parse_domain, parse_problem
from policies.answers import AnswerReader, domain_words
from policies.answers.reading import Finished, LookAround
from tests import yard
from tests.policies.answers.spoken import problem, words

THERE = "drive truck_0 from place_0 to place_1"
HOME = "drive truck_0 from place_1 to place_0"
DRIVE, BACK = "(drive lorry quay shed)", "(drive lorry shed quay)"
LOAD = "(load arm box lorry shed)"


def plan(answer: str, by: AnswerReader) -> list[str | None]:
    return [str(action) if action else None for action in by.read(answer).plan]


def step(said: str, by: AnswerReader) -> str | None:
    found = plan(f"1. {said}", by)
    assert len(found) == 1
    return found[0]


def in_yard(**actions: str) -> AnswerReader:
    task = yard.problem()
    lexicon = replace(yard.LEXICON, actions={**yard.LEXICON.actions, **actions})
    return AnswerReader(task, domain_words(task.domain, lexicon), name_objects(task))


def formal() -> AnswerReader:
    """A reader for a prompt in PDDL."""
    task = yard.problem()
    names = ObjectNames.unchanged(task.all_objects)
    return AnswerReader(task, domain_words(task.domain, None), names)


def bundled(name: str) -> AnswerReader:
    return words(f"bundled/{name}", "library").answers


# --- verbs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("put object_0 on object_1", "(stack object_0 object_1)"),
        ("take object_0 off object_1", "(unstack object_0 object_1)"),
        ("lift object_0", "(pick-up object_0)"),
        # What has to do with the table is no stacking.
        ("stack object_0 on the table", "(put-down object_0)"),
        # An action's own verb means that action, and is incomplete here.
        ("stack object_0", None),
        ("put up object_0", None),  # is it put down?
    ],
)
def test_everyday_verbs_mean_what_their_objects_allow(said: str, meant: str | None) -> None:
    assert step(said, bundled("blocksworld")) == meant


def test_synonyms_mean_the_same() -> None:
    said = "raise crate_0 off pallet_0 with hoist_0 at depot_0"
    assert step(said, bundled("depot")) == "(lift hoist_0 crate_0 pallet_0 depot_0)"


def test_an_everyday_verb_of_moving_moves() -> None:
    assert step("move lorry from quay to shed", formal()) == DRIVE


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("get hoist_0 to load crate_0 into truck_0 at place_1", LOAD),
        ("order truck_0 to drive from place_0 to place_1", DRIVE),
        ("crate_0 gets loaded into truck_0 by hoist_0 at place_1", LOAD),
        ("by hoist_0 crate_0 is loaded into truck_0", LOAD),
        ("apply drive to truck_0 from place_0 to place_1", DRIVE),
        ("load one into truck_0", LOAD),  # there is one crate
        ("load, with, truck_0", LOAD),
        ("use at hoist_0 to load crate_0 into truck_0", None),
        ("standing at place_1, hoist_0 loads crate_0 into truck_0", LOAD),
        ("drive truck_0, carrying crate_0, from place_0 to place_1", DRIVE),
        ("the drive of truck_0 from place_0 to place_1", None),  # a noun, and no order
        ("may drive truck_0 from place_0 to place_1", DRIVE),
    ],
)
def test_who_acts_and_what_else_happens_is_told_from_the_step(said: str, meant: str | None) -> None:
    assert step(said, in_yard()) == meant


def test_where_it_happens_may_be_said_first() -> None:
    said = "In room_0, robot_0 picks up object_0 using gripper_0"
    assert step(said, bundled("grippers")) == "(pick robot_0 ball_0 room_0 gripper_0)"


def test_who_is_let_act_in_a_snippet_may_act_in_a_step() -> None:
    by = in_yard(load="let hoist {?h} haul crate {?c} into truck {?t} at place {?p}")
    assert step("hoist_0 hauls crate_0 into truck_0 at place_1", by) == LOAD


def test_a_parameter_called_from_is_said_behind_from() -> None:
    assert step("drive lorry to shed from quay", formal()) == DRIVE


def test_two_verbs_of_one_action_are_one_step() -> None:
    domain = parse_domain(
        """(define (domain watch) (:predicates (safe ?x))
        (:action guard :parameters (?x) :precondition () :effect (safe ?x))
        (:action stop-guard :parameters (?x) :precondition () :effect (safe ?x)))"""
    )
    text = "(define (problem p) (:domain watch) (:objects d0 d1) (:init) (:goal (safe d0)))"
    task = parse_problem(text, domain)
    actions = {"guard": "guard {?x}", "stop-guard": "stop and guard {?x}"}
    lexicon = Lexicon("watch", "test", {"safe": "{?x} is safe"}, actions)
    by = AnswerReader(task, domain_words(domain, lexicon), name_objects(task))
    assert step("now stop, guard object_0", by) == "(stop-guard d0)"


# --- names ----------------------------------------------------------------------------------------


def blocks(names: Mapping[str, str]) -> AnswerReader:
    domain = problem("bundled/blocksworld").domain
    text = "(define (problem p) (:domain blocksworld) (:objects a b c) (:init) (:goal (on a b)))"
    task = parse_problem(text, domain)
    lexicon = words("bundled/blocksworld", "library").lexicon
    return AnswerReader(task, domain_words(domain, lexicon), ObjectNames.of(names))


def test_an_object_called_a_is_told_from_the_article() -> None:
    by = blocks({"a": "red block", "b": "blue block", "c": "a"})
    assert step("pick up a red block", by) == "(pick-up a)"
    assert step("pick up a", by) == "(pick-up c)"
    assert step("pick up a and then", by) == "(pick-up c)"


def test_the_word_that_all_names_share_may_be_missing() -> None:
    by = blocks({"a": "red block", "b": "blue block", "c": "green block"})
    assert step("stack the red on the blue", by) == "(stack a b)"


def test_abbreviated_names_are_names() -> None:
    assert step("drive t0 from p0 to p1", in_yard()) == DRIVE


def test_a_kind_that_an_object_is_not_is_a_doubt_unless_its_name_tells_its_kind() -> None:
    assert step("drive crate truck_0 from place_0 into place_1", in_yard()) == DRIVE


def test_the_names_of_actions_may_lack_hyphens_and_hold_names_of_objects() -> None:
    task = problem("bundled/blocksworld")
    names = ObjectNames.unchanged(task.all_objects)
    by = AnswerReader(task, domain_words(task.domain, None), names)
    assert step("PickUp(object_0)", by) == "(pick-up object_0)"
    domain = parse_domain(
        """(define (domain gates) (:predicates (at ?p ?q))
        (:action cnot_l2_l1 :parameters (?p ?q) :precondition () :effect (at ?p ?q))
        (:action cnot_l1_l2 :parameters (?p ?q) :precondition () :effect (at ?p ?q)))"""
    )
    text = "(define (problem p) (:domain gates) (:objects l1 l2 p4) (:init) (:goal (at p4 p4)))"
    task = parse_problem(text, domain)
    names = ObjectNames.unchanged(task.all_objects)
    by = AnswerReader(task, domain_words(domain, None), names)
    assert step("cnot_l2_l1 p4 p4", by) == "(cnot_l2_l1 p4 p4)"
    assert step("now cnot_l2_l1 p4 p4", by) == "(cnot_l2_l1 p4 p4)"


def test_a_word_that_names_nothing_makes_no_other_step() -> None:
    by = in_yard(rest="take a long rest")
    assert step("take a rest too", by) == "(rest)"
    assert step("take a rest abroad", by) is None


# --- what is left unsaid, or refers to what was said ----------------------------------------------


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("1. pick up object_0\n2. put it on object_1", "(stack object_0 object_1)"),
        ("1. take object_0 then put it down", "(put-down object_0)"),
    ],
)
def test_it_is_what_the_step_before_acted_on(answer: str, expected: str) -> None:
    by = bundled("blocksworld")
    assert plan(answer, by) == ["(pick-up object_0)", expected]


def test_it_that_refers_to_nothing_is_a_doubt() -> None:
    assert step("put it on object_1", bundled("blocksworld")) is None


def test_the_truck_is_the_truck_of_the_step_before() -> None:
    answer = f"1. {THERE}\n2. load crate_0 into the truck with hoist_0 there"
    assert plan(answer, in_yard()) == [DRIVE, LOAD]


def test_what_never_changes_tells_what_is_unsaid() -> None:
    assert step("load crate_0 into truck_0", in_yard()) == LOAD  # the hoist stays at place_1


DIAL = """(define (domain dial) (:requirements :typing) (:types dial level)
 (:predicates (shows ?d - dial ?l - level) (next ?a ?b - level))
 (:action turn :parameters (?d - dial ?a ?b - level) :precondition (and (shows ?d ?a) (next ?a ?b))
  :effect (and (shows ?d ?b) (not (shows ?d ?a)))))"""
DIALS = """(define (problem p) (:domain dial) (:objects d0 d1 - dial l0 l1 - level)
 (:init (shows d0 l0) (next l0 l1)) (:goal (shows d0 l1)))"""
TURN = Lexicon(
    "dial",
    "test",
    {"shows": "{?d} shows {?l}", "next": "{?a} is below {?b}"},
    {"turn": "turn dial {?d} with level {?a} with level {?b}"},
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("turn dial_0 with level_0 with level_1", "(turn d0 l0 l1)"),
        # The order says one thing, and what never changes another.
        ("turn with level_1 dial_0 with level_0", None),
        ("turn dial_0", None),  # two levels are too many to be left unsaid
    ],
)
def test_what_never_changes_makes_no_guess(said: str, meant: str | None) -> None:
    domain = parse_domain(DIAL)
    task = parse_problem(DIALS, domain)
    by = AnswerReader(task, domain_words(domain, TURN), name_objects(task))
    assert step(said, by) == meant


def test_words_that_two_actions_share_are_not_taken_for_the_one_that_fits() -> None:
    domain = parse_domain(
        """(define (domain press) (:requirements :typing) (:types dial level)
        (:predicates (inked ?x - (either dial level)))
        (:action mono :parameters (?d - dial) :precondition () :effect (inked ?d))
        (:action color :parameters (?l - level) :precondition () :effect (inked ?l)))"""
    )
    text = """(define (problem p) (:domain press) (:objects d0 d1 - dial l0 l1 - level)
      (:init) (:goal (inked d0)))"""
    task = parse_problem(text, domain)
    color = "print the color letter with {?l}"
    actions = {"mono": "print the mono letter with {?d}", "color": color}
    lexicon = Lexicon("press", "test", {"inked": "{?x} is inked"}, actions)
    by = AnswerReader(task, domain_words(domain, lexicon), name_objects(task))
    assert step("print the letter with level_0", by) is None
    assert step("print the color letter with level_0", by) == "(color l0)"


def test_a_word_of_another_action_fits_no_action_that_lacks_it() -> None:
    domain = parse_domain(
        """(define (domain belts) (:predicates (up ?s) (down ?s))
        (:action lower :parameters (?s) :precondition (up ?s) :effect (down ?s))
        (:action raise :parameters (?s) :precondition (up ?s) :effect (down ?s)))"""
    )
    text = "(define (problem p) (:domain belts) (:objects s0 s1) (:init (up s0)) (:goal (up s0)))"
    task = parse_problem(text, domain)
    predicates = {"up": "{?s} is up", "down": "{?s} is down"}
    actions = {"lower": "move sheet {?s} down top", "raise": "move sheet {?s} up top"}
    lexicon = Lexicon("belts", "test", predicates, actions)
    by = AnswerReader(task, domain_words(domain, lexicon), name_objects(task))
    assert step("move object_0 down", by) == "(lower s0)"


def test_a_step_that_breaks_off_before_a_name_is_a_doubt() -> None:
    assert step("use hoist_0 to load crate_0 into truck_0 at place", in_yard()) is None


# --- signs and typography -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "truck_0: place_0 -> place_1",
        "Truck_0, place_0 to place_1",
        "drive truck_0 place_1 <- place_0",
        "drive: truck_0 // place_0 // place_1",
        "outbound | drive truck_0 from place_0 to place_1",
        "outbound - drive truck_0 from place_0 to place_1",
        "drive | truck_0 | place_0 | place_1",
        "now drive | truck_0 | place_0 | place_1",
        "drive [truck_0] from [place_0] to [place_1]",
        "drive truck_0 from place_0 to place_1 (truck_1 is broken)",
        "drive truck\u20110 from place\u20110 to place\u20111",
        "$drive\\ truck\\_0\\ from\\ place\\_0\\ to\\ place\\_1$",
        "$truck\\_0: place\\_0 \\rightarrow place\\_1$",
    ],
)
def test_signs_do_not_hide_a_step(said: str) -> None:
    assert step(said, in_yard()) == DRIVE


def test_a_function_with_arguments_is_a_step_in_the_words_of_the_prompt() -> None:
    reading = formal().read("drive(lorry, quay, shed)")
    assert [str(action) for action in reading.plan] == [DRIVE]
    assert reading.strict


def test_letters_and_signs_may_mark_items() -> None:
    assert plan(f"a) {THERE}\nb) {HOME}", in_yard()) == [DRIVE, BACK]
    assert plan(f"✅ {THERE}\n✅ {HOME}", in_yard()) == [DRIVE, BACK]


# --- lines that cannot be read --------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "remember crate_0",
        "consider place_1 free",
        "restore loaded crate_0",
        "(truck_0 at place_1)",
        "All is well.\nmove fast",
    ],
)
def test_a_line_that_orders_nothing_is_no_step(line: str) -> None:
    assert plan(f"{THERE}\n{line}\n{HOME}", in_yard()) == [DRIVE, BACK]


@pytest.mark.parametrize("word", ["end", "finish"])
def test_a_word_that_closes_is_no_step(word: str) -> None:
    assert plan(f"- {THERE}\n- {word}\n- {HOME}", in_yard()) == [DRIVE, BACK]


@pytest.mark.parametrize(
    "line", ["have truck_0 beam home", "All is well.\ndrive", "- the crate flies"]
)
def test_a_line_that_orders_something_unknown_is_reported(line: str) -> None:
    assert plan(f"{THERE}\n{line}\n{HOME}", in_yard()) == [DRIVE, None, BACK]


def test_an_unknown_order_may_open_an_answer_with_words_of_its_own() -> None:
    answer = f"Drive truck_9 home.\nThat is easy.\n{THERE}.\n{HOME}."
    assert plan(answer, in_yard()) == [None, DRIVE, BACK]


def test_a_lost_step_behind_then_is_reported() -> None:
    assert plan(f"1. {THERE}, then beam truck_0 home", in_yard()) == [DRIVE, None]


def test_a_sentence_of_its_own_before_and_makes_the_line_no_step() -> None:
    assert plan(f"1. {HOME}\n2. check the load and {THERE}", in_yard()) == [BACK]


# --- turns, and the very words of the prompt ------------------------------------------------------


@pytest.mark.parametrize("said", ["We're done here.", "The goal is reached."])
def test_a_turn_may_say_that_the_task_is_done(said: str) -> None:
    (found,) = in_yard().read_turn(said).steps
    assert found.meaning == Finished()


@pytest.mark.parametrize("said", ["Describe the current state.", "Have a look round."])
def test_a_turn_may_ask_for_the_state(said: str) -> None:
    (found,) = in_yard().read_turn(said).steps
    assert found.meaning == LookAround()


def test_a_turn_in_the_words_of_the_prompt_keeps_to_its_format() -> None:
    said = "drive truck truck_0 from place place_0 to place place_1"
    assert in_yard().read_turn(f"Instruction: {said}").strict
    assert not in_yard().read_turn("Instruction: move truck_0 from place_0 to place_1").strict


def test_brackets_of_a_snippet_are_no_remark_behind_a_lead_in() -> None:
    by = in_yard(drive='do "drive" with {?t} and the place {?from} (from) and the place {?to} (to)')
    said = 'do "drive" with truck_0 and the place place_0 (from) and the place place_1 (to)'
    assert by.read(f"1. Now, {said}").steps[0].exact


def test_an_article_may_stand_before_a_snippet() -> None:
    assert in_yard().read("1. the take a rest").steps[0].exact


def test_a_terse_prompt_may_be_answered_with_nouns_and_without() -> None:
    spoken = words("bundled/depot", "library")
    style = in_style(BRIEF, spoken.problem.domain, spoken.lexicon)
    book = domain_words(spoken.problem.domain, spoken.lexicon, BRIEF)
    by = AnswerReader(spoken.problem, book, style.names(spoken.problem))
    for noun in ("", "truck "):
        (found,) = by.read(f"1. drive {noun}truck_0 from depot_0 to distributor_0").steps
        assert found.exact


# --- calls and wrong objects ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("DRIVE :: **lorry** // `quay` => shed", DRIVE),
        ("`LOAD` : arm @ box -> lorry , shed !!", LOAD),
        ("LOAD: the arm takes box, puts it on lorry, standing at shed", LOAD),
        ("drive {lorry} [quay] → [shed]", DRIVE),
        ("DRIVE :: lorry / quay / box", None),  # a box is no place
        ("LOAD: arm, box, lorry", LOAD),  # the hoist stays at the shed
        ("DRIVE: lorry, quay", None),
    ],
)
def test_a_whole_name_and_all_its_objects_are_a_call(said: str, meant: str | None) -> None:
    assert step(said, formal()) == meant


def test_a_call_may_have_the_order_of_the_prompts_words() -> None:
    yard_reader = in_yard(load="load crate {?c} into truck {?t} at place {?p} with hoist {?h}")
    assert step("load :: crate_0 // truck_0 // place_1 // hoist_0", yard_reader) == LOAD


def test_words_behind_a_name_that_no_sign_sets_off_are_no_call() -> None:
    yard_reader = in_yard(load="load crate {?c} into truck {?t} at place {?p} with hoist {?h}")
    said = "load the place crate_0 on the truck_0 for crate place_1 with hoist_0"
    assert step(said, yard_reader) is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("load object_3 onto the ferry at object_2", "(board object_3 object_2)"),
        ("load location object_3 onto the ferry at car object_2", "(board object_3 object_2)"),
        ("unload object_0 from the ferry at object_2", "(debark object_0 object_2)"),
        ("load object_2 onto the ferry at object_3", "(board object_2 object_3)"),
    ],
)
def test_objects_in_each_others_places_stay_there(said: str, meant: str) -> None:
    assert step(said, bundled("ferry")) == meant


def test_objects_called_by_each_others_kinds_are_a_doubt() -> None:
    yard_reader = in_yard(load="load crate {?c} into truck {?t} at place {?p} with hoist {?h}")
    said = "load crate place_1 on truck truck_0 at place crate_0 by hoist hoist_0"
    assert step(said, yard_reader) is None


def test_a_particle_is_no_verb() -> None:
    polishing = in_yard(drive="polish truck {?t} from place {?from} to place {?to}")
    assert step("cool truck_0 down from place_0 to place_1", polishing) is None


def test_a_word_of_the_prompts_own_steps_opens_no_reason() -> None:
    waiting = in_yard(drive="drive truck {?t} from place {?from} where place {?to} is the end")
    said = "drive truck_0 from place_0 where place_1 is the end, because it is needed there"
    assert step(said, waiting) == DRIVE
