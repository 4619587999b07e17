"""The step that is proposed for a turn that cannot be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pddl2nl.lexicon import Lexicon
from policies.answers.reading import Doubt
from tests import yard
from tests.interpreting import answer_reader
from tests.policies.answers.spoken import words


def proposed(text: str, folder: str) -> str:
    """The proposal for a text in a bundled domain."""
    meaning = words(folder, "library").read(text).steps[0].meaning
    assert isinstance(meaning, Doubt)
    return meaning.nearest


@pytest.mark.parametrize(
    ("folder", "text", "begins"),
    [
        ("satellite", "Switch off the instrument.", "switch off an instrument"),
        ("satellite", "Switch the instrument off.", "switch off an instrument"),
        ("satellite", "I will be switching on the camera on board.", "switch on an instrument"),
        ("logistics", "Fly the plane to the other city.", "fly an airplane"),
        ("logistics", "Then drive the truck to the plane.", "drive a truck"),
        ("logistics", "Unload everything from the airplane.", "unload a package"),
        ("ferry", "Sail with the car, then debark.", "sail "),
        ("blocksworld", "Put the top block down.", "put down "),
        ("blocksworld", "Pick some block up from the stack.", "pick up "),
    ],
)
def test_the_verb_and_its_particle_decide_which_step_is_proposed(
    folder: str, text: str, begins: str
) -> None:
    assert proposed(text, f"bundled/{folder}").startswith(begins)


@pytest.mark.parametrize(
    ("folder", "text"),
    [
        ("satellite", "Deactivate the instrument of the satellite."),
        ("logistics", "Move the package with the truck to a location in the city."),
        ("logistics", "Repair the drive of the truck."),
        ("blocksworld", "Pick down the block."),
    ],
)
def test_without_a_verb_of_the_domain_no_step_is_proposed(folder: str, text: str) -> None:
    assert not proposed(text, f"bundled/{folder}")


def test_a_step_within_the_line_with_objects_of_the_wrong_kinds_is_not_proposed() -> None:
    text = "First we go: drive truck_0 from crate_0 to place_1, all right?"
    (step, *_) = answer_reader(yard.problem(), yard.LEXICON).read_turn(text).steps
    assert isinstance(step.meaning, Doubt)
    assert "crate_0" not in step.meaning.nearest


def test_the_proposed_step_goes_the_way_that_the_text_goes() -> None:
    text = "Drive to place_1 from place_0 with truck_0."
    (step, *_) = answer_reader(yard.problem(), yard.LEXICON).read_turn(text).steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.nearest == "drive truck_0 from place_0 to place_1"


def test_into_tells_the_end_of_a_way_as_to_does() -> None:
    lexicon = replace(
        yard.LEXICON,
        actions={**yard.LEXICON.actions, "drive": "let {?t} drive off from {?from} into {?to}"},
    )
    reader = answer_reader(yard.problem(), lexicon)
    (step, *_) = reader.read_turn("Drive truck_0 into place_1 from place_0.").steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.nearest == "let truck_0 drive off from place_0 into place_1"


def test_the_proposed_step_is_that_of_the_sentence_in_doubt() -> None:
    there, back = "drive truck_0 from place_0 to place_1", "drive truck_0 from place_1 to place_0"
    text = f"{there.capitalize()}. Here we {there}. {back.capitalize()}."
    (step, *_) = answer_reader(yard.problem(), yard.LEXICON).read_turn(text).steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.nearest == there


def test_a_step_within_the_line_is_the_one_that_is_proposed() -> None:
    text = "First we go to place_1: drive truck_0 from place_0 to place_1, all right?"
    (step, *_) = answer_reader(yard.problem(), yard.LEXICON).read_turn(text).steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.nearest == "drive truck_0 from place_0 to place_1"


@pytest.mark.parametrize(
    ("text", "name"),
    [("(drive truck_9 there)", "drive"), ("(load-it now)", "load"), ("(move the box)", "")],
)
def test_in_pddl_the_names_of_actions_are_compared(text: str, name: str) -> None:
    (step, *_) = answer_reader(yard.problem(), None).read(text).steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.nearest.strip("(").split(" ")[0] == name


def test_a_noun_of_a_snippet_is_no_verb() -> None:
    snippets = {**yard.LEXICON.actions, "drive": "move load {?t} from {?from} to {?to}"}
    lexicon = Lexicon("yard", "test", yard.LEXICON.predicates, snippets)
    reader = answer_reader(yard.problem(), lexicon)
    (step, *_) = reader.read_turn("Load the load.").steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.nearest.startswith("use a hoist")


@pytest.mark.parametrize("text", ["Put crate_0 inside truck_0.", "Put the crate somewhere."])
def test_of_two_actions_with_one_verb_the_things_of_the_text_decide(text: str) -> None:
    snippets = {"drive": "put {?t} on the road from {?from} to {?to}", "load": "put {?c} into {?t}"}
    lexicon = replace(yard.LEXICON, actions={**yard.LEXICON.actions, **snippets})
    (step, *_) = answer_reader(yard.problem(), lexicon).read_turn(text).steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.nearest.startswith("put a crate A into")
