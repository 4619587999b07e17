"""The results of a folder in a few lines: one for each domain, mechanism, input form and model.

The database adds up by itself, so that a command need not wait for pandas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.table import Table

from autoplan.results.store import paid, reading
from pddl2nl.english import counted

_GROUP = ("domain", "mechanism", "input", "model")
_SUMS = {
    "episodes": "count(*)",
    "solved": "coalesce(sum(solved), 0)",
    "strict": "coalesce(sum(solved_strict), 0)",
    "unread": "sum(solved IS NULL)",
    "steps": "avg(steps)",
    "refused": "avg(refused)",
    "calls": "sum(calls)",
    "input_tokens": "sum(input_tokens)",
    "output_tokens": "sum(output_tokens)",
    "estimated": "max(tokens_estimated)",
    "seconds": "sum(seconds)",
    "errors": "count(error)",
    "unanswered": "count(unanswered)",
    "disagreements": "count(disagreement)",
    "unsupported": "sum(finish = 'unsupported')",
}
_LEGEND = "steps and refused: mean an episode; calls, tokens, seconds: sums; ~ an approximate count"


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """The episodes of one domain, mechanism, input form and model, added up.

    `steps` and `refused` are means; `unread` counts the episodes whose answer could not be read;
    `estimated` tells whether some tokens could not be counted.
    """

    domain: str
    mechanism: str
    input: str
    model: str
    episodes: int
    solved: int
    strict: int
    unread: int
    steps: float
    refused: float
    calls: int
    input_tokens: int
    output_tokens: int
    estimated: bool
    seconds: float
    errors: int
    unanswered: int
    disagreements: int
    unsupported: int


def lines(folder: Path) -> tuple[list[SummaryLine], list[str]]:
    """The lines of a folder, and what wrote the snippets of the form `nl`.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    with reading(folder) as connection:
        sums = ", ".join(_SUMS.values())
        group = ", ".join(_GROUP)
        query = f"SELECT {group}, {sums} FROM episodes GROUP BY {group} ORDER BY {group}"
        found = [SummaryLine(*row) for row in connection.execute(query)]
        query = "SELECT DISTINCT snippets FROM episodes WHERE input IN ('nl', 'tools')"
        origins = sorted(name for (name,) in connection.execute(query) if name is not None)
    return found, origins


def bounds(solved: int, unread: int, played: int) -> str:
    """How many episodes were solved: within bounds where some are unread."""
    if not unread:
        return f"{solved}/{played}"
    return f"{solved} to {solved + unread} of {played}, {unread} unread"


def table(found: Sequence[SummaryLine]) -> Table:
    """Lines as a table for the terminal; what nowhere occurs has no column."""
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    loose, lost, contradicted, unsupported = _rare_columns(found)
    for name in _GROUP:
        shown.add_column(name, no_wrap=True)
    for name in (
        *("solved", *(["strict"] if loose else []), "steps", "refused", "calls"),
        *("input tokens", "output tokens", "seconds", "errors"),
        *(["unanswered"] if lost else []),
        *(["disagreements"] if contradicted else []),
        *(["unsupported"] if unsupported else []),
    ):
        shown.add_column(name, justify="right", no_wrap=True)
    for each in found:
        about = "~" if each.estimated else ""
        shown.add_row(
            *(each.domain, each.mechanism, each.input, each.model),
            bounds(each.solved, each.unread, each.episodes),
            *([bounds(each.strict, each.unread, each.episodes)] if loose else []),
            *(f"{each.steps:.1f}", f"{each.refused:.1f}", f"{each.calls}"),
            *(f"{about}{each.input_tokens}", f"{about}{each.output_tokens}"),
            *(f"{each.seconds:.1f}", f"{each.errors}"),
            *([f"{each.unanswered}"] if lost else []),
            *([f"{each.disagreements}"] if contradicted else []),
            *([f"{each.unsupported}"] if unsupported else []),
        )
    return shown


def legend(found: Sequence[SummaryLine], origins: Sequence[str]) -> str:
    """What the columns of the table are, and what wrote the snippets."""
    loose, lost, _, unsupported = _rare_columns(found)
    strict = "strict: solved with every line as asked for; " if loose else ""
    kinds = "cut off, refused or empty, or with a task not read"
    unanswered = f"; unanswered: episodes with an answer {kinds}" if lost else ""
    beyond = "; unsupported: tasks that the planner cannot express" if unsupported else ""
    snippets = f"; nl in snippets of: {', '.join(origins)}" if origins else ""
    return strict + _LEGEND + unanswered + beyond + snippets


def _rare_columns(found: Sequence[SummaryLine]) -> tuple[bool, bool, bool, bool]:
    """Whether some answers were not as asked for, and some are none; whether some verdicts differ,
    and some tasks cannot be expressed."""
    return (
        any(each.strict < each.solved for each in found),
        any(each.unanswered for each in found),
        any(each.disagreements for each in found),
        any(each.unsupported for each in found),
    )


def bill(folder: Path) -> str | None:
    """What calls have cost in one line, None where none was paid for."""
    calls, usd, unpriced = paid(folder)
    known = [f"${usd:.4f} for {counted(calls, 'call')}"] if calls else []
    unknown = [f"{counted(unpriced, 'call')} whose price is not known"] if unpriced else []
    return f"paid: {' and '.join([*known, *unknown])}" if calls or unpriced else None
