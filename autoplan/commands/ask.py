"""`autoplan ask`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from autoplan.experiment.experiment import ModelOptions, TextOptions
from autoplan.models.paid_models import opened_models
from autoplan.progress import counting
from autoplan.questions.acpbench import Checked, Given, GoldJudge, check, read_acpbench
from autoplan.questions.asking import ask_model, read_questions
from autoplan.questions.grading import QuestionGrade, grade
from autoplan.questions.question import Kind, Question
from autoplan.report.answers import KIND_NAMES, LEGEND, answer_tables
from autoplan.results.answers import GradedAnswer
from autoplan.terminal import Terminal, new_table, print_rows, print_wide
from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.llm import ModelError, model_traits
from pddl2nl.options import add_options, read_options, whole
from policies import PromptSet
from policies.symbolic import SymbolicPlanner

ABOUT = """Ask a model questions about action and change, and grade its answers.

examples:
  autoplan questions --domain ferry grid -n 10 -o questions.jsonl
  autoplan ask questions.jsonl --model openai/gpt-4o-2024-08-06 -o results/asked
        all questions; the same command continues an interrupted run
  autoplan ask questions.jsonl --model compat/llama --base-url http://127.0.0.1:8000/v1 -o results/x
        a model behind a server; -o may be a results folder of autoplan eval, whose report
        then contains both
  autoplan ask --acpbench FOLDER --model openai/gpt-4o-2024-08-06 -o results/acp
        ACPBench's questions, graded by its answers
  autoplan ask --acpbench FOLDER --check -o differences.jsonl
        without a model: ACPBench's answers compared with proofs

An answer is either read completely, or unread and counted as not correct (docs/questions.md).
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "questions",
        metavar="QUESTIONS.jsonl",
        nargs="?",
        help="questions as `autoplan questions` writes them; - for standard input",
    )
    command.add_argument(
        "--acpbench",
        metavar="FOLDER",
        type=Path,
        help="folder of ACPBench's JSON files, instead of QUESTIONS.jsonl",
    )
    command.add_argument(
        "--check",
        action="store_true",
        help="check the published answers in --acpbench FOLDER, without a model",
    )
    command.add_argument(
        "-o",
        "--out",
        metavar="DIR",
        type=Path,
        help="results folder; with --check, the file for the differences",
    )
    command.add_argument("--seed", metavar="S", type=whole, default=1, help="default: 1")
    group = command.add_argument_group("model and cost")
    names = ("base_url", "api_key_env", "reasoning_effort", "model_arg", "temperature")
    more = ("max_tokens", "max_connections", "timeout", "max_cost", "prices")
    model = "openai/NAME, compat/NAME with --base-url, or a plug-in's model"
    limit = "time limit of one attempt of a call (default: 600)"
    shown = {"model": model, **dict.fromkeys((*names, *more), ""), "timeout": limit}
    add_options(group, ModelOptions, **shown)
    add_options(group, TextOptions, prompts="")


def run(options: argparse.Namespace) -> int:
    if (options.questions is None) == (options.acpbench is None):
        raise InputError("name either a file of questions or --acpbench FOLDER")
    if options.check and options.acpbench is None:
        raise InputError("--check needs --acpbench FOLDER")
    prompts = PromptSet(read_options(TextOptions(), options).prompts)
    given = [] if options.acpbench is None else read_acpbench(options.acpbench, prompts)
    if options.check:
        return asyncio.run(_check(given, options.out))
    if getattr(options, "model", None) is None:
        raise InputError("name a model with --model")
    if not model_traits(options.model).writes_text:
        raise InputError(f"--model {options.model} plays tasks alone and answers no questions")
    if options.out is None:
        raise InputError("name a folder for the answers with --out")
    questions = [each.question for each in given] or read_questions(options.questions)
    found = asyncio.run(_asked(questions, given, options))
    print_answers(found)
    return 0


async def _asked(
    questions: Sequence[Question], given: Sequence[Given], options: argparse.Namespace
) -> list[GradedAnswer]:
    asked = read_options(ModelOptions(), options)
    models = opened_models(asked)
    model = models.planner()

    async def graded(question: Question, answer: str) -> QuestionGrade:
        return grade(question, answer)

    try:
        with (
            SymbolicPlanner() as planner,
            console.reporting_waits(),
            counting("answers", len(questions)) as advance,
        ):
            return await ask_model(
                questions,
                model,
                asked.sampling,
                models.budget,
                options.out,
                GoldJudge(given, planner).verdict if given else graded,
                seed=options.seed,
                advance=advance,
            )
    except ModelError as error:
        raise InputError(f"stopped: {error} (to continue, repeat the command)") from error
    finally:
        budget = models.budget
        cost = "price unknown" if budget.unpriced else f"${budget.spent:.4f}"
        print(f"{counted(budget.calls, 'call')}, {cost}", file=sys.stderr)


def print_answers(found: Sequence[GradedAnswer]) -> None:
    """Print a table for each model: how many answers are right, by kind and domain."""
    for table in answer_tables(found):
        shown = new_table(table.heads[:1], table.heads[1:])
        for row in table.texts():
            shown.add_row(*row)
        Terminal().print(f"answers of {table.model}")
        print_wide(shown)
    Terminal().print(LEGEND, style="dim", soft_wrap=True)


async def _check(given: Sequence[Given], out: Path | None) -> int:
    checked: dict[Kind, list[Checked]] = defaultdict(list)
    total = sum(each.question.form == "open" for each in given)
    with SymbolicPlanner() as planner, counting("questions", total) as advance:
        async for question, found in check(given, GoldJudge(given, planner)):
            checked[question.kind].append(found)
            advance()
    rows = [(KIND_NAMES[kind], *_counts(found)) for kind, found in checked.items()]
    rows.append(("all", *_counts([each for found in checked.values() for each in found])))
    heads = ("question", "questions", "agree", "right answers", "disproved")
    print_rows((*heads, "wrong answers", "disproved", "undecided"), rows)
    print(
        "agree: questions without a disproved right answer; right answers, wrong answers: those "
        "published as right or wrong, of open questions only"
    )
    differences = [
        json.dumps(each.as_json(), ensure_ascii=False) + "\n"
        for found in checked.values()
        for one in found
        for each in (*one.wrong_accepted, *one.wrong_denied)
    ]
    if out is not None:
        console.emit("".join(differences).removesuffix("\n"), out)
        print(f"{out}: {counted(len(differences), 'difference')}, each with its proof")
    return 0


def _counts(found: Sequence[Checked]) -> tuple[str, ...]:
    agree = sum(not each.wrong_accepted for each in found)
    return (
        str(len(found)),
        f"{agree} ({agree / len(found):.1%})",
        str(sum(each.accepted for each in found)),
        str(sum(len(each.wrong_accepted) for each in found)),
        str(sum(each.denied for each in found)),
        str(sum(len(each.wrong_denied) for each in found)),
        str(sum(each.undecided for each in found)),
    )
