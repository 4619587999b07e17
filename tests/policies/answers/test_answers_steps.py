"""A step by itself: which ways to write it are read, and which are not guessed at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pddl2nl.lexicon import Lexicon
from pddl2nl.naming import ObjectNames, name_objects
from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.verbalizers import RulesVerbalizer
from policies.answers import AnswerReader, Doubt, Finished, LookAround, Meaning, domain_words
from simulator import Episode
from simulator.world import World
from tests import yard
from tests.interpreting import answer_reader
from tests.policies.answers.spoken import problem, words
from tests.yard import act

SNIPPET = "drive truck truck_0 from place place_0 to place place_1"
DRIVE = act("drive", "lorry", "quay", "shed")
LOAD = act("load", "arm", "box", "lorry", "shed")


def in_yard(**actions: str) -> AnswerReader:
    """A reader for the yard, some of its snippets changed."""
    lexicon = replace(yard.LEXICON, actions={**yard.LEXICON.actions, **actions})
    return answer_reader(yard.problem(), lexicon)


def formal() -> AnswerReader:
    """A reader for a prompt in PDDL."""
    return answer_reader(yard.problem(), None)


def meant(said: str, by: AnswerReader | None = None) -> Meaning:
    """What a turn with one step means."""
    (step,) = (by or in_yard()).read_turn(said).steps
    return step.meaning


def is_unread(said: str, by: AnswerReader | None = None) -> bool:
    reader = by or in_yard()
    return reader.read_turn(said).unread and reader.read(f"1. {said}").unread


@pytest.mark.parametrize(
    "said",
    [
        SNIPPET,
        SNIPPET.upper(),
        f"{SNIPPET.capitalize()}.",
        f"1. {SNIPPET}",
        f"Step 1: {SNIPPET}.",
        f"- {SNIPPET}",
        f"**Instruction:** {SNIPPET}",
        f"Action: Now, {SNIPPET}!",
        f"Then you should {SNIPPET}.",
        f"Let's {SNIPPET}",
        f"[{SNIPPET}]",
        f"Instruction: [{SNIPPET}].",
        f"{{{SNIPPET}}}",
        "drive truck_0 to place_1 from place_0",
        "drive truck truck_0 to place place_1 from place place_0",
        "drive truck_0 back from place_0 to place_1",
        f"`{SNIPPET}`",
        "drive the truck truck_0 from the place place_0 to the place place_1",
        "drive a truck truck_0 from place_0 to place_1",
        "drive truck_0 from place_0 to place_1",
        "Drive truck 0 from place 0 to place 1.",
        "Drive truck_0 (truck) from place_0 (place) to place_1 (place).",
        "drive truck-0 from place `place_0` to place “place_1”",
        "drive truck 'truck_0' from place 'place_0' to place 'place_1'",
        f"Drive to place_1: {SNIPPET}",
        "drive truck\u20110 from place\u20110 to place\u20111",
        "drive   truck truck_0\tfrom place place_0 to place place_1 ",
        "$drive\\ truck\\_0\\ from\\ place\\_0\\ to\\ place\\_1$",
        r"\boxed{\text{Drive truck\_0 from place\_0 to place\_1}}",
        "(drive truck_0 place_0 place_1)",
        "drive(truck_0, place_0, place_1)",
        "drive(t=truck_0, from=place_0, to=place_1)",
    ],
)
def test_typography_marks_articles_and_kinds_do_not_hide_a_step(said: str) -> None:
    assert meant(said) == DRIVE


@pytest.mark.parametrize(
    "said",
    [
        "drive truck_0",
        "drive truck truck_0 to place place_1",
        "drive truck_0 to place_1 near place_0",
        "drive truck_0 back",
        "drive truck_0 from place_0 into place_1",
        "pilot truck truck_0 from place place_0 to place place_1",
        "truck_0 is driven from place_0 to place_1",
        "drive it from place_0 to place_1",
        "drive the truck from place_0 to place_1",
        f"do not {SNIPPET}",
        f"it is not a good idea to {SNIPPET}",
        f"{SNIPPET} twice",
        f"{SNIPPET} or to place place_0",
        f"{SNIPPET} (not needed)",
        f"{SNIPPET}, then fly truck_0 home",
        f"fly truck_0 home, then {SNIPPET}",
        f"if crate_0 lies at place_1, {SNIPPET}",
        "drive truck lorry from place quay to place shed",
    ],
)
def test_what_the_snippet_does_not_say_is_doubt(said: str) -> None:
    assert is_unread(said)


@pytest.mark.parametrize(
    "remark",
    [
        " (this is possible now)",
        " (truck_0 is parked at place_1)",
        ", because crate_0 lies at place_1",
        " so that we can go on",
        " – it is free",
        " to reach the goal",
    ],
)
def test_a_remark_behind_a_step_is_no_part_of_it(remark: str) -> None:
    assert meant(f"{SNIPPET}{remark}") == DRIVE


def test_objects_stand_where_the_snippet_has_them_and_not_the_action() -> None:
    said = "use hoist hoist_0 at place place_1 to load crate crate_0 into truck truck_0"
    assert meant(said) == LOAD
    assert meant("(load hoist_0 crate_0 truck_0 place_1)") == LOAD
    assert meant("(load hoist_0 place_1 crate_0 truck_0)") == LOAD


def test_objects_of_the_wrong_kind_stay_where_they_are() -> None:
    assert meant("drive place_0 from truck_0 to place_1") == act("drive", "quay", "lorry", "shed")


def test_a_parameter_stated_twice_must_be_the_same_object_twice() -> None:
    by = in_yard(drive="drive {?t} from {?from} to {?to} with the driver of {?t}")
    assert meant("drive truck_0 from place_0 to place_1 with the driver of truck_0", by) == DRIVE
    assert is_unread("drive truck_0 from place_0 to place_1 with the driver of truck_1", by)


def test_an_unknown_object_is_an_attempt_that_the_simulator_refuses() -> None:
    doubt = meant(SNIPPET.replace("truck_0", "truck_7"))
    assert isinstance(doubt, Doubt)
    assert doubt.attempt == act("drive", "truck_7", "quay", "shed")


def test_an_unknown_object_is_quoted_in_the_letter_case_of_the_answer() -> None:
    doubt = meant("drive truck_0 from Place_0 to place_O")
    assert isinstance(doubt, Doubt)
    assert doubt.reason == "there is no object called place_O"
    assert doubt.attempt == act("drive", "lorry", "quay", "place_O")


def test_a_name_that_only_the_pddl_has_is_unknown() -> None:
    # The text calls the trucks truck_0 and truck_1.
    task = yard.problem(yard.PROBLEM.replace("wreck", "truck_5"))
    names = name_objects(task)
    assert names.english["truck_5"] == "truck_1"
    reader = AnswerReader(task, domain_words(task.domain, yard.LEXICON), names)
    doubt = meant(SNIPPET.replace("truck_0", "truck_5"), reader)
    assert isinstance(doubt, Doubt)
    assert doubt.attempt is not None
    seen = Episode(World(task), yard.english(task)).submit(doubt.attempt)
    assert seen.text == 'There is no object called "truck_5".'


def test_actions_with_the_same_words_are_told_apart_by_kinds_or_unread() -> None:
    same = in_yard(drive="use {?t} {?from} {?to}", load="use {?h} {?c} {?t} {?p}")
    assert meant("use truck_0 place_0 place_1", same) == DRIVE
    back = (
        "(:action back :parameters (?t - truck ?from ?to - place)\n :effect (and))\n  (:action rest"
    )
    domain = parse_domain(yard.DOMAIN.replace("(:action rest", back))
    go = {**yard.LEXICON.actions, **dict.fromkeys(("drive", "back"), "go {?t} {?from} {?to}")}
    task = parse_problem(yard.PROBLEM, domain)
    assert is_unread(
        "go truck_0 place_0 place_1", answer_reader(task, replace(yard.LEXICON, actions=go))
    )


def test_a_step_of_the_wrong_kinds_may_be_another_action_with_words_missing() -> None:
    tow = "(:action tow :parameters (?t ?f - truck ?to - place) :effect (and))\n  (:action rest"
    domain = parse_domain(yard.DOMAIN.replace("(:action rest", tow))
    said = {
        **yard.LEXICON.actions,
        "drive": "move truck {?t} from place {?from} to place {?to}",
        "tow": "move truck {?t} from behind truck {?f} to place {?to}",
    }
    task = parse_problem(yard.PROBLEM, domain)
    reader = answer_reader(task, replace(yard.LEXICON, actions=said))
    assert is_unread("move truck_0 from truck_1 to place_0", reader)
    wrong = "move truck truck_0 from place truck_1 to place place_0"
    assert meant(wrong, reader) == act("drive", "lorry", "wreck", "quay")


def test_a_step_of_the_wrong_kinds_may_be_another_action_with_an_object_missing() -> None:
    by = in_yard(drive="put {?t} in {?from} {?to}", load="put {?c} into {?t} in {?p} by {?h}")
    assert is_unread("put crate_0 in truck_0", by)
    store = "(:action store :parameters (?c - crate ?p - place) :effect (and))\n  (:action rest"
    task = parse_problem(yard.PROBLEM, parse_domain(yard.DOMAIN.replace("(:action rest", store)))
    said = {
        **yard.LEXICON.actions,
        "store": "put {?c} in {?p}",
        "load": "put {?c} into {?t} in {?p} with {?h}",
    }
    reader = answer_reader(task, replace(yard.LEXICON, actions=said))
    assert is_unread("put crate_0 in truck_0", reader)
    assert is_unread("put crate_0 into truck_0", reader)
    assert not is_unread("put crate_0 in place_0", reader)
    assert not is_unread("put truck_0 in place_0", reader)


def test_the_letter_a_in_a_snippet_is_no_article() -> None:
    shifts = " ".join(f"(:action {name} :parameters (?t - truck) :effect (and))" for name in "ab")
    domain = parse_domain(yard.DOMAIN.replace("(:action rest", f"{shifts}\n  (:action rest"))
    said = {**yard.LEXICON.actions, **{name: f"use gear {name} for {{?t}}" for name in "ab"}}
    task = parse_problem(yard.PROBLEM, domain)
    reader = answer_reader(task, replace(yard.LEXICON, actions=said))
    assert meant("use gear a for truck_0", reader) == act("a", "lorry")
    assert meant("use gear b for truck_0", reader) == act("b", "lorry")
    assert is_unread("use gear for truck_0", reader)


@pytest.mark.parametrize(
    "snippet", ["next turn", "now rest", "I do nothing", "first aid", "pick_up"]
)
def test_a_snippet_may_begin_like_a_lead_in_or_look_like_a_name(snippet: str) -> None:
    for said in (snippet, f"1. {snippet}.", f"Now, {snippet}"):
        assert meant(said, in_yard(rest=snippet)) == act("rest"), said


def test_a_reason_may_be_a_part_of_the_snippet() -> None:
    by = in_yard(drive="drive truck {?t} from place {?from} where place {?to} is the end")
    said = "drive truck_0 from place_0 where place_1 is the end, because it is needed there"
    assert meant(said, by) == DRIVE


def test_the_beginning_of_another_snippet_is_not_a_step_that_leaves_out_words() -> None:
    domain = parse_domain("""(define (domain genes) (:predicates (cut ?x))
      (:action splice :parameters (?x ?y) :precondition (cut ?y) :effect (cut ?x))
      (:action splice-alone :parameters (?x) :precondition () :effect (cut ?x)))""")
    task = parse_problem(
        "(define (problem p) (:domain genes) (:objects a b) (:init) (:goal (cut a)))", domain
    )
    actions = {
        "splice": "begin a splice with {?x} and {?y}",
        "splice-alone": "begin a splice special case with {?x}",
    }
    reader = answer_reader(task, Lexicon("genes", "test", {"cut": "{?x} is cut"}, actions))
    assert meant("begin a splice special case with object_0", reader) == act("splice-alone", "a")
    assert is_unread("begin a splice with object_0", reader)
    assert is_unread("begin a splice with object_0 and", reader)


def test_a_further_object_makes_it_another_action() -> None:
    by = blocks(a="red block", b="blue block", c="green block")
    assert meant("put down the red block on top of the blue block", by) == act("stack", "a", "b")
    assert is_unread("put down the red block under the blue block", by)


# --- PDDL -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "(drive lorry quay shed)",
        "  ( Drive  LORRY quay   shed ) ",
        "1. `(drive lorry quay shed)`.",
        "drive lorry quay shed",
        "drive(lorry, quay, shed)",
    ],
)
def test_an_action_in_pddl_is_read(said: str) -> None:
    assert meant(said, formal()) == DRIVE


@pytest.mark.parametrize(
    ("said", "attempt"),
    [
        ("(drive lorry quay)", act("drive", "lorry", "quay")),
        ("(drive lorry quay moon)", act("drive", "lorry", "quay", "moon")),
    ],
)
def test_an_action_in_pddl_with_wrong_objects_is_an_attempt(said: str, attempt: object) -> None:
    doubt = meant(said, formal())
    assert isinstance(doubt, Doubt)
    assert doubt.attempt == attempt


@pytest.mark.parametrize("said", ["(drive)", "drive()"])
def test_a_call_without_objects_is_unread_and_its_reason_names_the_action(said: str) -> None:
    doubt = meant(said, formal())
    assert isinstance(doubt, Doubt)
    assert (doubt.reason, doubt.attempt) == ("drive takes objects, and none are named", None)


@pytest.mark.parametrize("name", ["port_2", "port-2", "dock"])
def test_a_name_in_a_call_that_no_object_has_stays_whole(name: str) -> None:
    for said, by in (
        ("(drive truck_0 place_0 {})", in_yard()),
        ("(drive lorry quay {})", formal()),
    ):
        (step,) = by.read_turn(said.format(name)).steps
        assert isinstance(step.meaning, Doubt)
        assert step.meaning.reason == f"there is no object called {name}"


@pytest.mark.parametrize("call", ["get-chips {}", "GET-CHIPS {}", "get_chips {}"])
def test_a_call_without_brackets_is_none_of_the_snippets_that_its_words_may_begin(
    call: str,
) -> None:
    movie = words("bundled/movie", "library")
    (chips,) = (atom.args[0] for atom in movie.problem.init if atom.predicate == "chips")
    (step,) = movie.read(call.format(movie.names.english[chips])).steps
    assert step.meaning == act("get-chips", chips)


def test_a_call_of_no_action_says_so() -> None:
    for said, by in (("(fly truck_0)", in_yard()), ("(fly lorry)", formal())):
        (step,) = by.read_turn(said).steps
        assert isinstance(step.meaning, Doubt)
        assert step.meaning.reason.startswith("it names no action")


@pytest.mark.parametrize("said", ["(fly lorry quay shed)", "(drive", "lorry"])
def test_what_is_no_action_in_pddl_is_unread(said: str) -> None:
    assert is_unread(said, formal())


# --- names ----------------------------------------------------------------------------------------


def blocks(**names: str) -> AnswerReader:
    domain = problem("bundled/blocksworld").domain
    text = "(define (problem p) (:domain blocksworld) (:objects a b c) (:init) (:goal (on a b)))"
    actions = {
        "pick-up": "pick up {?ob}",
        "put-down": "put down {?ob}",
        "stack": "stack {?ob} on top of {?underob}",
        "unstack": "unstack {?ob} from on top of {?underob}",
    }
    lexicon = replace(words("bundled/blocksworld", "library").lexicon, actions=actions)
    return AnswerReader(
        parse_problem(text, domain), domain_words(domain, lexicon), ObjectNames.of(names)
    )


def test_an_object_called_a_is_no_article() -> None:
    by = blocks(a="red block", b="blue block", c="a")
    assert meant("pick up a red block", by) == act("pick-up", "a")
    assert meant("pick up a", by) == act("pick-up", "c")


def test_the_word_that_all_names_share_may_be_missing() -> None:
    by = blocks(a="red block", b="blue block", c="green block")
    assert meant("stack the red on the blue", by) == act("stack", "a", "b")
    assert meant("stack the red block on the blue block", by) == act("stack", "a", "b")


def test_the_name_of_an_action_may_lack_its_signs_and_hold_names_of_objects() -> None:
    task = problem("bundled/blocksworld")
    assert meant("PickUp(object_0)", answer_reader(task, None)) == act("pick-up", "object_0")
    domain = parse_domain(
        """(define (domain gates) (:predicates (at ?p ?q))
        (:action cnot_l2_l1 :parameters (?p ?q) :precondition () :effect (at ?p ?q))
        (:action cnot_l1_l2 :parameters (?p ?q) :precondition () :effect (at ?p ?q)))"""
    )
    text = "(define (problem p) (:domain gates) (:objects l1 l2 p4) (:init) (:goal (at p4 p4)))"
    by = answer_reader(parse_problem(text, domain), None)
    assert meant("cnot_l2_l1 p4 p4", by) == act("cnot_l2_l1", "p4", "p4")


DECK = """(define (domain deck) (:types card) (:predicates (zz ?a ?b - card))
  (:action turn-deck :parameters (?c ?d - card) :effect (zz ?c ?d))
  (:action turn-deck-up :parameters (?c ?d - card) :effect (zz ?d ?c))
  (:action zap-all :parameters () :effect (and)))"""
CARDS = "(define (problem p) (:domain deck) (:objects x y - card) (:init) (:goal (zz x y)))"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('do "turn deck" with the card card_0 and the card card_1', act("turn-deck", "x", "y")),
        (
            'do "turn deck up" with the card card_0 and the card card_1',
            act("turn-deck-up", "x", "y"),
        ),
        ("Do turn deck up with card card_0 and card card_1.", act("turn-deck-up", "x", "y")),
        ('do "zap all"', act("zap-all")),
        ('do "turn deck" with the card card_0', None),
    ],
)
def test_a_quoted_name_is_read_as_a_whole(said: str, expected: object) -> None:
    domain = parse_domain(DECK)
    by = answer_reader(parse_problem(CARDS, domain), RulesVerbalizer().lexicon(domain))
    assert by.read(f"1. {said}").plan == (expected,)


# --- turns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["look around", "2. **Look around**", "Describe the current state."]
)
def test_a_turn_may_ask_for_the_state(said: str) -> None:
    for by in (in_yard(), formal()):
        assert meant(said, by) == LookAround()


@pytest.mark.parametrize(
    "said",
    ["You are finished.", "**You are finished!**", "We're done here.", "The goal is reached."],
)
def test_a_turn_may_say_that_the_task_is_done(said: str) -> None:
    for by in (in_yard(), formal()):
        assert meant(said, by) == Finished()


@pytest.mark.parametrize(
    "said",
    [
        "You are not finished.",
        "I am not finished yet.",
        "We aren't finished yet.",
        "We are nearly finished.",
        "You will be finished after the next step.",
        "Once you are finished, tell me.",
        "Are we finished?",
        "Do not look around.",
        "No need to look around.",
        "I don't have to look around.",
        "Look around is not needed.",
        "After looking around, I will decide.",
        "Look around the corner.",
    ],
)
def test_a_turn_may_deny_or_put_off_what_it_names(said: str) -> None:
    for by in (in_yard(), formal()):
        assert by.read_turn(said).unread


@pytest.mark.parametrize("remark", ["Let me start over.", "Strike that.", "No longer needed."])
def test_a_turn_may_take_its_step_back(remark: str) -> None:
    step = "Drive truck_0 from place_0 to place_1."
    assert not in_yard().read_turn(step).unread
    assert in_yard().read_turn(f"{step}\n{remark}").unread


@pytest.mark.parametrize("said", ["", "...", "I cannot tell.", "<think>Shall I drive?</think>"])
def test_a_turn_without_a_step_is_unread(said: str) -> None:
    assert in_yard().read_turn(said).unread


def test_words_of_the_prompt_alone_keep_to_its_format() -> None:
    thought = f"Think: it is free.\nInstruction: {SNIPPET}"
    claim = f"{SNIPPET}\nInstruction: You are finished."
    for said in (SNIPPET, f"{SNIPPET}.", f"Instruction: {SNIPPET}", thought, claim):
        assert in_yard().read_turn(said).strict, said
    for said in (
        "(drive truck_0 place_0 place_1)",
        f"1. {SNIPPET}",
        f"Now, {SNIPPET}",
        f"{SNIPPET}\nI hope so.",
        f"{SNIPPET}\nYou are finished, I hope.",
        SNIPPET.replace("drive", "driving"),
        f"<step>{SNIPPET}</step>",
        f"---\n{SNIPPET}",
        f"### Step 1\n{SNIPPET}",
    ):
        assert not in_yard().read_turn(said).strict, said


def test_a_noun_that_only_the_snippets_have_does_not_matter_for_the_format() -> None:
    shown = words("bundled/blocksworld", "library").answers
    for noun in ("block ", ""):
        reading = shown.read(f"pick up {noun}object_1 from the table")
        assert reading.plan == (act("pick-up", "object_1"),)
        assert reading.strict, noun


def test_a_call_whose_order_is_unclear_is_unread_and_says_why() -> None:
    shown = words("bundled/satellite", "library").answers
    for call in ("(turn_to {})", "turn_to {}", "1. TURN-TO {}"):
        (step,) = shown.read(call.format("satellite_0 direction_1 direction_0")).steps
        assert isinstance(step.meaning, Doubt)
        assert step.meaning.reason == (
            "the objects of turn_to have another order in the PDDL than in the prompt"
        )
        assert step.meaning.nearest == ""


def test_a_number_that_cannot_be_read_is_named() -> None:
    (step,) = in_yard().read_turn(f"1.1 {SNIPPET}").steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.reason == "the number of the item is unclear"


def test_calls_may_stand_on_one_line_and_beside_the_step_that_they_mean() -> None:
    back = act("drive", "lorry", "shed", "quay")
    assert formal().read(f"{DRIVE} {back}").plan == (DRIVE, back)
    assert in_yard().read(f"{SNIPPET} (drive truck_0 place_0 place_1)").plan == (DRIVE,)
    assert in_yard().read(f"{SNIPPET} (drive truck_0 place_1 place_0)").unread


def test_an_abbreviation_of_a_kind_does_not_keep_to_the_format() -> None:
    shown = words("bundled/ferry", "library").answers
    for said, strict in (("location ", True), ("", True), ("loc ", False)):
        reading = shown.read(f"sail the ferry from {said}object_1 to {said}object_3")
        assert reading.plan == (act("sail", "object_1", "object_3"),)
        assert reading.strict is strict, said


@pytest.mark.parametrize(
    "keys",
    [
        '"truck": "truck_0", "place": "place_1", "hoist": "hoist_0", "crate": "crate_0"',
        '"p": "place_1", "c": "crate_0", "t": "truck_0", "h": "hoist_0"',
        '"parameters": {"p": "place_1", "c": "crate_0", "t": "truck_0", "h": "hoist_0"}',
    ],
)
def test_keys_of_json_name_the_objects_in_any_order(keys: str) -> None:
    wanted = act("load", "arm", "box", "lorry", "shed")
    assert in_yard().read(f'[{{"action": "load", {keys}}}]').plan == (wanted,)


def test_keys_of_json_that_fit_no_parameter_alone_are_no_places() -> None:
    assert is_unread(
        '[{"action": "drive", "place": "place_0", "truck": "truck_0", "to": "place_1"}]'
    )


def test_letters_of_full_width_are_those_that_are_meant() -> None:
    assert in_yard().read(SNIPPET.replace("_0", "_\uff10")).plan == (DRIVE,)


def test_a_verb_of_the_domain_takes_back_nothing_but_alone() -> None:
    reader = in_yard(drive="wait in truck {?t} at {?from} until its arrival at {?to}")
    step = "wait in truck_0 at place_0 until its arrival at place_1"
    thought = f"Think: If you {step}, truck_0 is parked at place_1."
    assert reader.read(f"{thought}\n{step}").plan == (DRIVE,)
    assert reader.read(f"{thought}\n{step}").strict
    assert not reader.read(step.replace("its", "their")).strict
    assert reader.read(f"{step}\nWait, that is wrong.").unread


def test_a_call_whose_name_has_a_preposition_may_have_an_unknown_object() -> None:
    shown = words("bundled/blocksworld", "library")
    (step,) = shown.answers.read("(pick-up jug)").steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.attempt == act("pick-up", "jug")


def test_an_order_may_leave_out_whom_it_is_for() -> None:
    words = "let the clerk drive truck {?t} from place {?from} to place {?to}"
    reader = in_yard(drive=words)
    assert reader.read_turn("drive truck_0 from place_0 to place_1").plan == (DRIVE,)
    assert not reader.read_turn("drive truck_0 from place_0 to place_1").strict
    assert reader.read_turn("let the clerk drive truck_0 from place_0 to place_1").plan == (DRIVE,)
    assert is_unread("clerk drive truck_0 from place_0 to place_1", reader)


def test_a_reason_that_speaks_of_the_goal_makes_no_talk_of_a_step() -> None:
    lines = f"- it truck_0 from place_1 to place_0, because the goal needs it\n- {SNIPPET}"
    assert in_yard().read(lines).unread
    assert in_yard().read(f"The goal needs truck_0 at place_1.\n- {SNIPPET}").plan == (DRIVE,)


def test_an_object_that_is_called_goal_is_no_goal() -> None:
    task = yard.problem()
    english = {item.name: f"goal_{n}" for n, item in enumerate(task.all_objects)}
    reader = AnswerReader(task, domain_words(task.domain, yard.LEXICON), ObjectNames.of(english))
    names = {name: f"goal_{n}" for n, name in enumerate(item.name for item in task.all_objects)}
    step = f"drive {names['lorry']} from {names['quay']} to {names['shed']}"
    assert reader.read(f"1. {step}").plan == (DRIVE,)
    assert reader.read(f"Now {names['box']} goes to its place\nInstruction: {step}").unread


@pytest.mark.parametrize(
    ("snippet", "said"),
    [
        ("pull up truck {?t} at {?from} for {?to}", "pull truck_0 up at place_0 for place_1"),
        ("switch up {?t} at {?from} for {?to}", "Switch truck_0 up at place_0 for place_1"),
        (
            "take up the load of {?t} at {?from} for {?to}",
            "take the load of truck_0 up at place_0 for place_1",
        ),
        ("pull {?t} up at {?from} for {?to}", "pull up the truck truck_0 at place_0 for place_1"),
        (
            "let the clerk pull up {?t} at {?from} for {?to}",
            "let the clerk pull truck_0 up at place_0 for place_1",
        ),
    ],
)
def test_a_particle_may_stand_on_the_other_side_of_its_object(snippet: str, said: str) -> None:
    reader = in_yard(drive=snippet)
    assert reader.read_turn(said).plan == (DRIVE,)
    assert is_unread(said.replace("up", "down"), reader)
    assert is_unread(said.replace("truck_0", "it"), reader)


@pytest.mark.parametrize(
    ("comment", "harmless"),
    [
        ("; drive to the crate", True),
        ("; now crate_0 can be loaded", True),
        ("# drive there", True),
        ("// step 1", True),
        ("; no truck may be parked here", True),
        ("; only lorry has to move", True),
        ("; no need for this", False),
        ("; this is not needed", False),
        ("; we do not need this step", False),
        ("; cannot be done", False),
        ("; only if needed", False),
        ("; as needed", False),
        ("; twice", False),
        ("; for both trucks", False),
        ("; skip this", False),
        ("; (rest)", False),
        ("; really?", False),
    ],
)
def test_a_comment_behind_a_call_is_no_part_of_it(comment: str, harmless: bool) -> None:
    answer = f"(drive lorry quay shed) {comment}\n(rest)"
    assert formal().read(answer).unread != harmless
    assert formal().read_turn(answer).unread != harmless


def test_a_step_in_brackets_beside_other_words_is_called_so() -> None:
    meaning = meant(f"[optional: {SNIPPET}]")
    assert isinstance(meaning, Doubt)
    assert meaning.reason == "a step stands in brackets"


def test_back_may_tell_one_action_from_another() -> None:
    home = "(:action home :parameters (?t - truck ?a ?b - place) :effect (and))\n  (:action rest"
    task = parse_problem(yard.PROBLEM, parse_domain(yard.DOMAIN.replace("(:action rest", home)))
    said = {
        **yard.LEXICON.actions,
        "drive": "drive {?t} from {?from} to {?to}",
        "home": "drive {?t} back from {?a} to {?b}",
    }
    reader = answer_reader(task, replace(yard.LEXICON, actions=said))
    way = "from place_0 to place_1"
    assert meant(f"drive truck_0 {way}", reader) == DRIVE
    assert meant(f"drive truck_0 back {way}", reader) == act("home", *DRIVE.args)


@pytest.mark.parametrize("particle", ["on", "off", "down", "away", "out", "over"])
def test_every_particle_may_stand_behind_the_object(particle: str) -> None:
    reader = in_yard(rest="rest", drive=f"switch {particle} {{?t}} at {{?from}} for {{?to}}")
    assert meant(f"switch truck_0 {particle} at place_0 for place_1", reader) == DRIVE
    assert is_unread("switch truck_0 at place_0 for place_1", reader) or particle in (
        "down",
        "away",
    )


def test_a_preposition_is_no_particle() -> None:
    reader = in_yard(drive="put in {?t} {?from} for {?to}")
    assert is_unread("put truck_0 in place_0 for place_1", reader)


def test_words_before_objects_that_name_no_parameters_are_called_so() -> None:
    meaning = meant("drive(car=truck_0, source=place_0, sink=place_0)")
    assert isinstance(meaning, Doubt)
    assert meaning.reason == "the words before the objects name no parameters of drive"


def test_the_ends_of_a_way_may_be_turned_for_into_as_well() -> None:
    reader = in_yard(drive="drive {?t} from {?from} into {?to}")
    assert meant("drive truck_0 into place_1 from place_0", reader) == DRIVE
