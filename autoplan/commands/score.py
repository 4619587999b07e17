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

ABOUT = """Read the plans in answers that a model gave elsewhere, and grade them.

examples:
  autoplan score responses.jsonl > graded.jsonl
        grade every answer, one JSON object a line
  autoplan score responses.jsonl -o graded.jsonl
        the same; the file appears when all answers are graded
  zcat answers.jsonl.gz | autoplan score - | jq -r 'select(.solved) | .id'
        from standard input, where paths are relative to the working folder
  autoplan score responses.jsonl --translator-model compat/llama3 \\
        --base-url http://localhost:11434/v1
        a model translates the answers that cannot be read, one call for each

A line holds "domain", "problem" (paths relative to the file) and "response"; at will "form" (nl,
the default, template or pddl) and the words of the prompt: "lexicon" (a lexicon file) or "config"
(a PlanBench YAML), and "names", an object that gives the PDDL name of every name in the prompt.
Without them the words and names of `pddl2nl convert` are expected. It is written back with
  plan           the actions read, null for a step that names what there is not; null where unread
  outcome        read; translated, by a model; or unread, where some part could not be accounted for
  solved         whether all steps were carried out, and the goal is reached; null where unread
  solved_strict  whether besides every line was a step in the format asked for
  first_error    the first thing that is wrong, in the words of the prompt; null where it is solved
  untranslated   what could not be read, and steps that name what there is not, as in the answer
An unread answer is not graded: its plan is null, and first_error gives a line and a reason.
A "plan" or "solved" that the line had before is replaced.

Exit status: 0, or 2 where a line could not be graded: it is named on standard error and left out.
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("responses", metavar="RESPONSES.jsonl", help="the answers; - for stdin")
    command.add_argument("-o", "--out", metavar="FILE", type=Path, help="default: standard output")
    _add_translator(command)


def _add_translator(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("who translates, and what that may cost")
    add_options(
        group,
        PlayOptions,
        translator={
            "metavar": "none|llm|sentence",
            "choices": ("none", "llm", "sentence"),
            "default": None,
            "help": "who translates an answer that cannot be read: none (default, since there is "
            "no planning model here); llm, a model, which sees the whole answer once; or sentence, "
            "as in the paper: a model translates every line by itself, read or not",
        },
        translator_model={
            "default": None,
            "help": "the model that translates; implies --translator llm",
        },
    )
    add_options(
        group,
        ModelOptions,
        base_url="",
        api_key_env="",
        max_connections="calls under way at the same time (default: as many as the server keeps up "
        "with)",
        timeout="how long one attempt of a call may take (default: 600)",
        max_cost="stop before more is spent in this run",
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
        raise InputError(f"stopped: {error} (the same command continues)") from error
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
        raise InputError("--translator none and --translator-model do not go together")
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
