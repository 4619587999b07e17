"""The tables of a report, computed from its `episodes` and `steps`: those of `Material`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

import pandas as pd

from autoplan.report.failures import CAUSES, OUTCOMES, UNREAD
from autoplan.report.material import Material
from autoplan.report.statistics import by_domain
from autoplan.results.costs import yardstick

ALL = "all"
"""The row that sums up a table."""

MIN_SIZES = 4
"""A domain whose tasks come in fewer sizes has no plot of scaling."""


class Statistic(NamedTuple):
    """A column of a table of the page.

    Args:
        form: how its values are written, a key of `wording.FORMS`.
    """

    title: str
    form: str


LENGTHS: Mapping[str, Statistic] = MappingProxyType(
    {
        "plans": Statistic("Plans", "count"),
        "length": Statistic("Mean length", "mean"),
        "yardstick": Statistic("Yardstick", "text"),
        "yardstick_length": Statistic("Its mean length", "mean"),
        "ratio": Statistic("Mean ratio", "ratio"),
        "as_short": Statistic("Share as short", "percent"),
    }
)
"""The statistics of `plan_lengths`."""

COSTS: Mapping[str, Statistic] = MappingProxyType(
    {
        "plans": Statistic("Plans", "count"),
        "cost": Statistic("Mean cost", "mean"),
        "yardstick": Statistic("Yardstick", "text"),
        "best_cost": Statistic("Its mean cost", "mean"),
        "ratio": Statistic("Mean ratio", "ratio"),
        "as_cheap": Statistic("Share as cheap", "percent"),
    }
)
"""The statistics of `plan_costs`."""

EFFORT: Mapping[str, Statistic] = MappingProxyType(
    {
        "steps": Statistic("Steps", "mean"),
        "refused": Statistic("Refused", "mean"),
        "calls": Statistic("Calls", "mean"),
        "input_tokens": Statistic("Input tokens", "tokens"),
        "output_tokens": Statistic("Output tokens", "tokens"),
        "reasoning_tokens": Statistic("Thinking tokens", "tokens"),
        "seconds": Statistic("Time", "duration"),
        "usd": Statistic("Money", "dollars"),
        "usd_thinking": Statistic("For thinking", "dollars"),
    }
)
"""The columns of the episodes of which `effort` gives the mean over the solved ones."""


@dataclass(frozen=True)
class Tables:
    """All tables of a report, each as the function of its name gives it."""

    coverage: pd.DataFrame
    plan_lengths: pd.DataFrame
    plan_costs: pd.DataFrame
    effort: pd.DataFrame
    failures: pd.DataFrame
    mistakes: pd.DataFrame
    refused_actions: pd.DataFrame
    scaling: pd.DataFrame


def tables(material: Material) -> Tables:
    """All tables of a report."""
    episodes = material.episodes
    of_episodes = (coverage, plan_lengths, plan_costs, effort, failures, scaling)
    return Tables(
        **{each.__name__: each(episodes) for each in of_episodes},
        mistakes=mistakes(episodes, material.steps),
        refused_actions=refused_actions(material.steps),
    )


def coverage(episodes: pd.DataFrame) -> pd.DataFrame:
    """How many tasks each player solved in each domain, and in all of them.

    Returns:
        One row each: `domain` (`ALL` for all of them), `player`, `instances`, `seeds` (the most
        that any instance was played with), `played` and `solved` (episodes), `coverage` (the
        instances solved, averaged over seeds), `share` (of the instances), `low` and `high`, the
        ends of its 95 % Wilson interval, `trials`, how many independent trials the episodes are
        worth in it, and `unit`, by what they are clustered: `task`, or `domain` for several domains
        together; `unread` (episodes), and `coverage_most` and `share_most`, what `coverage` and
        `share` were if all of these were solved. The interval then begins where none of them is
        solved, and ends where all are.
    """
    in_each = episodes.groupby(["domain", "player"], observed=True)
    in_all = episodes.groupby("player", observed=True)
    rows = [
        *({"domain": where, "player": who, **_covered(part)} for (where, who), part in in_each),
        *({"domain": ALL, "player": who, **_covered(part)} for who, part in in_all),
    ]
    return pd.DataFrame(rows)


def _covered(played: pd.DataFrame) -> dict[str, float | str]:
    tasks = played.groupby(["domain", "instance"])
    least, most = (_shares(played, unread=solved) for solved in (False, True))
    low, high = by_domain(least), by_domain(most)
    return {
        "instances": tasks.ngroups,
        "seeds": int(tasks.size().max()),
        "played": len(played),
        "solved": int(played["solved"].sum()),
        "coverage": float(sum(chain.from_iterable(least))),
        "share": low.share,
        "low": low.low,
        "high": high.high,
        "trials": low.trials,
        "unit": "domain" if played["domain"].nunique() > 1 else "task",
        "unread": int(played["solved"].isna().sum()),
        "coverage_most": float(sum(chain.from_iterable(most))),
        "share_most": high.share,
    }


def _shares(played: pd.DataFrame, *, unread: bool) -> list[list[Fraction]]:
    """The share of its episodes that solved each instance, domain by domain."""
    solved = played["solved"].fillna(unread).astype(bool)
    counts = solved.groupby([played["domain"], played["instance"]]).agg(["sum", "size"])
    return [
        [Fraction(int(solved), int(seeds)) for solved, seeds in part.to_numpy()]
        for _, part in counts.groupby(level="domain")
    ]


def plan_lengths(episodes: pd.DataFrame) -> pd.DataFrame:
    """How long the plans of each player are beside the shortest, or else the reference plan.

    Returns:
        One row per player: `player`, `plans` (solved episodes whose yardstick is known),
        `yardstick` (`optimal plan`, `reference plan`, or `mixed`), and means: `length`,
        `yardstick_length`, `ratio`, and `as_short`, the share of plans no longer than that.
    """
    rows = [
        {
            "player": player,
            "plans": len(plans),
            "yardstick": "mixed" if plans["yardstick"].nunique() > 1 else plans["yardstick"].iat[0],
            "length": plans["plan_length"].mean(),
            "yardstick_length": plans["yardstick_length"].mean(),
            "ratio": plans["ratio"].mean(),
            "as_short": (plans["plan_length"] <= plans["yardstick_length"]).mean(),
        }
        for player, plans in measured(episodes).groupby("player", observed=True)
    ]
    return pd.DataFrame(rows)


def plan_costs(episodes: pd.DataFrame) -> pd.DataFrame:
    """What the plans of each player cost beside the cheapest that is known of each task.

    Returns:
        One row per player, none where no run asks for costs: `player`, `plans` (solved episodes),
        `yardstick` (`optimum` where that is proved, `best known`, or how many are optima), and
        means: `cost`, `best_cost`, `ratio`, missing where the cheapest plan costs nothing, and
        `as_cheap`, the share of plans that are no dearer than the cheapest known.
    """
    rows = [
        {
            "player": player,
            "plans": len(plans),
            "cost": float(plans["plan_cost"].mean()),
            "yardstick": yardstick(list(plans["optimum_known"])),
            "best_cost": float(plans["best_cost"].mean()),
            "ratio": plans["cost_ratio"].astype("float64").mean(),
            "as_cheap": float((plans["plan_cost"] <= plans["best_cost"]).mean()),
        }
        for player, plans in episodes[episodes["plan_cost"].notna()].groupby(
            "player", observed=True
        )
    ]
    return pd.DataFrame(rows)


def yardstick_lengths(episodes: pd.DataFrame) -> pd.Series[int]:
    """For each episode the length that its task's plans are measured by.

    It is that of an optimal plan where there is one, else of the shortest reference plan of the
    task in any run.
    """
    references = episodes.groupby(["domain", "instance"])["reference_length"].transform("min")
    return episodes["optimum"].fillna(references)


def measured(episodes: pd.DataFrame) -> pd.DataFrame:
    """The solved episodes whose plan can be measured (`yardstick_lengths`).

    A task whose goal holds at the beginning has no ratio and is left out.

    Returns:
        Rows of `episodes` with `yardstick` (which of the two), `yardstick_length`, and `ratio`.
    """
    solved = episodes[episodes["solved"]]
    optimal = solved["optimum"].notna()
    yardstick = pd.Series("reference plan", index=solved.index).mask(optimal, "optimal plan")
    length = yardstick_lengths(episodes)[episodes["solved"]]
    known = solved.assign(yardstick=yardstick, yardstick_length=length)[(length > 0).fillna(False)]
    ratio = known["plan_length"] / known["yardstick_length"].astype(int)
    return known.assign(ratio=ratio, yardstick_length=known["yardstick_length"].astype(int))


def effort(episodes: pd.DataFrame) -> pd.DataFrame:
    """What a solved task takes.

    Returns:
        One row per player: `player`, `solved` (episodes), the mean over them of each column in
        `EFFORT`, `usd_with_failures`, all dollars divided by the solved episodes, and `estimated`,
        whether a count of tokens is approximate. Missing where nothing was solved or a price is not
        known.
    """
    players = episodes.groupby("player", observed=True)
    return pd.DataFrame(
        {
            "player": player,
            "solved": len(solved),
            **{name: solved[name].mean() for name in EFFORT},
            "usd_with_failures": played["usd"].sum(skipna=False) / (len(solved) or math.nan),
            "estimated": bool(played["tokens_estimated"].any()),
        }
        for player, played in players
        for solved in [played[played["solved"]]]
    )


def failures(episodes: pd.DataFrame) -> pd.DataFrame:
    """How many episodes of each player failed for each cause that occurs.

    Returns:
        Indexed by player; the columns are `played`, `solved`, `unread` where some are, and the
        causes in their usual order.
    """
    counts = pd.crosstab(episodes["player"], outcomes(episodes))
    listed = [cause for cause in OUTCOMES if cause in counts]
    table = counts.reindex(columns=["solved", *listed], fill_value=0)
    table.insert(0, "played", episodes.groupby("player", observed=True).size())
    return table


def outcomes(episodes: pd.DataFrame) -> pd.Series[str]:
    """How each episode ended: `solved`, `unread`, or the cause for which it failed."""
    return episodes["cause"].mask(episodes["solved"].isna(), UNREAD).fillna("solved")


def mistakes(episodes: pd.DataFrame, steps: pd.DataFrame) -> pd.DataFrame:
    """How often each player makes each mistake, in a hundred steps.

    Returns:
        Indexed by player; the columns are the mistakes that occur, in their usual order.
    """
    taken = episodes.groupby("player", observed=True)["steps"].sum()
    counts = steps.pivot_table(
        index="player", columns="mistake", values="times", aggfunc="sum", observed=False
    ).fillna(0)
    listed = [cause for cause in CAUSES if cause in counts]
    times = counts.reindex(index=taken.index, columns=listed, fill_value=0)
    return times.mul(100 / taken.where(taken > 0, 1), axis=0)  # no step, no mistake


def refused_actions(steps: pd.DataFrame, limit: int = 5) -> pd.DataFrame:
    """The actions that are refused most in each domain.

    Returns:
        One row per action, the most refused first in each domain: `domain, action, tried, refused,
        share` and `mistake`, the commonest one.
    """
    tried = steps.groupby(["domain", "action"])["times"].sum().rename("tried")
    wrong = steps.groupby(["domain", "action", "mistake"], sort=False)["times"].sum()
    found = (
        wrong.reset_index()
        .sort_values("times", ascending=False)
        .groupby(["domain", "action"])
        .agg(refused=("times", "sum"), mistake=("mistake", "first"))
    )
    table = found.join(tried).reset_index()
    table["share"] = table["refused"] / table["tried"]
    table = table.sort_values(["domain", "refused", "action"], ascending=[True, False, True])
    listed = table.groupby("domain").head(limit)
    return listed[["domain", "action", "tried", "refused", "share", "mistake"]]


def scaled_domains(episodes: pd.DataFrame) -> list[str]:
    """The domains whose tasks come in enough sizes, counted in objects."""
    sizes = episodes.groupby("domain")["objects"].nunique()
    return [str(domain) for domain in sizes.index[sizes >= MIN_SIZES]]


def scaling(episodes: pd.DataFrame) -> pd.DataFrame:
    """The share of episodes solved at each size.

    Returns:
        One row for each `domain`, `player` and number of `objects`: `played`, `solved`, `unread`,
        `share`, and `share_most`, what it were if all that are unread were solved.
    """
    known = episodes.assign(unread=episodes["solved"].isna())
    sizes = known.groupby(["domain", "player", "objects"], observed=True)
    table = sizes.agg(
        played=("solved", "size"), solved=("solved", "sum"), unread=("unread", "sum")
    ).reset_index()
    return table.assign(
        share=table["solved"] / table["played"],
        share_most=(table["solved"] + table["unread"]) / table["played"],
    )


def limits(episodes: pd.DataFrame) -> pd.DataFrame:
    """The smallest task at which a symbolic planner ran out of time or memory.

    Returns:
        One row for each `domain` and `player` to which that happened: `objects`, its size.
    """
    stopped = episodes[episodes["cause"].isin(["time limit", "memory limit"])]
    smallest = stopped.groupby(["domain", "player"], observed=True)["objects"].min()
    return smallest.reset_index()
