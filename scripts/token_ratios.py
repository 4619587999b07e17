"""Input tokens of Act in three input forms for identical trajectories, beside Table 6.

    python scripts/token_ratios.py [--domains D ...] [--instances N] [--model SPEC] [--markdown]

A player that answers with the steps of the reference plan plays every task in all three forms; no
model is asked. Tokens are counted by the encoding of the model that `--model` names, where it is at
hand (see `pddl2nl.llm.estimate_tokens`), and about otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from autoplan.commands.paper import FORMS
from autoplan.experiment.experiment import Experiment, ModelOptions, PlayOptions
from autoplan.forecast.cost_estimate import Estimate
from autoplan.forecast.dry_run import forecast
from autoplan.report.paper.filled import print_sheet, tokens_sheet
from autoplan.report.paper.numbers import tokens
from autoplan.report.paper.played import Tokens
from pddl2nl import console

TABLE = tokens("table6")
NOTES = (
    "Mean input tokens a task that Act needs for the reference plan, and in parentheses the "
    "published mean of GPT-4o on the paper's own tasks. ~ an approximate count.",
    "Sums are over the domains that have both figures; the ratios are those of the sums.",
)


def main(options: argparse.Namespace) -> int:
    """Plays and prints; returns the exit status."""
    names = tuple(name for name in TABLE if name in (options.domains or TABLE))
    play = PlayOptions(("act",), names, options.instances, FORMS)
    order = Experiment(play, ModelOptions(options.model))
    estimates = asyncio.run(forecast(order)).estimates
    counted = {name: _tokens([each for each in estimates if each.domain == name]) for name in names}
    sheet = tokens_sheet(
        "Input tokens of Act, identical trajectories", FORMS, TABLE, counted, NOTES
    )
    print_sheet(sheet, markdown=options.markdown)
    return 0


def _tokens(estimates: Sequence[Estimate]) -> Tokens:
    by_form = {each.input: each for each in estimates}
    best = [by_form[form].usage[0] for form in FORMS]
    tasks = by_form[FORMS[0]].episodes
    means = tuple(usage.input_tokens / tasks for usage in best)
    return Tokens(tasks, means, estimated=any(usage.estimated for usage in best))


if __name__ == "__main__":
    parser = console.Parser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--domains", metavar="D", nargs="+", help="these domains alone")
    parser.add_argument(
        "--instances", metavar="N", type=int, help="the first N tasks of each alone"
    )
    parser.add_argument(
        "--model", metavar="SPEC", default="openai/gpt-4o-2024-08-06", help="whose encoding counts"
    )
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    console.add_debug(parser)
    parser.set_defaults(command=main)
    sys.exit(console.run(parser, None))
