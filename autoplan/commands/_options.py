"""What several commands share."""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from autoplan.experiment.example_choice import ExampleChoice
from autoplan.results.reading import settings
from autoplan.results.samples import SAMPLES_LEGEND, sampled, samples_table
from autoplan.results.summary import bill, legend, lines, table
from pddl2nl import console
from pddl2nl.errors import InputError

Commands: TypeAlias = "argparse._SubParsersAction[console.Parser]"
"""Where a command adds itself."""


def print_table(folder: Path, pass_at: Sequence[int] = ()) -> None:
    """Print what a results folder holds, and what its samples come to where there are any.

    Args:
        folder: the results.
        pass_at: for which k to tell the share of tasks that one of k samples solves.

    Raises:
        InputError: the folder holds no results, or too few samples.
    """
    found, origins = lines(folder)
    samples = sampled(folder, pass_at) if pass_at or "sampled" in settings(folder) else []
    print_wide(table(found))
    if samples:
        print_wide(samples_table(samples))
    told = (SAMPLES_LEGEND if samples else None, legend(found, origins), bill(folder))
    notes = filter(None, told)
    Console(highlight=False).print("\n".join(notes), style="dim", soft_wrap=True)


_DROPPED = (
    *("output tokens", "sent before", "input tokens", "seconds", "refused", "calls", "steps"),
    *("model", "input", "strict", "USD", "episodes"),
)
"""The columns that a narrow terminal goes without, the first to go first."""


def print_wide(table: Table) -> None:
    """Print a table, in a pipe without regard to a terminal's width."""
    out = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    out.print(narrowed(table, out))


def narrowed(table: Table, out: Console) -> Table:
    """A table without the columns for which a terminal is too narrow, so that none is cut."""
    shown = table
    gone = []
    for name in _DROPPED:
        if Measurement.get(out, out.options.update(max_width=1000), shown).maximum <= out.width:
            break
        if any(column.header == name for column in shown.columns):
            gone.append(name)
            shown = _without(name, shown)
    if gone:
        shown.caption = f"too narrow for: {', '.join(gone)}"
    return shown


def _without(name: str, table: Table) -> Table:
    """A table without a column."""
    kept = [column for column in table.columns if column.header != name]
    made = Table(
        *(column.copy() for column in kept),
        box=table.box,
        pad_edge=table.pad_edge,
        show_footer=table.show_footer,
    )
    cells = zip(*(column.cells for column in kept), strict=True)
    for row, each in zip(table.rows, cells, strict=True):
        made.add_row(*each, style=row.style, end_section=row.end_section)
    return made


def add_examples(group: argparse._ActionsContainer) -> None:
    """The options that say which few-shot example there is."""
    group.add_argument(
        "--examples",
        metavar="N",
        type=int,
        choices=(0, 1),
        default=1,
        help="few-shot examples: 1 (default), or 0 for prompts that tell the format in words",
    )
    group.add_argument(
        "--example",
        metavar="FILE",
        type=Path,
        help="the task of the example, from any folder (default: the instance whose plan is "
        "closest to five steps); its plan lies in plans/ beside, or is looked for",
    )
    group.add_argument(
        "--example-map",
        metavar="FILE",
        type=Path,
        help='a JSON file that names one for each domain: {"ferry": "ferry/instance-37.pddl"}',
    )


def example_choice(options: argparse.Namespace) -> ExampleChoice:
    """What these options say.

    Raises:
        InputError: they contradict each other.
    """
    if options.example is not None and options.example_map is not None:
        raise InputError("--example and --example-map do not go together")
    named = "--example" if options.example else "--example-map" if options.example_map else None
    if named and options.examples == 0:
        raise InputError(f"{named} and --examples 0 do not go together")
    return ExampleChoice(options.example, options.example_map)


_OWN = {
    **dict.fromkeys(("model", "messages", "stream", "n"), "belongs to the request"),
    "temperature": "is --temperature",
    "max_tokens": "is --max-tokens",
    "max_completion_tokens": "is --max-tokens",
    "seed": "is --seed",
}
"""What --model-arg may not set, and why."""


def model_argument(text: str) -> tuple[str, str]:
    """`KEY=VALUE` as a name and the JSON of a value; what is no JSON is text."""
    name, sign, value = text.partition("=")
    if not sign or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"expected KEY=VALUE, not '{text}'")
    if name in _OWN:
        raise argparse.ArgumentTypeError(f"'{name}' {_OWN[name]}")
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        read = value
    return name, json.dumps(read, sort_keys=True)


def model_arguments(options: argparse.Namespace) -> tuple[tuple[str, str], ...]:
    """What else stands in requests to the planning model, by name.

    Raises:
        InputError: a name stands twice.
    """
    given = list(options.model_arg)
    if options.reasoning_effort is not None:
        given.append(("reasoning_effort", json.dumps(options.reasoning_effort)))
    if len(dict(given)) < len(given):
        raise InputError("--model-arg: a name stands twice")
    return tuple(sorted(given))


def positive(text: str) -> int:
    if not re.fullmatch(r"\d+", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not '{text}'")
    return int(text)


def amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError(f"expected a number above 0, not '{text}'")
    return number


def temperature(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise argparse.ArgumentTypeError(f"expected a number from 0 on, not '{text}'")
    return number


def whole(text: str) -> int:
    """A whole number that fits 64 bits, as servers and databases take them."""
    if not re.fullmatch(r"[+-]?\d{1,19}", text) or not -(2**63) < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"expected a whole number of 64 bits, not '{text[:40]}'")
    return int(text)


def size(text: str) -> int:
    """A number of bytes: `8G`, `500M`, `1.5GiB`; a unit is 1024 times the one before."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT])(?:i?B)?", text, re.IGNORECASE)
    number = int(float(found[1]) * 1024 ** ("KMGT".index(found[2].upper()) + 1)) if found else 0
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a size such as 8G or 500M, not '{text}'")
    return number
