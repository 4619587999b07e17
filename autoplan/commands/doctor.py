"""`autoplan doctor`."""

from __future__ import annotations

import argparse

from rich.console import Console

from autoplan.commands._options import Commands
from autoplan.doctor import examine
from pddl2nl import console


def add(commands: Commands) -> None:
    command = commands.add_parser("doctor", description="Tell what is installed and what is not.")
    console.add_debug(command)
    command.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    out = Console(highlight=False)
    findings = examine()
    for item in findings:
        mark = "ok" if item.good else ("MISSING" if item.needed else "-")
        out.print(f"{mark:8}{item.name:18}{item.state}", soft_wrap=True, markup=False)
    return 0 if all(item.good or not item.needed for item in findings) else 1
