"""The published numbers of tasks solved and of tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from autoplan.installation import published
from autoplan.results.record import PDDL2NL
from simulator import InputForm

OTHERS = "others"
"""The row of Table 3 that sums up all suites without a row of their own."""


@dataclass(frozen=True, slots=True)
class Column:
    """Who plays: a mechanism, and the input form where it asks a model."""

    mechanism: str
    input: InputForm | None = None

    @classmethod
    def named(cls, name: str) -> Column:
        """A column by its name in `data/paper`, such as `nl act` or `brfs`."""
        form, _, mechanism = name.rpartition(" ")
        return cls(mechanism, cast("InputForm", form) if form else None)

    def __str__(self) -> str:
        return f"{self.input} {self.mechanism}" if self.input else self.mechanism


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """Tasks solved in one or several domains.

    Args:
        snippets: what wrote the snippets of the form `nl`.
        solved: how many each column solved; without those of which nothing is published.
    """

    name: str
    domains: tuple[str, ...]
    snippets: str
    tasks: int
    solved: Mapping[Column, int]


@dataclass(frozen=True, slots=True)
class Coverage:
    """A table of tasks solved."""

    columns: tuple[Column, ...]
    rows: tuple[PublishedRow, ...]

    @property
    def domains(self) -> tuple[str, ...]:
        """The names of its rows, each once."""
        return tuple(dict.fromkeys(row.name for row in self.rows))


def coverage(table: str) -> Coverage:
    """A published table of tasks solved: `table2`, `scaling`, `table3` or `table4`."""
    lines = published(table)
    first, *names = lines[0]
    columns = {name: Column.named(name) for name in names[names.index("tasks") + 1 :]}
    rows = tuple(
        PublishedRow(
            name=line[first],
            domains=tuple(line[first].split()),
            snippets=line.get("snippets", PDDL2NL),
            tasks=int(line["tasks"]),
            solved={who: int(line[name]) for name, who in columns.items() if line[name]},
        )
        for line in lines
    )
    return Coverage(tuple(columns.values()), rows)


_RENAMED = {"gripper": "grippers", "movie-complex": "movie"}


def row_of(folder: str) -> str:
    """The row of the published tables that a folder of the paper's dataset is for.

    Args:
        folder: its name, such as `gripper_scaled`, `logistics_planbench` or `snake18-bfs`.
    """
    name, scaled, _ = folder.partition("_scaled")
    name = name.removesuffix("_planbench").removesuffix("-bfs")
    return _RENAMED.get(name, name) + ("-scaled" if scaled else "")


def ipc_selection() -> Coverage:
    """Table 3, the row `others` with the suites that it stands for."""
    selected = coverage("table3")
    named = {suite for row in selected.rows for suite in row.domains}
    rest = tuple(suite for suite in coverage("table4").domains if suite not in named)
    rows = (replace(row, domains=rest) if row.name == OTHERS else row for row in selected.rows)
    return Coverage(selected.columns, tuple(rows))


def solved_in_table_2() -> dict[tuple[str, Column], tuple[int, int]]:
    """How many tasks of how many are published as solved, by domain and column of Table 2.

    Snippets are those of the paper's own kind.
    """
    return {
        (row.name, column): (solved, row.tasks)
        for table in ("table2", "scaling")
        for row in coverage(table).rows
        if row.snippets == PDDL2NL
        for column, solved in row.solved.items()
    }


def frontier_figures() -> str:
    """What others solve of tasks of the kind of `--domain frontier`, in a sentence."""
    rows = published("frontier")
    hidden = (f" ({row['obfuscated']})" if row["obfuscated"] else "" for row in rows)
    solved = (f"{row['player']} {row['plain']}{end}" for row, end in zip(rows, hidden, strict=True))
    return (
        f"Published for other tasks of the same eight domains and sizes, of {rows[0]['tasks']}, "
        "and in parentheses with every symbol a random string (Corrêa et al. 2025): "
        f"{', '.join(solved)}."
    )


def tokens(table: str) -> dict[str, dict[str, int]]:
    """A published table of mean input tokens, `table6` or `table7`: by domain, then by column."""
    return {
        line.pop("domain"): {name: int(value) for name, value in line.items() if value}
        for line in published(table)
    }
