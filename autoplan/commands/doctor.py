"""`autoplan doctor`."""

from __future__ import annotations

import argparse

from autoplan.commands._options import Commands, add_command
from autoplan.doctor import examine
from autoplan.terminal import Terminal


def add(commands: Commands) -> None:
    add_command(commands, "doctor", "Tell what is installed and what is not.", _run)


def _run(options: argparse.Namespace) -> int:
    out = Terminal()
    findings = examine()
    for item in findings:
        mark = "ok" if item.good else ("MISSING" if item.needed else "-")
        out.print(f"{mark:8}{item.name:18}{item.state}", soft_wrap=True)
    return 0 if all(item.good or not item.needed for item in findings) else 1
