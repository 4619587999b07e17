"""LLM-Modulo with a model whose answers are given: critiques, rounds, and loops between plans."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pddl2nl.errors import InputError
from pddl2nl.llm import ScriptedModel
from policies import Example, Player, PromptSet, mechanism
from simulator import Episode, Presentation
from simulator.world import World
from tests import yard
from tests.interpreting import interpreter

DRIVE = "drive truck_0 from place_0 to place_1"
LOAD = "use hoist_0 at place_1 to load crate_0 into truck_0"
BACK = "drive truck_0 from place_1 to place_0"
RIGHT = f"{DRIVE}\n{LOAD}\n{BACK}\n[PLAN END]"
EARLY = f"{LOAD}\n[PLAN END]"
SHORT = f"{DRIVE}\n{LOAD}\n[PLAN END]"
LATE = f"{DRIVE}\n{BACK}\n{LOAD}\n[PLAN END]"
UNREAD = f"{DRIVE}\njuggle crate_0\n[PLAN END]"
WRONG = (EARLY, SHORT, LATE, UNREAD, f"{DRIVE}\n[PLAN END]", "", "I do not know.")


def play(
    *answers: str,
    rounds: int = 10,
    presentation: Presentation | None = None,
    example: bool = False,
) -> tuple[Episode, ScriptedModel]:
    shown = presentation or yard.english()
    model = ScriptedModel(answers)
    solved = Example(World(yard.problem()), shown, yard.PLAN) if example else None
    player = Player(
        model, interpreter(yard.problem(), shown.lexicon), PromptSet(), example=solved, seed=1
    )
    played = Episode(World(yard.problem()), shown)
    asyncio.run(mechanism(f"modulo:rounds={rounds}")(player).run(played))
    return played, model


def told(model: ScriptedModel, request: int) -> str:
    """What the model was told last before an answer, counted from 0."""
    return model.requests[request].messages[-1].content


def rounds_of(played: Episode) -> Sequence[dict[str, Any]]:
    found = played.attachments["rounds"]
    assert isinstance(found, list)
    return found


def test_a_right_plan_ends_it_at_the_first_round() -> None:
    played, model = play(RIGHT)
    assert (played.finish, played.plan, played.attempts) == ("goal", yard.PLAN, 1)
    assert len(model.requests) == 1
    [only] = rounds_of(played)
    assert (only["plan"], only["critique"]) == (tuple(map(str, yard.PLAN)), "")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (EARLY, "Plan 1 does not work.\nI cannot use hoist_0"),
        (LATE, "Plan 1 does not work.\nI carried out its first 2 steps, and then: I cannot use"),
        (SHORT, "its first 2 steps, and then: I am not finished yet because truck_0 is parked at"),
        ("", "I found no step in your answer, so plan 1 does not work.\nI am not finished yet"),
    ],
)
def test_a_wrong_plan_is_criticized_and_a_right_one_may_follow(wrong: str, why: str) -> None:
    played, model = play(wrong, RIGHT)
    assert (played.finish, played.plan, played.attempts) == ("goal", yard.PLAN, 2)
    assert why in told(model, 1)
    assert told(model, 1).endswith(
        "\nMend the plan, and write the whole of it again, from the situation at its beginning and "
        "in the same format."
    )
    assert model.requests[1].messages[:-2] == model.requests[0].messages
    assert model.requests[1].messages[-2].content == (wrong or "-")


def test_a_plan_that_could_not_be_read_is_asked_for_again_with_the_reason() -> None:
    played, model = play(UNREAD, RIGHT)
    assert (played.finish, played.plan, played.attempts) == ("goal", yard.PLAN, 2)
    critique = rounds_of(played)[0]["critique"]
    assert critique.startswith('I do not understand "juggle crate_0": ')
    assert told(model, 1) == (
        "I could not read plan 1, so I carried out none of it:\n"
        f"{critique}\n"
        "Write the whole plan again, from the situation at its beginning and in the format that "
        "was asked for."
    )


def test_plans_that_are_unread_to_the_end_leave_the_episode_unread() -> None:
    played, _ = play(EARLY, UNREAD, rounds=2)
    assert (played.finish, played.solved, played.attempts) == ("unread", None, 2)
    played, model = play(*[UNREAD] * 6)
    assert (played.finish, played.solved) == ("unread", None)
    assert rounds_of(played)[1]["same_as"] == (1,)
    afresh = next(
        each.messages[-1].content
        for each in model.requests
        if "These plans for it do not work" in each.messages[-1].content
    )
    assert "Plan 1:\n(an answer that could not be read)\nThis happened: I do not" in afresh


def test_unread_answers_that_differ_beside_the_doubt_are_not_the_same_plan() -> None:
    played, _ = play(UNREAD, f"{DRIVE}\n{UNREAD}", RIGHT)
    assert [each["same_as"] for each in rounds_of(played)] == [(), (), ()]


def test_the_rounds_are_kept_with_their_critiques() -> None:
    played, _ = play(EARLY, UNREAD, RIGHT)
    first, second, third = rounds_of(played)
    assert [each["number"] for each in (first, second, third)] == [1, 2, 3]
    assert first["critique"].startswith("I cannot use hoist_0")
    assert (second["unread"], second["plan"]) == (
        True,
        (DRIVE, "juggle crate_0", "[plan end]"),
    )
    assert "juggle crate_0" in second["said"]
    assert (third["unread"], third["critique"]) == (False, "")
    assert played.begun == (0, 1, 2)


def test_plans_run_out_after_the_rounds_that_are_allowed() -> None:
    played, model = play(EARLY, SHORT, LATE, rounds=3)
    assert (played.finish, played.attempts, len(model.requests)) == ("plan-refused", 3, 3)
    assert not played.solved


def test_there_must_be_a_round() -> None:
    with pytest.raises(InputError, match="rounds must be 1 or more, not 0"):
        play(RIGHT, rounds=0)


# --- loops ----------------------------------------------------------------------------------------


def test_a_plan_proposed_again_is_told_where_it_was_and_why_it_fails() -> None:
    played, model = play(EARLY, SHORT, f"1. {LOAD}.", RIGHT)
    assert played.finish == "goal"
    assert told(model, 3).startswith(
        "Plan 3 is the same as plan 1, step for step, so it fails in the same way.\n"
        "I cannot use hoist_0"
    )
    assert told(model, 3).endswith("does something else no later than at this point.")
    assert rounds_of(played)[2]["same_as"] == (1,)


def test_two_plans_in_turns_lead_to_a_fresh_start_and_then_to_an_end() -> None:
    played, model = play(*[EARLY, SHORT] * 3)
    assert (played.finish, played.attempts, played.solved) == ("plan-loop", 6, False)
    assert [each["conversation"] for each in rounds_of(played)] == [1, 1, 1, 1, 2, 2]
    first, afresh = model.requests[0].messages, model.requests[4].messages
    assert afresh[:-1] == first[:-1]
    assert afresh[-1].content == (
        f"{first[-1].content}\n\nThese plans for it do not work:\n\n"
        f"Plan 1:\n{LOAD}\nThis happened: {rounds_of(played)[0]['critique']}\n\n"
        f"Plan 2:\n{DRIVE}\n{LOAD}\nThis happened: {rounds_of(played)[1]['critique']}\n\n"
        "Do not write any of them again. Find out for yourself which steps lead to the goal, and "
        "write a plan in the format that was asked for."
    )


def test_a_fresh_start_has_a_seed_of_its_own() -> None:
    _, model = play(*[EARLY, SHORT] * 3)
    seeds = [request.seed for request in model.requests]
    assert seeds[:4] == [1] * 4
    assert len(set(seeds[4:])) == 1 != seeds[4]


def test_a_fresh_start_may_find_the_plan() -> None:
    played, _ = play(EARLY, SHORT, EARLY, SHORT, RIGHT)
    assert (played.finish, played.plan, played.attempts) == ("goal", yard.PLAN, 5)


@pytest.mark.parametrize(
    ("answer", "finish"), [(EARLY, "plan-loop"), ("", "plan-loop"), ("I do not know.", "unread")]
)
def test_one_and_the_same_answer_for_ever_is_stopped(answer: str, finish: str) -> None:
    played, _ = play(*[answer] * 5)
    assert (played.finish, played.attempts) == (finish, 5)
    assert rounds_of(played)[-1]["same_as"] == (1, 2, 3, 4)


def test_a_loop_that_is_broken_by_being_told_is_no_loop() -> None:
    answers = [EARLY, EARLY, SHORT, SHORT, LATE, LATE, UNREAD, RIGHT]
    played, _ = play(*answers)
    assert (played.finish, played.attempts) == ("goal", 8)
    assert {each["conversation"] for each in rounds_of(played)} == {1}


def test_a_plan_that_reached_the_goal_and_went_on_is_not_solved_when_it_loops() -> None:
    beyond = f"{DRIVE}\n{LOAD}\n{BACK}\n{LOAD}\n[PLAN END]"
    played, _ = play(*[beyond] * 5)
    assert (played.finish, played.solved) == ("plan-loop", False)


def test_pddl_is_criticized_in_pddl() -> None:
    first, *rest = map(str, yard.PLAN)
    played, model = play("\n".join(rest), "\n".join((first, *rest)), presentation=yard.pddl())
    assert played.finish == "goal"
    assert "(load arm box lorry shed)" in told(model, 1)


def test_the_example_is_a_whole_plan() -> None:
    _, model = play(RIGHT, example=True)
    assert model.requests[0].messages[2].content == RIGHT


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WRONG), min_size=10, max_size=10), st.integers(1, 10))
def test_any_wrong_plans_end_within_the_rounds(answers: list[str], rounds: int) -> None:
    played, model = play(*answers, rounds=rounds)
    assert not played.solved
    assert played.attempts == len(model.requests) <= rounds
    assert played.finish in ("plan-loop", "unread") or played.attempts == rounds
    kept = rounds_of(played)
    for each in kept:
        before = kept[: each["number"] - 1]
        same = [other["number"] for other in before if other["plan"] == each["plan"]]
        assert list(each["same_as"]) == same
    assert all(message.content for request in model.requests for message in request.messages)
