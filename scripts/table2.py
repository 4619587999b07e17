"""Table 2 of the seed paper: tasks solved in thirteen domains, beside the published numbers.

    python scripts/table2.py --run results/paper            the offline model plays; then the table
    python scripts/table2.py results/paper results/gpt-4o   a table a model of what is there
    python scripts/table2.py --run results/quick --domains ferry grid --instances 5

Every mechanism plays in every input form that it can, the planners once, random choice with ten
seeds; Blocksworld is also played by Basic and Act under names that say nothing. Snippets by hand
(rows `valm23`) are played by `scripts/table7.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import pandas as pd

from autoplan.commands import _published_tables as command
from autoplan.commands._published_tables import bundled
from autoplan.experiment.paper import Play, table_2
from autoplan.report.paper import numbers as published
from autoplan.report.paper.coverage import coverage_sheet
from autoplan.report.paper.played import scores
from autoplan.report.paper.sheet import Sheet

TABLE = published.coverage("table2")
DOMAINS = tuple(dict.fromkeys(row.name for row in TABLE.rows))


def plays(options: argparse.Namespace) -> Iterator[Play]:
    """All columns of the table, and the control under obfuscated names."""
    yield from table_2(bundled(DOMAINS, options), bundled(("blocksworld",), options))


def sheets(frame: pd.DataFrame, model: str) -> Iterator[Sheet]:
    """The table."""
    yield coverage_sheet("Table 2", TABLE, scores(frame, model))


if __name__ == "__main__":
    sys.exit(command.main(command.parser(__doc__ or ""), plays, sheets))
