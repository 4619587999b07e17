"""`autoplan questions`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from autoplan.experiment.benchmarks import Benchmark, benchmarks
from autoplan.experiment.experiment import PlayOptions, TextOptions
from autoplan.preparation.texts import LexiconFiles, Verbalization
from autoplan.progress import counting
from autoplan.questions.make import Tally, missing_lines, questions
from autoplan.questions.question import FORMS, KINDS, kinds_named
from autoplan.questions.wording import Wording
from pddl2nl import console
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.options import add_options, positive, read_options, whole
from pddl2nl.verbalizers import TemplateVerbalizer, asks_model, verbalizer
from policies import PromptSet
from policies.symbolic import SymbolicPlanner
from simulator import InputForm

ABOUT = """Generate questions about action and change, each with its answer and a proof.

examples:
  autoplan questions --domain ferry grid -n 10 -o questions.jsonl
        ten questions of each kind and form about each of two domains
  autoplan questions --domain my-domain/ --kinds reach land --form open --seed 7 -o open.jsonl
        open questions about a folder's instances: what can never hold, what every plan needs
  autoplan questions --domain frontier --kinds app prog | autoplan ask - --model openai/NAME
        questions piped to a model

kinds: app (applicable actions), prog (effects of an action), reach and areach (reachable facts and
actions; the open form asks for an unreachable one), val (validity of a plan), just (unnecessary
steps), land (landmarks), nexta (first actions of shortest plans). forms: bool (yes or no), choice
(one of four), open. The same command generates the same questions. Questions whose answers cannot
be proved are left out, and their number is reported. docs/questions.md describes the lines of the
file.
"""


def add(command: argparse.ArgumentParser) -> None:
    add_options(
        command,
        PlayOptions,
        domains="",
        instances="only the first N instances of each domain (default: all)",
        forms={
            "nargs": None,
            "metavar": None,
            "choices": ("nl", "template", "pddl"),
            "help": "input form: nl (default), template or pddl",
        },
    )
    command.add_argument(
        "--kinds",
        nargs="+",
        choices=KINDS,
        default=KINDS,
        metavar="KIND",
        help="kinds of questions (default: all)",
    )
    command.add_argument(
        "--form",
        nargs="+",
        choices=FORMS,
        default=FORMS,
        help="answer forms (default: all)",
    )
    command.add_argument(
        "-n",
        "--number",
        metavar="N",
        type=positive,
        default=1,
        help="questions of each kind and form per domain (default: 1)",
    )
    command.add_argument(
        "--seed", metavar="S", type=whole, default=1, help="seed of all random choices (default: 1)"
    )
    add_options(
        command,
        TextOptions,
        style="",
        names="",
        verbalizer="source of the snippets: auto (default), library, rules, or a lexicon file, "
        "whose name may contain {domain}",
        prompts="",
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to FILE instead of standard output"
    )
    command.add_argument(
        "--lm-eval",
        metavar="DIR",
        type=Path,
        help="write a task of the LM evaluation harness (lm_eval --include_path DIR) instead",
    )


def run(options: argparse.Namespace) -> int:
    found = benchmarks(read_options(PlayOptions(), options).domains)
    parts = [part for each in found.values() for part in each.parts()]
    lines = asyncio.run(_made(options, parts))
    if options.lm_eval is not None:
        from autoplan.integrations.lm_eval import NAME, write_task

        write_task(lines, options.lm_eval)
        print(f"task {NAME}: lm_eval --include_path {options.lm_eval} --tasks {NAME}")
    else:
        console.emit("".join(lines).removesuffix("\n"), options.output)
    return 0


async def _made(options: argparse.Namespace, parts: list[Benchmark]) -> list[str]:
    play, text = read_options(PlayOptions(), options), read_options(TextOptions(), options)
    kinds, forms = kinds_named(options.kinds), tuple(f for f in FORMS if f in options.form)
    prompts, tally, lines = PromptSet(text.prompts), Tally(), list[str]()
    total = len(parts) * len(kinds) * len(forms) * options.number
    with SymbolicPlanner() as planner, counting("questions", total) as advance:
        for each in parts:
            wording = Wording(play.forms[0], _words(each, text, play.forms[0]), prompts)
            async for question in questions(
                each,
                wording,
                planner,
                tally,
                kinds=kinds,
                forms=forms,
                number=options.number,
                instances=play.instances,
                seed=options.seed,
                advance=advance,
            ):
                lines.append(json.dumps(question.as_json(), ensure_ascii=False) + "\n")
    for line in missing_lines(tally.missing):
        print(line, file=sys.stderr)
    undecided, tried = tally.undecided.number, tally.undecided.tried
    claims = f"; {undecided} of {counted(tried, 'claim')} undecided and left out" if tried else ""
    print(f"{counted(len(lines), 'question')}{claims}", file=sys.stderr)
    if not lines:
        raise InputError("no question could be made: the instances have no plan that is known")
    return lines


def _words(each: Benchmark, text: TextOptions, form: InputForm) -> Verbalization:
    made: dict[InputForm, Any] = {}
    if form == "template":
        made[form] = TemplateVerbalizer().lexicon(each.domain)
    elif form == "nl":
        pattern = LexiconFiles.is_pattern(text.verbalizer)
        named = LexiconFiles(text.verbalizer, 1).of(each.name) if pattern else None
        writer = named or verbalizer(text.verbalizer)
        if asks_model(writer):
            raise InputError(
                f"--verbalizer {text.verbalizer}: let the model write a lexicon first "
                "(pddl2nl convert --lexicon-out FILE), and name that file"
            )
        made[form] = writer.lexicon(each.domain)
    return Verbalization(made, style=text.style, naming=text.names)
