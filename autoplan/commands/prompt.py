"""`autoplan prompt`."""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path

from autoplan.experiment.experiment import Experiment, PlayOptions, TextOptions
from autoplan.play.first_prompt import first_prompt
from pddl2nl import console
from pddl2nl.llm import Message, Request, request_as_json, tool_call_as_json, tools_text
from pddl2nl.options import add_options, read_options

ABOUT = """Print the exact messages that a mechanism sends before the model's first answer.

examples:
  autoplan prompt --mechanism react --domain blocksworld --instance instance-2
        the conversation up to the model's first answer
  autoplan prompt --mechanism act --domain my-domain/ --instance 1 --style brief --examples 0
        the first instance of a folder, in the brief style, zero-shot
  autoplan prompt --mechanism basic --domain ferry --instance 1 --format messages > messages.json
        ready to be sent to any chat model
"""


def add(command: argparse.ArgumentParser) -> None:
    add_options(
        command,
        PlayOptions,
        mechanisms={
            "nargs": None,
            "help": "a mechanism that uses a model, such as basic, cot, act, react, modulo or "
            "agentkit",
        },
        domains={
            "nargs": None,
            "help": "a bundled domain, or a folder with domain.pddl and instances/",
        },
        instance={
            "nargs": None,
            "required": True,
            "help": "name, number (from 1) or file of the instance",
        },
        forms={"nargs": None, "metavar": None, "help": "default: nl"},
        allow_unsolvable="let basic answer that a task has no plan",
        costs="state action costs, and ask for a low total",
    )
    add_options(
        command,
        TextOptions,
        planbench="PlanBench's configuration, for --input valm23",
        style="structure of the English (default: paper, as in pddl2nl convert)",
        names="",
        examples="",
        example="",
        example_map="",
        obfuscate="",
        verbalizer="source of the snippets: auto (default), library, rules, or a lexicon file",
        prompts="",
    )
    command.add_argument(
        "--format",
        choices=("text", "json", "messages"),
        default="text",
        help="text (default), json (with all settings) or messages (for chat models: a JSON list; "
        "with --input tools, an object with messages and tools)",
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to FILE instead of standard output"
    )


def run(options: argparse.Namespace) -> int:
    experiment = read_options(Experiment(), options)
    asked = asyncio.run(first_prompt(experiment))
    console.emit(_formatted(asked, experiment, options), options.output)
    return 0


def _formatted(asked: Request, experiment: Experiment, options: argparse.Namespace) -> str:
    data = request_as_json(asked)
    if options.format == "messages":
        return json.dumps(data if asked.tools else data["messages"], ensure_ascii=False)
    if options.format == "json":
        play, text = experiment.play, experiment.text
        settings = {
            "mechanism": play.mechanisms[0],
            "domain": play.domains[0],
            "instance": play.instance[0],
            "input": play.forms[0],
            "style": text.style,
            "names": text.names,
            "examples": text.examples,
            "verbalizer": text.verbalizer,
            **({"allow_unsolvable": True} if play.rules.allow_unsolvable else {}),
            **({"costs": True} if play.rules.costs else {}),
        }
        return json.dumps({**settings, **data}, indent=2, ensure_ascii=False)
    functions = [f"=== tools ===\n{tools_text(asked.tools)}"] if asked.tools else []
    return "\n\n".join((*functions, *map(_in_text, asked.messages)))


def _in_text(message: Message) -> str:
    """A message below its heading; calls are JSON, as they are sent."""
    result = f" {message.tool_call_id}" if message.tool_call_id else ""
    calls = [json.dumps(tool_call_as_json(call)) for call in message.tool_calls]
    content = [message.content] if message.content or not calls else []
    return "\n".join((f"=== {message.role}{result} ===", *content, *calls))
