"""`autoplan generate`."""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import domains
from autoplan.experiment.benchmarks import parameters
from autoplan.preparation.unsolvable import with_twins
from domains.suite import distinct_problems, generator, write_instances
from pddl2nl import console
from pddl2nl.errors import InputError
from pddl2nl.lexicon_files import file_beside
from pddl2nl.llm import cache_folder
from pddl2nl.model import Problem
from pddl2nl.options import positive, whole
from pddl2nl.reader import parse_problem, read_domain
from policies.conduct import REFERENCE_SECONDS
from policies.symbolic import (
    Limits,
    PlanFound,
    ReferencePlans,
    SymbolicPlanner,
    solve_or_disprove,
)

ABOUT = """Generate problems of a bundled domain, or of a folder with domain.pddl and generator.py.

examples:
  autoplan generate blocksworld --seed 7 --blocks 5
        a problem with five blocks
  autoplan generate ferry --seed 7 --cars 6 --moved 6 -n 10 -o six-cars/
        ten problems in a folder, for autoplan eval --domain six-cars/
  autoplan generate grid --seed 7 --keys 2 -n 3 --check
        reports on standard error whether FF solves them
  autoplan generate ferry --seed 7 -n 10 --unsolvable 10 -o mixed/
        ten problems and an unsolvable twin of each, in random order
  autoplan generate my-domain/ --seed 7 -n 20 -o more/
        twenty problems of a folder with domain.pddl and generator.py (docs/own-domain.md)

The same command generates the same problems on every machine; no two of them differ only in names.
Every domain takes --seed S (required), -n N, -o DIR, --unsolvable N and --check, and its own size
parameters; autoplan generate NAME --help lists them.
"""


def add(command: argparse.ArgumentParser) -> None:
    kinds = command.add_subparsers(
        required=True, metavar="NAME|FOLDER", title="domains", dest="domain", parser_class=_Parser
    )
    for name in domains.names():
        kinds.add_parser(name, description=f"Make new problems of {name}.").domain = name
    # Only now: a folder here may have the name of a bundled domain.
    kinds._name_parser_map = kinds.choices = _Parsers(kinds.choices)


class _Parser(console.Parser):
    """The options of a domain's generator, which is imported when they are asked for."""

    domain: str | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.domain is not None:
            try:
                _add_options(self, self.domain)
            except (ValueError, FileNotFoundError) as error:
                # The help of a folder without a generator would be the same error.
                self.exit(
                    console.BAD_INPUT, f"autoplan generate: {error}; docs/extending.md shows one\n"
                )
            self.domain = None
        return super().parse_known_args(args, namespace)


class _Parsers(dict[str, "_Parser"]):
    """The parsers of the bundled domains by name, and one for each folder that is named."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or Path(str(name)).is_dir()

    def __missing__(self, name: str) -> _Parser:
        if name not in self:
            raise KeyError(name)
        made = _Parser(prog=f"autoplan generate {name}", description=f"Make problems of {name}.")
        made.domain = name
        return made


def _add_options(command: argparse.ArgumentParser, domain: str) -> None:
    command.add_argument("--seed", metavar="S", type=whole, required=True, help="of all choices")
    for each in parameters(domain):
        command.add_argument(
            f"--{each.name}",
            metavar="N",
            type=_whole,
            default=each.default,
            help=f"{each.meaning} (default: {each.default}; least: {each.least})",
        )
    command.add_argument(
        "-n", "--number", metavar="N", type=positive, default=1, help="problems (default: 1)"
    )
    command.add_argument(
        "-o", "--out", metavar="DIR", type=Path, help="a new folder, for --domain of autoplan eval"
    )
    command.add_argument(
        "--unsolvable",
        metavar="N",
        type=positive,
        default=0,
        help="add N unsolvable problems: each is one of the others with one fact or one object of "
        "the goal changed, and is proved to have no plan",
    )
    command.add_argument("--check", action="store_true", help="check that FF solves them")
    console.add_debug(command)
    command.set_defaults(command=_carry_out)


def _carry_out(options: argparse.Namespace) -> int:
    made = _make(options)
    problems = _read(options.domain, made)
    if options.unsolvable:
        made = asyncio.run(_with_twins(options, problems))
        problems = _read(options.domain, made)
    if options.out is None:
        sys.stdout.write("\n".join(made))
    else:
        _write(options.domain, made, options.out)
    if not options.check:
        return 0
    unsolved = asyncio.run(_check(problems))
    return 0 if unsolved == options.unsolvable else 1


def _make(options: argparse.Namespace) -> tuple[str, ...]:
    source = generator(options.domain)
    asked = {each.name: getattr(options, each.name) for each in parameters(options.domain)}
    try:
        return distinct_problems(source, source.parameters(**asked), options.seed, options.number)
    except (OverflowError, RecursionError, MemoryError) as error:
        values = ", ".join(f"{name} {value}" for name, value in asked.items())
        raise InputError(f"too large to generate: {values}") from error
    except ValueError as error:
        raise InputError(str(error)) from error
    except Exception as error:
        # The generator of somebody's folder may break.
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"the generator failed: {reason}", source=options.domain) from error


def _read(spec: str, made: Sequence[str]) -> list[Problem]:
    """The problems, since somebody's generator may write what is none.

    Raises:
        InputError: one is no problem of the domain.
    """
    domain = read_domain(domains.domain_file(domains.place(spec)))
    return [
        parse_problem(text, domain, f"instance-{number} of {spec}'s generator")
        for number, text in enumerate(made, 1)
    ]


def _write(domain: str, made: Sequence[str], out: Path) -> None:
    """Writes a folder that can be played: the domain and the instances."""
    if out.is_dir() and any(out.iterdir()):
        raise InputError("is not empty; choose another folder with --out", source=str(out))
    try:
        write_instances(out / "instances", made)
        source = domains.domain_file(domains.place(domain))
        shutil.copyfile(source, out / "domain.pddl")
        if (words := file_beside(source)).is_file():
            shutil.copyfile(words, file_beside(out / "domain.pddl"))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(out)) from error


async def _check(problems: Sequence[Problem]) -> int:
    """Lets FF solve the problems; returns how many it did not.

    Where it ends without a plan and without a proof, the proof of breadth-first search counts.
    """
    unsolved = 0
    with SymbolicPlanner() as planner:
        solving = (solve_or_disprove(planner, problem) for problem in problems)
        for number, found in enumerate(await asyncio.gather(*solving), 1):
            if isinstance(found, PlanFound):
                outcome = f"solved in {len(found.plan)} actions"
            else:
                outcome = f"not solved: {found.reason}"
                unsolved += 1
            print(f"instance-{number}: {outcome}", file=sys.stderr)
    return unsolved


async def _with_twins(options: argparse.Namespace, problems: Sequence[Problem]) -> tuple[str, ...]:
    with SymbolicPlanner() as planner:
        limits = Limits(REFERENCE_SECONDS)
        references = ReferencePlans(planner, cache_folder() / "reference-plans", limits)
        try:
            return await with_twins(problems, options.unsolvable, options.seed, references)
        except ValueError as error:
            raise InputError(f"--unsolvable: {error}") from error


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"expected a whole number, not '{text[:40]}'")
    return int(text)
