"""Tables 3 and 4 of the seed paper: tasks solved in competition suites, beside the published.

    python scripts/table3.py --run results/ipc --suites FOLDER
    python scripts/table3.py results/ipc

The first has the offline model play before it prints the tables. FOLDER holds one folder a suite,
called as in `data/paper/table4.csv` (`gripper98`); a suffix as in `snake18-bfs` is cut off. The
suites themselves are not bundled.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from autoplan.commands import _published_tables as command
from autoplan.experiment.paper import PLANNERS, RANDOM_SEEDS, Play
from autoplan.report.paper import numbers as published
from autoplan.report.paper.coverage import coverage_sheet
from autoplan.report.paper.played import scores
from autoplan.report.paper.sheet import Sheet
from pddl2nl.errors import InputError

SELECTION, TABLE = published.ipc_selection(), published.coverage("table4")
SUITES = tuple(row.name for row in TABLE.rows)


def plays(options: argparse.Namespace) -> Iterator[Play]:
    """The columns of the table, on the suites that are there."""
    if options.suites is None or not options.suites.is_dir():
        raise InputError("--run needs --suites FOLDER, where the competition suites are")
    found = tuple(str(path) for path in sorted(options.suites.iterdir()) if _wanted(path, options))
    yield Play("ipc", ("cot", "react"), found)
    yield Play("ipc", ("random",), found, seeds=RANDOM_SEEDS)
    yield Play("ipc", PLANNERS, found, seeds=(1,))


def sheets(frame: pd.DataFrame, model: str) -> Iterator[Sheet]:
    """The selection, and all suites."""
    suites = frame.assign(domain=frame["domain"].map(_suite))
    yield coverage_sheet("Table 3", SELECTION, scores(suites, model))
    yield coverage_sheet("Table 4", TABLE, scores(suites, model))


def _wanted(path: Path, options: argparse.Namespace) -> bool:
    suite = _suite(path.name)
    return suite in SUITES and (options.domains is None or suite in options.domains)


def _suite(folder: str) -> str:
    return folder.removesuffix("-bfs")


if __name__ == "__main__":
    shared = command.parser(__doc__ or "")
    shared.add_argument("--suites", metavar="FOLDER", type=Path, help="where the suites are")
    sys.exit(command.main(shared, plays, sheets))
