"""Tables of text: published ones filled with results of one's own, and tables of these alone;
printed for people or written as Markdown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import pandas as pd
from rich import box
from rich.table import Table

from autoplan.experiment.benchmarks import FRONTIER, benchmark
from autoplan.report.paper.numbers import Column, Coverage, PublishedRow, frontier_figures
from autoplan.report.paper.played import Score, Scores, Tokens, scores
from autoplan.results.record import PDDL2NL
from autoplan.terminal import Terminal
from domains import frontier


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of text.

    Args:
        header: the columns' names; the first column is text, the others are figures.
        rows: as many texts as there are columns in each.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def as_table(sheet: Sheet) -> Table:
    """A sheet for the terminal."""
    table = Table(
        title=sheet.title,
        caption="\n".join(sheet.notes),
        box=box.SIMPLE_HEAD,
        title_justify="left",
        caption_justify="left",
        pad_edge=False,
    )
    for place, name in enumerate(sheet.header):
        # The words of a name stand one above the other, so that the columns are narrow.
        shown = name.replace(" ", "\n") if place else name
        table.add_column(shown, justify="right" if place else "left", no_wrap=True)
    for row in sheet.rows:
        table.add_row(*row)
    return table


def as_markdown(sheet: Sheet) -> str:
    """A sheet as Markdown."""
    lines = [sheet.header, ("---", *["---:"] * (len(sheet.header) - 1)), *sheet.rows]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return "\n\n".join([f"**{sheet.title}**", table, *sheet.notes])


def print_sheet(sheet: Sheet, *, markdown: bool) -> None:
    """Print a table."""
    if markdown:
        print(as_markdown(sheet), end="\n\n")
    else:
        Terminal(wide=True).print(as_table(sheet))


DASH = "–"
SOLVED_NOTE = (
    "Tasks solved here, and in parentheses as published. A dash: not run here. A figure such as "
    "4/5 is out of as many tasks, where they are not as many as in the paper. The first sums are "
    "over the domains that were played here, for both. Snippets by others than a model (`library`, "
    "`rules`) have rows of their own, without published numbers."
)
FRONTIER_NOTE = (
    "Tasks solved, as a mean over the seeds. A dash: not run here. A figure such as 4/5 is "
    "out of as many tasks, where not all were played."
)
SIZES_NOTE = "Tasks solved, as a mean over the seeds, of those with as many objects."
TOKENS_NOTES = (
    "Mean input tokens of the planning model a task here, and in parentheses as published; the "
    "tasks are those that were solved in all columns. ~ an approximate count.",
    "Sums are over what was played here; the ratios are those of the sums.",
)
_RANGE_NOTE = (
    "A range such as 40 to 46: the plans of 6 could not be read, and may be right or wrong."
)
_FRONTIER_TASKS = 45  # of each domain


def coverage_sheet(title: str, published: Coverage, ours: Scores) -> Sheet:
    """A published table of tasks solved, with ours.

    Args:
        ours: our scores; published domains in other snippets come last.
    """
    main = [row for row in published.rows if row.snippets == PDDL2NL]
    others = _other_snippets(published, ours)
    lines = [
        (
            row.name if row.snippets == PDDL2NL else f"{row.name}, {row.snippets}",
            str(row.tasks),
            *(
                _beside(_ours(row, who, ours), row.solved.get(who), row.tasks)
                for who in published.columns
            ),
        )
        for row in (*published.rows, *others)
    ]
    lines.append(_sums("Σ, this run", main, published.columns, ours))
    for snippets in dict.fromkeys(row.snippets for row in others):
        rows = [row for row in others if row.snippets == snippets]
        lines.append(_sums(f"Σ, {snippets}", rows, published.columns, ours))
    whole = (f"({sum(row.solved[who] for row in main)})" for who in published.columns)
    lines.append(("Σ, published", str(sum(row.tasks for row in main)), *whole))
    return _solved_sheet(
        title, ("domain", "tasks", *map(str, published.columns)), lines, ours.values(), SOLVED_NOTE
    )


def frontier_sheet(title: str, ours: Scores) -> Sheet:
    """Tasks solved of `--domain frontier`, in one column per player and kind of names.

    Args:
        ours: our scores; domains that are not of the eight are left out.
    """
    names = {f"{FRONTIER}-{name}": name for name in frontier.NAMES}
    found: defaultdict[tuple[bool, str], dict[str, Score]] = defaultdict(dict)
    for (domain, snippets, who), score in ours.items():
        if domain in names:
            column = f"{who}, {snippets}" if snippets else str(who)
            found[snippets != "", column][names[domain]] = score
    columns = dict(sorted(found.items()))
    lines = [
        (name, str(_FRONTIER_TASKS), *(_alone(each.get(name)) for each in columns.values()))
        for name in frontier.NAMES
    ]
    whole = _FRONTIER_TASKS * len(lines)
    sums = (reduce(add, each.values()).of(whole) for each in columns.values())
    header = ("domain", "tasks", *(name for _, name in columns))
    notes = (FRONTIER_NOTE, frontier_figures())
    return _solved_sheet(title, header, [*lines, ("Σ", str(whole), *sums)], ours.values(), *notes)


def sizes_sheet(title: str, frame: pd.DataFrame, model: str, sets: Iterable[str]) -> Sheet | None:
    """Tasks solved by scaled set and number of objects; None where no set was played.

    Args:
        frame: episodes, as `played.episodes` gives them.
        sets: the scaled sets; those that were not played are left out.

    Raises:
        InputError: one that was played is not bundled.
    """
    found = {
        (name, size): {str(who): score for (_, _, who), score in scores(part, model).items()}
        for name in sets
        if (frame["domain"] == name).any()
        for size, part in _by_size(frame[frame["domain"] == name], name)
    }
    if not found:
        return None
    columns = sorted({who for cells in found.values() for who in cells})
    lines = [
        (name, str(size), *(_alone(cells.get(who), None) for who in columns))
        for (name, size), cells in found.items()
    ]
    every = (score for cells in found.values() for score in cells.values())
    return _solved_sheet(title, ("domain", "objects", *columns), lines, every, SIZES_NOTE)


def tokens_sheet(
    title: str,
    columns: Sequence[str],
    published: Mapping[str, Mapping[str, int]],
    ours: Mapping[str, Tokens],
    notes: tuple[str, ...] = TOKENS_NOTES,
) -> Sheet:
    """A published table of input tokens, with ours.

    Args:
        columns: the names of the published columns, in the order of our means.
        published: the published means by domain and column; domains are listed in this order.
    """
    lines = []
    for domain in (*published, *sorted(set(ours) - set(published))):
        theirs, counted = published.get(domain, {}), ours.get(domain)
        means = counted.texts if counted else [""] * len(columns)
        figures = (f"({theirs[name]:,})" if name in theirs else "" for name in columns)
        cells = (" ".join(filter(None, pair)) for pair in zip(means, figures, strict=True))
        lines.append((domain, str(counted.tasks) if counted else "", *cells))
    filled = [(name, *(cell or DASH for cell in cells)) for name, *cells in lines]
    totals = _token_sums(columns, published, ours)
    return Sheet(title, ("domain", "tasks", *columns), (*filled, *totals), notes)


def _solved_sheet(
    title: str,
    header: tuple[str, ...],
    lines: Iterable[tuple[str, ...]],
    ours: Iterable[Score],
    *notes: str,
) -> Sheet:
    """A table of scores, with what a range in it means, where there is one."""
    ranges = (_RANGE_NOTE,) if any(each.unread for each in ours) else ()
    return Sheet(title, header, tuple(lines), (*notes, *ranges))


def _alone(ours: Score | None, tasks: int | None = _FRONTIER_TASKS) -> str:
    """A score without a published number."""
    return ours.of(tasks) if ours else DASH


def _beside(ours: Score | None, theirs: int | None, tasks: int) -> str:
    """A score, and the published number in parentheses; empty where there is neither."""
    if theirs is None:
        return ours.of(tasks) if ours else ""
    return f"{_alone(ours, tasks)} ({theirs})"


def _sums(
    name: str, rows: Iterable[PublishedRow], columns: Iterable[Column], ours: Scores
) -> tuple[str, ...]:
    """The sums of both over the rows that each column has played."""
    sums = []
    for who in columns:
        played = [(row, score) for row in rows if (score := _ours(row, who, ours))]
        total = reduce(add, (score for _, score in played)) if played else None
        published = [row.solved[who] for row, _ in played if who in row.solved]
        sums.append(
            (total, sum(published) if published else None, [row.tasks for row, _ in played])
        )
    tasks = max(sum(each) for _, _, each in sums)
    return (name, str(tasks), *(_beside(total, theirs, tasks) for total, theirs, _ in sums))


def _ours(row: PublishedRow, who: Column, ours: Scores) -> Score | None:
    """What was solved in the domains of a row, None where none was played.

    What no snippets were read for stands in the first row of its domain.
    """
    snippets = row.snippets if row.snippets != PDDL2NL or who.input == "nl" else ""
    places = [(domain, snippets, who) for domain in row.domains]
    played = [ours[place] for place in places if place in ours]
    return reduce(add, played) if played else None


def _other_snippets(published: Coverage, ours: Scores) -> list[PublishedRow]:
    """Rows for published domains in snippets with which nothing is published."""
    known = {(domain, row.snippets) for row in published.rows for domain in row.domains}
    domains = {domain for domain, _ in known}
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for (domain, snippets, _), score in ours.items():
        if snippets and domain in domains and (domain, snippets) not in known:
            found[domain, snippets] = max(score.tasks, found[domain, snippets])
    return [
        PublishedRow(domain, (domain,), snippets, tasks, {})
        for (domain, snippets), tasks in sorted(found.items())
    ]


def _by_size(episodes: pd.DataFrame, name: str) -> list[tuple[int, pd.DataFrame]]:
    """The episodes of a scaled set by the number of objects of their tasks."""
    problems = benchmark(name).problems
    objects = {path.stem: len(problem.all_objects) for path, problem in problems.items()}
    sizes = episodes["instance"].map(objects)
    return [(int(size), part) for size, part in episodes.groupby(sizes)]


def _token_sums(
    columns: Sequence[str], published: Mapping[str, Mapping[str, int]], ours: Mapping[str, Tokens]
) -> list[tuple[str, ...]]:
    """Sums over the domains that have both figures, and their ratios to the first column."""
    shared = [domain for domain in published if domain in ours and published[domain]]
    if not shared:
        return []
    whole = reduce(add, (ours[domain] for domain in shared))
    theirs = [sum(published[domain][column] for domain in shared) for column in columns]
    sums = zip(whole.texts, theirs, strict=True)
    ratios = zip(whole.means, theirs, strict=True)
    return [
        ("Σ", str(whole.tasks), *(f"{mean} ({other:,})" for mean, other in sums)),
        ("ratio", "", *(f"{a / whole.means[0]:.2f} ({b / theirs[0]:.2f})" for a, b in ratios)),
    ]
