"""The command line `autoplan`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Container, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from pddl2nl import console

_Commands: TypeAlias = "argparse._SubParsersAction[console.Parser]"

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "eval": ("evaluate", "let mechanisms play tasks, and show how they did"),
        "paper": ("paper", "the paper's experiment, with the paper's settings"),
        "table": ("table", "print the table of a results folder"),
        "report": ("report", "write a page with tables, plots and all conversations"),
        "compare": ("compare", "compare two results folders, episode by episode"),
        "prompt": ("prompt", "print exactly what would be sent to a model"),
        "score": ("score", "grade answers that a model gave elsewhere"),
        "questions": ("questions", "make questions about action and change, with proofs"),
        "ask": ("ask", "put questions to a model, and grade its answers"),
        "validate": (
            "validate",
            "judge a plan by all validators, with reasons in English and in PDDL",
        ),
        "domains": ("domains", "list the bundled domains"),
        "generate": ("generate", "make new problems of a domain with a generator"),
        "serve-model": ("serve_model", "serve the offline players to other harnesses"),
        "export": ("export", "write prompts and reference plans as a dataset"),
        "mcp": ("mcp", "offer planning tasks to clients of the Model Context Protocol"),
        "doctor": ("doctor", "tell what is installed and what is not"),
    }
)
"""The commands in the order of the help: modules in `autoplan.commands`, and what they do.

A module has `ABOUT`, a description and after an empty line examples; `add`, which adds the
command's options; and `run`, which carries it out, unless it has commands of its own.
"""

AGENT_COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "agents": (
            "agents",
            "agents that work with files, guided by task networks: one task, or the papers' study",
        ),
        "graph": ("graph", "check, draw, evaluate and trace graphs of prompts (docs/graphs.md)"),
        "crafter": ("crafter", "the game Crafter, played by a graph of prompts (docs/worlds.md)"),
        "webshop": (
            "webshop",
            "orders in a web shop, bought by a graph of prompts (docs/worlds.md)",
        ),
        "htn-study": (
            "htn_study",
            "ChatHTN's five tests: which gaps in its methods a model can fill",
        ),
        "constraints": (
            "constraints",
            "the constraint pipeline on travel tasks: request, JSON, steps, code for z3, plan",
        ),
    }
)
"""The same for agents and their worlds: modules in `autoplan.agents.commands`."""


class _Help(argparse.HelpFormatter):
    """The help with a heading above the agents' commands; argparse has one list for all."""

    def _format_action(self, action: argparse.Action) -> str:
        text = super()._format_action(action)
        first = next(iter(AGENT_COMMANDS))
        return f"\nagents and their worlds:\n{text}" if action.dest == first else text


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `autoplan`; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    words = console.words_to_complete() or given
    # The module of the command that is called is imported, and no other: that takes its time.
    parser = build_parser([next((each for each in words if not each.startswith("-")), "")])
    console.complete(parser)
    return console.run(parser, given)


def build_parser(wanted: Container[str] | None = None) -> console.Parser:
    """The parser of `autoplan`.

    Args:
        wanted: the commands whose modules are imported, which gives them their options and
            descriptions; the others have a summary alone. None for all.
    """
    parser = console.Parser(
        prog="autoplan", description="Can this model plan?", formatter_class=_Help
    )
    console.add_version(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for folder, table in (("commands", COMMANDS), ("agents.commands", AGENT_COMMANDS)):
        for name, (module, summary) in table.items():
            if wanted is None or name in wanted:
                _add(commands, name, import_module(f"autoplan.{folder}.{module}"))
            else:
                commands.add_parser(name, help=summary)
    return parser


def _add(commands: _Commands, name: str, module: Any) -> None:
    description, _, examples = module.ABOUT.partition("\n\n")
    command = commands.add_parser(
        name,
        description=" ".join(description.split()),
        epilog=examples or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if hasattr(module, "run"):
        console.add_debug(command)
        command.set_defaults(command=module.run)
    if hasattr(module, "add"):
        module.add(command)


if __name__ == "__main__":
    sys.exit(main())
