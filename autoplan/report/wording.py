"""Numbers and findings in words, as they stand in a report.

What findings are made of: `episodes`, those of `Material.episodes`, and tables of `tables` by their
names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

import pandas as pd
from markupsafe import Markup

from autoplan.report.failures import UNREAD, UNSUPPORTED
from autoplan.report.tables import ALL
from pddl2nl.english import join


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


def between(low: float, high: float) -> str:
    """How many tasks were solved, within bounds where some episodes are unread."""
    return solved(low) if low == high else f"{solved(low)} to {solved(high)}"


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


def _or_pale(text: str, number: float) -> str:
    """A number as a text, pale where it is none."""
    return text if number else Markup('<span class="none">0</span>')


FORMS: Mapping[str, Callable[[Any], str]] = MappingProxyType(
    {
        "text": str,
        "count": count,
        "tokens": count,
        "mean": mean,
        "ratio": lambda ratio: "–" if math.isnan(ratio) else f"{ratio:.2f}",
        "percent": lambda share: f"{percent(share)}%",
        "rate": lambda rate: _or_pale(f"{rate:.1f}", rate),
        "times": lambda times: _or_pale(count(times), times),
        "dollars": dollars,
        "duration": duration,
    }
)
"""How values of tables are written, by `tables.Statistic.form`."""


def lead(episodes: pd.DataFrame) -> str:
    """What was played."""
    tasks = episodes.groupby(["domain", "instance"]).ngroups
    domains, players, seeds = (
        _counted(episodes[name].nunique(), name) for name in ("domain", "player", "seed")
    )
    models = sorted(set(episodes["model"]) - {"none"})
    asked = f" Model{'s' if len(models) > 1 else ''}: {', '.join(models)}." if models else ""
    played = _counted(len(episodes), "episode")
    return f"{played}: {_counted(tasks, 'task')} of {domains}, {players}, {seeds}.{asked}"


_MAX_NAMES = 3  # a sentence with more names than these is no longer read


def coverage(coverage: pd.DataFrame, asking: Collection[str]) -> str:
    """Who solved most, or what share the only player or all of them solve.

    Args:
        asking: the players that ask a model; where there are any, they are who is spoken of.
    """
    total = coverage[coverage["domain"] == ALL]
    compared = total[total["player"].isin(asking)] if asking else total
    best = compared[compared["share"] == compared["share"].max()]
    asked = len(compared) < len(total)
    if not compared["share_most"].max():
        return f"No player{' that asks a model' if asked else ''} solved a task."
    among = "Of the players that ask a model, " if asked else ""
    top, others = best["share"].max(), compared.drop(best.index)
    ahead = len(best) > 1 and best["share_most"].max() > top  # of several, each may be ahead
    if ahead or others["share_most"].max() >= top:
        unread = _counted(int(compared["unread"].sum()), "episode")
        return f"Which player solves most is unknown: {unread} could not be read."
    one, names = best.iloc[0], [_in_sentence(str(name)) for name in best["player"]]
    most = "" if one["share"] == one["share_most"] else f" to {percent(one['share_most'])}"
    rate = f"{percent(one['share'])}{most}%"
    share = f"{rate} of {'its' if len(best) == 1 else 'their'} tasks"
    alike = best["low"].nunique() == best["high"].nunique() == 1
    interval = f" (95% interval {percent(one['low'])}–{percent(one['high'])}%)" if alike else ""
    if len(compared) == 1:
        only = ", the only player that asks a model," if asked else ""
        return f"{names[0]}{only} solves {share}{interval}."
    if len(names) == len(compared):
        all_names = f"all {len(names)}" if asked else f"All {len(names)} players"
        every = join(names) if len(names) <= _MAX_NAMES else all_names
        return f"{among}{every} solve the same share, {share}{interval}."
    if len(names) > _MAX_NAMES:
        first = f"{len(names)} of {len(compared)} share first place"
        return f"{among}{first}: each solves {rate} of its tasks{interval}."
    verb = "solves" if len(best) == 1 else "solve"
    return f"{among}{join(names)} {verb} most: {share}{interval}."


def _in_sentence(player: str) -> str:
    """A player's name without commas between its parts: `Basic (reader)`."""
    first, _, rest = player.partition(", ")
    return f"{first} ({rest})" if rest else first


def interval(coverage: pd.DataFrame) -> str:
    """What counts as a trial in the intervals over all domains."""
    units = set(coverage.loc[coverage["domain"] == ALL, "unit"])
    if "domain" not in units:
        return "clustered by task: seeds of one task with the same outcome count as one trial"
    return (
        "clustered by domain: tasks of one domain with the same outcome count as one trial, so "
        "the interval is wide if there are few domains"
    )


def strictly(episodes: pd.DataFrame) -> str:
    """How many episodes and steps stayed unread, which tasks a planner does not support, and how
    many solved episodes kept to the format.

    Empty where there is none of these, and all did.
    """
    solved, whole = episodes[episodes["solved"]], int(episodes["solved"].isna().sum())
    unread = episodes[(episodes["untranslated"] > 0) & episodes["solved"].notna()]
    strict = int(solved["solved_strict"].sum())
    found = []
    if whole:
        found.append(
            f"{_counted(whole, 'episode')} {'is' if whole == 1 else 'are'} unread: the plan could "
            "not be read as a whole, so whether it solves the task is unknown. Such episodes do "
            "not count as failed; the number of solved tasks lies within the given bounds."
        )
    beyond = episodes[episodes["cause"] == UNSUPPORTED]
    for player, lost in beyond.groupby("player", observed=True):
        tasks = lost.groupby(["domain", "instance"]).ngroups
        counts = "which counts" if tasks == 1 else "which count"
        found.append(
            f"{player} does not support {_counted(tasks, 'task')}, {counts} as not solved."
        )
    if strict < len(solved):
        some = f"{count(strict)} of the {count(len(solved))} solved episodes"
        which = f"{some} {'is' if strict == 1 else 'are'}"
        which = "The solved episode is not" if len(solved) == 1 else which
        found.append(
            f"{which} solved strictly, with every line of the answer a step in the wording of the "
            "prompt."
        )
    if len(unread):
        number = int(unread["untranslated"].sum())
        steps, names = _counted(number, "step"), "names" if number == 1 else "name"
        read = f"{steps} of {_counted(len(unread), 'episode')}"
        found.append(f"{read} could not be read or {names} what is not in the task.")
    return " ".join(found)


def validators(episodes: pd.DataFrame) -> dict[str, str]:
    """Where validators contradict each other and where one gave no verdict, by column.

    Each with how many episodes that are and with what the column has for the first of them; no
    entry where there are none.
    """
    sentences = {
        "disagreement": "The validators contradict each other on {}; whether these are solved is "
        "the simulator's verdict. {}.",
        "no_verdict": "A validator gave no verdict on {}. {}.",
    }
    return {
        column: sentence.format(_counted(len(found), "episode"), _first(found, column))
        for column, sentence in sentences.items()
        if len(found := episodes[episodes[column].notna()])
    }


def _first(found: pd.DataFrame, column: str) -> str:
    """What a column holds for the first episodes, and how many more there are."""
    texts = [
        f"{row['domain']} {row['instance']}, {row['player']}: {row[column]}"
        for row in found.head(_MAX_NAMES).to_dict("records")
    ]
    rest = [f"and {count(len(found) - _MAX_NAMES)} more"] if len(found) > _MAX_NAMES else []
    return "; ".join(texts + rest)


def failures(failures: pd.DataFrame) -> str:
    """How many episodes failed, and what for above all."""
    ends = failures.drop(columns=["played", "solved", UNREAD], errors="ignore").sum()
    beyond = int(ends.get(UNSUPPORTED, 0))
    apart = f" {_counted(beyond, 'episode')} {'was' if beyond == 1 else 'were'} unsupported."
    counts = ends.drop(UNSUPPORTED, errors="ignore")
    counts = counts[counts > 0].sort_values(ascending=False)
    causes = join([f"{cause} ({times:,})" for cause, times in counts.iloc[:3].items()])
    many = "s" if len(counts) > 1 else ""
    found = "No episode failed."
    if len(counts):
        failed = _counted(int(counts.sum()), "episode")
        found = f"{failed} failed. The most frequent cause{many}: {causes}."
    return found + apart * bool(beyond)


def money(episodes: pd.DataFrame, dated: str) -> str:
    """What was spent, and at which prices, those of the days `dated`."""
    known = episodes["usd"].sum()
    if episodes["usd"].isna().any():
        unknown = sorted(set(episodes.loc[episodes["usd"].isna(), "model"]))
        return f"The price of {join(unknown)} is not known."
    if known == 0:
        return "No call cost anything."
    return (
        f"At the list prices of {dated}, all episodes together cost {dollars(known)}, including "
        "answers from the cache of an earlier run."
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
