"""The scaling study of the seed paper (lower part of Table 2), beside the published numbers.

    python scripts/scaling.py --run results/paper    the offline model plays; then the tables
    python scripts/scaling.py results/paper          the tables of what is there

A second table says at which size each player stops.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

import pandas as pd

from autoplan.commands import _published_tables as command
from autoplan.commands._published_tables import bundled
from autoplan.experiment.paper import Play, columns
from autoplan.report.paper import numbers as published
from autoplan.report.paper.coverage import coverage_sheet
from autoplan.report.paper.growth import growth_sheet
from autoplan.report.paper.played import scores
from autoplan.report.paper.sheet import Sheet

TABLE = published.coverage("scaling")
SETS = tuple(row.name for row in TABLE.rows)


def plays(options: argparse.Namespace) -> Iterable[Play]:
    """All columns of the table."""
    return columns(bundled(SETS, options))


def sheets(frame: pd.DataFrame, model: str) -> Iterator[Sheet]:
    """The table, and the same by size."""
    yield coverage_sheet("Table 2, scaled sets", TABLE, scores(frame, model))
    if by_size := growth_sheet("Scaled sets by size", frame, model, SETS):
        yield by_size


if __name__ == "__main__":
    sys.exit(command.main(command.parser(__doc__ or ""), plays, sheets))
