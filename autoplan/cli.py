"""The command line `autoplan`."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from autoplan.doctor import examine
from autoplan.evaluate import Order, evaluate
from autoplan.score import score_file
from autoplan.table import LEGEND, summary
from autoplan.validate import report, validate
from autoplan.witnesses import CHOICES
from pddl2nl import console
from pddl2nl.errors import InputError
from policies import mechanism_names

_EXAMPLES = """examples:
  autoplan eval --mechanism react --domain blocksworld --instances 5
        the offline reader plays five tasks
  autoplan eval --mechanism basic cot act react random --domain blocksworld ferry
        every mechanism on two bundled domains
  autoplan eval --mechanism act --input nl template pddl --domain my-domain/
        three input forms on a folder with domain.pddl and instances/
  OPENAI_API_KEY=... autoplan eval --mechanism react --domain logistics \\
        --model openai/gpt-4o-2024-08-06 --translator llm --seed 1 2 3 4 5
        the paper's experiment
  autoplan eval --mechanism react --domain ferry --model compat/llama3 \\
        --base-url http://localhost:11434/v1
        a model on any OpenAI-compatible server

The same command called again continues where it stopped.
"""

_VALIDATE_EXAMPLES = """examples:
  autoplan validate domain.pddl problem.pddl plan.txt
        is the plan valid, and if not, at which step does it fail and why?
  autoplan validate domain.pddl problem.pddl plan.txt --lexicon lexicon.json
        the reasons in your own snippets
  VAL=~/VAL/bin autoplan validate domain.pddl problem.pddl plan.txt
        with VAL as the third witness

Exit status: 0 valid, 1 invalid, no verdict or a disagreement, 2 bad input.
"""

_SCORE_EXAMPLES = """examples:
  autoplan score responses.jsonl > graded.jsonl
        grade every answer, one JSON object a line
  autoplan score responses.jsonl -o graded.jsonl
        the same; the file appears when all answers are graded
  zcat answers.jsonl.gz | autoplan score - | jq -r 'select(.solved) | .id'
        from standard input, where paths are relative to the working folder

A line holds "domain", "problem" (paths relative to the file) and "response"; at will "form" (nl,
the default, or pddl) and the words of the prompt: "lexicon" (a lexicon file) or "config" (a
PlanBench YAML). Without them the words of `pddl2nl convert` are expected. It is written back with
  plan          the actions read, null for a step that names no action beyond doubt
  solved        whether all steps were read and carried out, and the goal is reached
  first_error   the first thing that is wrong, in the words of the prompt; null where it is solved
  untranslated  the lines that look like steps but name no action
A "plan" or "solved" that the line had before is replaced.

Exit status: 0, or 2 where a line could not be graded: it is named on standard error and left out.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `autoplan`; returns the exit status."""
    return console.run(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = console.Parser(prog="autoplan", description="Can this model plan?")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_eval(commands)
    _add_validate(commands)
    _add_score(commands)
    report = commands.add_parser("table", help="print the table of a results folder")
    report.add_argument("folder", metavar="DIR", type=Path, help="the results folder")
    console.add_debug(report)
    report.set_defaults(command=_table)
    doctor = commands.add_parser("doctor", help="tell what is installed and what is not")
    console.add_debug(doctor)
    doctor.set_defaults(command=_doctor)
    return parser


def _add_eval(commands: argparse._SubParsersAction[console.Parser]) -> None:
    command = commands.add_parser(
        "eval",
        help="let mechanisms play tasks, and show how they did",
        description="Let mechanisms play planning tasks, and show how they did.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_matrix(command.add_argument_group("what is played"))
    _add_players(command.add_argument_group("who plays"))
    _add_run(command.add_argument_group("the run"))
    console.add_debug(command)
    command.set_defaults(command=_eval)


def _add_matrix(group: argparse._ArgumentGroup) -> None:
    """What is played: the matrix of episodes."""
    group.add_argument(
        "--mechanism",
        metavar="M",
        nargs="+",
        required=True,
        help=f"how actions are chosen: {', '.join(mechanism_names())}",
    )
    group.add_argument(
        "--domain",
        metavar="D",
        nargs="+",
        required=True,
        help="a bundled domain, or a folder with domain.pddl and instances/",
    )
    group.add_argument(
        "--instances",
        metavar="N",
        type=_positive,
        help="play the first N instances of each domain (default: all but the example)",
    )
    group.add_argument(
        "--input",
        metavar="FORM",
        nargs="+",
        choices=("nl", "template", "pddl"),
        default=["nl"],
        help="the form of the task: nl (default), template, pddl",
    )
    group.add_argument(
        "--seed", metavar="S", type=int, nargs="+", default=[1], help="seeds (default: 1)"
    )


def _add_players(group: argparse._ArgumentGroup) -> None:
    """Who plays, in which words, and who judges."""
    group.add_argument(
        "--model",
        metavar="SPEC",
        default="reader",
        help="reader (default, offline), openai/NAME, or compat/NAME with --base-url",
    )
    group.add_argument("--base-url", metavar="URL", help="the model's server, up to /v1")
    group.add_argument("--temperature", metavar="T", type=float, default=0.0, help="default: 0")
    group.add_argument(
        "--max-tokens", metavar="N", type=_positive, help="of one answer (default: no limit)"
    )
    group.add_argument(
        "--verbalizer",
        metavar="NAME|FILE",
        default="rules",
        help="what writes the snippets of the form nl: rules (default), llm, or a lexicon file",
    )
    group.add_argument(
        "--verbalizer-model",
        metavar="SPEC",
        help="the model of --verbalizer llm (default: the planning model)",
    )
    group.add_argument(
        "--translator",
        metavar="match|llm|SPEC",
        default="match",
        help="match (default): exact matching alone; llm: the planning model translates what "
        "does not match; or another model",
    )
    group.add_argument("--prompts", metavar="DIR", type=Path, help="a folder of prompts to use")
    group.add_argument(
        "--validator",
        metavar="|".join(CHOICES),
        choices=CHOICES,
        help="who judges the plans beside the simulator: val, up (unified-planning), all, or own "
        "for nobody (default: VAL where it is installed)",
    )


def _add_run(group: argparse._ArgumentGroup) -> None:
    """How the run goes."""
    group.add_argument(
        "--max-connections",
        metavar="N",
        type=_positive,
        default=16,
        help="episodes played at the same time (default: 16)",
    )
    group.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        help="the results folder (default: results/ and a name made of the settings)",
    )


def _add_validate(commands: argparse._SubParsersAction[console.Parser]) -> None:
    command = commands.add_parser(
        "validate",
        help="judge a plan by all witnesses, with reasons in English and in PDDL",
        description="Judge a plan by our simulator, by unified-planning and, where it is "
        "installed, by VAL.",
        epilog=_VALIDATE_EXAMPLES,
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
        default="rules",
        help="whose snippets the English is made of: rules (default), template, or a lexicon file",
    )
    console.add_debug(command)
    command.set_defaults(command=_validate)


def _add_score(commands: argparse._SubParsersAction[console.Parser]) -> None:
    command = commands.add_parser(
        "score",
        help="grade answers that a model gave elsewhere",
        description="Read the plans in answers that a model gave elsewhere, and grade them.",
        epilog=_SCORE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("responses", metavar="RESPONSES.jsonl", help="the answers; - for stdin")
    command.add_argument("-o", "--out", metavar="FILE", type=Path, help="default: standard output")
    console.add_debug(command)
    command.set_defaults(command=_score)


def _score(options: argparse.Namespace) -> int:
    return 0 if score_file(options.responses, options.out) else console.BAD_INPUT


def _eval(options: argparse.Namespace) -> int:
    order = Order(
        mechanisms=tuple(dict.fromkeys(options.mechanism)),
        domains=tuple(dict.fromkeys(options.domain)),
        instances=options.instances,
        forms=tuple(dict.fromkeys(options.input)),
        model=options.model,
        base_url=options.base_url,
        verbalizer=options.verbalizer,
        verbalizer_model=options.verbalizer_model,
        translator=options.translator,
        prompts=options.prompts,
        seeds=tuple(dict.fromkeys(options.seed)),
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        at_once=options.max_connections,
        validator=options.validator,
        out=options.out,
    )
    outcome = asyncio.run(evaluate(order))
    _print_table(outcome.folder)
    print(f"results: {outcome.folder}")
    if outcome.stopped:
        raise InputError(f"stopped: {outcome.stopped} (the same command continues)")
    return 1 if outcome.disagreements else 0


def _validate(options: argparse.Namespace) -> int:
    found = validate(options.domain, options.problem, options.plan, options.lexicon)
    print(report(found))
    if found.disagreement:
        print(f"the witnesses disagree: {found.disagreement}", file=sys.stderr)
    return 0 if found.valid else 1


def _table(options: argparse.Namespace) -> int:
    _print_table(options.folder)
    return 0


def _print_table(folder: Path) -> None:
    terminal = sys.stdout.isatty()
    out = Console(width=None if terminal else 200, highlight=False)
    out.print(summary(folder))
    out.print(LEGEND, style="dim")


def _doctor(options: argparse.Namespace) -> int:
    out = Console(highlight=False)
    findings = examine()
    for item in findings:
        mark = "ok" if item.good else ("MISSING" if item.needed else "-")
        out.print(f"{mark:8}{item.name:18}{item.state}", soft_wrap=True)
    return 0 if all(item.good or not item.needed for item in findings) else 1


def _positive(text: str) -> int:
    if not re.fullmatch(r"\d+", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not '{text}'")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
