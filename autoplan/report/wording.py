"""Numbers and findings in words, as they stand in a report."""

from __future__ import annotations

import math
from collections.abc import Collection

import pandas as pd

from autoplan.report.tables import ALL


def percent(share: float) -> str:
    """A share in whole percent, without the sign."""
    return f"{100 * share:.0f}"


def count(number: float) -> str:
    """A whole number with commas, a dash where it is missing."""
    return "–" if math.isnan(number) else f"{number:,.0f}"


def mean(number: float) -> str:
    """A mean with one digit, a dash where it is missing."""
    return "–" if math.isnan(number) else f"{number:,.1f}"


def solved(number: float) -> str:
    """How many tasks were solved, with one digit where that is no whole number."""
    return f"{number:.1f}".removesuffix(".0")


def dollars(amount: float) -> str:
    """An amount of money, with four digits below a dollar; a dash where it is missing."""
    if math.isnan(amount):
        return "–"
    return f"${amount:,.2f}" if amount == 0 or amount >= 1 else f"${amount:.4f}"


def duration(seconds: float) -> str:
    """A time in the unit that suits it, a dash where it is missing."""
    if math.isnan(seconds):
        return "–"
    if seconds < 60:
        return "< 0.1 s" if seconds < 0.05 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def lead(episodes: pd.DataFrame) -> str:
    """What was played."""
    tasks = episodes.groupby(["domain", "instance"]).ngroups
    parts = (
        _counted(tasks, "task"),
        _counted(episodes["domain"].nunique(), "domain"),
        _counted(episodes["player"].nunique(), "player"),
        _counted(episodes["seed"].nunique(), "seed"),
    )
    models = sorted(set(episodes["model"]) - {"none"})
    asked = f" Model{'s' if len(models) > 1 else ''}: {', '.join(models)}." if models else ""
    played = _counted(len(episodes), "episode")
    return f"{played}: {parts[0]} of {parts[1]}, {parts[2]}, {parts[3]}.{asked}"


_NAMED = 3  # a sentence with more names than these is no longer read


def coverage_said(coverage: pd.DataFrame, asking: Collection[str]) -> str:
    """Who solved most.

    Args:
        coverage: `tables.coverage`.
        asking: the players that ask a model; where there are any, they are who is spoken of.
    """
    total = coverage[coverage["domain"] == ALL]
    compared = total[total["player"].isin(asking)] if asking else total
    best = compared[compared["share"] == compared["share"].max()]
    asked = len(compared) < len(total)
    if not best["share"].max():
        return f"No player{' that asks a model' if asked else ''} solved a task."
    among = "Of the players that ask a model, " if asked else ""
    one, names = best.iloc[0], [str(name) for name in best["player"]]
    share = f"{percent(one['share'])}% of {'its' if len(best) == 1 else 'their'} tasks"
    if len(names) == len(compared) > _NAMED:
        return f"{among or 'Of the players, '}all {len(names)} solve the same share, {share}."
    verb = "solves" if len(best) == 1 else "solve"
    which = _listed(names) if len(names) <= _NAMED else f"{len(names)} of {len(compared)}"
    alike = best["low"].nunique() == best["high"].nunique() == 1
    interval = f" (95% interval {percent(one['low'])}–{percent(one['high'])}%)" if alike else ""
    return f"{among}{which} {verb} most: {share}{interval}."


def interval_said(coverage: pd.DataFrame) -> str:
    """What counts as a trial in the intervals over all domains.

    Args:
        coverage: `tables.coverage`.
    """
    units = set(coverage.loc[coverage["domain"] == ALL, "unit"])
    if "domain" not in units:
        return "clustered by task: seeds of one task are one trial as far as they agree"
    return (
        "clustered by domain: tasks of one domain are one trial as far as they agree, and few "
        "domains make it wide"
    )


def strictly_said(episodes: pd.DataFrame) -> str:
    """How many solved episodes kept to the format asked for, and how many steps stayed unread.

    Empty where all did and none stayed.
    """
    solved, unread = episodes[episodes["solved"]], episodes[episodes["untranslated"] > 0]
    strict = int(solved["solved_strict"].sum())
    said = []
    if strict < len(solved):
        said.append(
            f"{count(strict)} of the {count(len(solved))} solved episodes are solved strictly: "
            "every line is a step in the format that was asked for."
        )
    if len(unread):
        steps, total = int(unread["untranslated"].sum()), len(unread)
        said.append(
            f"{count(steps)} {'step' if steps == 1 else 'steps'} of {count(total)} "
            f"{'episode' if total == 1 else 'episodes'} could not be read."
        )
    return " ".join(said)


def disagreements_said(episodes: pd.DataFrame) -> str:
    """On how many episodes validators contradict each other, and what they say of the first.

    Empty where they do on none.

    Args:
        episodes: `Material.episodes`.
    """
    found = episodes[episodes["disagreement"].notna()]
    if found.empty:
        return ""
    told = "; ".join(
        f"{row.domain} {row.instance}, {row.player}: {row.disagreement}"
        for row in found.head(_NAMED).itertuples()
    )
    more = f"; and {count(len(found) - _NAMED)} more" if len(found) > _NAMED else ""
    return (
        f"The validators contradict each other on {_counted(len(found), 'episode')}; solved is "
        f"what the simulator says. {told}{more}."
    )


def failures_said(failures: pd.DataFrame) -> str:
    """How many episodes failed, and what for above all.

    Args:
        failures: `tables.failures`.
    """
    counts = failures.drop(columns=["played", "solved"]).sum()
    counts = counts[counts > 0].sort_values(ascending=False)
    if counts.empty:
        return "No episode failed."
    failed = _counted(int(counts.sum()), "episode")
    causes = _listed([f"{cause} ({times:,})" for cause, times in counts.iloc[:3].items()])
    return f"{failed} failed. The commonest cause{'s' if len(counts) > 1 else ''}: {causes}."


def money_said(episodes: pd.DataFrame, dated: str) -> str:
    """What was spent, and at which prices.

    Args:
        episodes: `Material.episodes`.
        dated: the days of the lists of prices.
    """
    known = episodes["usd"].sum()
    if episodes["usd"].isna().any():
        unknown = sorted(set(episodes.loc[episodes["usd"].isna(), "model"]))
        return f"The price of {_listed(unknown)} is not known."
    if known == 0:
        return "No call cost anything."
    return (
        f"At the list prices of {dated}, all episodes together cost {dollars(known)}; answers that "
        "came from the cache of an earlier run are counted in."
    )


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
