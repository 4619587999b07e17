"""Two results folders compared episode by episode, with an exact test by task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from statistics import mean

import pandas as pd

from autoplan.report.statistics import paired_difference
from autoplan.results.reading import ONLY_UNSOLVABLE, check_same_tasks, conditions, left_out, load
from autoplan.results.record import NO_MODEL
from pddl2nl.english import join
from pddl2nl.errors import InputError
from policies import mechanism

TASK = ("domain", "instance")
SETUP = ("mechanism", "input", "model", "seed")
COST = "plan_cost"


@dataclass(frozen=True, slots=True)
class PairedCosts:
    """What plans cost in pairs that both sides solved.

    Args:
        pairs: how many there are.
        mean_a: the mean cost of the plans of A.
        mean_b: that of B.
        cheaper_a: in how many the plan of A is cheaper.
        cheaper_b: in how many that of B is.
    """

    pairs: int
    mean_a: float
    mean_b: float
    cheaper_a: int
    cheaper_b: int


@dataclass(frozen=True)
class Comparison:
    """The episodes of two folders in pairs.

    Args:
        on: the columns in which the two episodes of a pair agree.
        pairs: one row per pair that is read on both sides: the columns `on`, then `solved_a`,
            `finish_a`, `solved_b` and `finish_b`; of runs with costs also `plan_cost_a` and
            `plan_cost_b`.
        alone_a: how many episodes of the first folder have no partner, or one that broke off.
        alone_b: the same of the second.
        unread: the pairs that are left out of `pairs` because the plan of a side, or of both, could
            not be read; that side's `solved` is missing.
        conditions: the players, settings, words and prompts in which the folders differ.
    """

    on: tuple[str, ...]
    pairs: pd.DataFrame
    alone_a: int
    alone_b: int
    unread: pd.DataFrame
    conditions: tuple[str, ...]

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most by which A can exceed B, the pairs that are unread included.

        As in `summary`, it is the mean difference of the shares of a task that either side solved.
        """
        every = pd.concat([self.unread, self.pairs])
        low, high = (
            mean(a - b for a, b in _by_task(every.fillna({"solved_a": best, "solved_b": not best})))
            for best in (False, True)
        )
        return float(low), float(high)

    @property
    def differing(self) -> pd.DataFrame:
        """The pairs of which one is solved and the other is not."""
        return self.pairs[self.pairs["solved_a"] != self.pairs["solved_b"]]

    @property
    def costs(self) -> PairedCosts | None:
        """What plans cost in the pairs that both sides solved, None where that is not known."""
        one, other = f"{COST}_a", f"{COST}_b"
        if one not in self.pairs:
            return None
        both = self.pairs[[one, other]].dropna().astype(float)
        if both.empty:
            return None
        means, less = both.mean(), (both[one] < both[other]).sum()
        more = (both[one] > both[other]).sum()
        return PairedCosts(len(both), means[one], means[other], int(less), int(more))

    @property
    def repeated(self) -> bool:
        """Whether some task has several pairs."""
        return bool(self.pairs.duplicated(list(TASK)).any())


def compare(
    first: Path,
    second: Path,
    only_first: Mapping[str, Sequence[str]] | None = None,
    only_second: Mapping[str, Sequence[str]] | None = None,
) -> Comparison:
    """Pair the episodes of two results folders.

    They are paired by domain and instance, and by mechanism, input form, model and seed as far as
    both folders have some of these in common: two folders of different models are compared model
    against model. Episodes that broke off have no outcome and are left out, and so are pairs of
    which a side is unread.

    Args:
        only_first: the values, by column, of the first folder's episodes that are taken; all by
            default.
        only_second: the same for the second.

    Raises:
        InputError: a folder contains no results, they hold different tasks, no episodes can be
            paired, or an episode has several partners.
    """
    check_same_tasks((first, second))
    one, other = _chosen(first, only_first or {}), _chosen(second, only_second or {})
    on = (*TASK, *(name for name in SETUP if _shared(one[name], other[name])))
    for folder, frame in ((first, one), (second, other)):
        _check_single(folder, frame, on)
    priced = all(each[COST].notna().any() for each in (one, other))
    shown = [*on, "solved", "finish", *([COST] if priced else [])]
    pairs = one[shown].merge(other[shown], on=list(on), suffixes=("_a", "_b"))
    if pairs.empty:
        aborted = any(load(folder)["error"].notna().any() for folder in (first, second))
        reason = "; episodes that were aborted by an error do not count" if aborted else ""
        raise InputError(f"has no episode in common with {second}{reason}", source=str(first))
    ordered = pairs.sort_values(list(on), key=_natural, ignore_index=True)
    known = ordered["solved_a"].notna() & ordered["solved_b"].notna()
    read = ordered[known].astype({"solved_a": bool, "solved_b": bool}).reset_index(drop=True)
    alone = len(one) - len(pairs), len(other) - len(pairs)
    unread = ordered[~known].reset_index(drop=True)
    played = [pairs] if "mechanism" in on else [one, other]
    searching = any(map(_searches, {name for side in played for name in side["mechanism"]}))
    differing = *_setups(one, other, on), *conditions(first, second, planners=searching)
    return Comparison(on, read, *alone, unread, differing)


def summary(pairs: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """How often each side solved the task of a pair.

    Args:
        pairs: `Comparison.pairs`.
        by: the columns whose values have rows of their own; none for a single row.

    Returns:
        One row per group: the columns `by`, `tasks`, `pairs`, `solved_a`, `solved_b`, `both`,
        `only_a`, `only_b` and `neither`; `difference`, by how much the mean share solved of A
        exceeds that of B, with the ends `low` and `high` of its 95 % interval; and `p` of the exact
        sign-flip test, which is below 0.05 exactly where the interval leaves out 0. The outcome of
        a task is the share of its pairs that each side solved.
    """
    groups = pairs.groupby(list(by)) if by else [((), pairs)]
    return pd.DataFrame(
        {**dict(zip(by, where, strict=True)), **_counts(part)} for where, part in groups
    )


def _counts(pairs: pd.DataFrame) -> dict[str, float]:
    a, b = pairs["solved_a"], pairs["solved_b"]
    tasks = _by_task(pairs)
    return {
        "tasks": len(tasks),
        "pairs": len(pairs),
        "solved_a": int(a.sum()),
        "solved_b": int(b.sum()),
        "both": int((a & b).sum()),
        "only_a": int((a & ~b).sum()),
        "only_b": int((b & ~a).sum()),
        "neither": int((~a & ~b).sum()),
        **asdict(paired_difference(tasks, _most_trials(pairs))),
    }


def _most_trials(pairs: pd.DataFrame) -> int:
    """The number of seeds of all tasks: several players of a task are no repetitions of it."""
    player = [name for name in SETUP if name != "seed" and name in pairs]
    seeds = pairs.groupby([*TASK, *player]).size()
    return int(seeds.groupby(list(TASK)).max().sum())


def _by_task(pairs: pd.DataFrame) -> list[tuple[Fraction, Fraction]]:
    """For each task the share of its pairs that A solved, and that B solved."""
    tasks = pairs.groupby(list(TASK))
    counts = tasks[["solved_a", "solved_b"]].sum().assign(size=tasks.size())
    return [
        (Fraction(int(one), int(size)), Fraction(int(other), int(size)))
        for one, other, size in counts.to_numpy()
    ]


def _chosen(folder: Path, only: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    frame = load(folder)
    if frame.empty and left_out(folder):
        raise InputError(ONLY_UNSOLVABLE, source=str(folder))
    for name, values in only.items():
        known = frame[name].astype(str)
        if absent := next((value for value in values if value not in set(known)), None):
            listed = ", ".join(sorted(set(known)))
            raise InputError(f"has no {name} {absent}; it has {listed}", source=str(folder))
        frame = frame[known.isin(values)]
    return frame[frame["error"].isna()]


def _setups(one: pd.DataFrame, other: pd.DataFrame, on: Sequence[str]) -> Iterator[str]:
    """The mechanisms, input forms, models and seeds in which no pair agrees, a line each."""
    for name in SETUP:
        if name not in on:
            values = ({*map(str, side[name])} for side in (one, other))
            mine, theirs = (join(sorted(each - {NO_MODEL}) or [NO_MODEL]) for each in values)
            yield f"{name}: {mine} (A), {theirs} (B)"


def _searches(name: str) -> bool:
    """Whether a mechanism is a planner; one that is no longer installed is not known to be."""
    try:
        return mechanism(name).traits.searches
    except InputError:
        return True


def _natural(column: pd.Series[str]) -> pd.Series[str]:
    """What to sort by so that instance-10 comes after instance-9."""
    return column.astype(str).str.replace(r"\d+", lambda found: found[0].zfill(9), regex=True)


def _shared(one: pd.Series[str], other: pd.Series[str]) -> bool:
    """Whether episodes of both sides agree in a column; mechanisms without a model always do."""
    return bool((set(one) & set(other)) - {NO_MODEL}) or set(one) == set(other)


def _check_single(folder: Path, frame: pd.DataFrame, on: Sequence[str]) -> None:
    """See that no two episodes of a folder have the same partner."""
    if not frame.duplicated(list(on)).any():
        return
    differing = [name for name in SETUP if name not in on and frame[name].nunique() > 1]
    # Where both sides have a player without a model, a column of models is not what differs.
    name = next((name for name in differing if NO_MODEL not in set(frame[name])), differing[0])
    values = ", ".join(sorted({str(value) for value in frame[name]}))
    raise InputError(
        f"has several of {name} ({values}), and the other folder has none of these; choose one, "
        f"such as {name}={frame[name].iat[0]}",
        source=str(folder),
    )
