"""Answers to questions as a table: the share that is right, by kind of question and by domain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup, escape

from autoplan.report.statistics import by_domain
from autoplan.results.answers import Answered

ALL = "all"
KIND_NAMES = {
    "app": "applicable actions",
    "prog": "outcome of an action",
    "reach": "reachable facts",
    "areach": "reachable actions",
    "val": "valid plans",
    "just": "needless steps",
    "land": "landmarks",
    "nexta": "best next action",
}
"""What the kinds of questions ask, as the tables name them."""
LEGEND = (
    "right of answered, unread ones not counted as right, with the 95 % interval; the instance is "
    "the unit, over several domains the domain"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """Some answers together.

    Args:
        answered: how many there are.
        right: how many of them are right.
        unread: how many could not be read.
        low: the lower end of the interval of the share that is right.
        high: its upper end.
    """

    answered: int
    right: int
    unread: int
    low: float
    high: float

    @property
    def text(self) -> str:
        unread = f", {self.unread} unread" if self.unread else ""
        interval = f"{self.low:.0%} to {self.high:.0%}"
        return f"{self.right}/{self.answered} ({interval}{unread})"


def cell(found: Sequence[Answered]) -> Cell:
    """A cell of answers, of which there is at least one."""
    domains: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        domains[each.domain][each.instance].append(bool(each.right))
    shares = [[Fraction(sum(row), len(row)) for row in one.values()] for one in domains.values()]
    estimate = by_domain(shares)
    unread = sum(each.right is None for each in found)
    right = sum(bool(each.right) for each in found)
    return Cell(len(found), right, unread, estimate.low, estimate.high)


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """The answers of one model.

    Args:
        model: the model.
        heads: the domains, with `all` before them.
        rows: by kind and form, the cells of these; None where nothing was asked.
    """

    model: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[Cell | None, ...]], ...]


def answer_tables(found: Iterable[Answered]) -> list[AnswerTable]:
    """A table for each model."""
    models: dict[str, list[Answered]] = defaultdict(list)
    for each in found:
        models[each.model].append(each)
    return [_table(model, own) for model, own in sorted(models.items())]


def _table(model: str, found: Sequence[Answered]) -> AnswerTable:
    domains = sorted({each.domain for each in found})
    rows = []
    for kind in (*KIND_NAMES, ALL):
        of_kind = [each for each in found if kind in (each.kind, ALL)]
        for form in ("bool", "choice", "open", ALL):
            own = [each for each in of_kind if form in (each.form, ALL)]
            if not own or (form != ALL and kind == ALL):
                continue
            cells = [cell(own)] + [
                cell(part) if (part := [e for e in own if e.domain == name]) else None
                for name in domains
            ]
            rows.append((kind, form, tuple(cells)))
    return AnswerTable(model, (ALL, *domains), tuple(rows))


def answers_html(tables: Sequence[AnswerTable]) -> str:
    """The section of a report on answers to questions."""
    parts = [Markup("<p>Answers to questions about action and change: {}.</p>").format(LEGEND)]
    for each in tables:
        heads = Markup("").join(Markup("<th>{}</th>").format(head) for head in each.heads)
        rows = Markup("").join(
            Markup("<tr><th>{}</th><td>{}</td>{}</tr>").format(
                KIND_NAMES.get(kind, kind),
                form,
                Markup("").join(
                    Markup("<td>{}</td>").format(one.text if one else "") for one in cells
                ),
            )
            for kind, form, cells in each.rows
        )
        parts.append(
            Markup(
                "<h3>{}</h3><div class=wide><table><thead><tr><th>question</th><th>form</th>{}"
                "</tr></thead><tbody>{}</tbody></table></div>"
            ).format(escape(each.model), heads, rows)
        )
    return Markup("").join(parts)
