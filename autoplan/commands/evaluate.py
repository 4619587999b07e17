"""`autoplan eval`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys

from autoplan.experiment.experiment import (
    Experiment,
    ModelOptions,
    PlayOptions,
    RunOptions,
    TextOptions,
)
from autoplan.forecast.dry_run import forecast, legend, table
from autoplan.play.evaluate import Evaluated, evaluate
from autoplan.results.reading import count_others
from autoplan.results.summary import print_table
from autoplan.terminal import print_wide
from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.options import add_options, read_options

ABOUT = """Run mechanisms on planning tasks, and print a table of the results.

examples:
  autoplan eval --mechanism react --domain blocksworld --instances 5
        five tasks with the offline model
  autoplan eval --mechanism basic cot act react random --domain blocksworld ferry
        five mechanisms on two bundled domains
  autoplan eval --mechanism act --input nl template pddl --domain my-domain/
        three input forms on a folder with domain.pddl and instances/
  OPENAI_API_KEY=... autoplan eval --mechanism react --domain logistics \\
        --model openai/gpt-4o-2024-08-06 --seed 1 2 3 4 5
        an OpenAI model with five seeds (`autoplan paper`: all settings of the paper)
  autoplan eval --mechanism react --domain ferry --model compat/llama3 \\
        --base-url http://localhost:11434/v1
        a model on any OpenAI-compatible server

  autoplan eval --mechanism react --domain logistics --model openai/gpt-4o --dry-run
        the estimated cost

Run the same command again to continue an interrupted run.
"""


def add(command: argparse.ArgumentParser) -> None:
    add_options(command.add_argument_group("tasks and mechanisms"), PlayOptions)
    add_options(command.add_argument_group("model, concurrency and cost"), ModelOptions)
    add_options(command.add_argument_group("texts"), TextOptions)
    add_options(command.add_argument_group("the run"), RunOptions)


def run(options: argparse.Namespace) -> int:
    return carry_out(read_options(Experiment(), options))


def carry_out(experiment: Experiment) -> int:
    """Play an experiment, or only say what it would cost, and print what came of it.

    Raises:
        InputError: it cannot be played, or something stopped it.
    """
    if experiment.run.dry_run:
        found = asyncio.run(forecast(experiment))
        print_wide(table(found))
        print(legend(found))
        return 0
    # Most of what is alive stays alive; by default the collector looks through it all the time.
    gc.set_threshold(100_000, 20, 20)
    outcome = asyncio.run(evaluate(experiment))
    print_table(outcome.folder, only=outcome.asked)
    print(f"results: {outcome.folder}")
    if others := count_others(outcome.folder, outcome.asked):
        held = counted(others, "other episode")
        print(f"the folder holds {held}, too; autoplan table {outcome.folder} shows all")
    return status_of(outcome)


def status_of(outcome: Evaluated) -> int:
    """The exit status for how an evaluation ended, after what there is to say of that.

    Raises:
        InputError: something stopped it.
    """
    if outcome.interrupted:
        print("interrupted; to continue, repeat the command", file=sys.stderr)
        return console.INTERRUPTED
    if outcome.stopped:
        raise InputError(f"stopped: {outcome.stopped} (to continue, repeat the command)")
    if outcome.broken_off:
        episodes = counted(outcome.broken_off, "episode")
        print(f"{episodes} ended with an error; the same command retries them", file=sys.stderr)
    return 1 if outcome.disagreements or outcome.broken_off else 0
