"""What the scripts of the tables share: their options, playing, and printing."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pandas as pd

import domains
from autoplan import cli
from autoplan.experiment.paper import OFFLINE, SEEDS, Play
from autoplan.report.paper.played import NO_MODEL, episodes, models, results_folders
from autoplan.report.paper.sheet import Sheet, print_sheet
from pddl2nl import console
from pddl2nl.errors import InputError

Plays: TypeAlias = Callable[[argparse.Namespace], Iterable[Play]]
"""What has to be played for a table, given the options."""
Sheets: TypeAlias = Callable[[pd.DataFrame, str], Iterable[Sheet]]
"""The tables, given episodes and a model."""


def parser(description: str) -> console.Parser:
    """The options that the scripts of all tables have."""
    shared = console.Parser(
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="What follows `--` is passed on to `autoplan eval`: -- --verbalizer llm, say.",
    )
    shared.add_argument(
        "folders", metavar="DIR", type=Path, nargs="*", help="results folders, or folders of them"
    )
    shared.add_argument(
        "--run", metavar="DIR", type=Path, help="first play what is missing, into folders in DIR"
    )
    shared.add_argument(
        "--model", metavar="SPEC", default="reader", help="who plays (default: the reader)"
    )
    shared.add_argument(
        "--seed",
        metavar="S",
        nargs="+",
        help="its seeds (default: 1 to 5, as in the paper; the reader's: 1)",
    )
    shared.add_argument("--domains", metavar="D", nargs="+", help="these domains alone")
    shared.add_argument("--instances", metavar="N", help="the first N tasks of each alone")
    shared.add_argument("--markdown", action="store_true", help="print Markdown")
    console.add_debug(shared)
    return shared


def main(shared: console.Parser, plays: Plays, sheets: Sheets) -> int:
    """Play, where that is asked for, and print the tables; returns the exit status."""
    own, passed_on = _parted(sys.argv[1:])
    shared.set_defaults(command=partial(_command, plays, sheets), passed_on=passed_on)
    return console.run(shared, own)


def bundled(names: Iterable[str], options: argparse.Namespace) -> tuple[str, ...]:
    """Those of some domains that are bundled and asked for; the others are named as a warning."""
    asked = [name for name in names if options.domains is None or name in options.domains]
    known = (*domains.names(), *domains.scaled_names())
    absent = [name for name in asked if name not in known]
    if absent:
        print(f"not bundled, so not played: {', '.join(absent)}", file=sys.stderr)
    return tuple(name for name in asked if name in known)


def _command(plays: Plays, sheets: Sheets, options: argparse.Namespace) -> int:
    if options.run is not None:
        for play in plays(options):
            _play(play, options)
    elif options.passed_on:
        raise InputError(f"{options.passed_on[0]} is of no use without --run DIR")
    folders = [*options.folders, *([options.run] if options.run is not None else [])]
    if not folders:
        raise InputError("name a folder with results, or have them played with --run DIR")
    frame = episodes(results_folders(folders))
    for model in models(frame):
        for sheet in sheets(frame, model):
            named = sheet if model == NO_MODEL else replace(sheet, title=f"{sheet.title}: {model}")
            print_sheet(named, markdown=options.markdown)
    return 0


def _play(play: Play, options: argparse.Namespace) -> None:
    """Play what is not in the results folder yet; what that prints goes to standard error.

    Raises:
        InputError: it cannot be played; the reason has been printed.
    """
    if not play.domains:
        return
    few = ("--instances", options.instances) if options.instances else ()
    seeds = options.seed or (("1",) if options.model == OFFLINE else SEEDS)
    call = play.call(options.model, seeds, options.run, (*few, *options.passed_on))
    with redirect_stdout(sys.stderr):
        status = cli.main(call)
    if status == console.INTERRUPTED:
        raise KeyboardInterrupt
    if status == console.BAD_INPUT:
        raise InputError("not played: autoplan " + shlex.join(call))


def _parted(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What stands before `--`, and what behind."""
    place = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:place], arguments[place + 1 :]
