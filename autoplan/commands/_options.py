"""What several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

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
from autoplan.terminal import Terminal, print_wide
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
