"""How plots look: one style, colours that all eyes tell apart, and SVG that fits into a page."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

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


def style() -> AbstractContextManager[None]:
    """The context in which a figure is drawn."""
    return mpl.rc_context(dict(_STYLE))


def panel(height: float, width: float) -> tuple[Figure, Axes]:
    """An empty figure with one set of axes.

    Args:
        height: in inches.
        width: in inches.
    """
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def svg(figure: Figure, name: str) -> str:
    """A figure as an SVG element to stand in a page.

    Args:
        figure: the figure.
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
