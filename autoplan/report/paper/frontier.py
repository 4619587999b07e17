"""The fresh tasks of `--domain frontier`: what was solved, with the figures of another study."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import TypeAlias

from autoplan.experiment.frontier import PREFIX
from autoplan.report.paper.coverage import DASH
from autoplan.report.paper.numbers import Column, frontier_said
from autoplan.report.paper.played import Score, Scores
from autoplan.report.paper.sheet import Sheet
from autoplan.results.origins import OBFUSCATED
from domains import frontier

_TASKS = 45
_Column: TypeAlias = tuple[Column, str]
"""Who plays, and in which snippets or under which names."""


def frontier_sheet(scores: Scores) -> Sheet:
    """Tasks solved by domain, in a column each player and kind of names.

    Args:
        scores: what was solved; domains that are not of the eight are left out.
    """
    names = {f"{PREFIX}-{name}": name for name in frontier.NAMES}
    found: dict[_Column, dict[str, Score]] = {}
    for (domain, told, who), score in scores.items():
        if domain in names:
            found.setdefault((who, told), {})[names[domain]] = score
    columns = sorted(found, key=lambda column: (column[1] != "", str(column[0]), column[1]))
    rows = [
        (name, str(_TASKS), *(_cell(found[column].get(name)) for column in columns))
        for name in frontier.NAMES
    ]
    total = ("Σ", str(_TASKS * len(rows)), *(_sum(found[column]) for column in columns))
    header = ("domain", "tasks", *map(_named, columns))
    notes = (
        "Tasks solved, as a mean over the seeds. A dash: not played here. A figure such as 4/5 is "
        "out of as many tasks, where not all were played.",
        frontier_said(),
    )
    return Sheet("Frontier", header, (*rows, total), notes)


def _cell(score: Score | None) -> str:
    return DASH if score is None else _figure(score, _TASKS)


def _sum(scores: Mapping[str, Score]) -> str:
    return _figure(reduce(add, scores.values()), _TASKS * len(frontier.NAMES))


def _figure(score: Score, tasks: int) -> str:
    out_of = "" if score.tasks == tasks else f"/{score.tasks}"
    return f"{score.solved:.1f}".removesuffix(".0") + out_of


def _named(column: _Column) -> str:
    who, told = column
    names = "obfuscated" if told == OBFUSCATED else told
    return f"{who}, {names}" if names else str(who)
