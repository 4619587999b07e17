"""`autoplan eval`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from autoplan.commands._options import (
    Commands,
    add_examples,
    amount,
    example_choice,
    model_argument,
    model_arguments,
    positive,
    print_table,
    print_wide,
    size,
    temperature,
    whole,
)
from autoplan.experiment.experiment import Experiment
from autoplan.forecast.dry_run import forecast, legend, table
from autoplan.play.evaluate import Evaluated, evaluate
from autoplan.play.log import LEVELS
from pddl2nl import console
from pddl2nl.compose import PAPER, STYLES
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from policies import mechanism_names
from policies.symbolic import MEMORY_LIMIT, TIME_LIMIT, Limits
from simulator import Feedback

_EXAMPLES = """examples:
  autoplan eval --mechanism react --domain blocksworld --instances 5
        the offline reader plays five tasks
  autoplan eval --mechanism basic cot act react random --domain blocksworld ferry
        every mechanism on two bundled domains
  autoplan eval --mechanism act --input nl template pddl --domain my-domain/
        three input forms on a folder with domain.pddl and instances/
  OPENAI_API_KEY=... autoplan eval --mechanism react --domain logistics \\
        --model openai/gpt-4o-2024-08-06 --translator llm --seed 1 2 3 4 5
        a model of OpenAI's, five times (`autoplan paper` has all the paper's settings)
  autoplan eval --mechanism react --domain ferry --model compat/llama3 \\
        --base-url http://localhost:11434/v1
        a model on any OpenAI-compatible server

  autoplan eval --mechanism react --domain logistics --model openai/gpt-4o --dry-run
        what that would cost

The same command called again continues where it stopped.
"""


_TOLD = ("positive", "negative", "unfinished")


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "eval",
        description="Let mechanisms play planning tasks, and show how they did.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_matrix(command.add_argument_group("what is played"))
    _add_players(command.add_argument_group("who plays"))
    _add_helpers(command.add_argument_group("who helps and who judges"))
    _add_ablations(command.add_argument_group("what players are told"))
    _add_run(command.add_argument_group("the run"))
    _add_limits(command.add_argument_group("what it may take"))
    console.add_debug(command)
    command.set_defaults(command=_run)


def _add_matrix(group: argparse._ArgumentGroup) -> None:
    """What is played: the matrix of episodes."""
    group.add_argument(
        "--mechanism",
        metavar="M",
        nargs="+",
        required=True,
        help=f"how actions are chosen: {', '.join(mechanism_names())}, or up:ENGINE for an engine "
        "of unified-planning",
    )
    group.add_argument(
        "--domain",
        metavar="D",
        nargs="+",
        required=True,
        help="a bundled domain, a folder with domain.pddl and instances/, or frontier[:SEED]: "
        "fresh tasks of eight domains, up to hundreds of objects (or one, as frontier-miconic)",
    )
    group.add_argument(
        "--instances",
        metavar="N",
        type=positive,
        help="play the first N instances of each domain (default: all but the example)",
    )
    group.add_argument(
        "--input",
        metavar="FORM",
        nargs="+",
        choices=("nl", "template", "pddl", "valm23", "tools"),
        default=["nl"],
        help="the form of the task: nl (default), template, pddl, valm23, the description of the "
        "domain in --planbench FILE, or tools, the English of nl with actions as functions that "
        "act and react call",
    )
    group.add_argument(
        "--style",
        choices=STYLES,
        default=PAPER,
        help="how the English is composed: paper (default), the seed paper's structure, or brief, "
        "the same in about 0.6 times the tokens",
    )
    add_examples(group)
    console.add_obfuscate(group)
    group.add_argument(
        "--seed",
        metavar="S",
        type=whole,
        nargs="+",
        default=[1],
        help="seeds (default: 1); planners play with the first alone",
    )
    group.add_argument(
        "--samples",
        metavar="K",
        type=positive,
        help="draw K answers for each task, in the same words; needs a --temperature above 0, and "
        "prints pass@1, pass@K and the majority (`autoplan table` has others)",
    )


def _add_players(group: argparse._ArgumentGroup) -> None:
    """Who plays, and in which words."""
    group.add_argument(
        "--model",
        metavar="SPEC",
        default="reader",
        help="reader (default, offline), random (offline: any of the task's actions), openai/NAME, "
        "compat/NAME with --base-url, or another package's",
    )
    group.add_argument("--base-url", metavar="URL", help="the model's server, up to /v1")
    group.add_argument(
        "--api-key-env",
        metavar="NAME",
        help="the environment variable with the server's key (default: OPENAI_API_KEY for openai/, "
        "none for compat/)",
    )
    group.add_argument(
        "--reasoning-effort",
        metavar="LEVEL",
        help="how much the planning model thinks, such as low or high, where it lets one choose",
    )
    group.add_argument(
        "--model-arg",
        metavar="KEY=VALUE",
        type=model_argument,
        action="append",
        default=[],
        help="what else stands in requests to the planning model: top_p=0.9, or "
        "'chat_template_kwargs={\"enable_thinking\": false}'; may be repeated",
    )
    group.add_argument(
        "--temperature", metavar="T", type=temperature, default=0.0, help="default: 0"
    )
    group.add_argument(
        "--max-tokens", metavar="N", type=positive, help="of one answer (default: no limit)"
    )
    group.add_argument(
        "--verbalizer",
        metavar="NAME|FILE",
        default="auto",
        help="what writes the snippets of the form nl: auto (default), library, rules, llm, or a "
        "lexicon file, whose name may have {domain} and {seed} in it",
    )
    group.add_argument(
        "--planbench",
        metavar="FILE",
        help="PlanBench's configuration of the domain (YAML), for --input valm23; its name may "
        "have {domain} in it",
    )
    group.add_argument(
        "--verbalizer-model",
        metavar="SPEC",
        help="the model of --verbalizer llm (default: the planning model)",
    )


def _add_helpers(group: argparse._ArgumentGroup) -> None:
    """What helps the players: translators, thoughts, prompts; and who judges."""
    group.add_argument(
        "--translator",
        metavar="match|llm|sentence",
        choices=("match", "llm", "sentence"),
        default="match",
        help="match (default): answers are read without a model; llm: a model translates steps "
        "that stay unread, told what happened before; sentence: the same from the step alone, as "
        "in the paper",
    )
    group.add_argument(
        "--translator-model",
        metavar="SPEC",
        help="the model that translates; implies --translator llm (default: the planning model)",
    )
    group.add_argument(
        "--thoughts",
        metavar="rule|state|llm",
        choices=("rule", "state", "llm"),
        default="rule",
        help="the thoughts of the example of CoT and ReAct: what each step is for, by rule "
        "(default), the state before it, or what a model writes",
    )
    group.add_argument(
        "--thoughts-model",
        metavar="SPEC",
        help="the model of --thoughts llm (default: the planning model)",
    )
    group.add_argument(
        "--prompts",
        metavar="DIR",
        type=Path,
        help="a folder of templates to use in place of ours (docs/templates.md)",
    )
    group.add_argument(
        "--validator",
        metavar="own|val|up|all|NAME",
        help="who judges the plans beside the simulator: val, up (unified-planning), the name of "
        "another package's, all, or own for nobody (default: VAL where it is installed)",
    )


def _add_ablations(group: argparse._ArgumentGroup) -> None:
    """What a player is told, and how often it may try."""
    group.add_argument(
        "--feedback",
        metavar="KIND",
        nargs="+",
        choices=("positive", "negative", "unfinished", "state", "none"),
        default=_TOLD,
        help="what act and react are told: that a step was done (positive), why it was not "
        "(negative), that the goal is not reached when they say so (unfinished), the state after "
        "each action (state); default: the first three",
    )
    group.add_argument(
        "--patience",
        metavar="N",
        type=positive,
        help="stop act and react after N turns in a row that change nothing (default: never)",
    )
    group.add_argument(
        "--attempts",
        metavar="N",
        type=positive,
        default=1,
        help="how many whole plans basic and cot may write, told why the last one failed "
        "(default: 1)",
    )


def _add_run(group: argparse._ArgumentGroup) -> None:
    """How the run goes."""
    group.add_argument(
        "--max-connections",
        metavar="N",
        type=positive,
        help="calls under way to a server at the same time (default: as many as it keeps up with, "
        "256 at most)",
    )
    group.add_argument(
        "--batch",
        action="store_true",
        help="ask the planning model through OpenAI's Batch API: half the price, within a day; "
        "for basic and cot",
    )
    group.add_argument(
        "--dask",
        metavar="ADDRESS|local|slurm",
        help="play on a Dask cluster: the one with this scheduler, processes of this machine, "
        "or jobs of Slurm",
    )
    group.add_argument(
        "--dry-run",
        action="store_true",
        help="ask nothing and write nothing: tell the calls, tokens and dollars it would take",
    )
    group.add_argument(
        "--thinking",
        metavar="N",
        type=positive,
        default=0,
        help="with --dry-run: count N tokens of thinking for each answer (default: none)",
    )
    group.add_argument(
        "--log-level",
        choices=LEVELS,
        default="info",
        help="what the results folder's log.jsonl tells (default: info)",
    )
    group.add_argument(
        *("-o", "--out"),
        metavar="DIR",
        type=Path,
        help="the results folder (default: results/ and a name made of the settings)",
    )


def _add_limits(group: argparse._ArgumentGroup) -> None:
    """What time, memory and money it may take."""
    group.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=amount,
        help="how long one attempt of a call may take (default: 600)",
    )
    group.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=amount,
        default=TIME_LIMIT,
        help="how long a planner or a walk at random may take for a task, and the simulator for a "
        "step (default: 1800)",
    )
    group.add_argument(
        "--memory-limit",
        metavar="SIZE",
        type=size,
        default=MEMORY_LIMIT,
        help="how much memory a symbolic planner may use, such as 500M (default: 8G)",
    )
    group.add_argument(
        "--max-cost",
        metavar="USD",
        type=amount,
        help="stop before more than this is spent, earlier runs included; a higher limit continues",
    )
    group.add_argument(
        "--prices",
        metavar="FILE",
        type=Path,
        help="a list of prices in place of data/prices.json",
    )


def order_of(arguments: Sequence[str]) -> Experiment:
    """The order that the words of a call of `autoplan eval` make."""
    parser = console.Parser(prog="autoplan")
    add(parser.add_subparsers())
    return _experiment(parser.parse_args(arguments))


def _experiment(options: argparse.Namespace) -> Experiment:
    return Experiment(
        mechanisms=tuple(dict.fromkeys(options.mechanism)),
        domains=tuple(dict.fromkeys(options.domain)),
        instances=options.instances,
        forms=tuple(dict.fromkeys(options.input)),
        model=options.model,
        base_url=options.base_url,
        api_key_env=options.api_key_env,
        model_arguments=model_arguments(options),
        style=options.style,
        examples=options.examples,
        example=example_choice(options),
        verbalizer=options.verbalizer,
        planbench=options.planbench,
        verbalizer_model=options.verbalizer_model,
        translator=options.translator,
        translator_model=options.translator_model,
        thoughts=options.thoughts,
        thoughts_model=options.thoughts_model,
        obfuscate=options.obfuscate,
        feedback=Feedback(**{kind: kind in options.feedback for kind in (*_TOLD, "state")}),
        patience=options.patience,
        attempts=options.attempts,
        prompts=options.prompts,
        seeds=_seeds(options),
        sampled=options.samples is not None,
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        max_connections=options.max_connections,
        batch=options.batch,
        dask=options.dask,
        timeout=options.timeout,
        limits=Limits(options.time_limit, options.memory_limit),
        prices=options.prices,
        thinking=options.thinking,
        max_cost=options.max_cost,
        log_level=options.log_level,
        validator=options.validator,
        out=options.out,
    )


def _seeds(options: argparse.Namespace) -> tuple[int, ...]:
    """The seeds; samples are numbered from the first one on.

    Raises:
        InputError: samples would be alike, or there are several seeds besides.
    """
    seeds = tuple(dict.fromkeys(options.seed))
    if options.samples is None:
        return seeds
    if len(seeds) > 1:
        raise InputError("--samples and several seeds do not go together")
    if options.temperature == 0:
        raise InputError("--samples needs a --temperature above 0: without chance all are alike")
    return tuple(range(seeds[0], seeds[0] + options.samples))


def _run(options: argparse.Namespace) -> int:
    experiment = _experiment(options)
    if options.dry_run:
        return _forecast(experiment)
    # Most of what is alive stays alive; by default the collector looks through it all the time.
    gc.set_threshold(20_000, 20, 20)
    outcome = asyncio.run(evaluate(experiment))
    print_table(outcome.folder)
    print(f"results: {outcome.folder}")
    return status_of(outcome)


def status_of(outcome: Evaluated) -> int:
    """The exit status for how an evaluation ended, after what there is to say of that.

    Raises:
        InputError: something stopped it.
    """
    if outcome.interrupted:
        print("interrupted; the same command continues", file=sys.stderr)
        return console.INTERRUPTED
    if outcome.stopped:
        raise InputError(f"stopped: {outcome.stopped} (the same command continues)")
    if outcome.broken_off:
        told = counted(outcome.broken_off, "episode")
        print(f"{told} broke off; the same command plays them again", file=sys.stderr)
    return 1 if outcome.disagreements or outcome.broken_off else 0


def _forecast(experiment: Experiment) -> int:
    found = asyncio.run(forecast(experiment))
    print_wide(table(found))
    print(legend(found))
    return 0
