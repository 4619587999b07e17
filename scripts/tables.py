"""The paper's tables, and those of like studies: ours, beside the published numbers.

    python scripts/tables.py table2 --run results/paper            the offline model plays
    python scripts/tables.py table2 results/paper results/gpt-4o   a table per model
    python scripts/tables.py table2 --run results/quick --domains ferry grid --instances 5
    python scripts/tables.py frontier --run results/frontier -- --time-limit 30

What follows `--` is passed on to `autoplan eval`: -- --verbalizer llm, say.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pandas as pd

from autoplan.commands.evaluate import carry_out
from autoplan.commands.paper import (
    FORMS,
    LLM_MECHANISMS,
    PLANNERS,
    RANDOM_SEEDS,
    SEEDS,
    Play,
    columns,
    table_2,
)
from autoplan.experiment.benchmarks import benchmark
from autoplan.experiment.experiment import Experiment, PlayOptions, RunOptions
from autoplan.report.material import NO_MODEL
from autoplan.report.paper.filled import (
    Sheet,
    coverage_sheet,
    frontier_sheet,
    print_sheet,
    sizes_sheet,
    tokens_sheet,
)
from autoplan.report.paper.numbers import Coverage, coverage, ipc_selection, row_of, tokens
from autoplan.report.paper.played import (
    Side,
    act_origins,
    act_tokens,
    compared,
    episodes,
    in_rows,
    models,
    results_folders,
)
from autoplan.results.record import BY_HAND, PDDL2NL
from pddl2nl import console
from pddl2nl.errors import InputError, LexiconError
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.llm import model_traits
from pddl2nl.options import add_options, declared, read_options

Tokens: TypeAlias = Mapping[str, Mapping[str, int]]
Sheets: TypeAlias = Callable[[pd.DataFrame, str], Iterable[Sheet]]
"""The sheets of a table, given episodes and a model."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a call prints.

    Args:
        about: what it shows.
        plays: what has to be played for it, given the options.
        sheets: how it is filled, one function for each of its parts.
        folder: the option that names a folder which playing needs, and what is in there.
    """

    about: str
    plays: Callable[[argparse.Namespace], Iterable[Play]]
    sheets: tuple[Sheets, ...]
    folder: tuple[str, str] | None = None


def solved(title: str, published: Coverage) -> Sheets:
    """Tasks solved, beside the published number; an offline model's are left out."""
    return lambda frame, model: [coverage_sheet(title, published, compared(in_rows(frame), model))]


def by_size(title: str, sets: Iterable[str]) -> Sheets:
    """Tasks solved by number of objects."""
    return lambda frame, model: filter(None, [sizes_sheet(title, frame, model, sets)])


def fresh(title: str) -> Sheets:
    """Tasks solved of `--domain frontier`."""
    return lambda frame, model: [frontier_sheet(title, compared(frame, model))]


def act(title: str, published: Tokens, sides: Mapping[str, Side]) -> Sheets:
    """Input tokens of Act beside published ones, once for each kind of snippets.

    A kind stands in for `PDDL2NL` in `sides`, which says what each column holds.
    """

    def sheets(frame: pd.DataFrame, model: str) -> Iterator[Sheet]:
        for origin in act_origins(frame) or [PDDL2NL]:
            own = [
                replace(side, snippets=origin) if side.snippets == PDDL2NL else side
                for side in sides.values()
            ]
            other = "" if origin == PDDL2NL else f", snippets for: {origin}"
            found = act_tokens(in_rows(frame), model, own)
            yield tokens_sheet(title + other, tuple(sides), published, found)

    return sheets


def asked(names: Iterable[str], options: argparse.Namespace) -> tuple[str, ...]:
    """Those of some domains that are asked for."""
    return tuple(name for name in names if options.domains is None or name in options.domains)


def plays_suites(options: argparse.Namespace) -> Iterator[Play]:
    """The columns of Tables 3 and 4, on the suites that are there."""
    wanted = asked(TABLE_4.domains, options)
    paths = sorted(options.folder.iterdir())
    found = tuple(str(path) for path in paths if row_of(path.name) in wanted)
    yield Play("ipc", ("cot", "react"), found)
    yield Play("ipc", ("random",), found, seeds=RANDOM_SEEDS)
    yield Play("ipc", PLANNERS, found, seeds=(1,))


def plays_by_hand(options: argparse.Namespace) -> Iterator[Play]:
    """Act with our snippets, and all mechanisms with those that people wrote."""
    names = asked(TABLE_7, options)
    yield Play("pddl2nl", ("act",), names)
    for name in names:
        file = options.folder / f"{name}.yaml"
        try:
            load_lexicon(file, benchmark(name).domain)
        except LexiconError as unfit:
            print(f"not played: {unfit}", file=sys.stderr)
            continue
        if not model_traits(options.model).writes_text:
            print(f"not played: {file}: the reader cannot read what people wrote", file=sys.stderr)
            continue
        by_hand = {"planbench": str(file)}
        yield Play(f"{BY_HAND}-{name}", LLM_MECHANISMS, (name,), ("valm23",), options=by_hand)


TABLE_2, SCALED, TABLE_4 = coverage("table2"), coverage("scaling"), coverage("table4")
TABLE_6, TABLE_7 = tokens("table6"), tokens("table7")

TABLES: Mapping[str, Table] = {
    "table2": Table(
        "Table 2: tasks solved in thirteen domains. Every mechanism plays in every input form that "
        "it can, the planners once, random choice with ten seeds; Blocksworld is also played by "
        "Basic and Act under names that say nothing. Snippets by hand (rows valm23) are played by "
        "table7.",
        lambda options: table_2(asked(TABLE_2.domains, options), asked(("blocksworld",), options)),
        (solved("Table 2", TABLE_2),),
    ),
    "scaling": Table(
        "The scaling study (lower part of Table 2), and at which size each player stops.",
        lambda options: columns(asked(SCALED.domains, options)),
        (solved("Table 2, scaled sets", SCALED), by_size("Scaled sets by size", SCALED.domains)),
    ),
    "table3": Table(
        "Tables 3 and 4: tasks solved in competition suites, which are not bundled.",
        plays_suites,
        (solved("Table 3", ipc_selection()), solved("Table 4", TABLE_4)),
        (
            "--suites",
            "a folder per suite, called as in data/paper/table4.csv (gripper98); a suffix "
            "as in snake18-bfs is cut off",
        ),
    ),
    "table6": Table(
        "Table 6: input tokens of Act in three input forms, on the tasks that a model solved in "
        "all three; scripts/token_ratios.py counts identical trajectories.",
        lambda options: [Play("pddl2nl", ("act",), asked(TABLE_6, options), FORMS)],
        (
            act(
                "Table 6",
                TABLE_6,
                {form: Side(PDDL2NL if form == "nl" else "", form) for form in FORMS},
            ),
        ),
    ),
    "table7": Table(
        "Table 7: input tokens of Act with two kinds of snippets. All four mechanisms play with "
        "those that people wrote, which makes the rows valm23 of Table 2 too; the offline model "
        "cannot read them.",
        plays_by_hand,
        (
            act(
                "Table 7", TABLE_7, {PDDL2NL: Side(PDDL2NL, "nl"), BY_HAND: Side(BY_HAND, "valm23")}
            ),
        ),
        (
            "--snippets",
            "PlanBench's configuration of each domain, as blocksworld.yaml: the "
            "description of the domain and the snippets are what people wrote",
        ),
    ),
    "frontier": Table(
        "Fresh tasks of eight domains, beside what frontier models are published to solve. LAMA's "
        "first search plays all 360 tasks of seed 1 (--domains frontier:7 for those of another, "
        "and frontier-miconic for one domain). Models play with `autoplan eval --domain frontier`, "
        "also under --obfuscate random.",
        lambda options: [
            Play("lama-first", ("lama-first",), tuple(options.domains or ["frontier"]), seeds=(1,))
        ],
        (fresh("Frontier"),),
    ),
}


def parser() -> console.Parser:
    """A command per table."""
    tables = console.Parser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = tables.add_subparsers(required=True, metavar="TABLE")
    for name, table in TABLES.items():
        command = commands.add_parser(
            name, help=table.about.split(". ")[0], description=table.about
        )
        add = command.add_argument
        add("folders", metavar="DIR", type=Path, nargs="*", help="results, or folders of them")
        add("--run", metavar="DIR", type=Path, help="first play what is missing, in folders in DIR")
        if table.folder:
            option, about = table.folder
            add(option, dest="folder", metavar="FOLDER", type=Path, help=about)
        add_options(
            command,
            Experiment,
            model={"default": "reader", "help": "who plays (default: the reader)"},
            seed="its seeds (default: 1 to 5, as in the paper; the reader's: 1)",
            instances="the first N tasks of each alone",
        )
        add("--domains", metavar="D", nargs="+", help="these domains alone")
        add("--markdown", action="store_true", help="print Markdown")
        console.add_debug(command)
        command.set_defaults(command=partial(run, table))
    return tables


def run(table: Table, options: argparse.Namespace) -> int:
    """Play, where that is asked for, and print; returns the exit status."""
    if options.run is not None:
        if table.folder and not (options.folder and options.folder.is_dir()):
            raise InputError(f"--run needs {table.folder[0]} FOLDER: {table.folder[1]}")
        for each in table.plays(options):
            play(each, options)
    elif options.passed_on:
        raise InputError(f"{options.passed_on[0]} needs --run DIR")
    folders = [*options.folders, *filter(None, [options.run])]
    if not folders:
        raise InputError("name a folder with results, or have them played with --run DIR")
    frame = episodes(results_folders(folders))
    for model in models(frame):
        for sheet in (sheet for sheets in table.sheets for sheet in sheets(frame, model)):
            named = sheet if model == NO_MODEL else replace(sheet, title=f"{sheet.title}: {model}")
            print_sheet(named, markdown=options.markdown)
    return 0


def play(wanted: Play, options: argparse.Namespace) -> None:
    """Play what is not in the results folder yet; what that prints goes to standard error.

    Raises:
        InputError: it cannot be played.
    """
    if not wanted.domains:
        return
    seeds = SEEDS if model_traits(options.model).seeded else SEEDS[:1]
    study = Experiment(PlayOptions(seed=seeds), run=RunOptions(out=options.run))
    optional = {name: {"required": False} for _, name, _ in declared(Experiment)}
    passed_on = console.Parser(prog="autoplan eval")
    add_options(passed_on, Experiment, **optional)
    own = wanted.experiment(read_options(study, options))
    try:
        experiment = read_options(own, passed_on.parse_args(options.passed_on))
        with redirect_stdout(sys.stderr):
            status = carry_out(experiment)
    except InputError as error:
        raise InputError(f"not played: {own.run.out}: {error}") from error
    if status == console.INTERRUPTED:
        raise KeyboardInterrupt


def main(arguments: list[str]) -> int:
    """Print a table; what stands behind `--` is passed on to `autoplan eval`."""
    place = arguments.index("--") if "--" in arguments else len(arguments)
    found = parser()
    found.set_defaults(passed_on=arguments[place + 1 :])
    return console.run(found, arguments[:place])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
