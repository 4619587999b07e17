"""A graph to look at: as text, as a Mermaid flowchart, and drawn as SVG."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import networkx as nx

from pddl2nl.errors import InputError
from policies.agents.agentkit.graph import Graph
from policies.agents.agentkit.node import Node, edges

_WIDE, _HIGH = 2.2, 1.1
"""Inches between two nodes of a layer, and between two layers."""
_HALF = 0.9
"""Inches from the middle of a node to its side, at most."""
_MARGIN = 0.9
_SWEEPS = 4
MAX_DRAWN = 1_000
"""Nodes and edges of a drawing; 1,000 take seconds."""
_INK, _FAINT = "#222222", "#888888"


def layers(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """The nodes by the longest path to them; those of one layer wait for none of each other."""
    return tuple(map(tuple, nx.topological_generations(edges(graph.nodes))))


def as_text(graph: Graph) -> str:
    """The nodes layer by layer, each with what it waits for and when it is evaluated."""
    lines = []
    for number, layer in enumerate(layers(graph), start=1):
        for name in layer:
            node = graph.node(name)
            notes = [f"needs {', '.join(node.needs)}"] if node.needs else []
            notes += [f"after {', '.join(node.after)}"] if node.after else []
            notes += _notes(node)
            lines.append(f"{number}. {name}" + (f": {'; '.join(notes)}" if notes else ""))
    return "\n".join(lines)


def as_mermaid(graph: Graph) -> str:
    """A Mermaid flowchart: plain edges hand an output on, dotted ones only settle the order."""
    ids = {node.name: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ["flowchart TD"]
    for node in graph.nodes:
        text = "<br>".join(map(_label, [node.name, *_notes(node)]))
        shape = '{{"%s"}}' if node.conditions else '["%s"]'
        lines.append(f"    {ids[node.name]}{shape % text}")
    for source, target, shown in edges(graph.nodes).edges.data("shown"):
        lines.append(f"    {ids[source]} {'-->' if shown else '-.->'} {ids[target]}")
    return "\n".join(lines)


def _label(text: str) -> str:
    """A text in a Mermaid label: signs of HTML, Markdown and formulas (`$$`) stand as entities."""
    return re.sub(r"[^\w .,=$-]|\$(?=\$)", lambda sign: f"#{ord(sign[0])};", " ".join(text.split()))


def as_svg(graph: Graph) -> str:
    """The graph in layers, drawn; dashed edges only settle the order.

    Raises:
        InputError: it is too large to be drawn.
    """
    from matplotlib import rc_context  # takes half a second to import
    from matplotlib.figure import Figure

    drawn = edges(graph.nodes)
    if len(drawn) + drawn.size() > MAX_DRAWN:
        raise InputError(
            f"a drawing has at most {MAX_DRAWN:,} nodes and edges, and this graph has "
            f"{len(drawn):,} nodes and {drawn.size():,} edges; --format text and mermaid show it"
        )
    rows = _uncrossed(drawn, layers(graph))
    place = {
        name: (_WIDE * (number - (len(row) - 1) / 2), -_HIGH * depth)
        for depth, row in enumerate(rows)
        for number, name in enumerate(row)
    }
    widest = max(map(len, rows))
    figure = Figure(figsize=(_WIDE * widest + 2 * _MARGIN, _HIGH * len(rows) + 0.4))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(-_WIDE * widest / 2 - _MARGIN, _WIDE * widest / 2 + _MARGIN)
    axes.set_ylim(-_HIGH * (len(rows) - 0.5) - 0.2, _HIGH / 2 + 0.2)
    axes.axis("off")
    boxes: dict[str, Any] = {}
    for node in graph.nodes:
        box = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": _INK}
        box["linestyle"] = "--" if node.conditions else "-"
        text = axes.text(
            *place[node.name],
            "\n".join([node.name, *_notes(node)]),
            ha="center",
            va="center",
            fontsize=8,
            parse_math=False,
            bbox=box,
        )
        boxes[node.name] = text.get_bbox_patch()
    for source, target, shown in drawn.edges.data("shown"):
        axes.annotate(
            "",
            xy=place[target],
            xytext=place[source],
            arrowprops={
                "arrowstyle": "-|>",
                "color": _INK if shown else _FAINT,
                "linestyle": "-" if shown else "--",
                "patchA": boxes[source],
                "patchB": boxes[target],
                "connectionstyle": f"arc3,rad={_bend(place[source], place[target], shown)}",
            },
        )
    # Texts stay texts, and the same graph gives the same file.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "graph"}):
        target = io.StringIO()
        figure.savefig(target, format="svg", metadata={"Date": None})
    return target.getvalue()


def _notes(node: Node) -> list[str]:
    every = [f"every {node.every} passes"] if node.every > 1 else []
    return [*map(str, node.conditions), *every]


def _bend(source: tuple[float, float], target: tuple[float, float], shown: bool) -> float:
    """How an edge bends that would run through the nodes between its ends.

    Returns:
        The distance of its control point, as a multiple of its length; to the right for outputs.
    """
    length = source[1] - target[1]
    if source[0] != target[0] or length < 1.5 * _HIGH:
        return 0.0
    aside = 2 * (_HALF + 0.12 * length)
    return -aside / length if shown else aside / length


def _uncrossed(graph: nx.DiGraph, rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The layers with each node near the middle of its neighbours (barycentre heuristic)."""
    found = [list(row) for row in rows]
    for _ in range(_SWEEPS):
        for above, row in pairwise(found):
            middles = {name: _middle(graph.predecessors(name), above) for name in row}
            row.sort(key=middles.__getitem__)
        for row, below in pairwise(found):
            middles = {name: _middle(graph.successors(name), below) for name in row}
            row.sort(key=middles.__getitem__)
    return found


def _middle(names: Iterator[str], row: Sequence[str]) -> float:
    places = [row.index(name) for name in names if name in row]
    return sum(places) / len(places) if places else len(row) / 2
