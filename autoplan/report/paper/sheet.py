"""A table of text, printed for people or written as Markdown."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from rich import box
from rich.table import Table

from autoplan.terminal import Terminal

_WIDTH = 200
"""Of a table that is printed into a pipe, in characters."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of text.

    Args:
        title: what it shows.
        header: the columns' names; the first column is text, the others are figures.
        rows: as many texts as there are columns in each.
        notes: how to read it, a sentence each.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def as_table(sheet: Sheet) -> Table:
    """A sheet for the terminal."""
    table = Table(
        title=sheet.title,
        caption="\n".join(sheet.notes),
        box=box.SIMPLE_HEAD,
        title_justify="left",
        caption_justify="left",
        pad_edge=False,
    )
    for place, name in enumerate(sheet.header):
        # The words of a name stand one above the other, so that the columns are narrow.
        shown = name.replace(" ", "\n") if place else name
        table.add_column(shown, justify="right" if place else "left", no_wrap=True)
    for row in sheet.rows:
        table.add_row(*row)
    return table


def as_markdown(sheet: Sheet) -> str:
    """A sheet as Markdown."""
    lines = [sheet.header, ("---", *["---:"] * (len(sheet.header) - 1)), *sheet.rows]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return "\n\n".join([f"**{sheet.title}**", table, *sheet.notes])


def print_sheet(sheet: Sheet, *, markdown: bool) -> None:
    """Print a table."""
    if markdown:
        print(as_markdown(sheet), end="\n\n")
        return
    terminal = sys.stdout.isatty()
    Terminal(width=None if terminal else _WIDTH).print(as_table(sheet))
