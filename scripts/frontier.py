"""Fresh tasks of eight domains: tasks solved, beside what frontier models are published to solve.

    python scripts/frontier.py --run results/frontier -- --time-limit 30     LAMA plays; the table
    python scripts/frontier.py results/frontier results/my-model            a table of what is there

LAMA's first search plays all 360 tasks of seed 1 (`--domains frontier:7` for those of another, and
`--domains frontier-miconic` for one domain). What a model makes of them is played with
`autoplan eval --domain frontier`, also under `--obfuscate random`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import pandas as pd

from autoplan.commands import _published_tables as command
from autoplan.experiment.paper import Play
from autoplan.report.paper.frontier import frontier_sheet
from autoplan.report.paper.played import scores
from autoplan.report.paper.sheet import Sheet

DOMAINS = ("frontier",)


def plays(options: argparse.Namespace) -> Iterator[Play]:
    """The planner of the published study."""
    yield Play("lama-first", ("lama-first",), tuple(options.domains or DOMAINS), seeds=(1,))


def sheets(frame: pd.DataFrame, model: str) -> Iterator[Sheet]:
    """The table."""
    yield frontier_sheet(scores(frame, model))


if __name__ == "__main__":
    sys.exit(command.main(command.parser(__doc__ or ""), plays, sheets))
