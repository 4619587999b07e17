"""The command line `autoplan`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from autoplan.commands import (
    compare,
    doctor,
    domains,
    evaluate,
    generate,
    paper,
    prompt,
    report,
    score,
    table,
    validate,
)
from pddl2nl import console

COMMANDS = (
    evaluate,
    paper,
    table,
    report,
    compare,
    prompt,
    score,
    validate,
    domains,
    generate,
    doctor,
)
"""In the order of the help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `autoplan`; returns the exit status."""
    return console.run(_parser(), arguments)


def _parser() -> console.Parser:
    parser = console.Parser(prog="autoplan", description="Can this model plan?")
    console.add_version(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
