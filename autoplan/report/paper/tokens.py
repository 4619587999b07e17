"""Tables of input tokens: ours, with the published number in parentheses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autoplan.report.paper.played import Tokens
from autoplan.report.paper.sheet import Sheet
from autoplan.results.origins import PDDL2NL

NOTES = (
    "Mean input tokens of the planning model a task here, and in parentheses as published; the "
    "tasks are those that were solved in all columns. ~ an approximate count.",
    "Sums are over what was played here; the ratios are those of the sums.",
)


def entitled(title: str, origin: str) -> str:
    """The title of a table whose own figures are for other snippets than the published ones."""
    return title if origin == PDDL2NL else f"{title}, in snippets of: {origin}"


def tokens_sheet(
    title: str,
    columns: Sequence[str],
    published: Mapping[str, Mapping[str, int]],
    ours: Mapping[str, Tokens],
    notes: tuple[str, ...] = NOTES,
) -> Sheet:
    """A published table of input tokens, with ours.

    Args:
        title: what it shows.
        columns: the names of the published columns, in the order of our means.
        published: the published means by domain and column; domains are listed in this order.
        ours: our means by domain.
        notes: how to read it.
    """
    order = [*published, *sorted(set(ours) - set(published))]
    rows = [_row(domain, columns, published.get(domain, {}), ours.get(domain)) for domain in order]
    totals = _totals(columns, published, ours)
    return Sheet(title, ("domain", "tasks", *columns), (*rows, *totals), notes)


def _row(
    domain: str, columns: Sequence[str], theirs: Mapping[str, int], ours: Tokens | None
) -> tuple[str, ...]:
    cells = []
    for place, column in enumerate(columns):
        published = f"({theirs[column]:,})" if column in theirs else ""
        if ours is not None:
            published = f"{_about(ours)}{ours.means[place]:,.0f} {published}".strip()
        cells.append(published or "–")
    return domain, "–" if ours is None else str(ours.tasks), *cells


def _totals(
    columns: Sequence[str], published: Mapping[str, Mapping[str, int]], ours: Mapping[str, Tokens]
) -> list[tuple[str, ...]]:
    """Sums over the domains that have both figures, and their ratios to the first column."""
    shared = [domain for domain in published if domain in ours and published[domain]]
    if not shared:
        return []
    about = "~" if any(ours[domain].estimated for domain in shared) else ""
    mine = [sum(ours[domain].means[place] for domain in shared) for place in range(len(columns))]
    theirs = [sum(published[domain][column] for domain in shared) for column in columns]
    tasks = str(sum(ours[domain].tasks for domain in shared))
    pairs = list(zip(mine, theirs, strict=True))
    return [
        ("Σ", tasks, *(f"{about}{own:,.0f} ({other:,})" for own, other in pairs)),
        ("ratio", "", *(f"{own / mine[0]:.2f} ({other / theirs[0]:.2f})" for own, other in pairs)),
    ]


def _about(counted: Tokens) -> str:
    return "~" if counted.estimated else ""
