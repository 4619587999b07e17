"""`autoplan validate`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autoplan.commands._options import Commands
from autoplan.grade.validate import report, validate
from pddl2nl import console

_EXAMPLES = """examples:
  autoplan validate domain.pddl problem.pddl plan.txt
        is the plan valid, and if not, at which step does it fail and why?
  autoplan validate domain.pddl problem.pddl plan.txt --lexicon lexicon.json
        the reasons in your own snippets
  VAL=~/VAL/bin autoplan validate domain.pddl problem.pddl plan.txt
        with VAL as the third validator

Exit status: 0 valid, 1 invalid, no verdict or a disagreement, 2 bad input.
"""


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "validate",
        description="Judge a plan by our simulator, by unified-planning and, where it is "
        "installed, by VAL.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, contents in (
        ("domain", "the domain, in PDDL"),
        ("problem", "the problem, in PDDL"),
        ("plan", "the plan: one ground action a line, such as (move a b)"),
    ):
        command.add_argument(name, metavar=name.upper(), type=Path, help=contents)
    command.add_argument(
        "--lexicon",
        metavar="NAME|FILE",
        default="auto",
        help="whose snippets the English is made of: auto (default), library, rules, template, or "
        "a lexicon file",
    )
    console.add_debug(command)
    command.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    found = validate(options.domain, options.problem, options.plan, options.lexicon)
    print(report(found))
    if found.disagreement:
        print(f"the validators disagree: {found.disagreement}", file=sys.stderr)
    return 0 if found.valid else 1
