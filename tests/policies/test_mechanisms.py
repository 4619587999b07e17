"""The mechanisms with a model whose answers are given: what it sees, and what its answers do."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise

import pytest

from pddl2nl.errors import InputError
from pddl2nl.llm import Message, ScriptedModel
from pddl2nl.reader import parse_domain, parse_problem
from policies import Example, Player, PromptSet, Rules, Sampling, mechanism, mechanism_names
from policies.acting import take_turn
from policies.answers import AnswerReading, Doubt, ReadStep
from policies.planning import MAX_EXPLAINED, carry_out
from simulator import Episode, Presentation, applicable
from simulator.world import World
from tests import yard
from tests.interpreting import interpreter

DRIVE = "drive truck_0 from place_0 to place_1"
LOAD = "use hoist_0 at place_1 to load crate_0 into truck_0"
BACK = "drive truck_0 from place_1 to place_0"
BROKEN = "drive truck_1 from place_0 to place_1"
JUGGLE = "juggle crate_0"
STEPS = (DRIVE, LOAD, BACK)
PLAN = "\n".join(STEPS)
EXAMPLE = yard.problem(yard.PROBLEM.replace("(not (parked lorry shed))", "(parked wreck quay)"))


def play(
    name: str,
    *answers: str,
    presentation: Presentation | None = None,
    example: bool = False,
    limit: int | None = 8,
    seed: int = 1,
    patience: int | None = None,
    attempts: int = 1,
    allow_unsolvable: bool = False,
) -> tuple[Episode, ScriptedModel]:
    shown = presentation or yard.english()
    task, model = yard.problem(), ScriptedModel(answers)
    other = yard.pddl(EXAMPLE) if shown.lexicon is None else yard.english(EXAMPLE)
    player = Player(
        model=model,
        answers=interpreter(task, shown.lexicon),
        prompts=PromptSet(),
        example=Example(World(EXAMPLE), other, yard.PLAN[:2]) if example else None,
        seed=seed,
        sampling=Sampling(temperature=0.5, max_tokens=99),
        dice=random.Random(seed),
        rules=Rules(patience=patience, attempts=attempts, allow_unsolvable=allow_unsolvable),
    )
    played = Episode(World(task), shown, step_limit=limit)
    asyncio.run(mechanism(name)(player).run(played))
    return played, model


def shown_first(
    name: str, *answers: str, presentation: Presentation | None = None
) -> list[Message]:
    _, model = play(name, *answers, presentation=presentation, example=True)
    return list(model.requests[0].messages)


# --- what the model is shown ----------------------------------------------------------------------


def test_a_conversation_is_instructions_example_and_task() -> None:
    for name, answers in (("basic", [PLAN]), ("act", STEPS)):
        messages = shown_first(name, *answers)
        assert messages[0].role == "system"
        assert yard.english().domain_text in messages[0].content
        assert messages[1] == Message("user", yard.english(EXAMPLE).problem_text)
        assert messages[-1] == Message("user", yard.english().problem_text)
        assert [messages[-3].role, messages[-2].role] == ["user", "assistant"]
        assert "another task" in messages[-3].content
        assert messages[-2].content == "I am ready."


def test_without_an_example_the_task_follows_the_instructions() -> None:
    _, model = play("basic", PLAN)
    assert [message.role for message in model.requests[0].messages] == ["system", "user"]


def test_the_example_of_basic_is_a_plan_with_its_end() -> None:
    assert shown_first("basic", PLAN)[2].content == f"{DRIVE}\n{LOAD}\n[PLAN END]"


def test_the_example_of_cot_has_a_thought_before_each_step() -> None:
    lines = shown_first("cot", f"Instruction: {DRIVE}")[2].content.splitlines()
    assert lines[1::2] == [f"Instruction: {DRIVE}", f"Instruction: {LOAD}"]
    assert all(line.startswith("Think: ") and line.endswith(".") for line in lines[:4:2])
    assert lines[-1] == "[PLAN END]"
    assert lines[0] == (
        "Think: One part of the goal is that crate_0 is loaded into truck_0; now crate_0 lies at "
        f"place_1. If you {DRIVE}, truck_0 is parked at place_1, so that you can then {LOAD}."
    )


def test_the_example_of_act_has_the_simulators_observations() -> None:
    messages = shown_first("act", *STEPS)[1:-3]
    assert [message.role for message in messages] == ["user", "assistant"] * 3
    said = [message.content for message in messages[1:]]
    assert said == [DRIVE, f"I {DRIVE}.", LOAD, f"I {LOAD}.", "You are finished."]


def test_the_example_of_react_has_thoughts_and_observations() -> None:
    messages = shown_first("react", *STEPS)[1:-3]
    for number, step in ((1, DRIVE), (3, LOAD), (5, "You are finished.")):
        thought, instruction = messages[number].content.splitlines()
        assert thought.startswith("Think: ")
        assert instruction == f"Instruction: {step}"
    assert [messages[2].content, messages[4].content] == [f"I {DRIVE}.", f"I {LOAD}."]


def test_the_pddl_form_is_pddl_throughout() -> None:
    messages = shown_first("act", "(rest)", *map(str, yard.PLAN), presentation=yard.pddl())
    assert "(define (domain yard)" in messages[0].content
    said = [message.content for message in messages[1:-3]]
    assert said[1:] == [
        "(drive lorry quay shed)",
        "The action (drive lorry quay shed) has been executed.",
        "(load arm box lorry shed)",
        "The action (load arm box lorry shed) has been executed.",
        "You are finished.",
    ]
    assert "crate_0" not in "".join(message.content for message in messages)


@pytest.mark.parametrize("name", ["basic", "cot", "act", "react"])
def test_the_runs_settings_reach_the_model(name: str) -> None:
    _, model = play(name, *(f"Instruction: {step}" for step in STEPS))
    for request in model.requests:
        assert (request.seed, request.temperature, request.max_tokens) == (1, 0.5, 99)


# --- whole plans ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        PLAN,
        f"{PLAN}\n[PLAN END]",
        f"{PLAN}\n[PLAN END]\nI hope that this helps!\ndance",
        f"\n\n1. {DRIVE}\n\n  2. {LOAD}\n3. {BACK}\n\n",
        f"```\n{PLAN}\n```",
        f"```text\n{PLAN}\n[PLAN END]\n```",
        f"---\n{PLAN}\n---",
        f"{PLAN}\nYou are finished.\nThank you.",
        f"{DRIVE}\nlook around\n{LOAD}\n{BACK}",
        f"{PLAN} [PLAN END]",
    ],
)
def test_basic_carries_out_the_plan(answer: str) -> None:
    played, model = play("basic", answer, limit=None)
    assert (played.finish, played.plan, len(model.requests)) == ("goal", yard.PLAN, 1)


@pytest.mark.parametrize(
    "answer",
    [
        "\n".join(f"Think: because.\nInstruction: {step}" for step in STEPS) + "\n[PLAN END]",
        "\n".join(f"**Think:** a: b.\n**Instruction:** {step}" for step in STEPS),
        "\n".join(f"think: hm\n{n}. instruction: {step}." for n, step in enumerate(STEPS)),
        "Here is my plan.\n"
        + "\n\n".join(f"Instruction: {step}" for step in STEPS)
        + "\nGood luck.",
    ],
)
def test_cot_carries_out_the_instructions_alone(answer: str) -> None:
    played, _ = play("cot", answer, limit=None)
    assert (played.finish, played.plan) == ("goal", yard.PLAN)


@pytest.mark.parametrize("name", ["basic", "cot"])
@pytest.mark.parametrize(
    ("steps", "finish", "done", "refused"),
    [
        ([], "plan-ended", 0, 0),
        ([DRIVE], "plan-ended", 1, 0),
        ([*STEPS, DRIVE], "plan-ended", 4, 0),
        ([LOAD, DRIVE], "plan-refused", 0, 1),
        ([*STEPS, LOAD], "plan-refused", 3, 1),
        ([DRIVE.replace("truck_0", "truck_9")], "plan-refused", 0, 1),
    ],
)
def test_a_plan_with_a_fault_is_not_solved(
    name: str, steps: list[str], finish: str, done: int, refused: int
) -> None:
    label = "Instruction: " if name == "cot" else ""
    played, _ = play(name, "\n".join(label + step for step in steps), limit=None)
    assert (played.finish, played.solved) == (finish, False)
    assert (len(played.plan), played.refused) == (done, refused)


@pytest.mark.parametrize("name", ["basic", "cot"])
@pytest.mark.parametrize("steps", [[DRIVE, JUGGLE, LOAD], [*STEPS, JUGGLE], [JUGGLE]])
def test_nothing_of_a_plan_that_is_unread_is_carried_out(name: str, steps: list[str]) -> None:
    label = "Instruction: " if name == "cot" else ""
    played, _ = play(name, "\n".join(label + step for step in steps), limit=None)
    assert (played.finish, played.solved, played.solved_strictly) == ("unread", None, None)
    assert (played.plan, played.refused, played.untranslated) == ((), 0, (JUGGLE,))
    assert [step.observation.mistake for step in played.history] == ["not understood"]


def test_a_plan_that_is_unread_may_be_written_again() -> None:
    played, model = play("basic", JUGGLE, PLAN, limit=None, attempts=2)
    assert (played.finish, played.solved, played.attempts) == ("goal", True, 2)
    assert (
        model.requests[1]
        .messages[-1]
        .content.startswith(f'I could not read that plan: I do not understand "{JUGGLE}": ')
    )
    played, _ = play("basic", DRIVE, JUGGLE, limit=None, attempts=2)
    assert (played.finish, played.solved) == ("unread", None)


async def test_of_many_parts_in_doubt_the_first_are_explained() -> None:
    doubt = Doubt("it names no action", nearest=DRIVE)
    steps = tuple(ReadStep(f"dance {number}", doubt, number) for number in range(1, 9))
    finish, fault = carry_out(yard.episode(), AnswerReading(steps, strict=False))
    assert finish == "unread"
    assert fault.splitlines() == [
        f'I do not understand "dance {number}": it names no action. Did you mean "{DRIVE}"?'
        for number in range(1, MAX_EXPLAINED + 1)
    ]


def test_a_plan_in_pddl() -> None:
    answer = "\n".join(map(str, yard.PLAN)) + "\n[PLAN END]"
    played, _ = play("basic", answer, presentation=yard.pddl(), limit=None)
    assert (played.finish, played.plan) == ("goal", yard.PLAN)


# --- step by step ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["act", "react"])
def test_a_player_sees_what_each_step_did(name: str) -> None:
    answers = [f"Think: go.\nInstruction: {step}" if name == "react" else step for step in STEPS]
    played, model = play(name, *answers)
    assert (played.finish, played.plan, len(model.requests)) == ("goal", yard.PLAN, 3)
    last = model.requests[-1].messages
    assert [message.content for message in last[2:]] == [
        answers[0],
        f"I {DRIVE}.",
        answers[1],
        f"I {LOAD}.",
    ]
    for earlier, later in pairwise(model.requests):
        assert later.messages[: len(earlier.messages)] == earlier.messages


def test_looking_around_stopping_early_and_nonsense_are_answered() -> None:
    played, model = play("act", "look around", "You are finished.", "dance", LOAD, *STEPS)
    assert (played.finish, played.steps, played.refused) == ("goal", 7, 1)
    told = [message.content for message in model.requests[-1].messages[3::2]]
    assert told[0].startswith("Currently, truck_0 is parked at place_0")
    assert told[1].startswith("I am not finished yet because crate_0 is not loaded into truck_0")
    assert told[2].startswith('I do not understand "dance": ')
    assert told[3].startswith(f"I cannot {LOAD} because ")


def test_a_turn_that_is_unread_is_one_step_with_the_reason_and_the_nearest_form() -> None:
    first, said = yard.PLAN[0], 'pick up "the box" (quickly)'
    doubt = Doubt("there is no object called the box", nearest=DRIVE)
    steps = (ReadStep(DRIVE, first, 1), ReadStep(said, doubt, 2), ReadStep("dance", doubt, 3))
    played = yard.episode()
    seen, last = take_turn(played, AnswerReading(steps, strict=False), None)
    assert seen == (
        f'I do not understand "{said}": there is no object called the box. Did you mean "{DRIVE}"?'
    )
    assert (played.plan, played.steps, last, played.finish) == ((), 1, None, None)
    assert played.solved is False


def test_the_step_limit_ends_it() -> None:
    played, model = play("act", *["look around"] * 4, limit=4)
    assert (played.finish, played.solved, len(model.requests)) == ("limit", False, 4)


def test_a_goal_that_holds_already_is_not_asked_about() -> None:
    task = yard.problem(yard.PROBLEM.replace("(and (loaded box lorry)", "(and"))
    played = Episode(World(task), yard.english(task), step_limit=4)
    player = Player(ScriptedModel([]), interpreter(task, yard.LEXICON), PromptSet())
    asyncio.run(mechanism("act")(player).run(played))
    assert (played.finish, played.steps) == ("goal", 0)


@pytest.mark.parametrize(
    "answer",
    [
        f"{DRIVE}\n{LOAD}\n{BACK}",
        f"\n\n{DRIVE}\nThat is all for now.",
        f"Think: first {LOAD}.\nInstruction: {DRIVE}\nInstruction: {LOAD}",
        f"**Think:** so.\n**Instruction:** {DRIVE}",
        f"Think: so.\n{DRIVE}",
        f"Think: so.\nInstruction:\n{DRIVE}",
        f"THINK: so.\nINSTRUCTION: {DRIVE}.",
    ],
)
def test_one_step_of_an_answer_counts(answer: str) -> None:
    for name in ("act", "react"):
        played, _ = play(name, answer, limit=1)
        assert played.plan == yard.PLAN[:1], answer
        assert played.history[0].text.rstrip(".") == DRIVE


@pytest.mark.parametrize(
    "answer",
    [
        f"Sure! Let's do this:\n\n{DRIVE}\n\nThen we can go on.",
        f"The crate has to get onto the truck.\nSo I {DRIVE}.",
        f'```json\n{{"thought": "over there", "action": "{DRIVE}"}}\n```',
    ],
)
def test_the_step_is_found_wherever_it_stands(answer: str) -> None:
    played, _ = play("act", answer, limit=1)
    assert played.plan == yard.PLAN[:1]


def test_a_step_in_pddl_is_found_on_its_third_line() -> None:
    played, _ = play("act", f"Yes.\nNext:\n{yard.PLAN[0]}\n", presentation=yard.pddl(), limit=1)
    assert played.plan == yard.PLAN[:1]


def test_several_steps_of_one_answer_are_carried_out_until_one_is_refused() -> None:
    played, model = play("act", f"1. {DRIVE}\n2. {LOAD}", BACK, limit=6)
    assert (played.finish, played.plan) == ("goal", yard.PLAN)
    seen = model.requests[1].messages[-1].content
    assert seen == f"I {DRIVE}.\nI {LOAD}."
    played, model = play("act", f"1. {LOAD}\n2. {DRIVE}", limit=1)
    assert (played.plan, played.refused) == ((), 1)


def test_an_unknown_object_is_told_as_such() -> None:
    played, _ = play("act", DRIVE.replace("truck_0", "truck_9"), limit=1)
    assert played.history[0].observation.text == "There is no object called truck_9."


def test_an_empty_answer_costs_a_step() -> None:
    played, _ = play("act", "", "Think: hm.", limit=2)
    assert played.finish == "limit"
    assert [step.observation.text for step in played.history] == ["I was given no instruction."] * 2


# --- patience and attempts ------------------------------------------------------------------------


@pytest.mark.parametrize("useless", ["dance", "look around", "You are finished", BROKEN])
def test_turns_that_change_nothing_are_borne_so_many_times_in_a_row(useless: str) -> None:
    answers = (useless, useless, DRIVE, useless, useless, useless, BACK)
    played, model = play("act", *answers, limit=20, patience=3)
    assert (played.finish, len(model.requests)) == ("patience", 6)
    assert len(played.plan) == 1


def test_without_a_limit_they_are_borne_as_long_as_there_are_steps() -> None:
    played, _ = play("act", *["dance"] * 8)
    assert played.finish == "limit"


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (f"{LOAD}\n[PLAN END]", "truck_0 is not parked at place_1"),
        (f"{DRIVE}\n{LOAD}\n[PLAN END]", "truck_0 is parked at place_1"),
        (f"{DRIVE}\ndance\n[PLAN END]", "dance"),
        ("", "crate_0 is not loaded into truck_0"),
    ],
)
@pytest.mark.parametrize("name", ["basic", "cot"])
def test_a_plan_that_fails_may_be_written_again(name: str, first: str, why: str) -> None:
    played, model = play(name, first, f"{PLAN}\n[PLAN END]", limit=None, attempts=2)
    assert (played.solved, played.attempts, len(model.requests)) == (True, 2, 2)
    again = model.requests[1].messages
    assert [each.role for each in again[-2:]] == ["assistant", "user"]
    assert again[-2].content == (first or "-")
    assert why in again[-1].content
    assert len(played.plan) == len(STEPS)


def test_there_are_no_more_attempts_than_allowed_and_none_after_success() -> None:
    played, model = play("basic", *[f"{LOAD}\n[PLAN END]"] * 3, limit=None, attempts=2)
    assert (played.finish, len(model.requests)) == ("plan-refused", 2)
    played, model = play("basic", f"{PLAN}\n[PLAN END]", limit=None, attempts=5)
    assert (played.solved, len(model.requests)) == (True, 1)


# --- random, and names ----------------------------------------------------------------------------


def test_random_carries_out_applicable_actions_only() -> None:
    played, model = play("random", limit=20)
    assert played.refused == 0
    assert model.requests == []
    assert played.finish in ("goal", "limit")


def test_random_follows_its_seed() -> None:
    plans = [play("random", limit=20, seed=seed)[0].plan for seed in (1, 1, 2, 3, 4)]
    assert plans[0] == plans[1]
    assert len(set(plans)) > 1


def test_random_ends_where_too_many_actions_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applicable, "MAX_ACTIONS", 0)
    played, _ = play("random", limit=20)
    assert (played.finish, played.plan) == ("memory-limit", ())


def test_random_gives_up_where_nothing_can_be_done() -> None:
    text = yard.PROBLEM.replace("(:domain yard)", "(:domain stuck)")

    words = yard.DOMAIN.replace("domain yard", "domain stuck").replace(
        "(:action rest :parameters () :precondition (and)",
        "(:action rest :parameters () :precondition (exists (?t - truck) (loaded ?t ?t))",
    )
    words = words.replace("?c - crate ?t - truck) (broken", "?c - object ?t - truck) (broken")
    words = (
        words.replace(":strips", ":adl")
        .replace("(and (parked ?t ?from)", "(and (loaded ?t ?t) (parked ?t ?from)")
        .replace("(and (stands ?h ?p)", "(and (loaded ?t ?t) (stands ?h ?p)")
    )
    task = parse_problem(text, parse_domain(words, "domain"), "problem")
    played = Episode(World(task), yard.pddl(task))
    player = Player(ScriptedModel([]), interpreter(task, None), PromptSet())
    asyncio.run(mechanism("random")(player).run(played))
    assert (played.finish, played.steps, played.solved) == ("gave-up", 0, False)


def test_several_draws_of_one_question_have_seeds_of_their_own() -> None:
    model = ScriptedModel(["a", "b", "c"])
    task = yard.problem()
    player = Player(model, interpreter(task, None), PromptSet(), seed=2)
    for draw in range(3):
        asyncio.run(player.ask([Message("user", "hi")], draw=draw))
    seeds = [request.seed for request in model.requests]
    assert seeds[0] == 2
    assert len(set(seeds)) == 3


def test_an_episode_ends_for_a_known_reason_alone() -> None:
    played = Episode(World(yard.problem()), yard.english())
    with pytest.raises(ValueError, match="it can with goal, limit"):
        played.end("tired")  # type: ignore[arg-type]
    assert not played.finished


def test_mechanisms_are_found_by_name() -> None:
    assert set(mechanism_names()) >= {"basic", "cot", "act", "react", "random"}
    with pytest.raises(InputError, match=r"unknown mechanism 'swim'; known are act, agentkit"):
        mechanism("swim")


def test_thoughts_need_english() -> None:
    for name in mechanism_names():
        forms = mechanism(name).traits.forms
        assert "nl" in forms
        assert ("pddl" in forms) == (name not in ("cot", "react"))


@pytest.mark.parametrize(
    ("answer", "finish"),
    [
        ("[NO PLAN]", "unsolvable"),
        ("**[NO PLAN]**", "unsolvable"),
        ("```\n[no plan].\n```", "unsolvable"),
        ("`NO PLAN`", "unsolvable"),
        ("<think>Nothing helps.</think>\n [NO PLAN] \n[PLAN END]\n", "unsolvable"),
        (f"{PLAN}\n[NO PLAN]", "unread"),
        ("[NO PLAN]\nThe truck is stuck.", "unread"),
        ("Answer: [NO PLAN]", "unread"),
        ("I never answer [NO PLAN] to such a task.", "unread"),
        ("There is no plan.\n[PLAN END]", "unread"),
        ("The goal cannot be reached.", "unread"),
        ("[PLAN END]", "plan-ended"),
    ],
)
def test_the_line_alone_claims_that_there_is_no_plan(answer: str, finish: str) -> None:
    episode, model = play("basic", answer, allow_unsolvable=True)
    assert (episode.finish, episode.plan) == (finish, ())
    assert "[NO PLAN]" in model.requests[0].messages[0].content


def test_without_leave_the_claim_is_no_answer() -> None:
    for name in ("basic", "cot"):
        episode, model = play(name, "[NO PLAN]", allow_unsolvable=name != "basic")
        assert episode.finish != "unsolvable"
        assert "[NO PLAN]" not in model.requests[0].messages[0].content


def test_a_claim_ends_an_episode_that_has_further_attempts() -> None:
    episode, model = play("basic", "[NO PLAN]", attempts=3, allow_unsolvable=True)
    assert (episode.finish, episode.solved, len(model.requests)) == ("unsolvable", False, 1)
