"""`autoplan table`."""

from __future__ import annotations

import argparse
from pathlib import Path

from autoplan.results.summary import print_table
from pddl2nl.options import positive

ABOUT = """Print the table of a results folder. The exit status is 0 whatever the results
are."""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", metavar="DIR", type=Path, help="the results folder")
    command.add_argument(
        "--pass-at",
        metavar="K",
        type=positive,
        nargs="+",
        default=[],
        help="show pass@K, the share of tasks that at least one of K samples solves (default with "
        "--samples: 1 and the number of samples)",
    )


def run(options: argparse.Namespace) -> int:
    print_table(options.folder, options.pass_at)
    return 0
