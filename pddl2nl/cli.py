"""The command line `pddl2nl`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path

from pddl2nl import console
from pddl2nl.check import check, notes
from pddl2nl.compose import NAMES_HELP, NAMINGS, PAPER, STYLES
from pddl2nl.conversion import Conversion, convert
from pddl2nl.english import counted, join
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import dump_lexicon
from pddl2nl.llm import (
    CacheError,
    PermanentModelError,
    Usage,
    check_model,
    open_cached_model,
)
from pddl2nl.llm.prices import PriceList
from pddl2nl.model import Domain, Problem
from pddl2nl.obfuscation import Renaming, renaming
from pddl2nl.options import amount
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import AUTO, AskingVerbalizer, asking, verbalizer
from pddl2nl.verbalizers.registry import PURPOSE, entries, expected_requests
from pddl2nl.verbalizers.rules import RULES
from pddl2nl.verbalizers.rules.plain import TEMPLATE

_EXAMPLES = """examples:
  pddl2nl convert domain.pddl                          the domain in English
  pddl2nl convert domain.pddl problem.pddl             the domain and a problem
  pddl2nl convert domain.pddl problem.pddl --format messages --style brief > messages.json
                                                       chat messages for any model, in few tokens
  pddl2nl convert domain.pddl --format json | jq .lexicon > lexicon.json
                                                       the snippets, for editing
  pddl2nl convert domain.pddl --verbalizer lexicon.json
                                                       the domain in your own snippets
  pddl2nl convert domain.pddl --verbalizer llm --model openai/gpt-4o-2024-08-06 --dry-run
                                                       the estimated cost of a model's snippets
  OPENAI_API_KEY=... pddl2nl convert domain.pddl --verbalizer llm \\
        --model openai/gpt-4o-2024-08-06 --lexicon-out lexicon.json
                                                       the domain in a model's snippets, which
                                                       are also saved, for review
"""

_CHECK_EXAMPLES = """examples:
  pddl2nl check domain.pddl problem.pddl               with the default snippets
  pddl2nl check domain.pddl problem.pddl --verbalizer lexicon.json
                                                       with snippets that a person or a model wrote
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `pddl2nl`; returns the exit status."""
    parser = build_parser()
    console.complete(parser)
    return console.run(parser, arguments)


def build_parser() -> console.Parser:
    """The parser of `pddl2nl`, with all its commands."""
    parser = console.Parser(
        prog="pddl2nl", description="PDDL to natural, lossless English, and back."
    )
    console.add_version(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_convert(commands)
    _add_check(commands)
    _add_lexicons(commands)
    return parser


def _add_check(commands: argparse._SubParsersAction[console.Parser]) -> None:
    command = commands.add_parser(
        "check",
        help="read the English back and report what is lost or ambiguous",
        description="Compose the English of a domain and its problems, with costs, parse it back "
        "without access to the PDDL, and compare the result with the PDDL. The exit status is 1 "
        "if anything is lost or ambiguous. Snippets that only read badly are reported as notes.",
        epilog=_CHECK_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_files(command)
    command.add_argument(
        *("--verbalizer", "--lexicon"),
        metavar="NAME|FILE",
        default=AUTO,
        help="the snippets to check: a lexicon file, auto (default), library, rules or template",
    )
    command.add_argument(
        "--style",
        choices=STYLES,
        help="the style of the texts to check (default: all of them)",
    )
    command.add_argument(
        "--costs", action="store_true", help="no effect: costs are always included"
    )
    _add_names(command)
    console.add_debug(command)
    command.set_defaults(command=_check)


def _add_lexicons(commands: argparse._SubParsersAction[console.Parser]) -> None:
    command = commands.add_parser(
        "lexicons",
        help="list the library of lexicons",
        description="List the lexicons of the library with their domains and numbers of "
        "predicates and actions. The library recognizes a domain by the names and "
        "arities of its predicates and actions.",
        epilog="examples:\n  pddl2nl lexicons\n  pddl2nl lexicons | grep grip\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    console.add_debug(command)
    command.set_defaults(command=_lexicons)


def _lexicons(options: argparse.Namespace) -> int:
    for entry in entries():
        predicates, actions = map(len, entry.signature)
        counts = f"{counted(predicates, 'predicate')}, {counted(actions, 'action')}"
        print(f"{entry.name}\t{entry.domain}\t{counts}")
    return 0


def _add_names(command: argparse.ArgumentParser) -> None:
    command.add_argument("--names", choices=NAMINGS, default="new", help=NAMES_HELP)


def _add_files(command: argparse.ArgumentParser) -> None:
    command.add_argument("domain", metavar="DOMAIN", type=Path, help="the domain file")
    command.add_argument(
        "problems", metavar="PROBLEM", type=Path, nargs="*", help="problem files of this domain"
    )


def _add_convert(commands: argparse._SubParsersAction[console.Parser]) -> None:
    command = commands.add_parser(
        "convert",
        help="print a domain and its problems in English",
        description="Print a PDDL domain and its problems in English.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_files(command)
    command.add_argument(
        "--verbalizer",
        metavar="NAME|FILE",
        default=AUTO,
        help="source of the snippets: auto (default: domain.lexicon.json beside the domain file "
        "if it exists, else the library if it contains the domain, else the rules), library, "
        "rules, template, llm (a model, with --model; one request per domain, several if it is "
        "long), llm:single (one request per snippet, as in the paper), or a lexicon file "
        "(autoplan's JSON, AutoPlanBench's JSON or PlanBench's YAML)",
    )
    _add_model(command)
    command.add_argument("--obfuscate", **console.OBFUSCATE)
    command.add_argument(
        "--lexicon-out", metavar="FILE", type=Path, help="also write the snippets to FILE, as JSON"
    )
    command.add_argument(
        "--costs",
        action="store_true",
        help="include action costs (default: omit them, as in the paper)",
    )
    command.add_argument(
        "--style",
        choices=STYLES,
        default=PAPER,
        help="structure of the English: paper (default) = as in the paper; brief = the "
        "same content in 0.5 to 0.7 times the tokens",
    )
    _add_names(command)
    command.add_argument(
        "--format",
        choices=("text", "json", "messages"),
        default="text",
        help="text (default), json (all parts, for programs) or messages (for chat models: one "
        "JSON list of messages per problem)",
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to FILE instead of standard output"
    )
    console.add_debug(command)
    command.set_defaults(command=_convert)


def _add_model(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("the model of --verbalizer llm")
    group.add_argument("--model", metavar="SPEC", help="openai/NAME, or compat/NAME and --base-url")
    group.add_argument("--base-url", metavar="URL", help="URL of the model's server, ending in /v1")
    group.add_argument(
        "--api-key-env",
        metavar="NAME",
        help="environment variable that contains the API key (default: OPENAI_API_KEY for openai/)",
    )
    group.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=amount,
        help="time limit of one attempt of a call (default: 600)",
    )
    group.add_argument(
        "--dry-run",
        action="store_true",
        default=None,
        help="estimate requests, tokens and dollars; send nothing",
    )
    group.add_argument("--seed", metavar="S", type=int, help="sent with every request")
    group.add_argument(
        "--prompts",
        metavar="DIR",
        type=Path,
        help="folder of your own prompt templates; those for snippets are in DIR/verbalize",
    )


def _convert(options: argparse.Namespace) -> int:
    _check_output(options)
    domain = read_domain(options.domain)
    problems = [read_problem(path, domain) for path in options.problems]
    _print_remarks(domain, problems)
    names = renaming(domain, options.obfuscate, problems)
    domain, problems = names.domain(domain), list(map(names.problem, problems))
    if options.dry_run:
        print(_forecast(options, domain))
        return 0
    lexicon = _with_old_names(_lexicon(options, domain), names)
    if options.lexicon_out:
        console.emit(dump_lexicon(lexicon), options.lexicon_out)
    if check(domain, [], lexicon, options.style):
        again = "the English is ambiguous or loses something; `pddl2nl check` lists what"
        print(f"{options.domain}: note: {again}", file=sys.stderr)
    converted = convert(
        domain, problems, lexicon, costs=options.costs, style=options.style, names=options.names
    )
    console.emit(_formatted(converted, options.format, problems), options.output)
    if options.names == "keep":
        _print_new_names(options.problems, converted)
    if not options.lexicon_out:
        _print_plain_note(options.domain, lexicon)
    return 0


def _print_remarks(domain: Domain, problems: Sequence[Problem]) -> None:
    """Say what was tolerated in the files."""
    parts: tuple[Domain | Problem, ...] = (domain, *problems)
    for part in parts:
        for remark in part.remarks:
            print(remark, file=sys.stderr)


def _print_new_names(sources: Sequence[Path], converted: Conversion) -> None:
    """Say which objects are called otherwise than in PDDL although their names were to be kept."""
    for source, item in zip(sources, converted.problems, strict=True):
        new = [f"{name} is {word}" for name, word in item.names.english.items() if name != word]
        if new:
            print(f"{source}: note: names that the text cannot have: {join(new)}", file=sys.stderr)


def _check_output(options: argparse.Namespace) -> None:
    """See that nothing is written over what is read, or over a lexicon."""
    read = {path.resolve() for path in (options.domain, *options.problems)}
    for target in filter(None, (options.output, options.lexicon_out)):
        if target.resolve() in read:
            raise InputError("is an input as well; choose another file", source=str(target))
    if options.lexicon_out and options.lexicon_out.is_file():
        raise InputError(
            "already exists and may have been edited; choose another file, or delete it",
            source=str(options.lexicon_out),
        )


def _print_plain_note(source: Path, lexicon: Lexicon) -> None:
    """Say how much of a domain is only quoted, and how to better it."""
    plain = lexicon.of_origin("plain")
    if plain and lexicon.source == RULES:
        total = sum(map(len, lexicon.provenance.values()))
        print(
            f"{source}: note: {len(plain)} of {counted(total, 'snippet')} only quote the name "
            "(`pddl2nl check` lists them); --lexicon-out FILE writes them to be edited by hand, "
            "--verbalizer llm has a model write them",
            file=sys.stderr,
        )


def _with_old_names(lexicon: Lexicon, names: Renaming) -> Lexicon:
    """The lexicon with a note of what its predicates and actions were called before."""
    if names == Renaming():
        return lexicon
    before = {"predicates": names.inverse.predicates, "actions": names.inverse.actions}
    return replace(lexicon, notes={**lexicon.notes, "called_before": before})


def _lexicon(options: argparse.Namespace, domain: Domain) -> Lexicon:
    written_by_model = asking(options.verbalizer)
    if written_by_model is not None:
        return _lexicon_of_model(options, written_by_model, domain)
    for name in ("model", "base_url", "api_key_env", "timeout", "seed", "prompts"):
        if getattr(options, name) is not None:
            raise InputError(f"--{name.replace('_', '-')} needs --verbalizer llm")
    return verbalizer(options.verbalizer).lexicon(domain)


def _lexicon_of_model(
    options: argparse.Namespace, made: Callable[..., AskingVerbalizer], domain: Domain
) -> Lexicon:
    _check_asking(options)
    writer = made(
        open_cached_model(
            options.model,
            base_url=options.base_url,
            api_key_env=options.api_key_env,
            timeout=options.timeout,
        ),
        seed=options.seed,
        prompts=options.prompts,
        warn=lambda message: print(f"{options.domain}: warning: {message}", file=sys.stderr),
    )
    try:
        with console.reporting_waits():
            return writer.lexicon(domain)
    except (PermanentModelError, CacheError) as error:
        raise InputError(str(error)) from error


def _check_asking(options: argparse.Namespace) -> None:
    """See that a verbalizer that asks a model has what it needs."""
    if options.model is None:
        raise InputError(
            f"--verbalizer {options.verbalizer} needs --model SPEC, such as "
            "openai/gpt-4o-2024-08-06"
        )
    if options.prompts and not (options.prompts / PURPOSE).is_dir():
        raise InputError(f"contains no folder '{PURPOSE}' of prompts", source=str(options.prompts))


def _forecast(options: argparse.Namespace, domain: Domain) -> str:
    """What the snippets of a domain would cost, in a line."""
    if asking(options.verbalizer) is None:
        raise InputError("--dry-run needs --verbalizer llm")
    _check_asking(options)
    named, model = options.verbalizer, options.model
    check_model(model)
    requests = expected_requests(named, model, domain, options.prompts)
    if requests is None:
        raise InputError(f"the verbalizer {named} does not state what it would ask")
    usage = sum(requests, Usage())
    price = PriceList.load().price(model)
    cost = "price unknown" if price is None else f"about ${price.of(usage):.4f}"
    return (
        f"{domain.name}: {counted(len(requests), 'request')} to {model}, "
        f"~{usage.input_tokens} input and ~{usage.output_tokens} output tokens, {cost}; "
        "corrections come on top, at most one per request; nothing was sent"
    )


def _check(options: argparse.Namespace) -> int:
    domain = read_domain(options.domain)
    problems = [read_problem(path, domain) for path in options.problems]
    _print_remarks(domain, problems)
    lexicon = verbalizer(options.verbalizer).lexicon(domain)
    styles = (options.style,) if options.style else STYLES
    found = (check(domain, problems, lexicon, style, options.names) for style in styles)
    findings = list(dict.fromkeys(each for several in found for each in several))
    for finding in findings:
        print(finding)
    if lexicon.source != TEMPLATE:
        for note in notes(domain, lexicon):
            print(f"{note.place}: note: {note.message}")
    if not findings:
        texts = counted(len(problems), "problem")
        costly = any(action.cost is not None for action in domain.actions)
        costs = ", costs included," if costly else ""
        print(f"nothing is lost: the domain {domain.name} and {texts}{costs} parse back unchanged")
    return 1 if findings else 0


def _formatted(converted: Conversion, form: str, problems: Sequence[Problem]) -> str:
    if form == "text":
        return converted.text
    if form == "json":
        return json.dumps(converted.as_data(), indent=2, ensure_ascii=False)
    if not problems:
        raise InputError("--format messages needs at least one problem")
    question = resources.files("pddl2nl").joinpath("prompts/question.txt").read_text("utf-8")
    conversations = converted.messages(question.strip())
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in conversations)


if __name__ == "__main__":
    sys.exit(main())
