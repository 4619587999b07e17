"""What a player is told of its steps, and what is counted all the same."""

from __future__ import annotations

import pytest

from simulator import Episode, Feedback
from simulator.episode import NEUTRAL_TEXT
from simulator.world import World
from tests import yard
from tests.yard import PLAN, act

WRONG = act("drive", "wreck", "quay", "shed")


def told(feedback: Feedback) -> dict[str, str]:
    """What is said after each kind of step."""
    played = Episode(World(yard.problem()), yard.english(), feedback=feedback)
    return {
        "positive": played.submit(PLAN[0]).text,
        "negative": played.submit(WRONG).text,
        "misread": played.misunderstand("dance").text,
        "unfinished": played.declare_finished().text,
        "look": played.look().text,
    }


def test_everything_is_told_unless_it_is_left_out() -> None:
    assert NEUTRAL_TEXT not in told(Feedback()).values()


@pytest.mark.parametrize(
    ("feedback", "silent"),
    [
        (Feedback(positive=False), {"positive"}),
        (Feedback(negative=False), {"negative", "misread"}),
        (Feedback(unfinished=False), {"unfinished"}),
    ],
)
def test_one_kind_is_left_out_alone(feedback: Feedback, silent: set[str]) -> None:
    before, after = told(Feedback()), told(feedback)
    assert {kind for kind, text in after.items() if text == NEUTRAL_TEXT} == silent
    assert all(after[kind] == before[kind] for kind in before.keys() - silent)


def test_the_state_may_follow_each_action() -> None:
    before, after = told(Feedback()), told(Feedback(state=True))
    for kind in ("positive", "negative"):
        assert after[kind] == f"{before[kind]}\n{before['look']}"
    for kind in ("misread", "unfinished", "look"):
        assert after[kind] == before[kind]


def test_what_is_not_told_counts() -> None:
    silent = Feedback(positive=False, negative=False, unfinished=False)
    played = Episode(World(yard.problem()), yard.english(), feedback=silent)
    for action in (WRONG, *PLAN):
        played.submit(action)
    assert (played.refused, played.solved, played.plan) == (1, True, PLAN)
    assert str(silent) == "none"


def test_a_restart_begins_anew_and_forgets_nothing() -> None:
    played = yard.episode()
    played.submit(PLAN[0])
    played.submit(WRONG)
    played.end("plan-refused")
    played.restart()
    assert (played.state, played.plan, played.finish) == (played.world.initial, (), None)
    assert (played.steps, played.refused, played.attempts) == (2, 1, 2)
    for action in PLAN:
        played.submit(action)
    assert (played.finish, played.plan, played.goal_step) == ("goal", PLAN, 5)


def test_the_goal_step_is_the_first_at_which_the_goal_holds() -> None:
    played = yard.episode()
    assert played.goal_step is None
    for action in (*PLAN, act("drive", "lorry", "quay", "shed")):
        played.submit(action)
    assert (played.goal_step, played.solved) == (3, False)
