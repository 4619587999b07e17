"""The tables of a report, computed from its episodes. A player is a row of `Material.episodes`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pandas as pd

from autoplan.report.failures import CAUSES
from autoplan.report.material import Material
from autoplan.report.scaling import by_size
from autoplan.report.statistics import by_domain, by_task

ALL = "all"
"""The row that sums up a table."""


def coverage(episodes: pd.DataFrame) -> pd.DataFrame:
    """How many tasks each player solved in each domain, and in all of them.

    Returns:
        One row each: `domain` (`ALL` for all of them), `player`, `instances`, `seeds` (the most
        that any instance was played with), `played` and `solved` (episodes), `coverage` (the
        instances solved, averaged over seeds), `share` (of the instances), `low` and `high`, the
        ends of its 95 % Wilson interval, `trials`, how many independent trials the episodes are
        worth in it, and `unit`, by what they are clustered: `task`, or `domain` for several domains
        together.
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
    domains = [_shares(part) for _, part in played.groupby("domain")]
    several = len(domains) > 1
    estimate = by_domain(domains) if several else by_task(domains[0])
    return {
        "instances": tasks.ngroups,
        "seeds": int(tasks.size().max()),
        "played": len(played),
        "solved": int(played["solved"].sum()),
        "coverage": float(tasks["solved"].mean().sum()),
        "share": estimate.share,
        "low": estimate.low,
        "high": estimate.high,
        "trials": estimate.trials,
        "unit": "domain" if several else "task",
    }


def _shares(played: pd.DataFrame) -> list[Fraction]:
    """The share of its episodes that solved each instance of a domain."""
    counts = played.groupby("instance")["solved"].agg(["sum", "size"])
    return [Fraction(int(solved), int(seeds)) for solved, seeds in counts.to_numpy()]


def plan_lengths(episodes: pd.DataFrame) -> pd.DataFrame:
    """How long the plans of each player are beside the shortest, or else the reference plan.

    Returns:
        One row a player: `player`, `plans` (solved episodes whose yardstick is known), `yardstick`
        (`optimal plan`, `reference plan`, or `mixed`), and means: `length`, `yardstick_length`,
        `ratio`, and `as_short`, the share of plans that are no longer than the yardstick.
    """
    known = measured(episodes)
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
        for player, plans in known.groupby("player", observed=True)
    ]
    return pd.DataFrame(rows)


def measured(episodes: pd.DataFrame) -> pd.DataFrame:
    """The solved episodes whose plan can be measured.

    The yardstick is an optimal plan where there is one, else the reference plan. A task whose goal
    holds at the beginning has no ratio and is left out.

    Returns:
        Rows of `episodes` with `yardstick` (which of the two), `yardstick_length`, and `ratio`.
    """
    solved = episodes[episodes["solved"]]
    optimal = solved["optimum"].notna()
    yardstick = pd.Series("reference plan", index=solved.index).mask(optimal, "optimal plan")
    length = solved["optimum"].fillna(solved["reference_length"])
    known = solved.assign(yardstick=yardstick, yardstick_length=length)[(length > 0).fillna(False)]
    ratio = known["plan_length"] / known["yardstick_length"].astype(int)
    return known.assign(ratio=ratio, yardstick_length=known["yardstick_length"].astype(int))


EFFORT: tuple[str, ...] = (
    "steps",
    "refused",
    "calls",
    "input_tokens",
    "output_tokens",
    "reasoning_tokens",
    "seconds",
    "usd",
    "usd_thinking",
)


def effort(episodes: pd.DataFrame) -> pd.DataFrame:
    """What a solved task takes.

    Returns:
        One row a player: `player`, `solved` (episodes); the mean over them of `steps`, `refused`
        (actions), `calls`, `input_tokens`, `output_tokens`, `reasoning_tokens` (those of the output
        that were thought), `seconds`, `usd` and `usd_thinking` (what of it was for them); and
        `usd_with_failures`, all dollars divided by the solved episodes. Missing where nothing was
        solved or a price is not known.
    """
    rows = []
    for player, played in episodes.groupby("player", observed=True):
        solved = played[played["solved"]]
        spent = played["usd"].sum(skipna=False)
        rows.append(
            {
                "player": player,
                "solved": len(solved),
                **{name: solved[name].mean() for name in EFFORT},
                "usd_with_failures": spent / len(solved) if len(solved) else float("nan"),
                "estimated": bool(played["tokens_estimated"].any()),
            }
        )
    return pd.DataFrame(rows)


def failures(episodes: pd.DataFrame) -> pd.DataFrame:
    """How many episodes of each player failed for each cause that occurs.

    Returns:
        Indexed by player; the columns are `played`, `solved`, and the causes in their usual order.
    """
    counts = pd.crosstab(episodes["player"], episodes["cause"].fillna("solved"))
    listed = [cause for cause in CAUSES if cause in counts]
    table = counts.reindex(columns=["solved", *listed], fill_value=0)
    table.insert(0, "played", episodes.groupby("player", observed=True).size())
    return table


def mistakes(material: Material) -> pd.DataFrame:
    """How often each player makes each mistake, in a hundred steps.

    Returns:
        Indexed by player; the columns are the mistakes that occur, in their usual order.
    """
    steps = material.episodes.groupby("player", observed=True)["steps"].sum()
    counts = material.mistakes.pivot_table(
        index="player", columns="mistake", values="times", aggfunc="sum", observed=False
    ).fillna(0)
    listed = [cause for cause in CAUSES if cause in counts]
    times = counts.reindex(index=steps.index, columns=listed, fill_value=0)
    return times.mul(100 / steps.where(steps > 0, 1), axis=0)  # no step, no mistake


def refused_actions(tries: pd.DataFrame, most: int = 5) -> pd.DataFrame:
    """The actions that are refused most in each domain.

    Args:
        tries: `Material.tries`.
        most: how many actions of a domain are listed.

    Returns:
        One row an action, the most refused first in each domain: `domain, action, tried, refused,
        share` and `mistake`, the commonest one.
    """
    tried = tries.groupby(["domain", "action"])["times"].sum().rename("tried")
    wrong = tries.dropna(subset="mistake").sort_values("times", ascending=False)
    found = wrong.groupby(["domain", "action"]).agg(
        refused=("times", "sum"), mistake=("mistake", "first")
    )
    table = found.join(tried).reset_index()
    table["share"] = table["refused"] / table["tried"]
    table = table.sort_values(["domain", "refused", "action"], ascending=[True, False, True])
    listed = table.groupby("domain").head(most)
    return listed[["domain", "action", "tried", "refused", "share", "mistake"]]


@dataclass(frozen=True)
class Tables:
    """All tables of a report, each as the function of its name gives it."""

    coverage: pd.DataFrame
    lengths: pd.DataFrame
    effort: pd.DataFrame
    failures: pd.DataFrame
    mistakes: pd.DataFrame
    refused: pd.DataFrame
    scaling: pd.DataFrame


def tables(material: Material) -> Tables:
    """All tables of a report."""
    episodes = material.episodes
    return Tables(
        coverage=coverage(episodes),
        lengths=plan_lengths(episodes),
        effort=effort(episodes),
        failures=failures(episodes),
        mistakes=mistakes(material),
        refused=refused_actions(material.tries),
        scaling=by_size(episodes),
    )
