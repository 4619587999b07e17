"""Witnesses that contradict each other are named, and those that are silent contradict nobody."""

from __future__ import annotations

from simulator.validation import Verdict, conclusion, disagreement

VALID, SILENT = Verdict("a", True), Verdict("b", None, reason="it crashed")


def test_witnesses_that_say_the_same_do_not_disagree() -> None:
    assert disagreement([VALID, Verdict("b", True), SILENT]) is None
    assert (
        disagreement([Verdict("a", False, failed_step=2), Verdict("b", False, failed_step=2)])
        is None
    )
    assert disagreement([SILENT]) is None


def test_contradicting_verdicts_are_told_with_their_witnesses() -> None:
    told = disagreement([VALID, SILENT, Verdict("c", False, failed_step=0), Verdict("d", False)])
    assert (
        told == "a says valid; c says invalid at step 1; d says invalid (the goal is not reached)"
    )


def test_two_invalid_verdicts_have_to_fail_at_the_same_step() -> None:
    assert disagreement([Verdict("a", False, failed_step=1), Verdict("b", False)])
    assert disagreement([Verdict("a", False, failed_step=1), Verdict("b", False, failed_step=2)])


def test_an_invalid_verdict_is_told_with_its_reason_if_there_is_one() -> None:
    assert conclusion(Verdict("a", False)) == "invalid (the goal is not reached)"
    assert conclusion(Verdict("a", False, reason="too long")) == "invalid (too long)"
    at_a_step = Verdict("a", False, reason="too far", failed_step=1)
    assert conclusion(at_a_step) == "invalid at step 2 (too far)"
    told = disagreement([VALID, Verdict("c", False, reason="too long")])
    assert told == "a says valid; c says invalid (too long)"


def test_no_verdict_is_told_with_its_reason() -> None:
    assert conclusion(SILENT) == "no verdict (it crashed)"
