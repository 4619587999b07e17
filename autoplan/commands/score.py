"""`autoplan score`."""

from __future__ import annotations

import argparse
import gc
import sys
from pathlib import Path

from autoplan.experiment.experiment import ModelOptions, PlayOptions
from autoplan.grade.score import OpenTranslator, score_file
from autoplan.models.paid_models import Models, opened_models
from pddl2nl import console
from pddl2nl.compose import StyleName
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ModelError
from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.options import add_options, read_options
from policies import PromptSet
from policies.answers import ModelTranslator, SentenceTranslator, Translator

ABOUT = """Grade answers that were produced outside autoplan.

examples:
  autoplan score responses.jsonl > graded.jsonl
        grade every answer; one JSON object per line
  autoplan score responses.jsonl -o graded.jsonl
        the same; the file is written when all answers are graded
  zcat answers.jsonl.gz | autoplan score - | jq -r 'select(.solved) | .id'
        from standard input, where paths are relative to the working folder
  autoplan score responses.jsonl --translator-model compat/llama3 \\
        --base-url http://localhost:11434/v1
        a model translates the answers that cannot be read, one call per answer

Each line contains "domain" and "problem" (paths relative to the file) and "response"; optionally
"form" (template, pddl, or by default nl) and the wording of the prompt: "lexicon" (a lexicon file)
or "config" (a PlanBench YAML), and "names", a JSON object that maps each object's name in the
prompt to its PDDL name. The default is the wording and the names of `pddl2nl convert`. To a row of
`autoplan export`, only "response" has to be added. Each line is written with
  plan           the list of the plan's actions, with null in place of a step with an unknown name;
                 null instead of the list if unread
  outcome        read; translated (by a model); or unread, if a part could not be interpreted
  solved         whether all steps were executed and the goal is reached; null if unread
  solved_strict  whether, in addition, every line was a step in the wording of the prompt, or a
                 thought
  first_error    the first error, in the words of the prompt; null if solved
  plan_cost      the cost of the answer's plan, if it solves the task (its length, if the domain
                 has no costs)
  untranslated   the parts that could not be interpreted, among them steps that may not belong
                 to the plan, and the steps with unknown names (for answers in JSON or in a
                 table: the lines of text into which these were converted)
For an unread answer, plan and solved are null, and first_error gives a line (of the same text) and
a reason.
Existing values of "plan" and "solved" are replaced.

Lines that are not valid are reported on standard error and left out; the exit status is then 2.
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "responses", metavar="RESPONSES.jsonl", help="the answers; - for standard input"
    )
    command.add_argument("-o", "--out", metavar="FILE", type=Path, help="default: standard output")
    _add_translator(command)


def _add_translator(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("translation and its cost")
    add_options(
        group,
        PlayOptions,
        translator={
            "metavar": "none|llm|sentence",
            "choices": ("none", "llm", "sentence"),
            "default": None,
            "help": "translation of answers by a model (T-LLM): none (default); llm = of answers "
            "that cannot be read, each as a whole; sentence = of every line of every answer "
            "separately, as in the paper",
        },
        translator_model={
            "default": None,
            "help": "model for translations; implies --translator llm",
        },
    )
    add_options(
        group,
        ModelOptions,
        base_url="",
        api_key_env="",
        max_connections="maximum number of concurrent calls (default: adapts to the server)",
        timeout="time limit of one attempt of a call (default: 600)",
        max_cost="stop before the cost of this run exceeds this",
        prices="",
    )


def run(options: argparse.Namespace) -> int:
    # Most of what is alive stays alive; by default the collector looks through it all the time.
    gc.set_threshold(20_000, 20, 20)
    asked = read_options(ModelOptions(), options)
    _check_translator(options, asked)
    models = opened_models(asked)
    budget = models.budget
    translator = _translator(options, models) if options.translator_model else None
    try:
        with console.reporting_waits():
            complete = score_file(options.responses, options.out, translator)
    except ModelError as error:
        raise InputError(f"stopped: {error} (to continue, repeat the command)") from error
    finally:
        if budget.calls:
            cost = "price unknown" if budget.unpriced else f"${budget.spent:.4f}"
            print(f"translations: {counted(budget.calls, 'call')}, {cost}", file=sys.stderr)
    return 0 if complete else console.BAD_INPUT


def _check_translator(options: argparse.Namespace, asked: ModelOptions) -> None:
    """See that the options on the translator go together."""
    if options.translator_model is None and options.translator in ("llm", "sentence"):
        raise InputError(f"--translator {options.translator} needs --translator-model SPEC")
    if options.translator_model is not None and options.translator == "none":
        raise InputError("--translator none and --translator-model cannot be combined")
    if options.translator_model is None and asked.base_url is not None:
        raise InputError("--base-url: no model is named; name one with --translator-model")


def _translator(options: argparse.Namespace, models: Models) -> OpenTranslator:
    """What translates the answers to a task."""
    model, prompts = models.open(options.translator_model, "translator"), PromptSet()

    def opened(task: Problem, lexicon: Lexicon, names: ObjectNames, style: StyleName) -> Translator:
        if options.translator == "sentence":
            return SentenceTranslator(model, prompts, task, lexicon, names)
        return ModelTranslator(model, prompts, task, lexicon, names, style)

    return opened
