"""`autoplan report`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.llm.prices import PriceList

PAGE = "report.html"

ABOUT = """Write an HTML page about results folders: tables, plots, causes of failure, and every
episode as a conversation.

examples:
  autoplan report results/demo
        results/demo/report.html, with tables in results/demo/report/
  autoplan report results/gpt-4o results/planners -o both.html
        two folders in one report

The page needs no network. A folder of the same name beside it contains the tables as CSV and LaTeX
(booktabs), and the episodes as CSV and, with the extra `parquet`, as Parquet.
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "folders",
        metavar="DIR",
        type=Path,
        nargs="+",
        help="a folder written by autoplan eval or autoplan ask",
    )
    command.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        type=Path,
        help=f"the page to write (default: {PAGE} in the first DIR)",
    )
    command.add_argument(
        "--prices",
        metavar="FILE",
        type=Path,
        help="price list (default: the prices recorded with each run)",
    )
    command.add_argument(
        "--force", action="store_true", help="overwrite a file that is not a report"
    )


def run(options: argparse.Namespace) -> int:
    from autoplan.report.page import write_report  # slow to import, not needed by others

    page = options.out or options.folders[0] / PAGE
    if page.suffix != ".html":
        raise InputError("expected a name that ends in .html", source=str(page))
    prices = PriceList.load(options.prices) if options.prices else None
    unsolvable = write_report(options.folders, page, prices, force=options.force)
    print(f"report: {page}")
    if unsolvable:
        apart = f"{counted(unsolvable, 'episode')} of unsolvable tasks"
        print(f"left out: {apart}, which `autoplan table` counts", file=sys.stderr)
    return 0
