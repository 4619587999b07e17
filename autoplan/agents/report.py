"""The study of agents as a table and plots: success with intervals, cycles, seconds, by size."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import mean
from typing import Any, TypeAlias

from matplotlib.figure import Figure

from autoplan.installation import published
from autoplan.report.figures import WIDE, look, style
from autoplan.report.statistics import by_task

Row: TypeAlias = Mapping[str, Any]
"""A run of the study, as `autoplan.agents.studies.agents` keeps it."""

_MAX_SIZES = 12
_CELL = ["benchmark", "agent", "tn", "model"]


def by_condition(rows: Iterable[Row], *, by_size: bool = False) -> list[dict[str, Any]]:
    """The results of each benchmark, agent, condition and model, over all sizes or for each size.

    Returns:
        One row each: which runs (`size` is empty for all); `runs` and, of these, `unread`, those
        whose answer could not be read; `success`, the share that succeeded, what is unread has not,
        and `success_most`, the same if all of it had, with the ends `low` and `high` of an interval
        that covers whatever is unread; `part NAME`, by each part of the task in their order, the
        share of runs that did it and all before it, as the papers count (000, table 1); the means
        `cycles` and `seconds`; `tolerated`, in how many answers the JSON was faulty in a way that
        cannot be mistaken; and `ended NAME`, how often each way to end.
    """
    groups: defaultdict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        size = row["size"] if by_size else ""
        groups[*(str(row[name]) for name in _CELL), size].append(row)
    return [_result(cell, group) for cell, group in groups.items()]


def _result(cell: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    names = list(dict.fromkeys(name for row in rows for name in row["parts"]))
    up_to = {name: names[: number + 1] for number, name in enumerate(names)}
    parts = {
        name: mean(all(row["parts"].get(each) for each in first) for row in rows)
        for name, first in up_to.items()
    }
    least, most = (by_task(_by_task(rows, unread=solved)) for solved in (False, True))
    ended = Counter(row["ended"] for row in rows)
    return {
        **dict(zip((*_CELL, "size"), cell, strict=True)),
        "runs": len(rows),
        "unread": sum(row["solved"] is None for row in rows),
        "success": least.share,
        "success_most": most.share,
        "low": least.low,
        "high": most.high,
        **{f"part {name}": share for name, share in parts.items()},
        "cycles": mean(row["cycles"] for row in rows),
        "seconds": mean(row["seconds"] for row in rows),
        "tolerated": sum(row.get("tolerated", 0) for row in rows),
        **{f"ended {name}": count for name, count in ended.items()},
    }


def _by_task(rows: Sequence[Row], *, unread: bool) -> list[Fraction]:
    """The share of its runs that solved each task; seeds draw tasks, or repeat those given."""
    tasks: defaultdict[tuple[object, ...], list[bool]] = defaultdict(list)
    for row in rows:
        # A run without a network has not come to its task.
        which = (row["task"],) if row["task"] else (row["size"], row["seed"])
        tasks[which].append(unread if row["solved"] is None else bool(row["solved"]))
    return [Fraction(sum(solved), len(solved)) for solved in tasks.values()]


_PUBLISHED_AS = {
    ("procllm", "paper"): "human",
    ("procllm", "paper-llm"): "llm",
    ("multistep", "first-steps"): "human",
}
"""The condition of an agent's paper that had a network of the same shape."""


def published_figures(benchmark: str, agent: str, tn: str) -> str:
    """What the papers report of a benchmark in a condition, in a line; empty for nothing."""
    tn = _PUBLISHED_AS.get((agent, tn), tn)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in published("agents"):
        if (row["benchmark"], row["agent"], row["tn"]) == (benchmark, agent, tn):
            figure = f"{float(row['value']):.0%}" if row["value"] else row["described"]
            words = (row["part"], row["size"], figure)
            source = f"{row['model']} ({row['source']})"
            found[source].append(" ".join(filter(None, words)))
    return "; ".join(f"{who}: {', '.join(figures)}" for who, figures in found.items())


def draw_by_size(rows: Sequence[Row], path: Path) -> bool:
    """Draw success and cycles of one benchmark over the size of its tasks.

    Args:
        rows: the runs of one benchmark.
        path: the file to be written; its suffix says which format.

    Returns:
        Whether there was something to draw: tasks of at least two sizes, and of no more than
        fit (tasks that are numbered have none).
    """
    results = by_condition(rows, by_size=True)
    sizes = list(dict.fromkeys(each["size"] for each in results))
    if not 2 <= len(sizes) <= _MAX_SIZES:
        return False
    lines: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in results:
        lines["{agent}, {tn}, {model}".format(**each)].append(each)
    with style():
        figure = Figure(figsize=(WIDE, 3.4), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2)
        for number, (name, points) in enumerate(lines.items()):
            mark = look(number)
            shift = 0.06 * (number - (len(lines) - 1) / 2)
            places = [sizes.index(each["size"]) + shift for each in points]
            shares = [each["success"] for each in points]
            ends = [
                [each["success"] - each["low"] for each in points],
                [each["high"] - each["success"] for each in points],
            ]
            left.errorbar(places, shares, yerr=ends, capsize=3, ms=5, label=name, **mark)
            right.plot(places, [each["cycles"] for each in points], ms=5, **mark)
        left.set(ylim=(-0.03, 1.03), ylabel="tasks solved, with 95% interval")
        right.set(ylim=(0, None), ylabel="cycles, mean")
        for axes in (left, right):
            axes.set_xticks(range(len(sizes)), [each.replace(" ", "\n") for each in sizes])
            axes.grid(axis="y")
        figure.legend(loc="outside lower center", ncols=2)
        figure.savefig(path)
    return True
