"""How single sentences are read: steps, remarks, unknown names, and what only a model can read."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from policies.translation import (
    Chosen,
    Finished,
    LookAround,
    ModelTranslator,
    PddlTranslator,
    Reading,
    TemplateTranslator,
    Unread,
)

from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ScriptedModel
from pddl2nl.naming import name_objects
from pddl2nl.reader import parse_domain, parse_problem
from policies import PromptSet
from simulator import Episode
from simulator.world import World
from tests import yard
from tests.yard import act

DRIVE = "drive truck truck_0 from place place_0 to place place_1"
DRIVEN = Chosen(act("drive", "lorry", "quay", "shed"))


def template(lexicon: Lexicon = yard.LEXICON) -> TemplateTranslator:
    task = yard.problem()
    return TemplateTranslator(task, lexicon, name_objects(task))


def read(sentence: str) -> Reading:
    return asyncio.run(template().read(sentence))


def with_actions(**actions: str) -> Lexicon:
    return replace(yard.LEXICON, actions={**yard.LEXICON.actions, **actions})


@pytest.mark.parametrize(
    "sentence",
    [
        DRIVE,
        DRIVE.upper(),
        f"{DRIVE.capitalize()}.",
        f"1. {DRIVE}",
        f"(3) {DRIVE}",
        f"Step 12: {DRIVE}.",
        f"- {DRIVE}",
        f"- 4. **{DRIVE}**",
        f"**Instruction:** {DRIVE}",
        f"Action: Now, {DRIVE}!",
        f"Then you should {DRIVE}.",
        f"Once that is done, {DRIVE}",
        f"The next step is to {DRIVE}.",
        f"Let's {DRIVE}",
        "drive the truck truck_0 from the place place_0 to the place place_1",
        "drive a truck truck_0 from place_0 to place_1",
        "drive truck_0 from place_0 to place_1",
        "drive truck truck_0, from place place_0, to place place_1",
        "Drive truck 0 from place 0 to place 1.",
        "drive truck-0 from place `place_0` to place “place_1”",
        "drive   truck truck_0\tfrom place place_0 to place place_1 ",
    ],
)
def test_a_step_is_read_however_it_is_written(sentence: str) -> None:
    assert read(sentence) == DRIVEN


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "...",
        "drive truck_0",
        "drive truck truck_0 to place place_1",
        "drive truck truck_0 from place place_0 to place place_1 and take a rest",
        f"do not {DRIVE}",
        "pilot truck truck_0 from place place_0 to place place_1",
        "drive truck lorry from place quay to place shed",
        "I found no plan (unsolvable).",
    ],
)
def test_what_is_no_step_is_not_guessed(sentence: str) -> None:
    assert read(sentence) == Unread(sentence)


def test_parameters_in_another_order_than_in_the_sentence_find_their_places() -> None:
    said = "use hoist hoist_0 at place place_1 to load crate crate_0 into truck truck_0"
    assert read(said) == Chosen(act("load", "arm", "box", "lorry", "shed"))


def test_a_parameter_said_twice_must_be_the_same_object_twice() -> None:
    translator = template(
        with_actions(drive="drive {?t} from {?from} to {?to} with the driver of {?t}")
    )
    same = "drive truck_0 from place_0 to place_1 with the driver of truck_0"
    other = "drive truck_0 from place_0 to place_1 with the driver of truck_1"
    assert asyncio.run(translator.read(same)) == DRIVEN
    assert asyncio.run(translator.read(other)) == Unread(other)


def test_unknown_objects_are_passed_on_as_they_are_said() -> None:
    said = "drive truck truck_7 from place place_0 to place moon_1"
    assert read(said) == Chosen(act("drive", "truck_7", "quay", "moon_1"))


def test_a_name_that_only_the_pddl_knows_is_unknown_to_the_player() -> None:
    # The task's own truck_1 is called truck_0 in the text, so that "truck_1" is the wreck.
    task = yard.problem(yard.PROBLEM.replace("wreck", "truck_5"))
    names = name_objects(task)
    assert names.english["truck_5"] == "truck_1"
    translator = TemplateTranslator(task, yard.LEXICON, names)
    reading = asyncio.run(translator.read(DRIVE.replace("truck_0", "truck_5")))
    assert isinstance(reading, Chosen)
    seen = Episode(World(task), yard.english(task)).submit(reading.action)
    assert seen.text == 'There is no object called "truck_5".'


def test_the_same_words_for_two_actions_are_told_apart_by_the_objects_or_not_at_all() -> None:
    same = with_actions(drive="use {?t} {?from} {?to}", load="use {?h} {?c} {?t} {?p}")
    assert asyncio.run(template(same).read("use truck_0 place_0 place_1")) == DRIVEN
    text = yard.DOMAIN.replace(
        "(:action rest",
        "(:action back\n    :parameters (?t - truck "
        "?from ?to - place)\n    :precondition (and) :effect (and))\n  (:action rest",
    )
    task = parse_problem(yard.PROBLEM, parse_domain(text, "domain"), "problem")
    lexicon = with_actions(drive="go {?t} {?from} {?to}", back="go {?t} {?from} {?to}")
    said = "go truck_0 place_0 place_1"
    translator = TemplateTranslator(task, lexicon, name_objects(task))
    assert asyncio.run(translator.read(said)) == Unread(said)


@pytest.mark.parametrize(
    "snippet", ["next turn", "now rest", "I do nothing", "first aid", "pick_up", "done"]
)
def test_a_snippet_may_begin_like_a_lead_in_or_look_like_a_name(snippet: str) -> None:
    translator = template(with_actions(rest=snippet))
    for said in (snippet, f"2. {snippet}.", f"Now, {snippet}"):
        assert asyncio.run(translator.read(said)) == Chosen(act("rest")), said


@pytest.mark.parametrize(
    "sentence",
    ["look around", "Look around.", "2. **Look around**", "Now, look around", "(look around)"],
)
def test_a_request_to_look_around(sentence: str) -> None:
    for translator in (template(), PddlTranslator()):
        assert asyncio.run(translator.read(sentence)) == LookAround()


@pytest.mark.parametrize(
    "sentence",
    [
        "You are finished.",
        "you are finished",
        "**You are finished!**",
        "Now you are done.",
        "Done.",
    ],
)
def test_a_player_that_says_it_is_finished(sentence: str) -> None:
    for translator in (template(), PddlTranslator()):
        assert asyncio.run(translator.read(sentence)) == Finished()


def test_a_step_that_speaks_of_being_done_is_a_step() -> None:
    assert read(f"Once you are done, {DRIVE}") == DRIVEN
    said = "Once you are done, (drive lorry quay shed)"
    assert asyncio.run(PddlTranslator().read(said)) == DRIVEN


@pytest.mark.parametrize(
    "sentence",
    [
        "(drive lorry quay shed)",
        "  ( Drive  LORRY quay   shed ) ",
        "1. `(drive lorry quay shed)`.",
        "The next action is (drive lorry quay shed), then we see.",
    ],
)
def test_pddl_is_found_wherever_it_stands(sentence: str) -> None:
    assert asyncio.run(PddlTranslator().read(sentence)) == DRIVEN


@pytest.mark.parametrize("sentence", ["", "drive lorry quay shed", "()", "(drive (lorry))"])
def test_what_is_no_pddl_action(sentence: str) -> None:
    reading = asyncio.run(PddlTranslator().read(sentence))
    assert reading != DRIVEN
    assert isinstance(reading, Unread) or sentence == "(drive (lorry))"


# --- the translating model ------------------------------------------------------------------------


def translating(*answers: str) -> tuple[ModelTranslator, ScriptedModel]:
    task, model = yard.problem(), ScriptedModel(answers)
    names = name_objects(task)
    return ModelTranslator(template(), model, PromptSet(), task, yard.LEXICON, names), model


def test_the_model_is_not_asked_about_what_can_be_matched() -> None:
    translator, model = translating()
    for sentence in (DRIVE, f"1. {DRIVE}.", "look around", "You are finished."):
        assert not isinstance(asyncio.run(translator.read(sentence)), Unread)
    assert model.requests == []


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("(drive truck_0 place_0 place_1)", DRIVEN),
        ("Of course: ( DRIVE Truck_0 place_0  place_1 ).", DRIVEN),
        ("(look around)", LookAround()),
        ("(rest)", Chosen(act("rest"))),
        ("(fly truck_0 place_0 place_1)", None),
        ("(drive truck_0 place_0)", None),
        ("(drive truck_0 place_0 place_1 place_1)", None),
        ("(drive truck_7 place_0 place_1)", None),
        ("(drive lorry quay shed)", None),
        ("take the truck to the other place", None),
        ("", None),
    ],
)
def test_the_models_answer_counts_if_it_names_a_real_action_and_real_objects(
    answer: str, expected: Reading | None
) -> None:
    translator, model = translating(answer)
    sentence = "Get truck_0 over to place_1."
    assert asyncio.run(translator.read(sentence)) == (expected or Unread(sentence))
    (request,) = model.requests
    assert request.messages[-1].content == sentence


def test_the_prompt_of_the_model_has_the_papers_parts() -> None:
    translator, model = translating("(rest)", "(rest)")
    for sentence in ("Have a break.", "Have another break."):
        asyncio.run(translator.read(sentence))
    first, second = (request.messages for request in model.requests)
    assert first[:-1] == second[:-1], "the prompt must not change, so that it can be cached"
    instructions, *examples, _ = first
    assert instructions.role == "system"
    for part in (
        "(drive ?t ?from ?to)\nmeaning: drive truck {?t} from place {?from} to place {?to}",
        "(load ?h ?c ?t ?p)\nmeaning: use hoist {?h} at place {?p}",
        "(rest)\nmeaning: take a rest",
        "(look around)",
        "\ntruck_0\n",
        "\ncrate_0",
    ):
        assert part in instructions.content
    assert [message.role for message in examples] == ["user", "assistant"] * 3
    answers = [message.content for message in examples[1::2]]
    # The example's objects are made up, and the instructions list them.
    assert sorted(answer.strip("()").split()[0] for answer in answers) == ["drive", "load", "rest"]
    for answer in answers:
        for name in answer.strip("()").split()[1:]:
            assert f"\n{name}\n" in instructions.content
            assert name not in name_objects(yard.problem()).pddl
    assert model.requests[0].max_tokens == 750
