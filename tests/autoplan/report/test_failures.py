"""Why an episode failed, told from how it ended and from its steps."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplan.report.failures import CAUSES, OUTCOMES, cause_of, mistakes
from autoplan.results.reading import RecordedStep
from simulator.episode import Finish
from simulator.outcome import Mistake

FINE = RecordedStep("go", "(go a b)", False, None, "I go.", ("i am at b",), ("i am at a",))
BACK = RecordedStep("go back", "(go b a)", False, None, "I go.", ("i am at a",), ("i am at b",))
REFUSED = RecordedStep("go", "(go c d)", True, "unsatisfied precondition", "I cannot go.", (), ())
MISTYPED = replace(REFUSED, mistake="wrong type")
UNREAD = RecordedStep("hm", None, False, "not understood", "I do not understand.", (), ())
EARLY = RecordedStep("done", None, False, "finished too early", "I am not finished.", (), ())

steps = st.lists(
    st.builds(
        RecordedStep,
        text=st.sampled_from("ab"),
        action=st.sampled_from([None, "(a)", "(b)"]),
        refused=st.booleans(),
        mistake=st.sampled_from([None, *get_args(Mistake)]),
        observation=st.just("so be it"),
        added=st.lists(st.sampled_from("pq"), unique=True).map(tuple),
        deleted=st.lists(st.sampled_from("rs"), unique=True).map(tuple),
    )
)


def fresh(number: int) -> RecordedStep:
    """A step that leads to a situation never seen before."""
    return replace(FINE, action=f"(go {number})", added=(f"i am at {number}",), deleted=())


@given(st.sampled_from([*get_args(Finish), "error"]), steps)
def test_every_end_short_of_the_goal_has_one_of_the_causes(
    finish: str, taken: list[RecordedStep]
) -> None:
    cause = cause_of(finish, taken)
    assert (cause is None) == (finish in ("goal", "unread"))
    assert cause is None or cause in CAUSES


def test_every_mistake_is_a_cause_and_no_two_outcomes_look_alike() -> None:
    assert mistakes([replace(FINE, mistake=each) for each in get_args(Mistake)]).keys() <= set(
        CAUSES
    )
    assert len({(each.colour, each.hatch) for each in OUTCOMES.values()}) == len(OUTCOMES)


@given(steps)
def test_every_mistake_is_counted_as_some_cause(taken: list[RecordedStep]) -> None:
    assert mistakes(taken).total() == sum(step.mistake is not None for step in taken)


@pytest.mark.parametrize(
    ("last", "cause"),
    [(REFUSED, "unsatisfied precondition"), (MISTYPED, "wrong type")],
)
def test_a_plan_fails_for_the_step_that_was_refused(last: RecordedStep, cause: str) -> None:
    assert cause_of("plan-refused", [FINE, BACK, last]) == cause


def test_a_plan_that_could_not_be_read_has_not_failed() -> None:
    assert cause_of("unread", [UNREAD]) is None


def test_a_plan_that_ends_short_of_the_goal_has_finished_too_early() -> None:
    assert cause_of("plan-ended", [FINE]) == "goal not reached"
    assert cause_of("plan-ended", []) == "goal not reached"


@pytest.mark.parametrize(
    ("finish", "cause"),
    [
        ("error", "model error"),
        ("time-limit", "time limit"),
        ("memory-limit", "memory limit"),
        ("unsolvable", "no plan"),
        ("unsupported", "unsupported"),
        ("planner-failed", "planner failed"),
        ("gave-up", "gave up"),
    ],
)
def test_other_ends_are_causes_of_their_own(finish: str, cause: str) -> None:
    assert cause_of(finish, []) == cause


def test_steps_that_are_mostly_mistakes_fail_for_the_commonest_one() -> None:
    assert cause_of("limit", [REFUSED, FINE, MISTYPED, MISTYPED]) == "wrong type"
    assert cause_of("limit", [EARLY, EARLY, FINE]) == "finished too early"


def test_mistakes_in_half_of_the_steps_are_not_yet_the_cause() -> None:
    assert cause_of("limit", [fresh(1), fresh(2), REFUSED, REFUSED]) == "limit"


def test_going_to_and_fro_is_a_loop() -> None:
    assert cause_of("limit", [FINE, BACK] * 4) == "loop"


def test_the_same_step_in_new_situations_is_no_loop() -> None:
    ways = [replace(fresh(number), action="(go on)") for number in range(8)]
    assert cause_of("limit", ways) == "limit"


def test_a_circle_that_was_left_is_no_loop() -> None:
    assert cause_of("limit", [FINE, BACK, FINE, BACK, *map(fresh, range(4))]) == "limit"


def test_using_up_the_steps_on_the_way_is_the_step_limit() -> None:
    assert cause_of("limit", [fresh(number) for number in range(6)]) == "limit"
