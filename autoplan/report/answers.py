"""Answers to questions as a table: the share that is right, by kind of question and by domain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from autoplan.report.statistics import by_domain
from autoplan.results.answers import GradedAnswer

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
FORM_NAMES = {"bool": "yes or no", "choice": "one of four", "open": "open"}
LEGEND = (
    "right: number of right answers to questions about action and change, of all answers; an "
    "unread answer is not right; 95 %: interval, clustered by domain, or by instance "
    "in a single domain"
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
        return f"{self.right}/{self.answered}{unread}"

    @property
    def interval(self) -> str:
        return f"{self.low:.0%} to {self.high:.0%}"


def cell(found: Sequence[GradedAnswer]) -> Cell:
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
        domains: the columns.
        rows: by kind, and then by form of all kinds: its name, all answers, and those by domain,
            None where nothing was asked.
    """

    model: str
    domains: tuple[str, ...]
    rows: tuple[tuple[str, Cell, tuple[Cell | None, ...]], ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the columns."""
        return ("question", "right", "95 %", *self.domains)

    def texts(self) -> Iterator[tuple[str, ...]]:
        """The rows as texts."""
        for name, whole, cells in self.rows:
            own = (cell.text if cell else "" for cell in cells)
            yield (name, whole.text, whole.interval, *own)


def answer_tables(found: Iterable[GradedAnswer]) -> list[AnswerTable]:
    """A table for each model."""
    models: dict[str, list[GradedAnswer]] = defaultdict(list)
    for each in found:
        models[each.model].append(each)
    return [_table(model, own) for model, own in sorted(models.items())]


def _table(model: str, found: Sequence[GradedAnswer]) -> AnswerTable:
    domains = tuple(sorted({each.domain for each in found}))
    groups = [
        *((text, [e for e in found if e.kind == kind]) for kind, text in KIND_NAMES.items()),
        *((text, [e for e in found if e.form == form]) for form, text in FORM_NAMES.items()),
        ("all", found),
    ]
    rows = [
        (name, cell(own), tuple(map(_cell, ([e for e in own if e.domain == d] for d in domains))))
        for name, own in groups
        if own
    ]
    return AnswerTable(model, domains, tuple(rows))


def _cell(found: Sequence[GradedAnswer]) -> Cell | None:
    return cell(found) if found else None


def answers_html(tables: Sequence[AnswerTable]) -> str:
    """The section of a report on answers to questions."""
    parts = [Markup("<p>{}.</p>").format(LEGEND[0].upper() + LEGEND[1:])]
    for each in tables:
        heads = Markup("").join(Markup("<th>{}</th>").format(head) for head in each.heads)
        rows = Markup("").join(
            Markup("<tr><th>{}</th>{}</tr>").format(
                row[0], Markup("").join(Markup("<td>{}</td>").format(text) for text in row[1:])
            )
            for row in each.texts()
        )
        parts.append(
            Markup(
                "<h3>{}</h3><div class=wide><table><thead><tr>{}</tr></thead>"
                "<tbody>{}</tbody></table></div>"
            ).format(each.model, heads, rows)
        )
    return Markup("").join(parts)
