"""What lies beside the page: its tables as CSV and LaTeX, the episodes as CSV and Parquet.

The CSV is of a kind that spreadsheets open without taking a text for a formula.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pandas as pd
from pandas.api.types import is_numeric_dtype

from autoplan.report.tables import ALL, Tables
from autoplan.report.wording import between, solved

_FOR_THE_PAGE_ONLY = ["chunk", "place"]
_FOR_PAPERS = ("plan_lengths", "plan_costs", "effort", "failures", "refused_actions")
_FORMULA = re.compile(r"[=+\-@\t\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)


def has_parquet() -> bool:
    """Whether the episodes are written as Parquet, too."""
    return find_spec("pyarrow") is not None


def write_companions(folder: Path, episodes: pd.DataFrame, tables: Tables) -> None:
    """Write all companions into a folder, which is made where there is none.

    Args:
        folder: the folder; files of the same names are replaced.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = episodes.drop(columns=_FOR_THE_PAGE_ONLY)
    (folder / "episodes.csv").write_text(as_csv(kept), "utf-8")
    if has_parquet():
        kept.to_parquet(folder / "episodes.parquet", index=False)
    for name, table in vars(tables).items():
        flat = table.reset_index() if table.index.name else table
        (folder / f"{name}.csv").write_text(as_csv(flat), "utf-8")
        if name in _FOR_PAPERS and len(table):
            shown = _latex(flat.drop(columns="estimated", errors="ignore"), _rounded)
            (folder / f"{name}.tex").write_text(shown, "utf-8")
    (folder / "coverage.tex").write_text(_latex(_solved(tables.coverage), solved), "utf-8")


def _solved(coverage: pd.DataFrame) -> pd.DataFrame:
    """Domains in rows, players in columns, as papers show coverage; bounds where some is unread."""
    if coverage["unread"].any():
        both = zip(coverage["coverage"], coverage["coverage_most"], strict=True)
        coverage = coverage.assign(coverage=[between(low, high) for low, high in both])
    table = coverage.pivot_table(
        index="domain",
        columns="player",
        values="coverage",
        aggfunc="first",
        observed=False,
        sort=False,
    )
    domains = [name for name in table.index if name != ALL]
    return table.loc[[*sorted(domains), ALL]].reset_index()


def as_csv(frame: pd.DataFrame) -> str:
    """A frame as CSV, without its index.

    A text that a spreadsheet would evaluate has an apostrophe before it, by which spreadsheets
    know texts. Numbers stay as they are.
    """
    harmless = frame.apply(
        lambda column: column if is_numeric_dtype(column) else column.map(_harmless)
    )
    text: str = harmless.rename(columns=_harmless).to_csv(index=False)
    return text


def _harmless(value: object) -> object:
    if not isinstance(value, str):
        return value
    # Outside quotation marks a carriage return would end the row, and the rest begin a cell.
    text = value.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _latex(table: pd.DataFrame, number: Callable[[float], str]) -> str:
    """A table in the style of the package booktabs, with fractions written by `number`."""
    heads = {name: str(name).replace("_", " ") for name in table.columns}
    set_right = [is_numeric_dtype(table[name]) for name in table.columns]
    styled = table.rename(columns=heads).style.hide(axis="index")

    def entry(value: object) -> str:
        if not isinstance(value, float):
            return str(value)
        return "--" if math.isnan(value) else number(value)

    styled = styled.format(entry, escape="latex").format_index(axis="columns", escape="latex")
    layout = "".join("r" if right else "l" for right in set_right)
    return styled.to_latex(hrules=True, column_format=layout)


def _rounded(number: float) -> str:
    digits = 0 if number >= 100 else 2 if number >= 0.1 or number == 0 else 4
    return f"{number:.{digits}f}"
