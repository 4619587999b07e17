"""What several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from rich.measure import Measurement
from rich.table import Table

from autoplan.experiment.experiment import ModelOptions
from autoplan.results.reading import is_sampled
from autoplan.results.summary import (
    SAMPLES_LEGEND,
    bill,
    legend,
    lines,
    sampled,
    samples_table,
    table,
)
from autoplan.terminal import Terminal
from pddl2nl import console
from pddl2nl.options import add_options

Commands: TypeAlias = "argparse._SubParsersAction[console.Parser]"
"""Where a command adds itself."""


def add_command(
    commands: Commands,
    name: str,
    about: str,
    run: Callable[[argparse.Namespace], int] | None = None,
) -> console.Parser:
    """Add a command.

    Args:
        commands: where to.
        name: its name.
        about: its description, an empty line, and examples, if there are any.
        run: carries it out; None if it has commands of its own.
    """
    description, _, examples = about.partition("\n\n")
    command = commands.add_parser(
        name,
        description=" ".join(description.split()),
        epilog=examples or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if run is not None:
        console.add_debug(command)
        command.set_defaults(command=run)
    return command


def print_table(folder: Path, pass_at: Sequence[int] = ()) -> None:
    """Print what a results folder holds, and what its samples come to where there are any.

    Args:
        folder: the results.
        pass_at: for which k to tell the share of tasks that one of k samples solves.

    Raises:
        InputError: the folder holds no results, or too few samples.
    """
    found, origins = lines(folder)
    samples = sampled(folder, pass_at) if pass_at or is_sampled(folder) else []
    print_wide(table(found))
    if samples:
        print_wide(samples_table(samples))
    parts = (SAMPLES_LEGEND if samples else None, legend(found, origins), bill(folder))
    notes = filter(None, parts)
    Terminal().print("\n".join(notes), style="dim", soft_wrap=True)


_DROPPED = (
    *("output tokens", "sent before", "input tokens", "seconds", "refused", "calls", "steps"),
    *("model", "input", "strict", "USD", "episodes"),
)
"""The columns that a narrow terminal goes without, the first to go first."""


def print_wide(table: Table) -> None:
    """Print a table, in a pipe without regard to a terminal's width."""
    out = Terminal(width=None if sys.stdout.isatty() else 200)
    out.print(narrowed(table, out))


def narrowed(table: Table, out: Terminal) -> Table:
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


def add_model(command: argparse._ActionsContainer, **of_model: object) -> None:
    """The options of a command that asks one model.

    Args:
        command: where to.
        of_model: arguments of `--model` in place of what it declares.
    """
    add_options(
        command,
        ModelOptions,
        model={"help": "who is asked", **of_model},
        base_url="",
        api_key_env="the variable with its key",
        timeout={"metavar": "S", "help": "seconds that a call may take"},
        max_cost="stop before more is spent",
    )
