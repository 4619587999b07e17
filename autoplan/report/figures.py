"""The plots of a report. Each takes a table and gives an SVG element.

What they are given: tables of `tables` by their names, `total`, the rows of `tables.coverage` over
all domains, `look`, what `looks` gives, and `width`, that of the plot in inches.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import count
from types import MappingProxyType
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import ScaledTranslation

from autoplan.report.failures import OUTCOMES

INK = "#123457"
"""Stands for the colour of the page's text, which is not known before the page is shown."""

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9")
"""Okabe and Ito's palette without black and yellow, which vanish on one of the backgrounds."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
"""For those who do not see colours, and for paper; one more than colours, so that a pair of the two
comes again only after all have been used."""

LINES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1.5)))
"""Plain, dashed and dotted: the palette is used again with the next where it is used up."""

NARROW, WIDE = 4.6, 8.6
"""Inches; at 72 units an inch about as wide as a phone and as a column of text, so that the text of
a plot keeps its size in both. The style sheet shows the one that fits."""

_STYLE: Mapping[Any, Any] = MappingProxyType(
    {
        "svg.fonttype": "none",  # text stays text: it can be searched, copied and read aloud
        "font.family": "sans-serif",
        "font.size": 10,
        "text.color": INK,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "axes.linewidth": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.color": INK,
        "grid.alpha": 0.15,
        "grid.linewidth": 0.6,
        "xtick.color": INK,
        "ytick.color": INK,
        "legend.frameon": False,
        "hatch.linewidth": 0.6,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
    }
)


_PANEL = 4.2  # inches: one of several plots that stand side by side
_LETTER = 0.07  # inches: the mean width of a letter in a legend
_SPREAD = 16.0  # points over which marks of one size stand side by side

Look = Mapping[str, Any]
"""Colour, marker and line of a player."""


def style() -> AbstractContextManager[None]:
    """The context in which a figure is drawn."""
    return mpl.rc_context(dict(_STYLE))


def looks(names: Iterable[str], asking: Collection[str]) -> Mapping[str, Look]:
    """What each player looks like wherever a plot distinguishes players by their marks.

    Args:
        asking: those that ask a model. They have the colours; the others have the text's.
    """
    counts = {True: count(), False: count()}
    kinds = [(name, name in asking) for name in names]
    return {name: look(next(counts[asks]), COLOURS if asks else (INK,)) for name, asks in kinds}


def coverage(total: pd.DataFrame, width: float) -> str:
    """The share of solved tasks with its interval, a line a player."""
    with style():
        figure, axes = _rows(total["player"], width)
        errors = [total["share"] - total["low"], total["high"] - total["share"]]
        places = range(len(total))
        axes.errorbar(
            total["share"], places, xerr=errors, fmt="o", color=COLOURS[0], capsize=3, ms=5
        )
        for place, low, high in zip(places, total["share"], total["share_most"], strict=True):
            _pale(axes, (low, high), (place, place), COLOURS[0])
        _show_share(axes, "x", 0.02)
        axes.set_xlabel("tasks solved, with 95% interval")
        return _svg(figure, "coverage")


def plan_lengths(measured: pd.DataFrame, width: float) -> str:
    """How much longer plans are than their yardstick, a box a player."""
    groups = {
        str(player): plans["ratio"].to_numpy()
        for player, plans in measured.groupby("player", observed=True)
    }
    with style():
        figure, axes = _rows(groups, width)
        line = {"color": COLOURS[0], "linewidth": 1.2}
        axes.axvline(1, color=INK, alpha=0.5, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.boxplot(
            list(groups.values()),
            orientation="horizontal",
            positions=range(len(groups)),
            widths=0.5,
            manage_ticks=False,
            boxprops=line,
            whiskerprops=line,
            capprops=line,
            medianprops={"color": COLOURS[3], "linewidth": 2},
            flierprops={"marker": ".", "markeredgecolor": COLOURS[0], "markersize": 4},
        )
        axes.set_xlabel("plan length as a multiple of the yardstick's")
        return _svg(figure, "plan-lengths")


def failures(table: pd.DataFrame, width: float) -> str:
    """How the episodes of each player ended, a bar a player."""
    with style():
        causes = {name: each for name, each in OUTCOMES.items() if name in table}
        shown = ["solved", *causes]
        figure, axes = _rows(table.index, width, _legend_height(shown, width))
        places, left = range(len(table)), table["solved"] / table["played"]
        axes.barh(places, left, height=0.62, color=INK, alpha=0.12, label="solved")
        for cause, outcome in causes.items():
            share = table[cause] / table["played"]
            axes.barh(
                places,
                share.where(share > 0),  # an empty bar would still have an outline
                left=left,
                height=0.62,
                facecolor=outcome.colour,
                hatch=outcome.hatch,
                edgecolor=INK,
                linewidth=0.3,
                label=cause,
            )
            left = left + share
        _show_share(axes, "x", 0.02)
        axes.set_xlabel("share of episodes")
        _add_legend(figure, shown, width)
        return _svg(figure, "failures")


def tokens(
    effort: pd.DataFrame, total: pd.DataFrame, look: Mapping[str, Look], width: float
) -> str:
    """The share of solved tasks against the tokens of a solved one, a mark a player.

    Of `effort`, the players that ask a model.
    """
    shares = total.set_index("player")
    with style():
        shown = [str(player) for player in effort["player"]]
        figure, axes = _panel(2.4 + _legend_height(shown, width), width)
        volumes = effort["input_tokens"] + effort["output_tokens"]
        for player, volume in zip(effort["player"], volumes, strict=True):
            mark = {**look[player], "linestyle": "none"}
            low, high = shares.loc[player, ["share", "share_most"]]
            axes.plot(volume, low, markersize=7, label=player, **mark)
            _pale(axes, (volume, volume), (low, high), mark["color"])
        _show_tokens(axes, volumes.min(), volumes.max())
        _show_share(axes, "y", 0.03)
        axes.grid()
        axes.set(xlabel="tokens of a solved task, input and output", ylabel="tasks solved")
        _add_legend(figure, shown, width)
        return _svg(figure, "tokens")


def players(look: Mapping[str, Look], width: float) -> str:
    """What each player's line looks like."""
    with style():
        shown = list(look)
        figure, axes = _panel(_legend_height(shown, width), width)
        axes.set_axis_off()
        for name, mark in look.items():
            axes.plot([], linewidth=1.3, markersize=4.5, label=name, **mark)
        axes.legend(loc="center", ncols=_columns(shown, width), fontsize="small", borderpad=0)
        return _svg(figure, "players")


def scaling(name: str, sizes: pd.DataFrame, limits: pd.DataFrame, look: Mapping[str, Look]) -> str:
    """The share of solved episodes by the number of objects, a line a player as in `players`.

    Args:
        name: of the figure; no other figure of the page may have it.
        sizes: the rows of `scaling.by_size` of one domain.
        limits: the rows of `scaling.limits` of that domain.
    """
    with style():
        figure, axes = _panel(2.4, _PANEL)
        groups = {str(player): row for player, row in sizes.groupby("player", observed=True)}
        step = min(3.0, _SPREAD / len(groups))
        for number, (player, row) in enumerate(groups.items()):
            aside = step * (number - (len(groups) - 1) / 2) / 72
            [line] = axes.plot(
                row["objects"], row["share"], linewidth=1.3, markersize=4.5, **look[player]
            )
            for size, low, high in row[["objects", "share", "share_most"]].to_numpy():
                _pale(axes, (size, size), (low, high), look[player]["color"])
            # Players that do alike stand side by side; they would hide each other.
            line.set_transform(axes.transData + ScaledTranslation(aside, 0, figure.dpi_scale_trans))
        for size in sorted(set(limits["objects"])):
            stopped = limits.loc[limits["objects"] == size, "player"]
            _mark_limit(axes, size, ", ".join(stopped), sizes["objects"].max())
        axes.margins(x=0.08)
        _show_share(axes, "y", 0.03)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
        axes.grid()
        axes.set(xlabel="objects", ylabel="episodes solved")
        return _svg(figure, name)


def _pale(axes: Axes, across: Sequence[float], up: Sequence[float], colour: str) -> None:
    """A pale bar between two shares: as if no unread episode were solved, and as if all were."""
    if (across[0], up[0]) != (across[1], up[1]):
        axes.plot(across, up, color=colour, alpha=0.35, linewidth=6, solid_capstyle="butt")


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


def look(number: int, colours: Sequence[str] = COLOURS) -> Look:
    """No two numbers look the same before colours, markers and lines are used up."""
    again, place = divmod(number, len(colours))
    return {
        "color": colours[place],
        "marker": MARKERS[(place + again) % len(MARKERS)],
        "linestyle": LINES[again % len(LINES)],
    }


def _columns(names: Sequence[str], width: float) -> int:
    """How many columns a legend has, so that its longest name fits."""
    longest = 0.6 + _LETTER * max(map(len, names), default=0)
    return max(1, min(2 if width <= NARROW else 4, int(width / longest)))


def _legend_height(names: Sequence[str], width: float) -> float:
    return 0.1 + 0.21 * -(-len(names) // _columns(names, width))


def _add_legend(figure: Figure, names: Sequence[str], width: float) -> None:
    figure.legend(loc="outside lower center", ncols=_columns(names, width), fontsize="small")


def _rows(names: Iterable[object], width: float, legend: float = 0) -> tuple[Figure, Axes]:
    """An empty figure with a labelled row per player.

    Args:
        names: the players, the first one on top; a long name takes two lines.
        legend: the height of the legend below it, in inches.
    """
    labels = [str(name).replace(", ", "\n", 1) for name in names]
    figure, axes = _panel(0.75 + 0.34 * len(labels) + legend, width)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    return figure, axes


def _show_tokens(axes: Axes, least: float, most: float) -> None:
    """A logarithmic axis with few labels, and with one even where all numbers are alike."""
    axes.set_xscale("log")
    axes.set_xlim(least / 1.6, most * 1.6)
    steps = (1.0, 2.0, 5.0) if most / least < 30 else (1.0,)
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=steps))
    axes.xaxis.set_major_formatter(ticker.EngFormatter(sep=""))
    axes.xaxis.set_minor_locator(ticker.NullLocator())


def _show_share(axes: Axes, axis: str, room: float) -> None:
    axes.set(**{f"{axis}lim": (-room, 1 + room)})
    getattr(axes, f"{axis}axis").set_major_formatter(ticker.PercentFormatter(1))


def _panel(height: float, width: float) -> tuple[Figure, Axes]:
    """An empty figure with one set of axes, its size in inches."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Figure, name: str) -> str:
    """A figure as an SVG element to stand in a page.

    Args:
        name: a name that no other figure of its width has; it keeps their ids apart.
    """
    kind = {NARROW: "narrow", WIDE: "wide"}.get(figure.get_figwidth(), "panel")
    name = f"{name}-{kind}"
    buffer = io.StringIO()
    with mpl.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    element = text[text.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>\s*", "", element, flags=re.DOTALL)
    element = re.sub(r'( id="|xlink:href="#|url\(#)', rf"\g<1>{name}-", element)
    # The page's own font; without a fixed height, the drawing takes the width that it is given.
    element = re.sub(r"font: ([\d.]+)px [^;\"]+", r"font: \1px system-ui, sans-serif", element)
    opening = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        rf'viewBox="\1" class="{kind}" role="img" aria-hidden="true">'
    )
    element = re.sub(r'<svg [^>]*?viewBox="([^"]+)"[^>]*>', opening, element, count=1)
    return element.replace(INK, "currentColor").strip()
