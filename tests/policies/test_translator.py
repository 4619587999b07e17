"""The translating model sees an answer once and as a whole; what it writes counts as it is."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

import domains
from pddl2nl.compose import BRIEF, PAPER, StyleName
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import Completion, Request, ScriptedModel, Usage
from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames, name_objects
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.verbalizers import AutoVerbalizer, TemplateVerbalizer
from policies import Player, PromptSet
from policies.acting import play_steps
from policies.answers import (
    AnswerReading,
    Before,
    Doubt,
    Finished,
    Interpreter,
    LookAround,
    ModelTranslator,
    ReadStep,
    SentenceTranslator,
)
from policies.answers.translators import (
    MAX_CHARACTERS,
    MAX_PART,
    MAX_TOKENS,
    numbered_parts,
)
from tests import yard
from tests.conftest import REPOSITORY
from tests.interpreting import answer_reader
from tests.yard import act

DRIVEN = act("drive", "lorry", "quay", "shed")
ANSWER = "Off to the shed we go.\n\nThen have a break there."
UNREAD = AnswerReading(
    (
        ReadStep("Off to the shed we go", Doubt("it names no action"), 1),
        ReadStep("Then have a break", Doubt("it is unclear", nearest="take a rest"), 3),
    ),
    strict=False,
)
READ = AnswerReading((ReadStep("take a rest", act("rest"), 1, exact=True),), strict=True)


def translator(
    model: ScriptedModel,
    task: Problem | None = None,
    lexicon: Lexicon = yard.LEXICON,
    names: ObjectNames | None = None,
    style: StyleName = PAPER,
) -> ModelTranslator:
    task = task or yard.problem()
    return ModelTranslator(model, PromptSet(), task, lexicon, names or name_objects(task), style)


def translated(
    output: str, answer: str = ANSWER, before: Before | None = None
) -> tuple[AnswerReading, ScriptedModel]:
    """What becomes of an unread answer where the model writes this, and the model."""
    model = ScriptedModel([output])
    return asyncio.run(translator(model).translate(answer, UNREAD, before)), model


def request(
    answer: str = ANSWER,
    before: Before | None = None,
    task: Problem | None = None,
    lexicon: Lexicon = yard.LEXICON,
    names: ObjectNames | None = None,
    style: StyleName = PAPER,
) -> tuple[str, str]:
    """The two messages by which an answer is translated."""
    by = translator(ScriptedModel([]), task, lexicon, names, style)
    system, user = by.messages(numbered_parts(answer), before)
    assert (system.role, user.role) == ("system", "user")
    return system.content, user.content


# --- what the model sees --------------------------------------------------------------------------


def test_an_answer_is_one_request_with_its_lines_numbered() -> None:
    reading, model = translated("1: (drive truck_0 place_0 place_1)\n2: (rest)")
    assert reading.plan == (DRIVEN, act("rest"))
    assert reading.translated
    assert not reading.unread
    assert not reading.strict
    assert [(step.text, step.line) for step in reading.steps] == [
        ("Off to the shed we go.", 1),
        ("Then have a break there.", 3),
    ]
    assert len(model.requests) == 1
    assert (
        model.requests[0]
        .messages[-1]
        .content.endswith("The answer:\n1: Off to the shed we go.\n2: Then have a break there.")
    )


def test_the_page_of_prompts_shows_such_a_request() -> None:
    page = (REPOSITORY / "docs" / "prompts.md").read_text(encoding="utf-8")
    answer, shown = re.findall(r"```text\n(.*?)\n```", page, re.DOTALL)
    folder = domains.folder("blocksworld")
    domain = read_domain(folder / "domain.pddl")
    task = read_problem(folder / "instances" / "instance-1.pddl", domain)
    system, user = request(answer, task=task, lexicon=AutoVerbalizer().lexicon(domain))
    assert shown == f"=== system ===\n{system}\n\n=== user ===\n{user}"


def test_what_all_tasks_of_a_domain_share_comes_first() -> None:
    folder = domains.folder("ferry")
    domain = read_domain(folder / "domain.pddl")
    lexicon = AutoVerbalizer().lexicon(domain)
    tasks = [read_problem(folder / "instances" / f"instance-{n}.pddl", domain) for n in (1, 2)]
    before = Before(act("sail", "l0", "l1"), "I sail.", (act("sail", "l0", "l1"),))
    seen = {request("Go.", place, task, lexicon)[0] for task in tasks for place in (None, before)}
    (system,) = seen
    assert system.startswith("You translate a plan from free English into tuples.")
    assert "(sail A B): sail the ferry from a location A to a location B" in system


def test_letters_say_which_place_of_the_tuple_a_word_stands_for() -> None:
    system, _ = request()
    assert "\n(drive A B C): drive a truck A from a place B to a place C\n" in system
    # The words name the hoist, the place, the crate and the truck in another order.
    assert (
        "\n(load A C D B): use a hoist A at a place B to load a crate C into a truck D\n" in system
    )
    template = TemplateVerbalizer().lexicon(yard.problem().domain)
    quoted, _ = request(lexicon=template)
    assert "\n(drive A B C): apply the action 'drive' to a truck A, a place B, and" in quoted


def test_kinds_that_the_words_leave_out_stand_behind_them() -> None:
    lexicon = Lexicon(
        "yard", "test", yard.LEXICON.predicates, {**yard.LEXICON.actions, "drive": _UNSAID}
    )
    assert "(A is a truck)" in request(lexicon=lexicon)[0]


_UNSAID = "bring the thing {?t} from place {?from} to place {?to}"


@pytest.mark.parametrize("style", [PAPER, BRIEF])
def test_objects_stand_by_kind_with_the_constants_among_them(style: StyleName) -> None:
    domain = parse_domain(
        yard.DOMAIN.replace("(:predicates", "(:constants office - place)\n(:predicates", 1), "d"
    )
    task = parse_problem(yard.PROBLEM, domain, "p")
    _, user = request(task=task, style=style)
    assert user.startswith("The objects, by kind:\nplace: place_office, place_0, place_1\ntruck: ")


def test_kinds_that_are_predicates_count_as_kinds() -> None:
    folder = domains.folder("logistics")
    domain = read_domain(folder / "domain.pddl")
    task = read_problem(folder / "instances" / "instance-2.pddl", domain)
    _, user = request(task=task, lexicon=AutoVerbalizer().lexicon(domain))
    assert "\ntruck: object_6\n" in user


def test_the_initial_state_is_given_and_not_the_goal() -> None:
    system, user = request()
    assert "parked" not in system
    assert "\nAt the beginning: truck_0 is parked at place_0" in user
    assert "loaded" not in user


def test_a_turn_is_shown_with_the_last_steps_and_the_observation() -> None:
    done = (*[act("rest")] * 30, DRIVEN)
    _, user = request("Again!", Before(DRIVEN, "I drive\nthe truck.", done))
    assert (
        f"\nThe last steps that were carried out: {'(rest) ' * 19}(drive truck_0 place_0 place_1)\n"
        "The last step that was tried: (drive truck_0 place_0 place_1)\n"
        "What was observed: I drive the truck.\n\nThe answer:\n1: Again!" in user
    )
    assert "carried out" not in request("Again!")[1]


def test_sentences_of_a_long_line_are_numbered() -> None:
    sentences = [f"First drive truck_{n} to the other place, which is far away." for n in range(9)]
    assert [part.text for part in numbered_parts(" ".join(sentences))] == sentences
    short = "2. Drive there. Then rest."
    assert [part.text for part in numbered_parts(short)] == [short]
    listed = f"2. {'Drive there. ' * MAX_PART}"
    assert numbered_parts(listed)[0].text == "2. Drive there."
    assert {part.line for part in numbered_parts(f"x\n{listed}")[1:]} == {2}


@pytest.mark.parametrize("separator", ["\r", "\v", "\f", "\x1c", "\x85", "\u2028"])
def test_no_text_passes_for_a_part_of_its_own(separator: str) -> None:
    (part,) = numbered_parts(f"Go.{separator}2: (rest)")
    assert part.text == "Go. 2: (rest)"


def test_thoughts_in_tags_are_not_sent() -> None:
    (part,) = numbered_parts("<think>\nfirst rest\n</think>\nGo.")
    assert (part.text, part.line) == ("Go.", 4)


def test_the_room_for_a_translation_grows_with_the_answer() -> None:
    short, long, huge = (
        translated("none", "Go on. " * number)[1].requests[0].max_tokens or 0
        for number in (1, 500, 10_000)
    )
    assert 2_000 <= short < long < huge == MAX_TOKENS


def test_names_of_several_words_are_one_word_in_a_tuple() -> None:
    task = yard.problem()
    words = {"lorry": "Red Truck", "quay": "the quay", "shed": "the shed"}
    names = ObjectNames.of({**name_objects(task).english, **words})
    assert "Red_Truck" in request(names=names)[1]
    model = ScriptedModel(["1: (drive red_truck the_quay the_shed)"])
    by = translator(model, names=names)
    assert asyncio.run(by.translate("Go.", UNREAD)).plan == (DRIVEN,)


# --- what counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "plan"),
    [
        ("2: (REST)\n\n1: (rest)  ", (act("rest"), act("rest"))),
        ("1:(drive truck_0 place_0 place_1)", (DRIVEN,)),
        ("1: (drive truck_0 truck_0 crate_0)", (act("drive", "lorry", "lorry", "box"),)),
        ("none", ()),
        ("2: (look around)\n2: (finished)", ()),
    ],
)
def test_a_translation_counts_as_it_is(output: str, plan: tuple[GroundAction, ...]) -> None:
    reading, _ = translated(output)
    assert reading.plan == plan
    assert reading.translated


def test_asking_to_look_and_the_end_are_no_actions() -> None:
    reading, _ = translated("1: (look around)\n2: (finished)")
    assert [step.meaning for step in reading.steps] == [LookAround(), Finished()]


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("", "its translation is empty"),
        ("1: (rest)\nHere you are!", "its translation has a line without a tuple: Here you are!"),
        ("```\n1: (rest)\n```", "its translation has a line without a tuple: ```"),
        ("(rest)", "its translation has a line without a tuple: (rest)"),
        ("1: (rest) (rest)", "its translation has a line without a tuple: 1: (rest) (rest)"),
        ("none\n1: (rest)", "its translation has a line without a tuple: none"),
        ("3: (rest)", "its translation names part 3, which is none"),
        ("0: (rest)", "its translation names part 0, which is none"),
    ],
)
def test_an_answer_whose_translation_has_no_form_stays_unread(output: str, reason: str) -> None:
    reading, model = translated(output)
    assert reading.unread
    assert not reading.translated
    assert [step.text for step in reading.steps] == [step.text for step in UNREAD.steps]
    first = reading.steps[0].meaning
    assert isinstance(first, Doubt)
    assert first.reason == f"it names no action; {reason}"
    assert len(model.requests) == 1, "nobody is asked twice"


@pytest.mark.parametrize(
    ("output", "said", "doubt"),
    [
        ("1: ? Which place?", "Off to the shed we go.", Doubt("Which place?")),
        ("1: ?", "Off to the shed we go.", Doubt("no action fits it")),
        (
            "1: (drive truck_0 place_0 place_1)\n2: ? no template has a break.",
            "Then have a break there.",
            Doubt("no template has a break", nearest="take a rest"),
        ),
        ("1: (fly)", "Off to the shed we go.", Doubt("there is no action called fly")),
        ("1: ()", "Off to the shed we go.", Doubt("there is no action called ()")),
        (
            "1: (drive lorry place_0 place_1)",
            "Off to the shed we go.",
            Doubt("there is no object called lorry"),
        ),
        (
            "1: (drive truck_0 place_1)",
            "Off to the shed we go.",
            Doubt("drive takes 3 objects, not 2"),
        ),
    ],
)
def test_a_step_that_is_not_decided_leaves_the_whole_answer_unread(
    output: str, said: str, doubt: Doubt
) -> None:
    reading, model = translated(output)
    assert [(step.text, step.meaning) for step in reading.steps] == [(said, doubt)]
    assert reading.unread
    assert not reading.translated
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("output", "counts"),
    [
        ("1: (drive truck_0 place_0 place_1)\n2: (rest)\n3: (rest)", True),
        ("none", False),
        ("1: (drive truck_0 place_0 place_1)\n2: (drive truck_0 place_1 place_0)", False),
    ],
)
def test_a_translation_that_leaves_out_what_is_read_is_not_used(output: str, counts: bool) -> None:
    answer = "1. drive truck_0 from place_0 to place_1\n2. take a rest\n3. and another one"
    before = answer_reader(yard.problem(), yard.LEXICON).read(answer)
    assert before.unread
    reading = asyncio.run(translator(ScriptedModel([output])).translate(answer, before))
    assert reading.translated is counts
    assert reading.unread is not counts
    if not counts:
        assert isinstance(reading.steps[0].meaning, Doubt)
        assert "its translation omits a step that was read: " in reading.steps[0].meaning.reason


class CutOff:
    """A model that runs out of room."""

    name = "cut-off"

    async def complete(self, request: Request) -> Completion:
        return Completion("1: (rest)", Usage(), "length", cached=False, model=self.name)


def test_a_translation_that_is_cut_off_does_not_count() -> None:
    task = yard.problem()
    by = ModelTranslator(CutOff(), PromptSet(), task, yard.LEXICON, name_objects(task))
    reading = asyncio.run(by.translate(ANSWER, UNREAD))
    assert isinstance(reading.steps[0].meaning, Doubt)
    assert reading.steps[0].meaning.reason == "it names no action; its translation was cut off"


@pytest.mark.parametrize(
    ("answer", "reading"),
    [("take a rest", READ), (" \n\t", UNREAD), ("Go. " * MAX_CHARACTERS, UNREAD)],
)
def test_nothing_is_asked_where_nothing_can_be_gained(answer: str, reading: AnswerReading) -> None:
    model = ScriptedModel([])
    assert asyncio.run(translator(model).translate(answer, reading)) is reading


def test_what_a_model_has_thought_does_not_count_as_long() -> None:
    model = ScriptedModel(["1: (rest)"])
    said = f"<think>{'hmm ' * MAX_CHARACTERS}</think>\nHave a break."
    assert asyncio.run(translator(model).translate(said, UNREAD)).plan == (act("rest"),)
    assert "hmm" not in model.requests[0].messages[-1].content


# --- in a conversation ----------------------------------------------------------------------------


def test_a_turn_without_a_step_is_answered_as_unread() -> None:
    task, model = yard.problem(), ScriptedModel(["none"])
    by = Interpreter(answer_reader(task, yard.LEXICON), translator(model))
    reading = asyncio.run(by.turn("Hmm, what a day, truck_0!", None))
    assert reading.unread
    assert len(reading.steps) == 1


def test_each_turn_is_translated_with_what_happened_before_it() -> None:
    t_llm = ScriptedModel(["1: (load hoist_0 crate_0 truck_0 place_1)", "1: (rest)"])
    answers = Interpreter(answer_reader(yard.problem(), yard.LEXICON), translator(t_llm))
    # Plain steps, read without a model, and steps that name no action.
    said = [
        "drive truck_0 from place_0 to place_1",
        "Heave-ho crate_0!",
        "Phew, truck_0!",
    ]
    episode = yard.episode(limit=3)
    player = Player(ScriptedModel(said), answers, PromptSet())
    asyncio.run(play_steps(player, episode, "act", thinking=False))
    assert episode.plan == (
        DRIVEN,
        act("load", "arm", "box", "lorry", "shed"),
        act("rest"),
    )
    first, second = (each.messages[-1].content for each in t_llm.requests)
    assert "carried out: (drive truck_0 place_0 place_1)\n" in first
    assert (
        "carried out: (drive truck_0 place_0 place_1) (load hoist_0 crate_0 truck_0 place_1)\n"
        in second
    )
    assert "What was observed: I use hoist_0" in second


# --- the paper's way ------------------------------------------------------------------------------


def by_line(*outputs: str) -> tuple[SentenceTranslator, ScriptedModel]:
    task, model = yard.problem(), ScriptedModel(outputs)
    names = name_objects(task)
    return SentenceTranslator(model, PromptSet(), task, yard.LEXICON, names, seed=3), model


def test_line_by_line_every_step_is_sent_by_itself_read_or_not() -> None:
    by, model = by_line("(rest)", "(drive truck_0 place_0 place_1)")
    answer = "Think: have a break\nInstruction: take a rest\noff we go\n[PLAN END]\nThat is all."
    reading = asyncio.run(by.translate(answer, READ))
    assert reading.plan == (act("rest"), DRIVEN)
    assert reading.translated
    assert reading.strict
    assert [each.messages[-1].content for each in model.requests] == ["take a rest", "off we go"]
    assert {each.seed for each in model.requests} == {3}


def test_line_by_line_a_wrong_name_is_tried_and_no_action_is_unread() -> None:
    by, _ = by_line("(drive truck_7 place_0 place_1)", "(drive lorry place_0 place_1)")
    reading = asyncio.run(by.translate("a\nb", READ))
    attempts = [step.meaning.attempt for step in reading.steps if isinstance(step.meaning, Doubt)]
    assert attempts == [
        act("drive", "truck_7", "quay", "shed"),
        act("drive", '"lorry"', "quay", "shed"),
    ]
    assert not reading.unread
    by, _ = by_line("(rest)", "go home")
    reading = asyncio.run(by.translate("a\nb", READ))
    assert reading.unread
    assert [step.text for step in reading.steps] == ["b"]


def test_line_by_line_an_endless_answer_is_not_sent() -> None:
    by, _ = by_line()
    assert asyncio.run(by.translate("take a rest\n" * 1_001, READ)) is READ


def test_line_by_line_the_end_needs_no_call() -> None:
    by, _ = by_line()
    ended = AnswerReading((ReadStep("You are finished.", Finished(), 1),), strict=True)
    assert asyncio.run(by.translate("You are finished.", ended)) is ended


def test_line_by_line_the_prompt_has_the_papers_parts() -> None:
    by, model = by_line("(rest)", "(rest)")
    asyncio.run(by.translate("Have a break.\nHave another break.", UNREAD))
    first, second = (each.messages for each in model.requests)
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


def test_an_own_template_takes_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "translate.j2").write_text("=== user ===\n{{ parts | length }} parts")
    task, model = yard.problem(), ScriptedModel(["none"])
    by = ModelTranslator(model, PromptSet(tmp_path), task, yard.LEXICON, name_objects(task))
    asyncio.run(by.translate(ANSWER, UNREAD))
    assert [each.content for each in model.requests[0].messages] == ["2 parts"]
