"""Intervals by task and by domain, and the test by task, against their textbook forms."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import isclose, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binomtest

from autoplan.report import statistics
from autoplan.report.statistics import (
    ShareEstimate,
    by_domain,
    by_task,
    paired_difference,
    sign_flip,
    wilson,
)

shares = st.integers(1, 10).flatmap(
    lambda seeds: st.integers(0, seeds).map(lambda solved: Fraction(solved, seeds))
)
outcomes = st.integers(0, 1).map(Fraction)
tasks = st.lists(shares, min_size=1, max_size=12)
domains = st.lists(tasks, min_size=1, max_size=6)
differences = st.lists(st.tuples(shares, shares).map(lambda pair: pair[0] - pair[1]), max_size=9)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def plain(solved: int, played: int) -> tuple[float, float]:
    """The Wilson interval of independent trials, by scipy."""
    interval = binomtest(solved, played).proportion_ci(0.95, method="wilson")
    return float(interval.low), float(interval.high)


def ends(found: ShareEstimate) -> tuple[float, float]:
    return found.low, found.high


def within(inner: ShareEstimate, outer: tuple[float, float]) -> bool:
    return outer[0] <= inner.low + 1e-12 and inner.high <= outer[1] + 1e-12


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_interval_of_whole_trials_is_wilsons(solved: int, failed: int) -> None:
    assume(solved + failed)
    trials = solved + failed
    assert wilson(solved / trials, trials) == pytest.approx(plain(solved, trials), abs=1e-12)


@given(st.lists(outcomes, min_size=1, max_size=40))
def test_tasks_that_were_played_once_have_the_plain_interval(played: list[Fraction]) -> None:
    found = by_task(played)
    assert found.trials == len(played)
    assert ends(found) == pytest.approx(plain(int(sum(played)), len(played)), abs=1e-12)


@given(st.lists(st.tuples(outcomes, st.integers(1, 20)), min_size=1, max_size=40))
def test_seeds_that_agree_are_one_trial(copied: list[tuple[Fraction, int]]) -> None:
    counts = [(int(solved) * seeds, seeds) for solved, seeds in copied]
    found = by_task([Fraction(*count) for count in counts])
    assert found == by_task([solved for solved, _ in copied])
    assert found.trials == len(copied)


@given(domains, st.data())
def test_copies_of_a_tasks_seeds_change_nothing(
    played: list[list[Fraction]], data: st.DataObject
) -> None:
    times = st.integers(1, 9)
    copied = [
        [
            Fraction(share.numerator * many, share.denominator * many)
            for share in part
            for many in [data.draw(times)]
        ]
        for part in played
    ]
    assert by_domain(copied) == by_domain(played)
    assert by_task(copied[0]) == by_task(played[0])


@given(domains)
def test_the_interval_lies_between_0_and_1_holds_the_share_and_is_never_empty(
    played: list[list[Fraction]],
) -> None:
    for found in (by_task(played[0]), by_domain(played)):
        assert 0 <= found.low <= found.share <= found.high <= 1
        assert found.high - found.low > 0.01


@given(tasks)
def test_a_task_is_worth_at_least_one_trial_and_at_most_its_seeds(played: list[Fraction]) -> None:
    found = by_task(played)
    assert found.share == pytest.approx(float(sum(played)) / len(played))
    assert len(played) <= found.trials <= sum(share.denominator for share in played)
    assert within(found, wilson(found.share, len(played)))


@given(domains)
def test_the_interval_by_domain_is_never_narrower_than_by_task(
    played: list[list[Fraction]],
) -> None:
    alike = by_task([share for part in played for share in part])
    found = by_domain(played)
    assert found.share == alike.share
    assert within(alike, ends(found))


@given(tasks)
def test_a_single_domain_is_estimated_by_task(played: list[Fraction]) -> None:
    assert by_domain([played]) == by_task(played)


@given(st.lists(outcomes, min_size=1, max_size=20))
def test_domains_of_one_task_have_the_plain_interval(played: list[Fraction]) -> None:
    assert by_domain([[share] for share in played]) == by_task(played)


def test_domains_that_fail_or_succeed_as_a_whole_are_one_trial_each() -> None:
    found = by_domain([[Fraction(1)] * 20] * 3 + [[Fraction(0)] * 20] * 2)
    assert found.trials == 5
    assert ends(found) == pytest.approx(plain(3, 5))


def test_the_trials_of_domains_are_those_worked_out_by_hand() -> None:
    """Three domains of ten tasks of which 4, 5 and 9 are solved.

    p = 18/30 = 0.6; the domains' sums of x - p are -2, -1 and 3. The variance of the mean is
    (4 + 1 + 9) / 900 * 3/2 = 7/300, so that 0.24 * 300/7 = 72/7 trials are left. With the quantiles
    1.959964 and, of Student's t with two degrees of freedom, 4.302653, these are worth 2.13, fewer
    than one a domain.
    """
    played = [[Fraction(1)] * solved + [Fraction(0)] * (10 - solved) for solved in (4, 5, 9)]
    assert by_domain(played).trials == 3
    # Four such domains (4, 5, 5, 6 of ten): p = 0.5; -1, 0, 0, 1; 2/1600 * 4/3 = 1/600;
    # 0.25 * 600 = 150; times (1.959964 / 3.182446)² = 0.379292 makes 56.89, more than 40 tasks.
    played = [[Fraction(1)] * solved + [Fraction(0)] * (10 - solved) for solved in (4, 5, 5, 6)]
    assert by_domain(played).trials == 40
    # 3, 5, 5, 7: -2, 0, 0, 2; 8/1600 * 4/3 = 1/150; 0.25 * 150 * 0.379292 = 14.2235.
    played = [[Fraction(1)] * solved + [Fraction(0)] * (10 - solved) for solved in (3, 5, 5, 7)]
    assert by_domain(played).trials == pytest.approx(14.2235, abs=1e-4)


def test_the_trials_of_tasks_are_those_worked_out_by_hand() -> None:
    """Five tasks with three seeds each, solved 0, 0, 0, 0 and 1 times.

    p = 1/15; the deviations are four times -1/15 and once 4/15. The variance of the mean is
    (20/225) / 25 * 5/4 = 1/225, and p(1 - p) is 14/225: 14 trials, times (1.959964 / 2.776445)² =
    0.498331.
    """
    found = by_task([Fraction(0)] * 4 + [THIRD])
    assert found.trials == pytest.approx(14 * 0.498331, abs=1e-4)


def test_one_task_is_one_trial_whatever_its_seeds_do() -> None:
    assert ends(by_task([Fraction(1)])) == pytest.approx(plain(1, 1))
    assert by_task([HALF]).trials == 1


def test_shares_of_nothing_and_of_all_have_an_interval() -> None:
    for share in (Fraction(0), Fraction(1)):
        found = by_domain([[share] * 20] * 13)
        assert 13 < found.trials < 260
        assert 0.01 < found.high - found.low < 0.03


def held(draw: Callable[[random.Random], ShareEstimate], share: float, times: int = 500) -> float:
    """How often the interval of something drawn holds the true share."""
    dice = random.Random(7)
    drawn = [draw(dice) for _ in range(times)]
    return sum(found.low <= share <= found.high for found in drawn) / times


def luck(dice: random.Random, mean: float, likeness: float) -> float:
    """The chance of a task, or of a domain; what shares it is as much alike as is said."""
    if not 0 < likeness < 1:
        return float(dice.random() < mean) if likeness else mean
    rest = 1 / likeness - 1
    return dice.betavariate(mean * rest, (1 - mean) * rest)


def solved(dice: random.Random, chance: float, times: int) -> int:
    return sum(dice.random() < chance for _ in range(times))


@pytest.mark.parametrize("likeness", [0, 0.2, 0.5, 1])
@pytest.mark.parametrize(("number", "seeds"), [(5, 5), (20, 3)])
def test_the_interval_by_task_holds_the_share_as_often_as_it_says(
    number: int, seeds: int, likeness: float
) -> None:
    def draw(dice: random.Random) -> ShareEstimate:
        counts = [solved(dice, luck(dice, 0.4, likeness), seeds) for _ in range(number)]
        return by_task([Fraction(count, seeds) for count in counts])

    assert held(draw, 0.4) > 0.93


@pytest.mark.parametrize("likeness", [0.1, 0.3])
@pytest.mark.parametrize("number", [2, 3, 13])
def test_the_interval_by_domain_holds_the_share_as_often_as_it_says(
    number: int, likeness: float
) -> None:
    def draw(dice: random.Random) -> ShareEstimate:
        counts = [solved(dice, luck(dice, 0.6, likeness), 10) for _ in range(number)]
        return by_domain([[Fraction(place < count) for place in range(10)] for count in counts])

    assert held(draw, 0.6) > 0.93


def newcombe(both: int, first: int, second: int, neither: int) -> tuple[float, float]:
    """Newcombe's interval of paired data, method 10, from the four counts as he writes it."""
    played = both + first + second + neither
    one, other = both + first, both + second
    product_of_sums = one * (played - one) * other * (played - other)
    over = both * neither - first * second
    over = max(over - played / 2, 0) if over > 0 else over
    phi = over / sqrt(product_of_sums) if product_of_sums else 0.0
    (low, high), (least, most) = plain(one, played), plain(other, played)
    p, q = one / played, other / played
    below = (p - low) ** 2 - 2 * phi * (p - low) * (most - q) + (most - q) ** 2
    above = (high - p) ** 2 - 2 * phi * (high - p) * (q - least) + (q - least) ** 2
    return p - q - sqrt(below), p - q + sqrt(above)


def test_the_published_example_of_the_paired_interval_comes_out() -> None:
    ends = newcombe(36, 12, 2, 0)
    assert ends == (pytest.approx(0.0569, abs=5e-5), pytest.approx(0.3404, abs=5e-5))


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_with_one_pair_a_task_the_paired_interval_is_newcombes(
    both: int, first: int, second: int, neither: int
) -> None:
    counts = {(1, 1): both, (1, 0): first, (0, 1): second, (0, 0): neither}
    pairs = [(Fraction(a), Fraction(b)) for (a, b), times in counts.items() for _ in range(times)]
    assume(pairs)
    found = paired_difference(pairs)
    low, high = newcombe(both, first, second, neither)
    assert found.difference == pytest.approx((first - second) / len(pairs))
    assume((low <= 0 <= high) == (found.p >= 0.05))
    assert (found.low, found.high) == pytest.approx((low, high))


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=20))
def test_the_paired_interval_leaves_out_0_exactly_where_the_test_is_significant(
    pairs: list[tuple[Fraction, Fraction]],
) -> None:
    found = paired_difference(pairs)
    assert found.p == sign_flip([a - b for a, b in pairs])
    assert (found.low <= 0 <= found.high) == (found.p >= 0.05)


def test_where_newcombes_interval_contradicts_the_test_its_nearer_end_moves() -> None:
    # Five to none of five: McNemar's p is 2/32.
    low, high = newcombe(0, 5, 0, 0)
    found = paired_difference([(Fraction(1), Fraction(0))] * 5)
    assert low > 0
    assert (found.p, found.low, found.high) == (0.0625, 0, high)
    # Six tasks, all a little better with A: p = 2/64.
    found = paired_difference([(Fraction(2, 3), THIRD)] * 6)
    assert (found.p, found.low) == (0.03125, 0.01)
    turned = paired_difference([(THIRD, Fraction(2, 3))] * 6)
    assert (turned.p, turned.high) == (0.03125, -0.01)


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=12))
def test_the_paired_interval_is_the_same_from_either_side(
    pairs: list[tuple[Fraction, Fraction]],
) -> None:
    found, turned = paired_difference(pairs), paired_difference([(b, a) for a, b in pairs])
    assert -1 - 1e-9 <= found.low < found.high <= 1 + 1e-9
    assert found.low - 1e-9 <= found.difference <= found.high + 1e-9
    assert (turned.low, turned.high) == pytest.approx((-found.high, -found.low))


def chance(given_differences: Sequence[Fraction]) -> float:
    """The p-value by going through all signs."""
    observed = abs(sum(given_differences))
    sums = [
        abs(sum(sign * each for sign, each in zip(signs, given_differences, strict=True)))
        for signs in product((1, -1), repeat=len(given_differences))
    ]
    return sum(each >= observed for each in sums) / len(sums)


@given(differences)
def test_the_test_goes_through_all_signs(found: list[Fraction]) -> None:
    assert isclose(sign_flip(found), chance(found))
    assert sign_flip([-each for each in found]) == sign_flip(found)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_with_one_pair_a_task_it_is_mcnemars(first: int, second: int, alike: int) -> None:
    found = [Fraction(1)] * first + [Fraction(-1)] * second + [Fraction(0)] * alike
    differing = first + second
    mcnemar = binomtest(first, differing).pvalue if differing else 1.0
    assert sign_flip(found) == pytest.approx(mcnemar)


def test_sides_that_never_differ_are_equal() -> None:
    assert sign_flip([]) == sign_flip([Fraction(0)] * 3) == 1


@given(differences)
def test_rounded_sums_give_an_upper_bound(found: list[Fraction]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statistics, "_CELLS", 20)
        assert chance(found) - 1e-12 <= sign_flip(found) <= 1


def test_many_seeds_of_many_numbers_are_tested_in_time_and_nearly_exactly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [Fraction(number % 7 - 2, 17 + number % 6) for number in range(40)]
    bound = sign_flip(found)
    monkeypatch.setattr(statistics, "_CELLS", 10 * statistics._CELLS)
    assert sign_flip(found) <= bound == pytest.approx(sign_flip(found), rel=0.01)
