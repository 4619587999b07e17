"""`autoplan table`."""

from __future__ import annotations

import argparse
from pathlib import Path

from autoplan.commands._options import Commands, positive, print_table
from pddl2nl import console


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "table",
        description="Print the table of a results folder. The exit status is 0 whatever is in it: "
        "that of eval tells of its run.",
    )
    command.add_argument("folder", metavar="DIR", type=Path, help="the results folder")
    command.add_argument(
        "--pass-at",
        metavar="K",
        type=positive,
        nargs="+",
        default=[],
        help="the share of tasks that one of K samples solves (default for results of --samples: "
        "1 and as many as there are)",
    )
    console.add_debug(command)
    command.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    print_table(options.folder, options.pass_at)
    return 0
