"""`autoplan htn-study`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from rich import box
from rich.table import Table

import domains
from autoplan.agents.studies.htn import KINDS, PUBLISHED, Case, StudyOutcome, cases, study
from autoplan.commands._options import Commands, add_command, add_model, print_wide
from autoplan.experiment.experiment import ModelOptions
from autoplan.models import opened_models
from pddl2nl import console
from pddl2nl.errors import InputError
from pddl2nl.llm import CacheError, PermanentModelError
from pddl2nl.options import add_options, amount, positive, read_options
from policies import Sampling
from policies.agents.chathtn.search import SeekLimits, as_data, as_html, as_text

_ABOUT = """Remove methods from HTN domains, and see whether ChatHTN still finds plans.

examples:
  autoplan htn-study
        the three bundled domains, with the offline model
  autoplan htn-study --domain rescue --model openai/gpt-4o-2024-08-06 -o study/
        one of them with a language model; hierarchies and outcomes are kept in study/
  autoplan htn-study --domain my-domain/ --input pddl
        a folder with domain.hddl, instances/instance-1.hddl and unsolvable.hddl
"""


def add(commands: Commands) -> None:
    command = add_command(commands, "htn-study", _ABOUT, _run)
    command.add_argument(
        "--domain",
        metavar="D",
        nargs="+",
        default=list(domains.htn_names()),
        help=f"{', '.join(domains.htn_names())}, or folders (default: all three)",
    )
    command.add_argument(
        "--tests", choices=KINDS, nargs="+", default=KINDS, help="which of the five (default: all)"
    )
    add_model(command)
    command.add_argument("--input", choices=("nl", "pddl"), default="nl", help="default: nl")
    command.add_argument(
        "--attempts", metavar="N", type=positive, default=5, help="tries a test (default: 5)"
    )
    command.add_argument(
        "--max-queries", metavar="N", type=positive, default=20, help="a try (default: 20)"
    )
    command.add_argument(
        "--max-depth", metavar="N", type=positive, default=100, help="default: 100"
    )
    command.add_argument(
        "--time-limit", metavar="S", type=amount, default=1800.0, help="a try, default: 1800"
    )
    add_options(command, ModelOptions, temperature="default: 1")
    command.add_argument("-o", "--out", metavar="DIR", type=Path, help="keep outcomes there")


def _run(options: argparse.Namespace) -> int:
    tests = {
        name: tuple(each for each in cases(_folder(name)) if each.kind in options.tests)
        for name in options.domain
    }
    found = asyncio.run(_studied(options, tests))
    for name, outcomes in found.items():
        print_wide(_table(name, outcomes))
    if options.out is not None:
        _keep(options.out, found)
    return 0


def _folder(name: str) -> Path:
    if name in domains.htn_names():
        return domains.htn_folder(name)
    if not Path(name).is_dir():
        known = ", ".join(domains.htn_names())
        raise InputError(f"is no folder; bundled are {known}", source=name)
    return Path(name)


async def _studied(
    options: argparse.Namespace, tests: dict[str, tuple[Case, ...]]
) -> dict[str, list[StudyOutcome]]:
    asked = read_options(ModelOptions(sampling=Sampling(temperature=1.0)), options)
    model = opened_models(asked).planner()
    limits = SeekLimits(options.max_queries, options.max_depth, options.time_limit)
    found: dict[str, list[StudyOutcome]] = {}
    for name, each in tests.items():
        try:
            found[name] = await study(
                each,
                model,
                form=options.input,
                attempts=options.attempts,
                limits=limits,
                sampling=asked.sampling,
                done=lambda outcome, name=name: _tell(name, outcome),  # type: ignore[misc]
            )
        except (PermanentModelError, CacheError) as error:
            raise InputError(f"stopped: {error} (the same command continues)") from error
    return found


def _tell(name: str, outcome: StudyOutcome) -> None:
    what = " ".join(filter(None, (outcome.case.group, outcome.case.removed)))
    solved = "a plan" if outcome.found else "no plan"
    print(f"{name}, {what}: {solved}, {sum(outcome.queries)} queries", file=sys.stderr)


def _table(name: str, outcomes: list[StudyOutcome]) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (name, "removed", "solved", "queries", "published"):
        shown.add_column(heading)
    for each in outcomes:
        kind = each.case.kind
        solved = "yes" if each.found is not None else "X"
        queries = f"({','.join(map(str, each.queries))})"
        removed = each.case.removed or ("" if kind in KINDS[:2] else "all methods")
        published = dict(zip(KINDS, PUBLISHED.get(name, ()), strict=False)).get(kind, "")
        shown.add_row(each.case.group, removed, solved, queries, published)
    return shown


def _keep(folder: Path, found: dict[str, list[StudyOutcome]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, outcomes in found.items():
        for each in outcomes:
            title = "-".join(filter(None, (name, each.case.group, each.case.removed)))
            stem = title.replace(" ", "-")
            tree = each.found.hierarchy if each.found else ()
            if tree:
                console.emit(as_text(tree), folder / f"{stem}.txt")
                console.emit(json.dumps(as_data(tree), indent=1), folder / f"{stem}.json")
                console.emit(_page(title, as_html(tree)), folder / f"{stem}.html")
            rows.append(
                {
                    "domain": name,
                    "group": each.case.group,
                    "removed": each.case.removed,
                    "solved": each.found is not None,
                    "plan": [str(step) for step in each.found.plan] if each.found else None,
                    "queries": each.queries,
                    "refused": [[str(one.task), list(one.unread)] for one in each.refused],
                }
            )
    console.emit(json.dumps(rows, indent=1), folder / "study.json")


def _page(title: str, tree: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1>{tree}</html>"
    )
