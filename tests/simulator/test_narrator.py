"""Every sentence that the simulator can say, in both voices, as it reads."""

from __future__ import annotations

import pytest

from pddl2nl.model import GroundAction, Problem
from pddl2nl.reader import parse_domain, parse_problem
from simulator import Episode, present_english, present_pddl
from simulator.world import World
from tests import yard
from tests.yard import act

APPLIED = {
    act("drive", "lorry", "quay", "shed"): (
        "I drive truck_0 from place_0 to place_1.",
        "The action (drive lorry quay shed) has been executed.",
    ),
    act("rest"): ("I take a rest.", "The action (rest) has been executed."),
}

EVERY_FACT = "every missing and every unwanted fact is named"
REFUSED = {
    "one fact is missing": (
        act("drive", "lorry", "shed", "quay"),
        "I cannot drive truck_0 from place_1 to place_0 because truck_0 is not parked at place_1.",
        "The action (drive lorry shed quay) cannot be executed because (parked lorry shed) is "
        "false.",
    ),
    EVERY_FACT: (
        act("drive", "wreck", "shed", "quay"),
        "I cannot drive truck_1 from place_1 to place_0 because truck_1 is not "
        "parked at place_1 and truck_1 is broken.",
        "The action (drive wreck shed quay) cannot be executed because (parked wreck shed) is "
        "false and (broken wreck) is true.",
    ),
    "an object of another kind": (
        act("drive", "arm", "shed", "quay"),
        "I cannot drive truck hoist_0 from place_1 to place_0 because hoist_0 is a "
        "hoist, not a truck.",
        "The action (drive arm shed quay) cannot be executed because arm is of type hoist instead "
        "of truck.",
    ),
    "two objects of other kinds": (
        act("drive", "arm", "box", "quay"),
        "I cannot drive truck hoist_0 from place crate_0 to place_0 because hoist_0 is a "
        "hoist, not a truck, and crate_0 is a crate, not a place.",
        "The action (drive arm box quay) cannot be executed because arm is of type hoist instead "
        "of truck and box is of type crate instead of place.",
    ),
    "one object twice in places of another kind": (
        act("drive", "lorry", "box", "box"),
        "I cannot drive truck_0 from place crate_0 to place crate_0 because crate_0 is a "
        "crate, not a place.",
        "The action (drive lorry box box) cannot be executed because box is of type crate instead "
        "of place.",
    ),
    "an unknown object": (
        act("drive", "truck_9", "quay", "shed"),
        "There is no object called truck_9.",
        "The action (drive truck_9 quay shed) cannot be executed because there is no object "
        "truck_9.",
    ),
    "several unknown objects, one of them twice": (
        act("drive", "truck_9", "moon_1", "moon_1"),
        "There is no object called truck_9 or moon_1.",
        "The action (drive truck_9 moon_1 moon_1) cannot be executed because there is no object "
        "truck_9 and there is no object moon_1.",
    ),
    "too few objects": (
        act("drive", "lorry"),
        "I need 3 objects to drive a truck A from a place B to a place C, but I was given 1.",
        "The action (drive lorry) cannot be executed because drive takes 3 arguments, not 1.",
    ),
    "no objects": (
        act("drive"),
        "I need 3 objects to drive a truck A from a place B to a place C, but I was given none.",
        "The action (drive) cannot be executed because drive takes 3 arguments, not 0.",
    ),
    "an object for an action that takes none": (
        act("rest", "quay"),
        "I need no object to take a rest, but I was given 1.",
        "The action (rest quay) cannot be executed because rest takes 0 arguments, not 1.",
    ),
    "too many objects, one of them unknown": (
        act("drive", "lorry", "quay", "shed", "moon_1"),
        "I need 3 objects to drive a truck A from a place B to a place C, but I was given 4. "
        "There is no object called moon_1.",
        "The action (drive lorry quay shed moon_1) cannot be executed because drive takes 3 "
        "arguments, not 4 and there is no object moon_1.",
    ),
    "an unknown action": (
        act("fly", "lorry"),
        'I do not know an action called "fly".',
        "The action (fly lorry) cannot be executed because there is no action fly.",
    ),
}


@pytest.mark.parametrize("action", APPLIED)
def test_an_applied_action_is_repeated(action: GroundAction) -> None:
    english, pddl = yard.episode(), yard.episode(yard.pddl())
    assert (english.submit(action).text, pddl.submit(action).text) == APPLIED[action]


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_action_is_answered_with_every_reason(case: str) -> None:
    action, in_english, in_pddl = REFUSED[case]
    assert yard.episode().submit(action).text == in_english
    assert yard.episode(yard.pddl()).submit(action).text == in_pddl


def test_a_reason_that_is_denied_as_a_whole_stands_apart_from_others() -> None:
    lexicon = yard.LEXICON
    denied = {**lexicon.predicates, "parked": "nothing moves {?t} away from {?p}"}
    spoken = type(lexicon)(lexicon.domain, "test", denied, lexicon.actions)
    task = _task(yard.DOMAIN)
    reply = Episode(World(task), present_english(task, spoken)).submit(REFUSED[EVERY_FACT][0]).text
    assert reply == (
        "I cannot drive truck_1 from place_1 to place_0 because (it is not the case that nothing "
        "moves truck_1 away from place_1) and truck_1 is broken."
    )


def test_a_missing_argument_of_an_action_with_one_is_told_in_the_singular() -> None:
    text = yard.DOMAIN.replace(
        "(:action rest :parameters ()", "(:action rest :parameters (?p - place)"
    )
    lexicon = yard.LEXICON
    words = {**lexicon.actions, "rest": "rest at place {?p}"}
    task = _task(text)
    spoken = type(lexicon)(lexicon.domain, "test", lexicon.predicates, words)
    told = Episode(World(task), present_english(task, spoken)).submit(act("rest")).text
    assert told == "I need 1 object to rest at a place A, but I was given none."
    told = Episode(World(task), present_pddl(task)).submit(act("rest")).text
    assert told == "The action (rest) cannot be executed because rest takes 1 argument, not 0."


def test_looking_around_tells_everything_that_holds_now() -> None:
    english, pddl = yard.episode(), yard.episode(yard.pddl())
    for played in (english, pddl):
        played.submit(act("drive", "lorry", "quay", "shed"))
    assert english.look().text == (
        "Currently, truck_0 is parked at place_1, truck_1 is parked at place_0, truck_1 is "
        "broken, hoist_0 stands at place_1 and crate_0 lies at place_1."
    )
    assert pddl.look().text == (
        "These facts are true, and all others are false: (broken wreck) (lies box shed) "
        "(parked lorry shed) (parked wreck quay) (stands arm shed)"
    )


def test_an_empty_state_has_a_sentence_too() -> None:
    task = _task(yard.DOMAIN, init="")
    english = Episode(World(task), yard.english(task)).look().text
    pddl = Episode(World(task), yard.pddl(task)).look().text
    assert english == "Currently, nothing is the case."
    assert pddl == "These facts are true, and all others are false: none"


def test_looking_around_tells_derived_facts() -> None:
    text = yard.DOMAIN.replace(
        "(:action rest",
        "(:derived (idle ?h - hoist) "
        "(not (exists (?c - crate ?p - place) (and (stands ?h ?p) (lies ?c ?p)))))\n (:action rest",
    )
    text = text.replace(
        "(stands ?h - hoist ?p - place)", "(stands ?h - hoist ?p - place) (idle ?h - hoist)"
    )
    text = text.replace(":negative-preconditions", ":adl :derived-predicates")
    task = _task(text)
    played = Episode(World(task), yard.pddl(task))
    assert "(idle arm)" not in played.look().text
    for action in yard.PLAN[:2]:
        played.submit(action)
    assert "(idle arm)" in played.look().text


def test_a_player_that_stops_too_early_hears_what_is_missing() -> None:
    english, pddl = yard.episode(), yard.episode(yard.pddl())
    for played in (english, pddl):
        for action in yard.PLAN[:1]:
            played.submit(action)
    assert english.declare_finished().text == (
        "I am not finished yet because crate_0 is not loaded into truck_0 and truck_0 is parked at "
        "place_1."
    )
    assert pddl.declare_finished().text == (
        "The goal is not reached because (loaded box lorry) is false and (parked lorry shed) is "
        "true."
    )


def test_a_player_that_stops_in_time_hears_that_it_is_right() -> None:
    english, pddl = yard.episode(), yard.episode(yard.pddl())
    for played in (english, pddl):
        for action in yard.PLAN:
            played.submit(action)
    assert english.declare_finished().text == "I am finished: my goal is reached."
    assert pddl.declare_finished().text == "The goal is reached."


def test_a_sentence_that_is_not_understood_is_quoted_on_one_line() -> None:
    english, pddl = yard.episode(), yard.episode(yard.pddl())
    assert english.misunderstand("dance\n  wildly").text == ('I do not understand "dance wildly".')
    assert english.misunderstand(
        '"pick up" it', "there is no object called it", "pick up x_1"
    ).text == (
        'I do not understand ""pick up" it": there is no object called it. '
        'Did you mean "pick up x_1"?'
    )
    assert pddl.misunderstand("(dance)", "there is no action dance", "(drive a b c)").text == (
        '"(dance)" cannot be read: there is no action dance. Did you mean "(drive a b c)"?'
    )
    assert english.misunderstand("Pick up x_1.", "it is unclear", "pick up x_1").text == (
        'I do not understand "Pick up x_1.": it is unclear.'
    )
    assert english.misunderstand(" \n").text == "I was given no instruction."
    assert pddl.misunderstand("dance").text == (
        '"dance" cannot be read as an action of the form (name object ...).'
    )
    assert pddl.misunderstand("").text == "The answer holds no action."


def test_reasons_in_brackets_are_bracketed_once() -> None:
    words = {**yard.LEXICON.predicates, "parked": "{?t} and {?p} are in contact"}
    lexicon = type(yard.LEXICON)("yard", "test", words, yard.LEXICON.actions)
    task = yard.problem()
    told = Episode(World(task), present_english(task, lexicon)).submit(
        act("drive", "wreck", "shed", "quay")
    )
    assert told.text.endswith(
        "because (truck_1 and place_1 are not in contact) and truck_1 is broken."
    )


def test_a_compound_reason_does_not_run_into_the_next() -> None:
    task = yard.problem(
        yard.PROBLEM.replace(
            "(loaded box lorry)", "(or (broken lorry) (broken wreck)) (loaded box wreck)"
        ).replace("(broken wreck) (lies", "(lies")
    )
    told = Episode(World(task), yard.english(task)).declare_finished().text
    assert told == (
        "I am not finished yet because truck_0 is not broken, truck_1 is not broken and "
        "crate_0 is not loaded into truck_1."
    )


def test_an_unmet_goal_about_all_names_what_some_object_lacks() -> None:
    task = yard.problem(
        yard.PROBLEM.replace(
            "(loaded box lorry)",
            "(forall (?t - truck) (imply (broken ?t) (parked ?t shed))) (loaded box lorry)",
        )
    )
    text = Episode(World(task), yard.english(task)).declare_finished().text
    assert text == (
        "I am not finished yet because truck_1 is broken, truck_1 is not parked at place_1 and "
        "crate_0 is not loaded into truck_0."
    )


def test_that_an_object_is_itself_is_no_reason() -> None:
    task = yard.problem(
        yard.PROBLEM.replace("(loaded box lorry)", "(imply (= wreck wreck) (broken lorry))")
    )
    text = Episode(World(task), yard.english(task)).declare_finished().text
    assert text == "I am not finished yet because truck_0 is not broken."


def _task(domain: str, init: str | None = None) -> Problem:
    text = yard.PROBLEM
    if init is not None:
        before, after = text.split("(:init")[0], text.split("(:goal")[1]
        text = f"{before}(:init {init})(:goal{after}"
    return parse_problem(text, parse_domain(domain, "domain"), "problem")
