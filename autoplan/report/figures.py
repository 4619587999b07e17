"""The plots of a report. Each takes a table and gives an SVG element."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import (
    EngFormatter,
    LogLocator,
    MaxNLocator,
    NullLocator,
    PercentFormatter,
)
from matplotlib.transforms import ScaledTranslation

from autoplan.report.drawing import COLOURS, INK, LINES, MARKERS, NARROW, panel, style, svg
from autoplan.report.failures import Cause

_ROW = 0.34  # inches that one player takes

_LEGEND_ROW = 0.21  # inches that one line of a legend takes

_PANEL = 4.2  # inches: one of several plots that stand side by side

_SPREAD = 16.0  # points over which marks of one size stand side by side

Look = Mapping[str, Any]
"""Colour, marker and line of a player."""

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
        "horizon": ("#009e73", "...."),
        "no answer": ("#56b4e9", "////"),
        "no network": ("#0072b2", "////"),
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


def looks(names: Iterable[str], asking: Collection[str]) -> Mapping[str, Look]:
    """What each player looks like wherever a plot tells players apart by their marks.

    Args:
        names: the players.
        asking: those that ask a model. They have the colours; the others have the text's.
    """
    players = list(names)
    coloured = [name for name in players if name in asking]
    plain = [name for name in players if name not in asking]
    found = {name: _look(number, COLOURS) for number, name in enumerate(coloured)}
    found |= {name: _look(number, (INK,)) for number, name in enumerate(plain)}
    return {name: found[name] for name in players}


def coverage(total: pd.DataFrame, width: float) -> str:
    """The share of solved tasks with its interval, a line a player.

    Args:
        total: the rows of `tables.coverage` over all domains.
        width: of the plot, in inches.
    """
    with style():
        figure, axes = panel(_height(len(total)), width)
        errors = [total["share"] - total["low"], total["high"] - total["share"]]
        places = range(len(total))
        axes.errorbar(
            total["share"], places, xerr=errors, fmt="o", color=COLOURS[0], capsize=3, ms=5
        )
        _name_rows(axes, total["player"])
        _show_share(axes)
        axes.set_xlabel("tasks solved, with 95% interval")
        return svg(figure, "coverage")


def plan_lengths(measured: pd.DataFrame, width: float) -> str:
    """How much longer plans are than their yardstick, a box a player.

    Args:
        measured: `tables.measured`.
        width: of the plot, in inches.
    """
    groups = {
        str(player): plans["ratio"].to_numpy()
        for player, plans in measured.groupby("player", observed=True)
    }
    with style():
        figure, axes = panel(_height(len(groups)), width)
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


def failures(table: pd.DataFrame, width: float) -> str:
    """How the episodes of each player ended, a bar a player.

    Args:
        table: `tables.failures`.
        width: of the plot, in inches.
    """
    with style():
        causes: list[Cause] = [name for name in _OF_CAUSE if name in table]
        figure, axes = panel(_height(len(table)) + _legend_height(1 + len(causes), width), width)
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
        figure.legend(loc="outside lower center", ncols=_columns(width), fontsize="small")
        return svg(figure, "failures")


def tokens(
    effort: pd.DataFrame, total: pd.DataFrame, look: Mapping[str, Look], width: float
) -> str:
    """The share of solved tasks against the tokens of a solved one, a mark a player.

    Args:
        effort: `tables.effort`, the players that ask a model.
        total: the rows of `tables.coverage` over all domains.
        look: `looks`.
        width: of the plot, in inches.
    """
    shares = dict(zip(total["player"], total["share"], strict=True))
    with style():
        figure, axes = panel(2.4 + _legend_height(len(effort), width), width)
        volumes = effort["input_tokens"] + effort["output_tokens"]
        for player, volume in zip(effort["player"], volumes, strict=True):
            mark = {**look[player], "linestyle": "none"}
            axes.plot(volume, shares[player], markersize=7, label=player, **mark)
        _show_tokens(axes, volumes.min(), volumes.max())
        axes.set_ylim(-0.03, 1.03)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.grid()
        axes.set_xlabel("tokens of a solved task, input and output")
        axes.set_ylabel("tasks solved")
        figure.legend(loc="outside lower center", ncols=_columns(width), fontsize="small")
        return svg(figure, "tokens")


def players(look: Mapping[str, Look], width: float) -> str:
    """What each player's line looks like."""
    with style():
        figure, axes = panel(_legend_height(len(look), width), width)
        axes.set_axis_off()
        for name, mark in look.items():
            axes.plot([], linewidth=1.3, markersize=4.5, label=name, **mark)
        axes.legend(loc="center", ncols=_columns(width), fontsize="small", borderpad=0)
        return svg(figure, "players")


def scaling(name: str, sizes: pd.DataFrame, limits: pd.DataFrame, look: Mapping[str, Look]) -> str:
    """The share of solved episodes by the number of objects, a line a player as in `players`.

    Args:
        name: of the figure; no other figure of the page may have it.
        sizes: the rows of `scaling.by_size` of one domain.
        limits: the rows of `scaling.limits` of that domain.
        look: `looks`.
    """
    with style():
        figure, axes = panel(2.4, _PANEL)
        groups = {str(player): row for player, row in sizes.groupby("player", observed=True)}
        step = min(3.0, _SPREAD / len(groups))
        for number, (player, row) in enumerate(groups.items()):
            aside = step * (number - (len(groups) - 1) / 2) / 72
            [line] = axes.plot(
                row["objects"], row["share"], linewidth=1.3, markersize=4.5, **look[player]
            )
            # Players that do alike stand side by side; they would hide each other.
            line.set_transform(axes.transData + ScaledTranslation(aside, 0, figure.dpi_scale_trans))
        for size in sorted(set(limits["objects"])):
            stopped = limits.loc[limits["objects"] == size, "player"]
            _mark_limit(axes, size, ", ".join(stopped), sizes["objects"].max())
        axes.margins(x=0.08)
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


def _look(number: int, colours: tuple[str, ...]) -> Look:
    """No two numbers look the same before colours, markers and lines are used up."""
    again, place = divmod(number, len(colours))
    return {
        "color": colours[place],
        "marker": MARKERS[(place + again) % len(MARKERS)],
        "linestyle": LINES[again % len(LINES)],
    }


def _columns(width: float) -> int:
    return 2 if width <= NARROW else 4


def _legend_height(entries: int, width: float) -> float:
    return 0.1 + _LEGEND_ROW * -(-entries // _columns(width))


def _height(rows: int) -> float:
    return 0.75 + _ROW * rows


def _name_rows(axes: Axes, names: Iterable[object]) -> None:
    """Label the rows, the first one on top; a long name takes two lines."""
    labels = [str(name).replace(", ", "\n", 1) for name in names]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _show_tokens(axes: Axes, least: float, most: float) -> None:
    """A logarithmic axis with few labels, and with one even where all numbers are alike."""
    axes.set_xscale("log")
    axes.set_xlim(least / 1.6, most * 1.6)
    steps = (1.0, 2.0, 5.0) if most / least < 30 else (1.0,)
    axes.xaxis.set_major_locator(LogLocator(subs=steps))
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.xaxis.set_minor_locator(NullLocator())


def _show_share(axes: Axes) -> None:
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(axis="x")
