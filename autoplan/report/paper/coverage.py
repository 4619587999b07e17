"""Tables of tasks solved: ours, with the published number in parentheses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

from autoplan.report.paper.numbers import Column, Coverage, PublishedRow
from autoplan.report.paper.played import Score, Scores
from autoplan.report.paper.sheet import Sheet
from autoplan.results.origins import PDDL2NL

DASH = "–"
LEGEND = (
    "Tasks solved here, and in parentheses as published. A dash: not played here. A figure such as "
    "4/5 is out of as many tasks, where they are not as many as in the paper. The first sums are "
    "over the domains that were played here, for both. Snippets by others than a model (`library`, "
    "`rules`) have rows of their own, without published numbers.",
)


@dataclass(frozen=True, slots=True)
class _Cell:
    """Ours and theirs; None where there is none."""

    ours: Score | None
    theirs: int | None
    tasks: int

    def __str__(self) -> str:
        published = "" if self.theirs is None else f" ({self.theirs})"
        if self.ours is None:
            return f"{DASH}{published}" if published else ""
        out_of = "" if self.ours.tasks == self.tasks else f"/{self.ours.tasks}"
        return f"{_figure(self.ours.solved)}{out_of}{published}"


def coverage_sheet(title: str, published: Coverage, scores: Scores) -> Sheet:
    """A published table of tasks solved, with ours.

    Args:
        title: what it shows.
        published: the published table.
        scores: ours; published domains in other snippets come last.
    """
    rows = (*published.rows, *_other_snippets(published, scores))
    contenders = published.contenders
    lines = [_line(_name(row), row.tasks, _cells(row, contenders, scores)) for row in rows]
    header = ("domain", "tasks", *map(str, contenders))
    return Sheet(title, header, (*lines, *_totals(published, scores)), LEGEND)


def _cells(row: PublishedRow, contenders: Iterable[Column], scores: Scores) -> list[_Cell]:
    return [_Cell(_ours(row, who, scores), row.solved.get(who), row.tasks) for who in contenders]


def _ours(row: PublishedRow, who: Column, scores: Scores) -> Score | None:
    """What was solved in the domains of a row, None where none was played.

    What no snippets were read for stands in the first row of its domain.
    """
    told = row.snippets if row.snippets != PDDL2NL or who.input == "nl" else ""
    played = [scores[domain, told, who] for domain in row.domains if (domain, told, who) in scores]
    return reduce(add, played) if played else None


def _totals(published: Coverage, scores: Scores) -> list[tuple[str, ...]]:
    """The sums of both over the rows that were played, and of the published table as a whole."""
    rows = [row for row in published.rows if row.snippets == PDDL2NL]
    sums = [_sum(rows, who, scores) for who in published.contenders]
    tasks = max(each.tasks for each in sums)
    played = [replace(each, tasks=tasks) for each in sums]
    whole = [sum(row.solved[who] for row in rows) for who in published.contenders]
    return [
        _line("Σ, played here", tasks, played),
        *_other_totals(published, scores),
        ("Σ, published", str(sum(row.tasks for row in rows)), *(f"({each})" for each in whole)),
    ]


def _other_totals(published: Coverage, scores: Scores) -> list[tuple[str, ...]]:
    """The sums over the domains that were played in snippets with which nothing is published."""
    found = []
    others = _other_snippets(published, scores)
    for snippets in dict.fromkeys(row.snippets for row in others):
        rows = [row for row in others if row.snippets == snippets]
        sums = [_sum(rows, who, scores) for who in published.contenders]
        tasks = max(each.tasks for each in sums)
        cells = [replace(each, theirs=None, tasks=tasks) for each in sums]
        found.append(_line(f"Σ, {snippets}", tasks, cells))
    return found


def _sum(rows: Iterable[PublishedRow], who: Column, scores: Scores) -> _Cell:
    played = [(row, ours) for row in rows if (ours := _ours(row, who, scores))]
    if not played:
        return _Cell(None, None, 0)
    return _Cell(
        ours=reduce(add, (ours for _, ours in played)),
        theirs=sum(row.solved.get(who, 0) for row, _ in played),
        tasks=sum(row.tasks for row, _ in played),
    )


def _other_snippets(published: Coverage, scores: Scores) -> list[PublishedRow]:
    """Rows for published domains in snippets with which nothing is published."""
    known = {(domain, row.snippets) for row in published.rows for domain in row.domains}
    domains = {domain for domain, _ in known}
    found: dict[tuple[str, str], int] = {}
    for (domain, snippets, _), score in scores.items():
        if snippets and domain in domains and (domain, snippets) not in known:
            found[domain, snippets] = max(score.tasks, found.get((domain, snippets), 0))
    return [
        PublishedRow(domain, (domain,), snippets, tasks, {})
        for (domain, snippets), tasks in sorted(found.items())
    ]


def _name(row: PublishedRow) -> str:
    return row.name if row.snippets == PDDL2NL else f"{row.name}, {row.snippets}"


def _line(name: str, tasks: int, cells: Iterable[_Cell]) -> tuple[str, ...]:
    return (name, str(tasks), *map(str, cells))


def _figure(solved: float) -> str:
    """At most one decimal: means over seeds are rarely whole."""
    return f"{solved:.1f}".removesuffix(".0")
