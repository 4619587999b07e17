"""What several commands share."""

from __future__ import annotations

import argparse
import math
import re
import sys
from pathlib import Path
from typing import TypeAlias

from rich.console import Console

from autoplan.results.table import LEGEND, summary
from pddl2nl import console

Commands: TypeAlias = "argparse._SubParsersAction[console.Parser]"
"""Where a command adds itself."""


def print_table(folder: Path) -> None:
    terminal = sys.stdout.isatty()
    out = Console(width=None if terminal else 200, highlight=False)
    out.print(summary(folder))
    out.print(LEGEND, style="dim")


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
