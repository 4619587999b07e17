"""How the number of requests to a server grows and shrinks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.llm.pace import (
    FAULTS_IN_A_ROW,
    Window,
    after_fault,
    after_overload,
    after_success,
)


def succeed(window: Window, times: int = 1) -> Window:
    for _ in range(times):
        window = after_success(window, cuts=window.cuts, in_full_use=True)
    return window


def fail(window: Window, times: int = 1) -> Window:
    cuts = window.cuts
    for _ in range(times):
        window = after_fault(window, cuts=cuts)
    return window


def round_trip(window: Window) -> Window:
    return succeed(window, window.room)


def test_the_first_round_trips_double_the_size() -> None:
    window = Window(most=100, size=4)
    sizes = []
    for _ in range(6):
        window = round_trip(window)
        sizes.append(window.room)
    assert sizes == [8, 16, 32, 64, 100, 100]


def test_an_overload_halves_and_from_there_a_round_trip_adds_one() -> None:
    window = after_overload(Window(most=100, size=64), cuts=0)
    assert window.room == 32
    sizes = []
    for _ in range(3):
        window = round_trip(window)
        sizes.append(window.size)
    assert sizes == pytest.approx([33, 34, 35], abs=0.2)


def test_a_burst_of_refusals_halves_once() -> None:
    window = Window(most=100, size=64)
    for _ in range(40):
        window = after_overload(window, cuts=0)
    assert window.room == 32
    assert after_overload(window, cuts=1).room == 16


def test_what_was_sent_before_the_cut_says_nothing_about_the_size_after_it() -> None:
    cut = after_overload(Window(most=100, size=64), cuts=0)
    assert after_success(cut, cuts=0, in_full_use=True) == cut
    assert after_fault(cut, cuts=0) == cut


def test_nothing_is_tried_while_less_is_used_than_is_allowed() -> None:
    window = Window(most=100, size=8, faults=2)
    assert after_success(window, cuts=0, in_full_use=False) == replace(window, faults=0)


def test_a_run_of_other_faults_halves_and_one_success_ends_the_run() -> None:
    window = Window(most=100, size=64)
    almost = fail(window, FAULTS_IN_A_ROW - 1)
    assert almost.size == 64
    assert fail(succeed(almost), FAULTS_IN_A_ROW - 1).size == 65
    assert fail(almost).size == 32


def test_an_outage_halves_once_a_round_trip() -> None:
    window = fail(Window(most=100, size=64), 64)
    assert (window.size, window.cuts) == (32, 1)


events = st.lists(
    st.tuples(st.sampled_from(["success", "idle", "overload", "fault"]), st.integers(0, 3)),
    max_size=200,
)


@given(most=st.integers(1, 300), first=st.floats(0, 1), events=events)
def test_the_size_stays_between_one_and_the_most(
    most: int, first: float, events: list[tuple[str, int]]
) -> None:
    window = Window(most=most, size=1 + first * (most - 1))
    for kind, age in events:
        before, cuts = window, window.cuts - age
        match kind:
            case "overload":
                window = after_overload(window, cuts=cuts)
            case "fault":
                window = after_fault(window, cuts=cuts)
            case _:
                window = after_success(window, cuts=cuts, in_full_use=kind == "success")
        assert 1 <= window.size <= most
        assert before.cuts <= window.cuts <= before.cuts + 1
        assert window.size >= before.size or window.cuts > before.cuts
        assert age == 0 or window == before
