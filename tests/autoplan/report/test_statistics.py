"""The interval of a share, and the test of paired outcomes, against their textbook forms."""

from __future__ import annotations

from math import comb, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplan.report.statistics import mcnemar, wilson

Z = 1.959963984540054  # the standard normal's 97.5 % quantile
counts = st.integers(0, 60)


@given(counts, counts)
def test_the_interval_is_wilsons(solved: int, failed: int) -> None:
    played = solved + failed
    if not played:
        return
    share = solved / played
    centre = (share + Z**2 / (2 * played)) / (1 + Z**2 / played)
    reach = sqrt(share * (1 - share) / played + Z**2 / (4 * played**2)) / (1 + Z**2 / played) * Z
    assert wilson(solved, played) == pytest.approx((centre - reach, centre + reach), abs=1e-9)


@given(counts, counts)
def test_the_interval_holds_the_share(solved: int, failed: int) -> None:
    if solved + failed:
        low, high = wilson(solved, solved + failed)
        assert 0 <= low <= solved / (solved + failed) <= high <= 1


@given(counts, counts)
def test_mcnemars_p_is_that_of_a_fair_coin(first: int, second: int) -> None:
    throws, rarer = first + second, min(first, second)
    tail = sum(comb(throws, heads) for heads in range(rarer + 1)) / 2**throws
    assert mcnemar(first, second) == pytest.approx(min(1.0, 2 * tail))


def test_sides_that_never_differ_are_equal() -> None:
    assert mcnemar(0, 0) == 1
