"""The plots of a report. Each takes a table and gives an SVG element."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from autoplan.report.drawing import COLOURS, INK, LINES, MARKERS, WIDTH, panel, style, svg
from autoplan.report.failures import Cause

_ROW = 0.34  # inches that one player takes

_LEGEND_COLUMNS = 3

_OF_CAUSE: Mapping[Cause, tuple[str, str]] = MappingProxyType(
    {
        "unsatisfied precondition": ("#d55e00", ""),
        "wrong type": ("#e69f00", ""),
        "unknown object": ("#f0e442", ""),
        "unknown action": ("#e69f00", "////"),
        "wrong number of objects": ("#f0e442", "////"),
        "untranslatable": ("#cc79a7", ""),
        "finished too early": ("#56b4e9", ""),
        "loop": ("#0072b2", ""),
        "step limit": ("#009e73", ""),
        "gave up": ("#009e73", "////"),
        "time limit": ("#8c8c8c", ""),
        "memory limit": ("#8c8c8c", "////"),
        "no plan": ("#8c8c8c", "...."),
        "unsupported": ("#8c8c8c", "xxxx"),
        "planner failed": ("#8c8c8c", "++++"),
        "model error": ("#cc79a7", "////"),
    }
)
"""Colour and hatching. Causes of one kind share a colour, and there are more causes than colours
that all eyes tell apart."""


def coverage(total: pd.DataFrame) -> str:
    """The share of solved episodes with its interval, a line a player.

    Args:
        total: the rows of `tables.coverage` over all domains.
    """
    with style():
        figure, axes = panel(_height(len(total)))
        errors = [total["share"] - total["low"], total["high"] - total["share"]]
        places = range(len(total))
        axes.errorbar(
            total["share"], places, xerr=errors, fmt="o", color=COLOURS[0], capsize=3, ms=5
        )
        _name_rows(axes, total["player"])
        _show_share(axes)
        axes.set_xlabel("episodes solved, with 95% interval")
        return svg(figure, "coverage")


def plan_lengths(measured: pd.DataFrame) -> str:
    """How much longer plans are than their yardstick, a box a player.

    Args:
        measured: `tables.measured`.
    """
    groups = {
        str(player): plans["ratio"].to_numpy()
        for player, plans in measured.groupby("player", observed=True)
    }
    with style():
        figure, axes = panel(_height(len(groups)))
        line = {"color": COLOURS[0], "linewidth": 1.2}
        axes.axvline(1, color=INK, alpha=0.5, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.boxplot(
            list(groups.values()),
            orientation="horizontal",
            positions=range(len(groups)),
            widths=0.5,
            boxprops=line,
            whiskerprops=line,
            capprops=line,
            medianprops={"color": COLOURS[3], "linewidth": 2},
            flierprops={"marker": ".", "markeredgecolor": COLOURS[0], "markersize": 4},
        )
        _name_rows(axes, groups)
        axes.grid(axis="x")
        axes.set_xlabel("plan length as a multiple of the yardstick's")
        return svg(figure, "plan-lengths")


def failures(table: pd.DataFrame) -> str:
    """How the episodes of each player ended, a bar a player.

    Args:
        table: `tables.failures`.
    """
    with style():
        causes: list[Cause] = [name for name in _OF_CAUSE if name in table]
        figure, axes = panel(_height(len(table)) + 0.22 * (1 + len(causes) // 2))
        places, left = range(len(table)), table["solved"] / table["played"]
        axes.barh(places, left, height=0.62, color=INK, alpha=0.12, label="solved")
        for cause in causes:
            share = table[cause] / table["played"]
            colour, hatch = _OF_CAUSE[cause]
            axes.barh(
                places,
                share.where(share > 0),  # an empty bar would still have an outline
                left=left,
                height=0.62,
                facecolor=colour,
                hatch=hatch,
                edgecolor=INK,
                linewidth=0.3,
                label=cause,
            )
            left = left + share
        _name_rows(axes, table.index)
        _show_share(axes)
        axes.set_xlabel("share of episodes")
        figure.legend(loc="outside lower center", ncols=2, fontsize="small")
        return svg(figure, "failures")


def tokens(effort: pd.DataFrame, total: pd.DataFrame) -> str:
    """The share of solved episodes against the tokens of a solved one, a mark a player.

    Args:
        effort: `tables.effort`, the players that ask a model.
        total: the rows of `tables.coverage` over all domains.
    """
    shares = dict(zip(total["player"], total["share"], strict=True))
    with style():
        figure, axes = panel(2.9)
        volumes = effort["input_tokens"] + effort["output_tokens"]
        for number, (player, volume) in enumerate(zip(effort["player"], volumes, strict=True)):
            axes.plot(
                volume,
                shares[player],
                markersize=7,
                label=player,
                **_mark(number) | {"linestyle": "none"},
            )
        axes.set_xscale("log")
        axes.set_ylim(-0.03, 1.03)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.grid()
        axes.set_xlabel("tokens of a solved task, input and output")
        axes.set_ylabel("episodes solved")
        figure.legend(loc="outside lower center", ncols=2, fontsize="small")
        return svg(figure, "tokens")


def players(names: Iterable[object]) -> str:
    """What each player's line looks like."""
    with style():
        figure, axes = panel(0.3)
        axes.set_axis_off()
        for number, name in enumerate(names):
            axes.plot([], linewidth=1.3, markersize=4.5, label=str(name), **_mark(number))
        rows = -(-len(axes.lines) // _LEGEND_COLUMNS)
        figure.set_size_inches(WIDTH, 0.22 * rows + 0.1)
        axes.legend(loc="center", ncols=_LEGEND_COLUMNS, fontsize="small", borderpad=0)
        return svg(figure, "players")


def scaling(name: str, sizes: pd.DataFrame, limits: pd.DataFrame) -> str:
    """The share of solved episodes by the number of objects, a line a player as in `players`.

    Args:
        name: of the figure; no other figure of the page may have it.
        sizes: the rows of `scaling.by_size` of one domain.
        limits: the rows of `scaling.limits` of that domain.
    """
    with style():
        figure, axes = panel(2.4, width=4.2)
        groups = sizes.groupby("player", observed=False)
        for number, (_, row) in enumerate(groups):
            if len(row):
                axes.plot(
                    row["objects"],
                    row["share"],
                    linewidth=1.3,
                    markersize=4.5,
                    **_mark(number),
                )
        for size in sorted(set(limits["objects"])):
            stopped = limits.loc[limits["objects"] == size, "player"]
            _mark_limit(axes, size, ", ".join(stopped), sizes["objects"].max())
        axes.set_ylim(-0.03, 1.03)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid()
        axes.set_xlabel("objects")
        axes.set_ylabel("episodes solved")
        return svg(figure, name)


def _mark_limit(axes: Axes, size: float, players: str, largest: float) -> None:
    """A line at the size at which planners give up, their names on the side with room for them."""
    axes.axvline(size, color=INK, alpha=0.6, linewidth=0.9, linestyle=(0, (2, 2)))
    side = -1 if size == largest else 1
    axes.annotate(
        f"limit of {players}",
        (size, 0.05),
        xytext=(3 * side, 0),
        textcoords="offset points",
        rotation=90,
        ha="right" if side < 0 else "left",
        fontsize="small",
    )


def _mark(number: int) -> dict[str, Any]:
    """Colour, marker and line of a player; no two of the first 49 look the same."""
    again, place = divmod(number, len(COLOURS))
    return {
        "color": COLOURS[place],
        "marker": MARKERS[(place + again) % len(MARKERS)],
        "linestyle": LINES[again % len(LINES)],
    }


def _height(rows: int) -> float:
    return 0.75 + _ROW * rows


def _name_rows(axes: Axes, names: Iterable[object]) -> None:
    """Label the rows, the first one on top; a long name takes two lines."""
    labels = [str(name).replace(", ", "\n", 1) for name in names]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _show_share(axes: Axes) -> None:
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(axis="x")
