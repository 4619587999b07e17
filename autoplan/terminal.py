"""What is laid out for a terminal: tables, bars and paragraphs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType  # noqa: TID251
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pddl2nl.console import beneath
from pddl2nl.errors import printable

_IN_A_PIPE = 200
"""The width in a pipe, where `COLUMNS` asks for no other."""
_DROPPED = (
    *("output tokens", "sent before", "input tokens", "seconds", "refused", "calls", "steps"),
    *("model", "input", "strict", "USD", "episodes"),
)
"""The columns that a narrow terminal goes without, the first to go first."""


class Terminal(Console):
    """Standard output, or standard error, for tables and styled lines.

    Texts are shown as they are, without markup; of all that is printed, only the styles command
    the terminal.

    Args:
        wide: whether a pipe is wider than a terminal by default; `COLUMNS` goes before.
        soft_wrap: whether long lines are left to the terminal.
    """

    def __init__(
        self, *, stderr: bool = False, wide: bool = False, soft_wrap: bool = False
    ) -> None:
        stream = sys.stderr if stderr else sys.stdout
        asked = os.environ.get("COLUMNS", "")
        columns = asked if asked.isdecimal() else 0
        super().__init__(
            file=beneath(stream),
            width=(int(columns) or _IN_A_PIPE) if wide and not stream.isatty() else None,
            soft_wrap=soft_wrap,
            markup=False,
            emoji=False,
            highlight=False,
        )

    def render_str(self, text: str, **how: Any) -> Text:
        """A text laid out; it is made printable first, so that it has the width that it takes."""
        return super().render_str(printable(text), **how)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The parts of something to print, each printable."""
        for part in super().render(renderable, options):
            yield part if part.control else part._replace(text=printable(part.text))


def new_table(texts: Iterable[str], figures: Iterable[str] = ()) -> Table:
    """An empty table with columns of texts, and then of figures; no cell is broken."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for justify, heads in (("left", texts), ("right", figures)):
        for head in heads:
            made.add_column(head, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    return made


def print_rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table of texts."""
    shown = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        shown.add_row(*row)
    print_wide(shown)


def print_wide(table: Table) -> None:
    """Print a table, in a pipe as wide as `COLUMNS` says, or else without regard to a terminal."""
    out = Terminal(wide=True)
    out.print(narrowed(table, out))


def narrowed(table: Table, out: Terminal) -> Table:
    """A table without the columns for which a terminal is too narrow, so that none is cut."""
    shown = table
    gone = []
    for name in _DROPPED:
        if Measurement.get(out, out.options.update(max_width=1000), shown).maximum <= out.width:
            break
        if any(column.header == name for column in shown.columns):
            gone.append(name)
            shown = _without(name, shown)
    if gone:
        shown.caption = f"too narrow for: {', '.join(gone)}"
    return shown


def _without(name: str, table: Table) -> Table:
    """A table without a column."""
    kept = [column for column in table.columns if column.header != name]
    made = Table(
        *(column.copy() for column in kept),
        box=table.box,
        pad_edge=table.pad_edge,
        show_footer=table.show_footer,
    )
    cells = zip(*(column.cells for column in kept), strict=True)
    for row, each in zip(table.rows, cells, strict=True):
        made.add_row(*each, style=row.style, end_section=row.end_section)
    return made
