"""What an episode counts, when it is over, and when it counts as solved."""

from __future__ import annotations

import pytest

from simulator import Episode, Finish
from simulator.outcome import Applied, Refused
from simulator.world import World
from tests import yard
from tests.yard import PLAN, act


def test_a_new_episode_has_done_nothing() -> None:
    played = yard.episode()
    assert (played.steps, played.refused, played.plan, played.history) == (0, 0, (), ())
    assert (played.solved, played.finished, played.finish) == (False, False, None)
    assert played.state == played.world.initial


def test_it_shows_the_texts_of_its_presentation() -> None:
    for presentation in (yard.english(), yard.pddl()):
        played = yard.episode(presentation)
        assert played.form == presentation.form
        assert played.domain_text == presentation.domain_text
        assert played.problem_text == presentation.problem_text
        assert played.narrator == presentation.narrator


def test_the_goal_ends_it() -> None:
    played = yard.episode(limit=10)
    for action in PLAN:
        assert played.finish is None
        played.submit(action)
    assert (played.finish, played.solved, played.finished) == ("goal", True, True)
    assert played.plan == PLAN


def test_it_knows_which_parts_of_the_goal_hold() -> None:
    goal = "(and (exists (?p - place) (parked lorry ?p)) (loaded box lorry)"
    task = yard.problem(yard.PROBLEM.replace("(and (loaded box lorry)", goal))
    played = Episode(World(task), yard.english(task))
    assert played.held == (True, False, True)
    played.submit(PLAN[0])
    assert played.held == (True, False, False)
    for action in PLAN[1:]:
        played.submit(action)
    assert played.held == (True, True, True)
    played.end("unread")
    assert played.held == ()


def test_a_goal_that_holds_at_the_start_ends_it_at_once() -> None:
    task = yard.problem(yard.PROBLEM.replace("(and (loaded box lorry)", "(and"))
    for limit in (None, 0, 5):
        played = Episode(World(task), yard.english(task), step_limit=limit)
        assert (played.finish, played.solved, played.steps) == ("goal", True, 0)


def test_everything_a_player_does_costs_a_step() -> None:
    played = yard.episode(limit=5)
    played.look()
    played.misunderstand("dance")
    played.declare_finished()
    played.submit(act("drive", "lorry", "shed", "quay"))
    assert (played.steps, played.refused, played.finish) == (4, 1, None)
    played.submit(PLAN[0])
    assert (played.steps, played.refused, played.finish) == (5, 1, "limit")
    assert not played.solved


def test_the_goal_counts_if_it_is_reached_with_the_last_step() -> None:
    played = yard.episode(limit=3)
    for action in PLAN:
        played.submit(action)
    assert (played.finish, played.solved) == ("goal", True)


def test_without_a_limit_it_goes_on() -> None:
    played = yard.episode()
    for _ in range(500):
        played.look()
    assert played.finish is None


def test_the_plan_holds_what_was_carried_out_and_the_history_everything() -> None:
    played = yard.episode()
    played.submit(PLAN[0], "Drive there.")
    played.submit(PLAN[0])
    played.look("look around")
    assert played.plan == PLAN[:1]
    assert [step.text for step in played.history] == [
        "Drive there.",
        "(drive lorry quay shed)",
        "look around",
    ]
    assert [step.action for step in played.history] == [PLAN[0], PLAN[0], None]
    assert isinstance(played.history[0].observation.outcome, Applied)
    assert isinstance(played.history[1].observation.outcome, Refused)
    assert [step.observation.refused for step in played.history] == [False, True, False]


def test_a_refused_action_changes_nothing() -> None:
    played = yard.episode()
    before = played.state
    for action in (act("fly"), act("drive", "x"), act("drive", "wreck", "quay", "shed")):
        assert played.submit(action).refused
        assert played.state == before


def test_a_whole_plan_that_reaches_the_goal_is_solved() -> None:
    played = yard.episode()
    for action in PLAN:
        played.submit(action)
    played.end("plan-ended")
    assert (played.finish, played.solved) == ("goal", True)


def test_a_whole_plan_that_leaves_the_goal_again_is_not_solved() -> None:
    played = yard.episode()
    for action in (*PLAN, PLAN[0]):
        played.submit(action)
    played.end("plan-ended")
    assert (played.finish, played.solved) == ("plan-ended", False)


def test_a_whole_plan_that_ends_short_of_the_goal_is_not_solved() -> None:
    played = yard.episode()
    played.submit(PLAN[0])
    played.end("plan-ended")
    assert (played.finish, played.solved, played.finished) == ("plan-ended", False, True)


@pytest.mark.parametrize("finish", ["plan-refused", "plan-loop"])
def test_a_fault_after_the_goal_was_reached_spoils_a_whole_plan(finish: Finish) -> None:
    played = yard.episode()
    for action in PLAN:
        played.submit(action)
    played.end(finish)
    assert (played.finish, played.solved) == (finish, False)


def test_whether_an_unread_episode_is_solved_is_unknown() -> None:
    played = yard.episode()
    played.end("unread")
    assert (played.finish, played.finished) == ("unread", True)
    assert (played.solved, played.solved_strictly) == (None, None)


def test_the_first_reason_to_end_stays() -> None:
    played = yard.episode()
    played.end("gave-up")
    played.end("plan-ended")
    assert played.finish == "gave-up"


def test_episodes_of_one_world_do_not_touch_each_other() -> None:
    world, presentation = World(yard.problem()), yard.english()
    first, second = Episode(world, presentation), Episode(world, presentation)
    first.submit(PLAN[0])
    assert second.state == world.initial != first.state
    assert second.steps == 0
