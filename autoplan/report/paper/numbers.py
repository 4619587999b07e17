"""The published numbers, as `data/paper` keeps them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from autoplan.data_files import data_file
from autoplan.results.origins import PDDL2NL
from simulator import InputForm

OTHERS = "others"
"""The row of Table 3 that sums up all suites without a row of their own."""


@dataclass(frozen=True, slots=True)
class Column:
    """Who plays: a mechanism, and the input form where it asks a model."""

    mechanism: str
    input: InputForm | None = None

    def __str__(self) -> str:
        return f"{self.input} {self.mechanism}" if self.input else self.mechanism


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """Tasks solved in one or several domains.

    Args:
        name: what the row is called.
        domains: the domains.
        snippets: what wrote the snippets of the form `nl`.
        tasks: out of how many.
        solved: how many each contender solved; without those of whom nothing is published.
    """

    name: str
    domains: tuple[str, ...]
    snippets: str
    tasks: int
    solved: Mapping[Column, int]


@dataclass(frozen=True, slots=True)
class Coverage:
    """A table of tasks solved."""

    contenders: tuple[Column, ...]
    rows: tuple[PublishedRow, ...]


def coverage(table: str) -> Coverage:
    """A published table of tasks solved: `table2`, `scaling`, `table3` or `table4`."""
    header, lines = _read(table)
    columns = {name: _contender(name) for name in header[header.index("tasks") + 1 :]}
    rows = tuple(
        PublishedRow(
            name=line[header[0]],
            domains=tuple(line[header[0]].split()),
            snippets=line.get("snippets", PDDL2NL),
            tasks=int(line["tasks"]),
            solved={who: int(line[name]) for name, who in columns.items() if line[name]},
        )
        for line in lines
    )
    return Coverage(tuple(columns.values()), rows)


def ipc_selection() -> Coverage:
    """Table 3, the row `others` with the suites that it stands for."""
    selected = coverage("table3")
    named = {suite for row in selected.rows for suite in row.domains}
    rest = tuple(
        suite for row in coverage("table4").rows for suite in row.domains if suite not in named
    )
    rows = (replace(row, domains=rest) if row.name == OTHERS else row for row in selected.rows)
    return Coverage(selected.contenders, tuple(rows))


@dataclass(frozen=True, slots=True)
class FrontierPlayer:
    """What a player solved of the tasks of the study of frontier models (Corrêa et al. 2025).

    Args:
        name: the player.
        tasks: of how many.
        plain: how many under their own names.
        obfuscated: how many with every symbol a random string, None where that is not told.
    """

    name: str
    tasks: int
    plain: int
    obfuscated: int | None

    def __str__(self) -> str:
        hidden = "" if self.obfuscated is None else f" ({self.obfuscated})"
        return f"{self.name} {self.plain}{hidden}"


def frontier_players() -> tuple[FrontierPlayer, ...]:
    """Who has played tasks of the kind of `--domain frontier`."""
    _, lines = _read("frontier")
    return tuple(
        FrontierPlayer(
            line["player"],
            int(line["tasks"]),
            int(line["plain"]),
            int(line["obfuscated"]) if line["obfuscated"] else None,
        )
        for line in lines
    )


def frontier_said() -> str:
    """Their figures in a sentence."""
    players = frontier_players()
    return (
        f"Published for other tasks of the same eight domains and sizes, of {players[0].tasks}, "
        "and in parentheses with every symbol a random string (Corrêa et al. 2025): "
        f"{', '.join(map(str, players))}."
    )


def tokens(table: str) -> dict[str, dict[str, int]]:
    """A published table of mean input tokens, `table6` or `table7`: by domain, then by column."""
    header, lines = _read(table)
    return {
        line["domain"]: {name: int(line[name]) for name in header[1:] if line[name]}
        for line in lines
    }


def _read(table: str) -> tuple[list[str], list[dict[str, str]]]:
    path: Path = data_file(f"paper/{table}.csv")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        return list(reader.fieldnames or ()), list(reader)


def _contender(column: str) -> Column:
    form, blank, mechanism = column.rpartition(" ")
    return Column(mechanism, cast("InputForm", form) if blank else None)
