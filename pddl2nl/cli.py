"""The command line `pddl2nl`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from pddl2nl import console
from pddl2nl.conversion import Conversion, convert
from pddl2nl.errors import InputError
from pddl2nl.model import Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer

_EXAMPLES = """examples:
  pddl2nl convert domain.pddl                          the domain in English
  pddl2nl convert domain.pddl problem.pddl             the domain and a problem
  pddl2nl convert domain.pddl problem.pddl --format messages > messages.json
                                                       chat messages for any model
  pddl2nl convert domain.pddl --format json | jq .lexicon > lexicon.json
                                                       the snippets, to be edited by hand
  pddl2nl convert domain.pddl --verbalizer lexicon.json
                                                       the domain in your own snippets
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `pddl2nl`; returns the exit status."""
    return console.run(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = console.Parser(
        prog="pddl2nl", description="PDDL to natural, lossless English, and back."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "convert",
        help="print a domain and its problems in English",
        description="Print a PDDL domain, and problems of it, in English.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("domain", metavar="DOMAIN", type=Path, help="the domain file")
    command.add_argument(
        "problems", metavar="PROBLEM", type=Path, nargs="*", help="problem files of this domain"
    )
    command.add_argument(
        "--verbalizer",
        metavar="NAME|FILE",
        default="rules",
        help="what writes the snippets: rules (default), template, or a lexicon file "
        "(our JSON, AutoPlanBench's JSON, PlanBench's YAML)",
    )
    command.add_argument(
        "--format",
        choices=("text", "json", "messages"),
        default="text",
        help="text for people (default), json for programs, messages for chat models "
        "(one JSON list of messages a problem)",
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to FILE, not to standard output"
    )
    console.add_debug(command)
    command.set_defaults(command=_convert)
    return parser


def _convert(options: argparse.Namespace) -> int:
    domain = read_domain(options.domain)
    problems = [read_problem(path, domain) for path in options.problems]
    for remark in (*domain.remarks, *(note for problem in problems for note in problem.remarks)):
        print(
            f"{remark.source}:{remark.line}:{remark.column}: note: {remark.message}",
            file=sys.stderr,
        )
    lexicon = verbalizer(options.verbalizer).lexicon(domain)
    converted = convert(domain, problems, lexicon)
    console.emit(_formatted(converted, options.format, problems), options.output)
    return 0


def _formatted(converted: Conversion, form: str, problems: Sequence[Problem]) -> str:
    if form == "text":
        return converted.text
    if form == "json":
        return json.dumps(converted.as_data(), indent=2, ensure_ascii=False)
    if not problems:
        raise InputError("--format messages needs at least one problem")
    question = resources.files("pddl2nl").joinpath("prompts/question.txt").read_text("utf-8")
    conversations = converted.messages(question.strip())
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in conversations)


if __name__ == "__main__":
    sys.exit(main())
