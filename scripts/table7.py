"""Table 7 of the seed paper: input tokens of Act with two kinds of snippets, beside the published.

    python scripts/table7.py --run results/paper --snippets FOLDER
    python scripts/table7.py results/paper

The first has the offline model play before it prints the table. FOLDER holds PlanBench's
configuration of each domain, as `blocksworld.yaml`: the description of the domain and the snippets
are what people wrote. All four mechanisms play with it, which makes the rows `valm23` of Table 2
too. The offline model cannot read what people wrote.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from autoplan.commands import _published_tables as command
from autoplan.commands._published_tables import bundled
from autoplan.experiment.benchmarks import benchmark
from autoplan.experiment.paper import LLM_MECHANISMS, OFFLINE, Play
from autoplan.report.paper import numbers as published
from autoplan.report.paper.played import Side, act_origins, act_tokens
from autoplan.report.paper.sheet import Sheet
from autoplan.report.paper.tokens import entitled, tokens_sheet
from autoplan.results.origins import BY_HAND, PDDL2NL
from pddl2nl.errors import InputError, LexiconError
from pddl2nl.lexicon_files import load_lexicon

TABLE = published.tokens("table7")
COLUMNS = (PDDL2NL, BY_HAND)


def plays(options: argparse.Namespace) -> Iterator[Play]:
    """Act with our snippets, and all mechanisms with those that people wrote."""
    if options.snippets is None or not options.snippets.is_dir():
        raise InputError("--run needs --snippets FOLDER, where the files of snippets are")
    names = bundled(TABLE, options)
    yield Play("pddl2nl", ("act",), names)
    for name in names:
        file = options.snippets / f"{name}.yaml"
        try:
            load_lexicon(file, benchmark(name).domain)
        except LexiconError as unfit:
            print(f"not played: {unfit}", file=sys.stderr)
            continue
        if options.model == OFFLINE:
            print(f"not played: {file}: the reader cannot read what people wrote", file=sys.stderr)
            continue
        by_hand = ("--planbench", str(file))
        yield Play(f"{BY_HAND}-{name}", LLM_MECHANISMS, (name,), (BY_HAND,), options=by_hand)


def sheets(frame: pd.DataFrame, model: str) -> Iterator[Sheet]:
    """The table, once for each kind of snippets beside those that people wrote."""
    for origin in [each for each in act_origins(frame) if each != BY_HAND] or [PDDL2NL]:
        found = act_tokens(frame, model, [Side(origin, "nl"), Side(BY_HAND, "valm23")])
        yield tokens_sheet(entitled("Table 7", origin), COLUMNS, TABLE, found)


if __name__ == "__main__":
    shared = command.parser(__doc__ or "")
    shared.add_argument("--snippets", metavar="FOLDER", type=Path, help="snippets by people")
    sys.exit(command.main(shared, plays, sheets))
