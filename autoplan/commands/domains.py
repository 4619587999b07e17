"""`autoplan domains`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from rich.table import Table

import domains
from autoplan.experiment.benchmarks import Card, Instance, card
from autoplan.terminal import Terminal
from pddl2nl.errors import InputError, did_you_mean

_PLANNERS = {"lmcut": "shortest plans", "ff": "plans of FF"}

ABOUT = """List the bundled domains, or describe one.

examples:
  autoplan domains
        the bundled domains and the scaled sets, with their sizes
  autoplan domains ferry
        the instances of one domain, its actions, and the parameters of its generator
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", nargs="?", help="the domain to describe")


def run(options: argparse.Namespace) -> int:
    known = domains.names()
    name = options.name and options.name.removesuffix(domains.SCALED)
    if options.name not in (None, *known, *domains.scaled_names()):
        every = (*known, *domains.scaled_names())
        near = did_you_mean(options.name, every) or f"; there are {', '.join(every)}"
        raise InputError(f"no bundled domain{near}", source=options.name)
    out = Terminal(wide=True)
    if options.name is None:
        out.print(_overview([card(name) for name in known]))
        out.print(
            "Sizes are smallest to largest. autoplan domains NAME describes one.", style="dim"
        )
    else:
        _tell(card(name), out, scaled=options.name != name)
    return 0


def _overview(cards: Sequence[Card]) -> Table:
    table = Table(box=None)
    table.add_column("domain", overflow="fold")
    for heading in ("instances", "objects", "plan length"):
        table.add_column(heading, justify="right")
    table.add_column("generator", overflow="fold")
    for each in cards:
        parameters = " ".join(f"--{parameter.name}" for parameter in each.parameters)
        table.add_row(each.name, *_sizes(each.instances), parameters)
    for each in cards:
        if each.scaled:
            table.add_row(f"{each.name}-scaled", *_sizes(each.scaled), "")
    return table


def _sizes(instances: Sequence[Instance]) -> tuple[str, str, str]:
    lengths = [item.plan_length for item in instances if item.plan_length is not None]
    return str(len(instances)), _span(item.objects for item in instances), _span(lengths)


def _span(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return f"{found[0]}–{found[-1]}" if found else "-"


def _tell(shown: Card, out: Terminal, *, scaled: bool) -> None:
    if scaled:
        out.print(f"{shown.name}{domains.SCALED} ({_PLANNERS['ff']}):")
        out.print(_listing(shown.scaled))
        return
    out.print(shown.summary)
    out.print()
    out.print("actions: " + ", ".join(schema.name for schema in shown.domain.actions))
    out.print("predicates: " + ", ".join(each.name for each in shown.domain.predicates))
    if shown.domain.typed:
        out.print("types: " + ", ".join(each.name for each in shown.domain.types))
    out.print()
    table = Table("parameter", "default", "at least", "", box=None)
    for each in shown.parameters:
        table.add_row(f"--{each.name}", str(each.default), str(each.least), each.meaning)
    out.print(f"autoplan generate {shown.name} takes:")
    out.print(table)
    out.print()
    out.print(f"instances ({_PLANNERS[shown.planner]}):")
    out.print(_listing(shown.instances))
    if shown.scaled:
        out.print()
        out.print(f"{shown.name}-scaled ({_PLANNERS['ff']}):")
        out.print(_listing(shown.scaled))


def _listing(instances: Sequence[Instance]) -> Table:
    table = Table("instance", box=None)
    for heading in ("objects", "plan length"):
        table.add_column(heading, justify="right")
    for each in instances:
        length = "-" if each.plan_length is None else str(each.plan_length)
        table.add_row(each.name, str(each.objects), length)
    return table
