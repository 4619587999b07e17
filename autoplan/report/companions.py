"""What lies beside the page: its tables as CSV and LaTeX, the episodes as CSV and Parquet."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

from autoplan.report.tables import ALL, Tables
from autoplan.report.wording import solved

_FOR_THE_PAGE_ONLY = ["chunk", "place"]


def write_companions(folder: Path, episodes: pd.DataFrame, tables: Tables) -> None:
    """Write all companions into a folder, which is made where there is none.

    Args:
        folder: the folder; files of the same names are replaced.
        episodes: `Material.episodes`.
        tables: the tables.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = episodes.drop(columns=_FOR_THE_PAGE_ONLY)
    kept.to_csv(folder / "episodes.csv", index=False)
    if find_spec("pyarrow") is not None:
        kept.to_parquet(folder / "episodes.parquet", index=False)
    for name, table in _as_data(tables).items():
        table.to_csv(folder / f"{name}.csv", index=False)
    (folder / "coverage.tex").write_text(_latex(_solved(tables.coverage), solved), "utf-8")
    for name, table in _for_papers(tables).items():
        (folder / f"{name}.tex").write_text(_latex(table, _rounded), "utf-8")


def _as_data(tables: Tables) -> dict[str, pd.DataFrame]:
    return {
        "coverage": tables.coverage,
        "plan_lengths": tables.lengths,
        "effort": tables.effort,
        "scaling": tables.scaling,
        "failures": tables.failures.reset_index(),
        "mistakes": tables.mistakes.reset_index(),
        "refused_actions": tables.refused,
    }


def _solved(coverage: pd.DataFrame) -> pd.DataFrame:
    """Domains in rows, players in columns, as papers show coverage."""
    table = coverage.pivot_table(
        index="domain", columns="player", values="coverage", observed=False, sort=False
    )
    domains = [name for name in table.index if name != ALL]
    return table.loc[[*sorted(domains), ALL]].reset_index()


def _for_papers(tables: Tables) -> dict[str, pd.DataFrame]:
    papers = {
        "plan_lengths": tables.lengths,
        "effort": tables.effort.drop(columns="estimated"),
        "failures": tables.failures.reset_index(),
        "refused_actions": tables.refused,
    }
    return {name: table for name, table in papers.items() if len(table)}


def _latex(table: pd.DataFrame, number: Callable[[float], str]) -> str:
    """A table in the style of the package booktabs, with fractions written by `number`."""
    heads = {name: str(name).replace("_", " ") for name in table.columns}
    set_right = [pd.api.types.is_numeric_dtype(table[name]) for name in table.columns]
    styled = table.rename(columns=heads).style.hide(axis="index")
    styled = styled.format(lambda value: _entry(value, number), escape="latex").format_index(
        axis="columns", escape="latex"
    )
    layout = "".join("r" if right else "l" for right in set_right)
    return styled.to_latex(hrules=True, column_format=layout)


def _entry(value: object, number: Callable[[float], str]) -> str:
    if not isinstance(value, float):
        return str(value)
    return "--" if math.isnan(value) else number(value)


def _rounded(number: float) -> str:
    digits = 0 if number >= 100 else 2 if number >= 0.1 or number == 0 else 4
    return f"{number:.{digits}f}"
