"""`autoplan validate`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autoplan.grade.validate import report, validate

ABOUT = """Judge a plan by our simulator, by unified-planning and, where it is found, by VAL.

examples:
  autoplan validate domain.pddl problem.pddl plan.txt
        is the plan valid, and if not, at which step does it fail and why?
  autoplan validate domain.pddl problem.pddl plan.txt --lexicon lexicon.json
        the reasons in your own snippets
  VAL=~/VAL/bin autoplan validate domain.pddl problem.pddl plan.txt
        with a VAL of your own

Exit status: 0 valid, 1 invalid, no verdict or a disagreement, 2 bad input.
"""


def add(command: argparse.ArgumentParser) -> None:
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


def run(options: argparse.Namespace) -> int:
    found = validate(options.domain, options.problem, options.plan, options.lexicon)
    print(report(found))
    if found.disagreement:
        print(f"the validators disagree: {found.disagreement}", file=sys.stderr)
    return 0 if found.valid else 1
