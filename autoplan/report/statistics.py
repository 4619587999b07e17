"""The statistics of a report: the interval of a share, and the test of paired outcomes.

Seeds of one task are no independent trials, so the task is the unit, and over several domains the
domain is. Shares solved come as fractions in lowest terms: what is computed from them is the
same for a seed and ten copies of it.

The interval is Wilson's with an effective number of trials in place of the episodes', which Franco
et al. (2019, "Comparative Study of Confidence Intervals for Proportions in Complex Sample Surveys")
recommend for clustered data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm, sqrt
from statistics import mean

# Quantiles without scipy.stats, which takes 0.4 s to import.
from scipy.special import ndtri, stdtrit  # type: ignore[import-untyped]

CONFIDENCE = 0.95
SIGNIFICANT = 0.05
"""Below it, a p-value is significant."""

_POINT = 0.01  # in which differences of shares are printed
_TAIL = (1 + CONFIDENCE) / 2
_NORMAL = float(ndtri(_TAIL))  # the quantile of the normal distribution
_CELLS = 50_000  # sums that the test distinguishes: about a second for three hundred tasks


@dataclass(frozen=True, slots=True)
class ShareEstimate:
    """A share with its 95 % interval.

    Args:
        share: the mean over all tasks of the share solved.
        trials: how many independent trials would leave it as uncertain.
    """

    share: float
    trials: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class DifferenceEstimate:
    """By how much the share of one side exceeds that of the other, with its 95 % interval.

    Args:
        difference: the first share minus the second.
        low: the interval's lower end, at least -1.
        high: its upper end, at most 1.
        p: the p-value of the test of no difference; the interval leaves out 0 where, and only
            where, it is below `SIGNIFICANT`.
    """

    difference: float
    low: float
    high: float
    p: float


def wilson(share: float, trials: float) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927).

    With z = 1.96, it is (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n).

    Args:
        share: p, the share of successes.
        trials: n, the number of trials, at least one, and whole or not.

    Returns:
        Its lower and its upper end, both between 0 and 1.
    """
    odds = _NORMAL**2 / trials
    centre = share + odds / 2
    reach = sqrt(odds * (share * (1 - share) + odds / 4))
    low, high = (centre - reach) / (1 + odds), (centre + reach) / (1 + odds)
    # Rounding must not take an end past the share, which at 0 and 1 is the end.
    return max(0.0, min(low, share)), min(1.0, max(high, share))


def by_task(shares: Sequence[Fraction], most: int | None = None) -> ShareEstimate:
    """The mean share of tasks, with the task as the unit.

    Where the seeds of each task agree, every task counts as one trial, as if it had been played
    once. Where they do not, what varies less between tasks than single trials would is worth more
    than one trial a task; at most, every seed is one. Shares are in lowest terms, so 5 of 10 counts
    as two seeds: as many may be copies.

    Args:
        shares: the share of its seeds that solved each task, of at least one.
        most: the maximum number of trials; None for as many as there are seeds.
    """
    return by_domain([shares], most)


def by_domain(domains: Sequence[Sequence[Fraction]], most: int | None = None) -> ShareEstimate:
    """The mean share of the tasks of several domains, with the domain as the unit.

    The interval is never narrower than that by task. Few domains are little evidence about
    others, which makes it wide. A single domain stands for itself alone and is estimated by task.

    Args:
        domains: the shares of the tasks of each domain, as in `by_task`.
        most: as in `by_task`.
    """
    shares = list(chain.from_iterable(domains))
    seeds = sum(share.denominator for share in shares)
    trials = _trials([[share] for share in shares], seeds if most is None else min(seeds, most))
    if len(domains) > 1:
        trials = _trials(domains, trials)
    share = float(mean(shares))
    return ShareEstimate(share, trials, *wilson(share, trials))


def paired_difference(
    pairs: Sequence[tuple[Fraction, Fraction]], most: int | None = None
) -> DifferenceEstimate:
    """By how much the mean share of one side exceeds that of the other on the same tasks.

    The interval is Newcombe's for paired data (1998, "Improved Confidence Intervals for the
    Difference between Binomial Proportions Based on Paired Data", method 10), with those of
    `by_task` for the two shares. With (l, u) and (m, v) around the shares p and q, and r the
    correlation of the tasks' shares, it begins √((p − l)² − 2r(p − l)(v − q) + (v − q)²) below
    p − q and ends √((u − p)² − 2r(u − p)(q − m) + (q − m)²) above. Half a task is taken from the
    numerator of a positive r, down to 0.

    It is approximate, and the test of no difference, `sign_flip`, is exact, so the test decides
    whether 0 is in the interval: without significance the interval reaches 0, with it the nearer
    end is at least one point, or the whole difference, off 0.

    Args:
        pairs: the shares of its seeds with which either side solved each task, of at least one.
        most: the maximum number of trials of a side, as in `by_task`.
    """
    one, other = by_task([a for a, _ in pairs], most), by_task([b for _, b in pairs], most)
    correlation = _correlation(pairs)

    def reach(a: float, b: float) -> float:
        return sqrt(max(0.0, a * a - 2 * correlation * a * b + b * b))

    difference = one.share - other.share
    low = difference - reach(one.share - one.low, other.high - other.share)
    high = difference + reach(one.high - one.share, other.share - other.low)
    differences = [a - b for a, b in pairs]
    p = sign_flip(differences)
    if p >= SIGNIFICANT:
        low, high = min(low, 0.0), max(high, 0.0)
    elif difference > 0:
        low = max(low, min(_POINT, difference))
    else:
        high = min(high, max(-_POINT, difference))
    return DifferenceEstimate(difference, low, high, p)


def _correlation(pairs: Sequence[tuple[Fraction, Fraction]]) -> float:
    """Newcombe's correlation of the two shares: 0 where a side's do not vary."""
    p, q = mean([a for a, _ in pairs]), mean([b for _, b in pairs])
    common = sum(((a - p) * (b - q) for a, b in pairs), Fraction(0))
    own = sum((a - p) ** 2 for a, _ in pairs) * sum((b - q) ** 2 for _, b in pairs)
    if common > 0:
        common = max(common - Fraction(1, 2), Fraction(0))
    return float(common) / sqrt(own) if own else 0.0


def sign_flip(differences: Sequence[Fraction]) -> float:
    """The p-value of the exact two-sided sign-flip test (Fisher 1935, "The Design of Experiments").

    It is the probability of a sum at least as far from zero, were the sign of each difference
    decided by a fair coin. Where each task was played once, the differences are 0, 1 and -1, and
    the test is McNemar's exact test.

    Where the denominators are so many and so large that there are too many sums, the differences
    are rounded, and the p-value is the upper bound that follows, close to the exact
    one.

    Args:
        differences: the share that one side solved minus that of the other, for each task.
    """
    sizes = [abs(each) for each in differences if each]
    total = sum(sizes, Fraction(0))
    scale = Fraction(lcm(*(each.denominator for each in sizes)))
    if total * scale > _CELLS:
        scale = _CELLS / total
    steps = [round(each * scale) for each in sizes]
    slack = sum(abs(each * scale - step) for each, step in zip(sizes, steps, strict=True))
    least = abs(sum(differences, Fraction(0))) * scale - slack
    # What the coins make positive adds up to `up`, the rest of the whole is negative.
    whole = sum(steps)
    extreme = sum(ways for up, ways in enumerate(_ways(steps)) if abs(2 * up - whole) >= least)
    return float(Fraction(extreme, 2 ** len(steps)))


def _ways(steps: Sequence[int]) -> list[int]:
    """In how many ways some of the steps add up to 0, 1, 2, and so on."""
    ways = [1]
    for step in steps:
        rest = [0] * step
        ways = [one + other for one, other in zip(ways + rest, rest + ways, strict=True)]
    return ways


def _trials(clusters: Sequence[Sequence[Fraction]], limit: float) -> float:
    """The effective number of trials of clustered shares.

    With p the mean of all n shares, it is p(1 − p) divided by the mean's variance clustered as in
    Miller (2024, "Adding Error Bars to Evals", section 2.2), Σ (Σ (x − p))² / n², the inner sum
    over the shares of a cluster and the outer one over the G clusters. Two corrections are for few
    clusters: the variance is multiplied by G/(G − 1) (Cameron and Miller 2015, "A Practitioner's
    Guide to Cluster-Robust Inference", section VI), and the number by (z/t)², with the quantiles of
    the normal distribution and of Student's t for G − 1 degrees of freedom (Korn and Graubard 1998,
    "Confidence Intervals for Proportions with Small Expected Number of Positive Counts Estimated
    from Survey Data"). They too count clusters whose shares are all 0, or all 1, as if their shares
    were independent.

    It is not below n² / Σ n_i², Kish's number of clusters of n_i shares, which is G where they are
    equally large: no cluster varies more than one that fails or succeeds as a whole.

    Args:
        clusters: the shares of each cluster.
        limit: what the number cannot exceed.
    """
    shares = list(chain.from_iterable(clusters))
    least = len(shares) ** 2 / sum(len(each) ** 2 for each in clusters)
    freedom = len(clusters) - 1
    if not freedom:
        return least
    share = mean(shares)
    squares = sum((sum(each) - share * len(each)) ** 2 for each in clusters)
    found = limit
    if 0 < share < 1:
        scatter = squares * Fraction(len(clusters), freedom) / len(shares) ** 2
        found = float(share * (1 - share) / scatter) if scatter else float("inf")
    few = (_NORMAL / float(stdtrit(freedom, _TAIL))) ** 2
    return max(least, min(limit, found * few))
