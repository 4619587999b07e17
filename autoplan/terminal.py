"""What is laid out for a terminal: tables, bars and paragraphs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType  # noqa: TID251
from rich.segment import Segment
from rich.text import Text

from pddl2nl.console import beneath
from pddl2nl.errors import printable


class Terminal(Console):
    """Standard output, or standard error, for tables and styled lines.

    Texts are shown as they are, without markup; of all that is printed, only the styles command
    the terminal.

    Args:
        stderr: whether it is standard error.
        width: the columns there are, None for those of the terminal.
        soft_wrap: whether long lines are left to the terminal.
    """

    def __init__(
        self, *, stderr: bool = False, width: int | None = None, soft_wrap: bool = False
    ) -> None:
        super().__init__(
            file=beneath(sys.stderr if stderr else sys.stdout),
            width=width,
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
