"""`autoplan score`."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from autoplan.commands._options import Commands
from autoplan.grade.score import score_file
from pddl2nl import console

_EXAMPLES = """examples:
  autoplan score responses.jsonl > graded.jsonl
        grade every answer, one JSON object a line
  autoplan score responses.jsonl -o graded.jsonl
        the same; the file appears when all answers are graded
  zcat answers.jsonl.gz | autoplan score - | jq -r 'select(.solved) | .id'
        from standard input, where paths are relative to the working folder

A line holds "domain", "problem" (paths relative to the file) and "response"; at will "form" (nl,
the default, or pddl) and the words of the prompt: "lexicon" (a lexicon file) or "config" (a
PlanBench YAML), and "names", an object that gives the PDDL name of every name in the prompt.
Without them the words and names of `pddl2nl convert` are expected. It is written back with
  plan           the actions read, null for a step that names no action beyond doubt
  solved         whether all steps were read and carried out, and the goal is reached
  solved_strict  whether besides every line was a step in the format asked for, as the paper counts
  first_error    the first thing that is wrong, in the words of the prompt; null where it is solved
  untranslated   the steps that name no action, as they were said
A "plan" or "solved" that the line had before is replaced.

Exit status: 0, or 2 where a line could not be graded: it is named on standard error and left out.
"""


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "score",
        description="Read the plans in answers that a model gave elsewhere, and grade them.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("responses", metavar="RESPONSES.jsonl", help="the answers; - for stdin")
    command.add_argument("-o", "--out", metavar="FILE", type=Path, help="default: standard output")
    console.add_debug(command)
    command.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    # Most of what is alive stays alive; by default the collector looks through it all the time.
    gc.set_threshold(20_000, 20, 20)
    return 0 if score_file(options.responses, options.out) else console.BAD_INPUT
