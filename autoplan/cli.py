"""The command line `autoplan`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType

from pddl2nl import console

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "eval": "evaluate",
        "paper": "paper",
        "table": "table",
        "report": "report",
        "compare": "compare",
        "prompt": "prompt",
        "score": "score",
        "validate": "validate",
        "export": "export",
        "domains": "domains",
        "generate": "generate",
        "htn-study": "htn_study",
        "serve-model": "serve_model",
        "mcp": "mcp",
        "doctor": "doctor",
    }
)
"""The modules of the commands in `autoplan.commands`, in the order of the help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `autoplan`; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    return console.run(_parser(given), given)


def _parser(arguments: Sequence[str]) -> console.Parser:
    parser = console.Parser(prog="autoplan", description="Can this model plan?")
    console.add_version(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    # The others would be imported for nothing; the help and a wrong name need all of them.
    first = next(iter(arguments), "")
    named = [COMMANDS[first]] if first in COMMANDS else COMMANDS.values()
    for module in () if first == "--version" else named:
        import_module(f"autoplan.commands.{module}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
