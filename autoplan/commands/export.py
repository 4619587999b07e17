"""`autoplan export`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from autoplan.experiment.experiment import Experiment, PlayOptions, TextOptions
from autoplan.integrations.dataset import (
    DatasetPlan,
    check_free,
    reference_conversations,
    write_dataset,
)
from pddl2nl.english import counted
from pddl2nl.options import add_options, read_options

ABOUT = """Write prompts and the answers that follow the reference plans as a dataset in chat
format.

examples:
  autoplan export --domain ferry logistics grid --mechanism basic -o dataset
        prompts and reference plans; one of the domains is for the test, one for validation
  autoplan export --domain my-domain/ --mechanism act react --format parquet jsonl \\
        --split-by instance --seed 7 -o dataset
        whole conversations about a folder's instances, in two formats
  autoplan export --domain my-domain/ --verbalizer words.json -o dataset
        in the words of a lexicon (default: domain.lexicon.json beside domain.pddl, if it is there)

  python -c 'import datasets; print(datasets.load_dataset("dataset"))'
"""


def add(command: argparse.ArgumentParser) -> None:
    add_options(
        command,
        PlayOptions,
        domains="bundled domains, or folders with domain.pddl and instances/",
        instances="the first N instances of each domain (default: all but the example)",
        mechanisms={
            "choices": ("basic", "cot", "act", "react"),
            "required": False,
            "help": "basic (default), cot, act or react",
        },
        forms={
            "choices": ("nl", "template", "pddl"),
            "help": "the form of the task: nl (default), template or pddl",
        },
        costs="say what actions cost, and let the answers follow the cheapest plan known",
    )
    add_options(
        command,
        TextOptions,
        style="how the English is composed (default: paper, as in pddl2nl convert)",
        verbalizer="what writes the snippets of the form nl: auto (default), library, rules, or a "
        "lexicon file, whose name may have {domain} in it",
        names="",
        examples="",
        example="",
        example_map="",
    )
    add_options(command, DatasetPlan)
    command.add_argument(
        "-o", "--output", metavar="DIR", type=Path, required=True, help="a folder that is new"
    )


def run(options: argparse.Namespace) -> int:
    check_free(options.output)
    layout = read_options(DatasetPlan(), options)
    experiment = read_options(Experiment(PlayOptions(("basic",))), options)
    rows = write_dataset(asyncio.run(reference_conversations(experiment)), layout, options.output)
    counts = ", ".join(f"{name}: {counted(number, 'row')}" for name, number in rows.items())
    print(f"{options.output}: {counts}", file=sys.stderr)
    return 0
