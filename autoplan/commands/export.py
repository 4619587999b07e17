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

ABOUT = """Write a dataset in chat format: prompts, and answers that follow the reference plans.

examples:
  autoplan export --domain ferry logistics grid --mechanism basic -o dataset
        prompts and reference plans; one domain is the test split, one the validation split
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
            "help": "input form: nl (default), template or pddl; cot and react have only nl",
        },
        costs="state action costs; the answers follow the cheapest known plan",
    )
    add_options(
        command,
        TextOptions,
        style="structure of the English (default: paper, as in pddl2nl convert)",
        verbalizer="source of the snippets of form nl: auto (default), library, rules, or a "
        "lexicon file, whose name may contain {domain}",
        names="",
        examples="",
        example="",
        example_map="",
    )
    add_options(command, DatasetPlan)
    command.add_argument(
        "-o", "--output", metavar="DIR", type=Path, required=True, help="new folder for the dataset"
    )


def run(options: argparse.Namespace) -> int:
    check_free(options.output)
    layout = read_options(DatasetPlan(), options)
    experiment = read_options(Experiment(PlayOptions(("basic",))), options)
    rows = write_dataset(asyncio.run(reference_conversations(experiment)), layout, options.output)
    counts = ", ".join(f"{name}: {counted(number, 'row')}" for name, number in rows.items())
    print(f"{options.output}: {counts}", file=sys.stderr)
    return 0
