"""The two statistics of a report: an interval for a share, and a test of paired outcomes."""

from __future__ import annotations

from scipy.stats import binomtest  # type: ignore[import-untyped]

CONFIDENCE = 0.95


def wilson(solved: int, played: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share.

    Args:
        solved: how many episodes were solved.
        played: how many were played, at least one.

    Returns:
        Its lower and its upper end, both between 0 and 1.
    """
    interval = binomtest(solved, played).proportion_ci(CONFIDENCE, method="wilson")
    return float(interval.low), float(interval.high)


def mcnemar(only_first: int, only_second: int) -> float:
    """The p-value of McNemar's exact two-sided test.

    It is the probability of a split at least as uneven, were each pair whose outcomes differ as
    likely to favour one side as the other.

    Args:
        only_first: the pairs in which the first alone succeeded.
        only_second: the pairs in which the second alone did.
    """
    differing = only_first + only_second
    return float(binomtest(only_first, differing).pvalue) if differing else 1.0
