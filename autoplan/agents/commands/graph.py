"""`autoplan graph`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError

ABOUT = """Check and draw graphs of prompts, and write down what their nodes did.

examples:
  autoplan graph check agent.yaml
        names the first fault with line and column, or says how many nodes there are
  autoplan graph show agent.yaml --format svg -o agent.svg
        the graph drawn; mermaid and text are there, too
  autoplan graph show
        the graph that plays with `--mechanism agentkit`
  autoplan graph trace results/agent -o traces/
        for each episode a page with every pass: prompts, answers, seconds, tokens, changes
"""
_FORMATS = ("text", "mermaid", "svg")


def add(command: argparse.ArgumentParser) -> None:
    kinds = command.add_subparsers(required=True, metavar="check|show|trace")
    check = kinds.add_parser("check", help="see whether a graph can be evaluated")
    check.add_argument("file", metavar="FILE", type=Path, help="a YAML file")
    show = kinds.add_parser("show", help="draw a graph")
    show.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="a YAML file (default: the bundled one)"
    )
    show.add_argument("--format", choices=_FORMATS, default="text", help="default: text")
    show.add_argument("-o", "--out", metavar="FILE", type=Path, help="where to (default: here)")
    trace = kinds.add_parser("trace", help="write the passes of played episodes as pages")
    trace.add_argument("folder", metavar="DIR", type=Path, help="a folder written by autoplan eval")
    trace.add_argument(
        "-o", "--out", metavar="DIR", type=Path, help="where to (default: DIR/traces)"
    )
    for each, run in ((check, _check), (show, _show), (trace, _trace)):
        console.add_debug(each)
        each.set_defaults(command=run)


def _check(options: argparse.Namespace) -> int:
    from policies.agents.agentkit.graph_file import read_graph
    from policies.agents.agentkit.show import layers

    graph = read_graph(options.file).graph
    nodes, depth = counted(len(graph.nodes), "node"), len(layers(graph))
    conditional = sum(bool(node.conditions) or node.every > 1 for node in graph.nodes)
    print(f"{options.file}: {nodes}, {conditional} of them conditional; depth {depth}")
    return 0


def _show(options: argparse.Namespace) -> int:
    from policies.agents.agentkit import show
    from policies.agents.agentkit.graph_file import read_graph
    from policies.agents.agentkit.mechanism import BUNDLED

    graph = read_graph(options.file or BUNDLED).graph
    draw = {"text": show.as_text, "mermaid": show.as_mermaid, "svg": show.as_svg}[options.format]
    console.emit(draw(graph), options.out)
    return 0


def _trace(options: argparse.Namespace) -> int:
    from policies.agents.agentkit.page import passes_page

    folder = options.out or options.folder / "traces"
    written = 0
    for title, passes in _episodes(options.folder):
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "-", title)
        console.emit(passes_page(title, passes), folder / f"{name}.html")
        written += 1
    if not written:
        raise InputError("no episode in it was played with a graph", source=str(options.folder))
    print(f"{counted(written, 'page')} in {folder}")
    return 0


def _episodes(folder: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The episodes that have passes: a title, and these."""
    from autoplan.results.reading import transcripts
    from policies.agents.agentkit.mechanism import PASSES

    for key, _, transcript in transcripts(folder):
        if PASSES in transcript.attachments:
            player = (key.mechanism, key.input, key.model, f"seed {key.seed}")
            title = " ".join((key.domain, key.instance, *player))
            yield title, transcript.attachments[PASSES]
