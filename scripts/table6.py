"""Table 6 of the seed paper: input tokens of Act in three input forms, beside the published.

    python scripts/table6.py --run results/paper     the offline model plays; then the table
    python scripts/table6.py results/paper           the table of what is there

Counted are the tasks that a model solved in all three forms; `scripts/token_ratios.py` counts
identical trajectories.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import pandas as pd

from autoplan.commands import _published_tables as command
from autoplan.commands._published_tables import bundled
from autoplan.experiment.paper import FORMS, Play
from autoplan.report.paper import numbers as published
from autoplan.report.paper.played import Side, act_origins, act_tokens
from autoplan.report.paper.sheet import Sheet
from autoplan.report.paper.tokens import entitled, tokens_sheet
from autoplan.results.origins import PDDL2NL

TABLE = published.tokens("table6")


def plays(options: argparse.Namespace) -> Iterator[Play]:
    """Act in three forms."""
    yield Play("pddl2nl", ("act",), bundled(TABLE, options), FORMS)


def sheets(frame: pd.DataFrame, model: str) -> Iterator[Sheet]:
    """The table, once for each kind of snippets."""
    for origin in act_origins(frame) or [PDDL2NL]:
        sides = [Side(origin if form == "nl" else "", form) for form in FORMS]
        found = act_tokens(frame, model, sides)
        yield tokens_sheet(entitled("Table 6", origin), FORMS, TABLE, found)


if __name__ == "__main__":
    sys.exit(command.main(command.parser(__doc__ or ""), plays, sheets))
