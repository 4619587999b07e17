"""What the scripts of the tables share: their options, playing, and printing."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pandas as pd
from rich.console import Console

import domains
from autoplan import cli
from autoplan.tables.played import NO_MODEL, episodes, models, results_folders
from autoplan.tables.sheet import Sheet, as_markdown, as_table
from pddl2nl import console
from pddl2nl.errors import InputError
from simulator import InputForm

RANDOM_SEEDS = tuple(range(1, 11))
"""As many as in the paper (section 5)."""

FORMS: tuple[InputForm, ...] = ("nl", "template", "pddl")
LLM_MECHANISMS = ("basic", "cot", "act", "react")
PLANNERS = ("brfs", "lmcut", "ff")

_WIDTH = 200
"""Of a table that is printed into a pipe, in characters."""


@dataclass(frozen=True, slots=True)
class Play:
    """A call of `autoplan eval`.

    Args:
        folder: the results folder, in that of the whole study.
        mechanisms: who plays.
        forms: the input forms.
        domains: the domains.
        seeds: the seeds, None for those that the user names.
        options: further options.
    """

    folder: str
    mechanisms: tuple[str, ...]
    domains: tuple[str, ...]
    forms: tuple[str, ...] = ("nl",)
    seeds: tuple[int, ...] | None = None
    options: tuple[str, ...] = ()


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
        "--seed", metavar="S", nargs="+", default=["1"], help="its seeds (default: 1)"
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


def all_columns(names: tuple[str, ...]) -> Iterator[Play]:
    """Everybody of Table 2, on some domains."""
    yield Play("pddl2nl", LLM_MECHANISMS, names, FORMS)
    yield Play("pddl2nl", ("random",), names, seeds=RANDOM_SEEDS)
    yield Play("pddl2nl", PLANNERS, names, seeds=(1,))


def bundled(names: Iterable[str], options: argparse.Namespace) -> tuple[str, ...]:
    """Those of some domains that are bundled and asked for; the others are named as a warning."""
    asked = [name for name in names if options.domains is None or name in options.domains]
    known = (*domains.names(), *domains.scaled_names())
    absent = [name for name in asked if name not in known]
    if absent:
        print(f"not bundled, so not played: {', '.join(absent)}", file=sys.stderr)
    return tuple(name for name in asked if name in known)


def print_sheet(sheet: Sheet, *, markdown: bool) -> None:
    """Print a table."""
    if markdown:
        print(as_markdown(sheet), end="\n\n")
        return
    terminal = sys.stdout.isatty()
    Console(width=None if terminal else _WIDTH, highlight=False).print(as_table(sheet))


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
    seeds = options.seed if play.seeds is None else map(str, play.seeds)
    call = [
        *("eval", "--mechanism", *play.mechanisms, "--domain", *play.domains),
        *("--input", *play.forms, "--seed", *seeds, "--model", options.model),
        *(("--instances", options.instances) if options.instances else ()),
        *("--out", str(options.run / play.folder), *play.options, *options.passed_on),
    ]
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
