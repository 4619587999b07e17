"""What several commands share."""

from __future__ import annotations

import argparse
import math
import re
import sys
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.table import Table

from autoplan.results.table import bill, legend, summary
from pddl2nl import console

Commands: TypeAlias = "argparse._SubParsersAction[console.Parser]"
"""Where a command adds itself."""


def print_table(folder: Path) -> None:
    print_wide(summary(folder))
    notes = filter(None, (legend(folder), bill(folder)))
    Console(highlight=False).print("\n".join(notes), style="dim", soft_wrap=True)


def print_wide(table: Table) -> None:
    """Print a table, in a pipe without regard to a terminal's width."""
    Console(width=None if sys.stdout.isatty() else 200, highlight=False).print(table)


def positive(text: str) -> int:
    if not re.fullmatch(r"\d+", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not '{text}'")
    return int(text)


def amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError(f"expected a number above 0, not '{text}'")
    return number


def size(text: str) -> int:
    """A number of bytes: `8G`, `500M`, `1.5GiB`; a unit is 1024 times the one before."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT])(?:i?B)?", text, re.IGNORECASE)
    number = int(float(found[1]) * 1024 ** ("KMGT".index(found[2].upper()) + 1)) if found else 0
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a size such as 8G or 500M, not '{text}'")
    return number
