"""`autoplan prompt`."""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path

from autoplan.commands._options import Commands, add_examples, example_choice
from autoplan.experiment.experiment import Experiment
from autoplan.models import Budget, PriceList
from autoplan.play.first_prompt import first_prompt
from autoplan.progress import Progress
from pddl2nl import console
from pddl2nl.compose import PAPER, STYLES
from pddl2nl.llm import Message, Request, request_as_json, tool_call_as_json, tools_told

_EXAMPLES = """examples:
  autoplan prompt --mechanism react --domain blocksworld --instance instance-2
        the conversation up to the model's first answer
  autoplan prompt --mechanism act --domain my-domain/ --instance 1 --style brief --examples 0
        the first instance of a folder, in the brief style, zero-shot
  autoplan prompt --mechanism basic --domain ferry --instance 1 --format messages > messages.json
        ready to be sent to any chat model
"""


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "prompt",
        description="Print exactly what a mechanism sends to a model before its first answer.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "--mechanism",
        metavar="M",
        required=True,
        help="one that asks a model, such as basic, cot, act, react, modulo or agentkit",
    )
    command.add_argument(
        "--domain",
        metavar="D",
        required=True,
        help="a bundled domain, or a folder with domain.pddl and instances/",
    )
    command.add_argument(
        "--instance", metavar="I", required=True, help="its name, its number (from 1), or its file"
    )
    command.add_argument(
        "--input",
        choices=("nl", "template", "pddl", "valm23", "tools"),
        default="nl",
        help="default: nl",
    )
    command.add_argument(
        "--planbench", metavar="FILE", help="PlanBench's configuration, for --input valm23"
    )
    command.add_argument(
        "--style",
        choices=STYLES,
        default=PAPER,
        help="how the English is composed (default: paper)",
    )
    add_examples(command)
    command.add_argument(
        "--verbalizer",
        metavar="NAME|FILE",
        default="auto",
        help="what writes the snippets: auto (default), library, rules, or a lexicon file",
    )
    command.add_argument(
        "--prompts",
        metavar="DIR",
        type=Path,
        help="a folder of templates to use in place of ours (docs/templates.md)",
    )
    command.add_argument(
        "--format",
        choices=("text", "json", "messages"),
        default="text",
        help="text for people (default), json with all that was asked for, messages for chat "
        "models (a JSON list; with --input tools an object of messages and tools)",
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to FILE, not to standard output"
    )
    console.add_debug(command)
    command.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    experiment = Experiment(
        mechanisms=(options.mechanism,),
        domains=(options.domain,),
        forms=(options.input,),
        style=options.style,
        examples=options.examples,
        example=example_choice(options),
        verbalizer=options.verbalizer,
        planbench=options.planbench,
        prompts=options.prompts,
    )
    with Progress(Budget(PriceList.load(None))) as progress:
        asked = asyncio.run(first_prompt(experiment, options.instance, progress))
    console.emit(_formatted(asked, options), options.output)
    return 0


def _formatted(asked: Request, options: argparse.Namespace) -> str:
    data = request_as_json(asked)
    if options.format == "messages":
        return json.dumps(data if asked.tools else data["messages"], ensure_ascii=False)
    if options.format == "json":
        names = ("mechanism", "domain", "instance", "input", "style", "examples", "verbalizer")
        told = {name: getattr(options, name) for name in names}
        return json.dumps({**told, **data}, indent=2, ensure_ascii=False)
    functions = [f"=== tools ===\n{tools_told(asked.tools)}"] if asked.tools else []
    return "\n\n".join((*functions, *map(_in_text, asked.messages)))


def _in_text(message: Message) -> str:
    """A message below its heading; calls are JSON, as they are sent."""
    result = f" {message.tool_call_id}" if message.tool_call_id else ""
    calls = [json.dumps(tool_call_as_json(call)) for call in message.tool_calls]
    said = [message.content] if message.content or not calls else []
    return "\n".join((f"=== {message.role}{result} ===", *said, *calls))
