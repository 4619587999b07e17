"""`autoplan graph`."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from autoplan.agents.commands import _world_options as worlds
from autoplan.experiment.experiment import ModelOptions, add_model
from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.files import read_text
from pddl2nl.llm import Usage
from pddl2nl.llm.prices import PriceList
from pddl2nl.options import add_options, positive, read_options, whole
from policies.agents.agentkit import show
from policies.agents.agentkit.database import Database, as_text
from policies.agents.agentkit.graph_file import GraphFile, read_graph
from policies.agents.agentkit.mechanism import BUNDLED, PASSES
from policies.agents.agentkit.trace import NodeFailedError, PassTrace, passes_page

ABOUT = """Check, draw and run graphs of prompts, and show what their nodes did.

examples:
  autoplan graph check agent.yaml
        reports the first error with line and column, or the number of nodes
  autoplan graph show agent.yaml --format svg -o agent.svg
        draws the graph (also: mermaid, text)
  autoplan graph show
        prints the graph of `--mechanism agentkit`
  autoplan graph run review.yaml --input text=essay.txt --model openai/NAME -o review/
        runs a graph outside eval; stores the final database and a page of its passes
  autoplan graph trace results/agent -o traces/
        writes a page per episode with every pass: prompts, answers, seconds, tokens, changes
"""
_FORMATS = {"text": show.as_text, "mermaid": show.as_mermaid, "svg": show.as_svg}


def add(command: argparse.ArgumentParser) -> None:
    kinds = command.add_subparsers(required=True, metavar="check|show|run|trace")
    check = kinds.add_parser("check", help="see whether a graph can be evaluated")
    check.add_argument("file", metavar="FILE", type=Path, help="a YAML file")
    draw = kinds.add_parser("show", help="draw a graph")
    draw.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="a YAML file (default: the bundled one)"
    )
    draw.add_argument("--format", choices=_FORMATS, default="text", help="default: text")
    draw.add_argument(
        "-o", "--out", metavar="FILE", type=Path, help="output file (default: standard output)"
    )
    evaluate = kinds.add_parser("run", help="evaluate a graph by itself")
    _add_run(evaluate)
    trace = kinds.add_parser("trace", help="write the passes of played episodes as pages")
    trace.add_argument("folder", metavar="DIR", type=Path, help="a folder written by autoplan eval")
    trace.add_argument(
        "-o", "--out", metavar="DIR", type=Path, help="output folder (default: DIR/traces)"
    )
    for each, run in ((check, _check), (draw, _show), (evaluate, _evaluate), (trace, _trace)):
        console.add_debug(each)
        each.set_defaults(command=run)


def _add_run(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", type=Path, help="a YAML file")
    command.add_argument(
        "--input",
        metavar="ENTRY=FILE",
        action="append",
        default=[],
        help="set an entry of the database to the text of a file, or of standard input (-)",
    )
    command.add_argument(
        "--database", metavar="FILE", type=Path, help="start from the database of an earlier run"
    )
    command.add_argument(
        "--passes", metavar="N", type=positive, default=1, help="number of passes (default: 1)"
    )
    command.add_argument(
        "--model-seed",
        metavar="S",
        type=whole,
        default=1,
        help="seed sent to the model (default: 1)",
    )
    add_model(command, help="the model; a node's own `model` takes precedence")
    add_options(command, ModelOptions, temperature="", prices="")
    command.add_argument(
        "--json", action="store_true", help="print all answers and the database as JSON"
    )
    command.add_argument(
        "-o", "--out", metavar="DIR", type=Path, help="folder for database.json and passes.html"
    )


def _check(options: argparse.Namespace) -> int:
    graph = read_graph(options.file).graph
    nodes, depth = counted(len(graph.nodes), "node"), len(show.layers(graph))
    conditional = sum(bool(node.conditions) or node.every > 1 for node in graph.nodes)
    print(f"{options.file}: {nodes}, {conditional} of them conditional; depth {depth}")
    return 0


def _show(options: argparse.Namespace) -> int:
    graph = read_graph(options.file or BUNDLED).graph
    console.emit(_FORMATS[options.format](graph), options.out)
    return 0


def _evaluate(options: argparse.Namespace) -> int:
    file = read_graph(options.file)
    database = _database(options, file)
    passes: list[PassTrace] = []
    try:
        with console.reporting_waits():
            worlds.carried_out(_passes(options, file, database, passes))
    except NodeFailedError as failure:
        passes.append(failure.trace)
        raise InputError(str(failure), source=str(options.file)) from failure
    finally:
        if options.out is not None and passes:
            options.out.mkdir(parents=True, exist_ok=True)
            database.save(options.out / "database.json")
            page = passes_page(options.file.stem, [each.as_data() for each in passes])
            console.emit(page, options.out / "passes.html")
    outputs = passes[-1].outputs
    if options.json:
        found = {"outputs": outputs, "database": database.as_data()}
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        print("\n\n".join(f"## {name}\n{as_text(value)}" for name, value in outputs.items()))
    _print_costs(options, passes)
    return 0


def _database(options: argparse.Namespace, file: GraphFile) -> Database:
    """The database of a run: what the file says, or an earlier run has left, and the inputs."""
    given = dict(map(_input, options.input))
    if options.database is None:
        return file.database(given)
    database = Database.load(options.database)
    for path, value in given.items():
        database.store(path, value)
    return database


def _input(text: str) -> tuple[str, str]:
    entry, equals, name = text.partition("=")
    if not (entry and equals and name):
        raise InputError(f"--input {text}: expected ENTRY=FILE, as plan=plan.txt")
    if name == "-":
        return entry, sys.stdin.read().strip()
    try:
        return entry, read_text(name).strip()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=name) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text", source=name) from error


async def _passes(
    options: argparse.Namespace, file: GraphFile, database: Database, passes: list[PassTrace]
) -> None:
    ask = worlds.asked(options)
    for _ in range(options.passes):
        passes.append(await file.graph.evaluate(ask, database, models=ask.other))


def _print_costs(options: argparse.Namespace, passes: Sequence[PassTrace]) -> None:
    """What each model has taken, in a line on standard error."""
    asked = read_options(ModelOptions(), options)
    prices = PriceList.load(asked.prices)
    taken: dict[str, list[Usage]] = {}
    for node in (node for each in passes for node in each.nodes):
        taken.setdefault(node.model or asked.model, []).extend(a.usage for a in node.attempts)
    for model, usages in taken.items():
        usage, price = sum(usages, Usage()), prices.price(model)
        tokens = f"{usage.input_tokens} input and {usage.output_tokens} output tokens"
        dollars = f", ${price.of(usage):.4f}" if price else ""
        print(f"{model}: {counted(len(usages), 'call')}, {tokens}{dollars}", file=sys.stderr)


def _trace(options: argparse.Namespace) -> int:
    from autoplan.results.reading import transcripts  # slow to import, not needed before

    folder = options.out or options.folder / "traces"
    written = 0
    for key, _, transcript in transcripts(options.folder):
        if PASSES in transcript.attachments:
            player = (key.mechanism, key.input, key.model, f"seed {key.seed}")
            title = " ".join((key.domain, key.instance, *player))
            folder.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"[^\w.-]+", "-", title)
            page = passes_page(title, transcript.attachments[PASSES])
            console.emit(page, folder / f"{name}.html")
            written += 1
    if not written:
        raise InputError("no episode in it was played with a graph", source=str(options.folder))
    print(f"{counted(written, 'page')} in {folder}")
    return 0
