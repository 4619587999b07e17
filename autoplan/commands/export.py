"""`autoplan export`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from autoplan.commands._options import Commands, add_examples, example_choice, positive, whole
from autoplan.experiment.experiment import Experiment
from autoplan.integrations.dataset import DatasetPlan, check_free, write_dataset
from autoplan.integrations.reference_conversations import (
    ReferenceConversation,
    reference_conversations,
)
from autoplan.models import Budget, PriceList
from autoplan.progress import Progress
from pddl2nl import console
from pddl2nl.compose import PAPER, STYLES
from pddl2nl.english import counted

_EXAMPLES = """examples:
  autoplan export --domain ferry logistics grid --mechanism basic -o dataset
        prompts and reference plans; one of the domains is for the test, one for validation
  autoplan export --domain my-domain/ --mechanism act react --format parquet jsonl \\
        --split-by instance --seed 7 -o dataset
        whole conversations about a folder's instances, in two formats

  python -c 'import datasets; print(datasets.load_dataset("dataset"))'
"""


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "export",
        description="Write prompts and the answers that follow the reference plans as a dataset "
        "in chat format.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "--domain",
        metavar="D",
        nargs="+",
        required=True,
        help="bundled domains, or folders with domain.pddl and instances/",
    )
    command.add_argument(
        "--instances",
        metavar="N",
        type=positive,
        help="the first N instances of each domain (default: all but the example)",
    )
    command.add_argument(
        "--mechanism",
        metavar="M",
        nargs="+",
        choices=("basic", "cot", "act", "react"),
        default=["basic"],
        help="basic (default), cot, act or react",
    )
    command.add_argument(
        "--input",
        metavar="FORM",
        nargs="+",
        choices=("nl", "template", "pddl"),
        default=["nl"],
        help="the form of the task: nl (default), template or pddl",
    )
    command.add_argument(
        "--style",
        choices=STYLES,
        default=PAPER,
        help="how the English is composed (default: paper)",
    )
    add_examples(command)
    command.add_argument(
        "--format",
        nargs="+",
        choices=("jsonl", "parquet"),
        default=["jsonl"],
        help="the files' formats (default: jsonl)",
    )
    command.add_argument(
        "--split-by",
        choices=("domain", "instance"),
        default="domain",
        help="what is in one split alone: a domain (default), or an instance",
    )
    command.add_argument(
        "--seed", metavar="S", type=whole, default=1, help="decides the splits (default: 1)"
    )
    command.add_argument(
        "-o", "--output", metavar="DIR", type=Path, required=True, help="a folder that is new"
    )
    console.add_debug(command)
    command.set_defaults(command=_run)


async def _played(experiment: Experiment) -> list[ReferenceConversation]:
    with Progress(Budget(PriceList.load(None))) as progress:
        return [each async for each in reference_conversations(experiment, progress)]


def _run(options: argparse.Namespace) -> int:
    check_free(options.output)
    formats = tuple(dict.fromkeys(options.format))
    layout = DatasetPlan(formats, options.split_by, options.seed)
    experiment = Experiment(
        mechanisms=tuple(dict.fromkeys(options.mechanism)),
        domains=tuple(options.domain),
        instances=options.instances,
        forms=tuple(dict.fromkeys(options.input)),
        style=options.style,
        examples=options.examples,
        example=example_choice(options),
    )
    rows = write_dataset(asyncio.run(_played(experiment)), layout, options.output)
    told = ", ".join(f"{name}: {counted(number, 'row')}" for name, number in rows.items())
    print(f"{options.output}: {told}", file=sys.stderr)
    return 0
