"""`autoplan compare`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from autoplan.results.record import EpisodeKey
from autoplan.terminal import Terminal, new_table
from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError

if TYPE_CHECKING:
    from autoplan.report.comparison import Comparison, PairedCosts

ABOUT = """Compare two results folders, episode by episode.

examples:
  autoplan compare results/gpt-4o results/reader
        two models on the same tasks, mechanism by mechanism
  autoplan compare results/gpt-4o results/gpt-4o --only-a mechanism=act --only-b mechanism=react
        two mechanisms of one folder
  autoplan compare results/one results/two -o pairs.csv
        all pairs for your own statistics

The tasks must be the same; other settings, snippets and prompts may differ, and the differences are
listed.

Episodes are paired by domain and instance, and also by each of mechanism, input form, model and
seed of which A and B have a value in common. Episodes that ended with an error and pairs with an
unread answer are left out, and their number is reported; for unread answers, also the smallest and
the largest difference that they allow. The unit of the significance test is the task: several
pairs of a task, such as those of several seeds, count as one. One side is reported as better if p <
0.05.
"""

_LEGEND = (
    "A - B: mean difference between the shares of each task's pairs that A and B solved, in "
    "percentage points, with its 95% interval (Newcombe's, by task; it contains 0 exactly if "
    "p >= 0.05)\n"
    "p: exact two-sided test by task: the probability of a sum of differences at least as large if "
    "both sides were equally good at each task; "
)
_SINGLE = "each task has one pair, so this is McNemar's test"
_SEVERAL = "several pairs of a task count as one, by the share of them that each side solved"

_COUNTS = ("tasks", "pairs", "solved_a", "solved_b", "both", "only_a", "only_b", "neither")
_HEADS = ("tasks", "pairs", "A solved", "B solved", "both", "only A", "only B", "neither")


def add(command: argparse.ArgumentParser) -> None:
    for name in ("a", "b"):
        command.add_argument(name, metavar=name.upper(), type=Path, help="a results folder")
    for name in ("a", "b"):
        command.add_argument(
            f"--only-{name}",
            metavar="COLUMN=VALUE",
            nargs="+",
            type=_choice,
            default=[],
            help=f"only these episodes of {name.upper()}",
        )
    command.add_argument(
        "-o", "--out", metavar="FILE", type=Path, help="write all pairs to FILE (.csv or .json)"
    )


def _choice(text: str) -> tuple[str, str]:
    known = [field.name for field in fields(EpisodeKey)]
    name, equals, value = text.partition("=")
    if not (equals and value and name in known):
        raise argparse.ArgumentTypeError(
            f"expected COLUMN=VALUE with a column of {', '.join(known)}, not '{text}'"
        )
    return name, value


def run(options: argparse.Namespace) -> int:
    from autoplan.report.comparison import compare  # slow to import, not needed by other commands

    if options.out and options.out.suffix not in (".csv", ".json"):
        raise InputError("expected a name that ends in .csv or .json", source=str(options.out))
    found = compare(options.a, options.b, _by_column(options.only_a), _by_column(options.only_b))
    if options.out:  # first, since who reads the printed text may stop: `| head`
        console.emit(_exported(found, options.out.suffix), options.out)
    out = Terminal(wide=True)
    names = (_named(options.a, options.only_a), _named(options.b, options.only_b))
    for line in _opening(found, names):
        out.print(line, soft_wrap=True)
    if found.pairs.empty:
        out.print(f"\nNo pair was read on both sides.{_bounds(found)}", soft_wrap=True)
    else:
        _print_findings(found, out)
    return 0


def _print_findings(found: Comparison, out: Terminal) -> None:
    """The table of the pairs, which side is better, what plans cost, and the pairs that differ."""
    out.print(_table(found))
    out.print(_LEGEND + (_SEVERAL if found.repeated else _SINGLE), style="dim")
    out.print(_verdict(found), soft_wrap=True)
    if (costs := found.costs) is not None:
        out.print(_cost_line(costs), soft_wrap=True)
    for line in _differences(found):
        out.print(line, soft_wrap=True)


def _by_column(only: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    columns = dict.fromkeys(name for name, _ in only)
    return {column: [value for name, value in only if name == column] for column in columns}


def _named(folder: Path, only: Sequence[tuple[str, str]]) -> str:
    return " ".join([str(folder), *(f"{name}={value}" for name, value in only)])


def _opening(found: Comparison, names: tuple[str, str]) -> Iterator[str]:
    yield from (f"{side}: {name}" for side, name in zip("AB", names, strict=True))
    if found.conditions:
        yield f"what differs: {'; '.join(found.conditions)}"
    yield f"{counted(len(found.pairs), 'pair')}, equal in {', '.join(found.on)}"
    if found.alone_a or found.alone_b:
        alone = (counted(found.alone_a, "episode"), counted(found.alone_b, "episode"))
        yield f"without a partner: {alone[0]} of A, {alone[1]} of B"
    if len(found.unread):
        sides = (found.unread[f"solved_{side}"].isna().sum() for side in "ab")
        left_out = f"{counted(len(found.unread), 'more pair')} left out"
        yield "{} because an answer is unread: {} of A, {} of B".format(left_out, *sides)


def _table(found: Comparison) -> Table:
    """A row for each player, for each domain, and for all pairs."""
    from autoplan.report.comparison import TASK, summary

    table = new_table([""], (*_HEADS, "A - B", "p"))
    players = [name for name in found.on if name not in (*TASK, "seed")]
    for by in (*filter(None, [players]), ["domain"], []):
        groups = summary(found.pairs, by)
        for row in groups.to_dict("records") if len(groups) > 1 or not by else ():
            name = " ".join(str(row[column]) for column in by) or "all"
            counts = (str(row[column]) for column in _COUNTS)
            low, high = _points(row["low"]), _points(row["high"])
            points = f"{_points(row['difference'])} ({low} to {high})"
            table.add_row(name, *counts, points, _probability(row["p"]))
        if by and table.rows:
            table.add_section()
    return table


def _points(share: float) -> str:
    """A difference of shares in hundredths, with its sign."""
    return f"{round(100 * share):+d}"


def _verdict(found: Comparison) -> str:
    """Which side is better over all pairs, or that the difference is not significant."""
    from autoplan.report.comparison import summary
    from autoplan.report.statistics import SIGNIFICANT

    [row] = summary(found.pairs, []).to_dict("records")
    ahead, sign = ("A", 1) if row["difference"] >= 0 else ("B", -1)
    by = counted(round(100 * abs(row["difference"])), "point")
    low, high = sorted(sign * row[end] for end in ("low", "high"))
    most = f"{ahead} solves {by} more" if row["difference"] else "A and B solve the same share"
    finding = (
        f"{most}, 95% interval {_points(low)} to {_points(high)}, "
        f"p = {_probability(row['p'])} from {counted(row['tasks'], 'task')}"
    )
    better = row["p"] < SIGNIFICANT
    claim = f"{ahead} is better" if better else "The difference is not significant"
    return f"\n{claim}: {finding}.{_bounds(found)}"


def _bounds(found: Comparison) -> str:
    """Between what the difference lies if unread answers count; empty where all are read."""
    if found.unread.empty:
        return ""
    return (
        "\nWith the omitted pairs, A - B lies between {} and {} points, depending on "
        "which unread answers solve their tasks.".format(*map(_points, found.bounds))
    )


def _cost_line(costs: PairedCosts) -> str:
    """What plans cost where both sides have one."""
    same = costs.pairs - costs.cheaper_a - costs.cheaper_b
    return (
        f"Plan cost in the {counted(costs.pairs, 'pair')} that both solve: A {costs.mean_a:.1f}, "
        f"B {costs.mean_b:.1f} on average; A is cheaper in {costs.cheaper_a}, B in "
        f"{costs.cheaper_b}, equal in {same}."
    )


def _probability(p: float) -> str:
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"


def _differences(found: Comparison) -> Iterator[str]:
    """The episodes that one side alone has solved."""
    differing = found.differing
    if differing.empty:
        where = "" if found.unread.empty else " in the pairs that are compared"
        yield f"\nA and B solve the same tasks{where}."
        return
    yield f"\n{counted(len(differing), 'pair')} differ{'s' if len(differing) == 1 else ''}:"
    for row in differing.to_dict("records"):
        labelled = (f"seed {row[name]}" if name == "seed" else row[name] for name in found.on)
        episode = " ".join(map(str, labelled))
        solver, other = ("A", "B") if row["solved_a"] else ("B", "A")
        yield f"only {solver}  {episode}  ({other}: {row[f'finish_{other.lower()}']})"


def _exported(found: Comparison, kind: str) -> str:
    import pandas as pd

    from autoplan.report.companions import as_csv
    from autoplan.report.comparison import summary

    every = pd.concat([found.pairs, found.unread]) if len(found.unread) else found.pairs
    if kind == ".csv":
        return as_csv(every)
    content = {
        "on": found.on,
        "summary": None
        if found.pairs.empty
        else json.loads(summary(found.pairs, []).to_json(orient="records"))[0],
        "pairs": json.loads(every.to_json(orient="records")),
    }
    if len(found.unread):
        content["unread"] = dict(
            zip(("pairs", "low", "high"), (len(found.unread), *found.bounds), strict=True)
        )
    return json.dumps(content, indent=1)
