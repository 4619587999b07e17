"""How single sentences are read: steps, remarks, unknown names, and what only a model can read."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ScriptedModel
from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames, name_objects
from pddl2nl.reader import parse_domain, parse_problem
from policies import PromptSet
from policies.answers import AnswerReader, Interpreter, domain_words
from policies.answers.model_translator import Before, ModelTranslator
from policies.answers.reading import Doubt, Finished, LookAround, Meaning
from simulator import Episode
from simulator.world import World
from tests import yard
from tests.yard import act

DRIVE = "drive truck truck_0 from place place_0 to place place_1"
DRIVEN = act("drive", "lorry", "quay", "shed")


def reader(
    lexicon: Lexicon | None = yard.LEXICON,
    task: Problem | None = None,
    names: ObjectNames | None = None,
) -> AnswerReader:
    task = task or yard.problem()
    return AnswerReader(task, domain_words(task.domain, lexicon), names or name_objects(task))


def formal() -> AnswerReader:
    """A reader for a prompt in PDDL."""
    return reader(None, names=ObjectNames.unchanged(yard.problem().all_objects))


def meant(sentence: str, by: AnswerReader | None = None) -> Meaning:
    """What a turn of one sentence means."""
    (step,) = (by or reader()).read_turn(sentence).steps
    return step.meaning


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
    assert meant(sentence) == DRIVEN


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "...",
        "drive truck_0",
        "drive truck truck_0 to place place_1",
        f"do not {DRIVE}",
        "pilot truck truck_0 from place place_0 to place place_1",
        "drive truck lorry from place quay to place shed",
        "I found no plan (unsolvable).",
    ],
)
def test_what_is_no_step_is_not_guessed(sentence: str) -> None:
    assert isinstance(meant(sentence), Doubt)


def test_parameters_in_another_order_than_in_the_sentence_find_their_places() -> None:
    said = "use hoist hoist_0 at place place_1 to load crate crate_0 into truck truck_0"
    assert meant(said) == act("load", "arm", "box", "lorry", "shed")


def test_a_kind_that_the_description_puts_in_may_be_said() -> None:
    by = reader(with_actions(drive="drive truck {?t} from {?from} to {?to}"))
    full = "drive truck truck_0 from place place_0 to place place_1"
    for said in (full, full.replace("place place", "place")):
        step = by.read_turn(said).steps[0]
        assert (step.meaning, step.exact) == (DRIVEN, True), said


def test_where_from_and_where_to_are_told_apart_before_another_preposition() -> None:
    snippet = "drive truck {?t} from the gate behind place {?from} to the gate behind place {?to}"
    by = reader(with_actions(drive=snippet))
    said = "drive truck_0 to the gate behind place_1 from the gate behind place_0"
    assert meant(said, by) == DRIVEN


def test_a_parameter_said_twice_must_be_the_same_object_twice() -> None:
    by = reader(with_actions(drive="drive {?t} from {?from} to {?to} with the driver of {?t}"))
    same = "drive truck_0 from place_0 to place_1 with the driver of truck_0"
    other = "drive truck_0 from place_0 to place_1 with the driver of truck_1"
    assert meant(same, by) == DRIVEN
    assert isinstance(meant(other, by), Doubt)


def test_unknown_objects_are_passed_on_as_they_are_said() -> None:
    said = "drive truck truck_7 from place place_0 to place moon_1"
    doubt = meant(said)
    assert isinstance(doubt, Doubt)
    assert doubt.attempt == act("drive", "truck_7", "quay", "moon_1")


def test_a_name_that_only_the_pddl_knows_is_unknown_to_the_player() -> None:
    # The task's own truck_1 is called truck_0 in the text, so that "truck_1" is the wreck.
    task = yard.problem(yard.PROBLEM.replace("wreck", "truck_5"))
    names = name_objects(task)
    assert names.english["truck_5"] == "truck_1"
    doubt = meant(DRIVE.replace("truck_0", "truck_5"), reader(task=task, names=names))
    assert isinstance(doubt, Doubt)
    assert doubt.attempt is not None
    seen = Episode(World(task), yard.english(task)).submit(doubt.attempt)
    assert seen.text == 'There is no object called "truck_5".'


def test_the_same_words_for_two_actions_are_told_apart_by_the_objects_or_not_at_all() -> None:
    same = with_actions(drive="use {?t} {?from} {?to}", load="use {?h} {?c} {?t} {?p}")
    assert meant("use truck_0 place_0 place_1", reader(same)) == DRIVEN
    text = yard.DOMAIN.replace(
        "(:action rest",
        "(:action back\n    :parameters (?t - truck "
        "?from ?to - place)\n    :precondition (and) :effect (and))\n  (:action rest",
    )
    task = parse_problem(yard.PROBLEM, parse_domain(text, "domain"), "problem")
    lexicon = with_actions(drive="go {?t} {?from} {?to}", back="go {?t} {?from} {?to}")
    said = "go truck_0 place_0 place_1"
    doubt = meant(said, reader(lexicon, task))
    assert isinstance(doubt, Doubt)
    assert {each.name for each in doubt.candidates} == {"drive", "back"}


@pytest.mark.parametrize(
    "snippet", ["next turn", "now rest", "I do nothing", "first aid", "pick_up"]
)
def test_a_snippet_may_begin_like_a_lead_in_or_look_like_a_name(snippet: str) -> None:
    by = reader(with_actions(rest=snippet))
    for said in (snippet, f"2. {snippet}.", f"Now, {snippet}"):
        assert meant(said, by) == act("rest"), said


@pytest.mark.parametrize(
    "sentence",
    ["look around", "Look around.", "2. **Look around**", "Now, look around", "(look around)"],
)
def test_a_request_to_look_around(sentence: str) -> None:
    for by in (reader(), formal()):
        assert meant(sentence, by) == LookAround()


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
    for by in (reader(), formal()):
        assert meant(sentence, by) == Finished()


def test_a_step_that_speaks_of_being_done_is_a_step() -> None:
    assert meant(f"Once you are done, {DRIVE}") == DRIVEN
    assert meant("Once you are done, (drive lorry quay shed)", formal()) == DRIVEN


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
    assert meant(sentence, formal()) == DRIVEN


@pytest.mark.parametrize("sentence", ["", "()", "(drive (lorry))", "(drive lorry quay)"])
def test_what_is_no_pddl_action(sentence: str) -> None:
    assert isinstance(meant(sentence, formal()), Doubt)


# --- the translating model ------------------------------------------------------------------------


def translating(*answers: str, sentence_alone: bool = False) -> tuple[Interpreter, ScriptedModel]:
    task, model = yard.problem(), ScriptedModel(answers)
    translator = ModelTranslator(
        model,
        PromptSet(),
        task,
        yard.LEXICON,
        name_objects(task),
        sentence_alone=sentence_alone,
    )
    return Interpreter(reader(), translator), model


def turn(by: Interpreter, said: str, before: Before | None = None) -> list[Meaning]:
    return [step.meaning for step in asyncio.run(by.turn(said, before)).steps]


def test_the_model_is_not_asked_about_what_can_be_matched() -> None:
    by, model = translating()
    unknown = DRIVE.replace("truck_0", "truck_7")
    for sentence in (DRIVE, f"1. {DRIVE}.", "look around", "You are finished.", unknown):
        assert turn(by, sentence)
    assert model.requests == []


SENTENCE = "Get the vehicle over to the other side, please."


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("(drive truck_0 place_0 place_1)", [DRIVEN]),
        ("Of course: ( DRIVE Truck_0 place_0  place_1 ).", [DRIVEN]),
        ("(look around)", [LookAround()]),
        ("(rest)", [act("rest")]),
        ("(rest)\n(drive truck_0 place_0 place_1)", [act("rest"), DRIVEN]),
    ],
)
def test_the_models_answer_counts(answer: str, expected: list[Meaning]) -> None:
    by, model = translating(answer)
    assert turn(by, SENTENCE) == expected
    (request,) = model.requests
    assert request.messages[-1].content == SENTENCE.rstrip(".")


@pytest.mark.parametrize(
    ("answer", "observation"),
    [
        ("(fly truck_0 place_0 place_1)", 'I do not know an action called "fly".'),
        ("(drive truck_0 place_0)", None),
        ("(drive truck_7 place_0 place_1)", "There is no object called truck_7."),
        ("(drive lorry place_0 place_1)", 'There is no object called "lorry".'),
    ],
)
def test_what_the_model_names_wrongly_is_told_by_the_narrator(
    answer: str, observation: str | None
) -> None:
    by, _ = translating(answer)
    (doubt,) = turn(by, SENTENCE)
    assert isinstance(doubt, Doubt)
    assert doubt.attempt is not None
    task = yard.problem()
    seen = Episode(World(task), yard.english(task)).submit(doubt.attempt)
    assert seen.text != "I do not understand the action you have proposed."
    assert observation is None or seen.text == observation


def test_a_sentence_with_several_unread_steps_is_translated_once() -> None:
    by, model = translating("(drive truck_0 place_0 place_1)\n(rest)")
    said = "1. Fly truck_0 to place_1, then fly truck_0 home."
    assert asyncio.run(by.plan(said)).plan == (DRIVEN, act("rest"))
    assert len(model.requests) == 1
    by, model = translating("(drive truck_0 place_0 place_1)\n(rest)")
    said = f"1. {DRIVE}; fly truck_0 home"
    assert asyncio.run(by.plan(said)).plan == (DRIVEN, act("rest"))
    assert len(model.requests) == 1


@pytest.mark.parametrize("answer", ["take the truck to the other place", ""])
def test_a_model_that_names_nothing_leaves_the_step_unread(answer: str) -> None:
    by, _ = translating(answer)
    (doubt,) = turn(by, SENTENCE)
    assert isinstance(doubt, Doubt)
    assert doubt.attempt is None


def test_the_model_sees_what_happened_before_unless_it_is_to_see_the_sentence_alone() -> None:
    before = Before(DRIVEN, "The truck is at place_1 now.")
    by, model = translating("(rest)")
    turn(by, SENTENCE, before)
    told = model.requests[0].messages
    assert "(drive truck_0 place_0 place_1)" in told[-1].content
    assert "The truck is at place_1 now." in told[-1].content
    assert "truck_0 (truck)" in told[0].content
    by, model = translating("(rest)", sentence_alone=True)
    turn(by, SENTENCE, before)
    alone = model.requests[0].messages
    assert alone[-1].content == SENTENCE.rstrip(".")
    assert "truck_0 (truck)" not in alone[0].content


def test_the_prompt_of_the_model_has_the_papers_parts() -> None:
    by, model = translating("(rest)", "(rest)", sentence_alone=True)
    for sentence in ("Have a break.", "Have another break."):
        turn(by, sentence)
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


def test_arguments_by_their_parameters_names_are_read_in_any_order() -> None:
    for keys in ("?t ?to ?from", "t to from"):
        lorry, there, here = keys.split()
        names = {there: "place_1", here: "place_0", lorry: "truck_0"}
        said = json.dumps({"action": "drive", "arguments": names})
        assert reader().read(said).plan == (DRIVEN,), said
