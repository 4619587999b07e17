"""The numbers that the paper has published, to be laid over our own (seed paper, Table 2)."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from autoplan.data_files import data_file

FILES = ("table2.csv", "scaling.csv")
"""Tables of solved tasks: a row a domain, and a column a player, such as `nl react` or `brfs`."""

COLUMNS = ["domain", "input", "mechanism", "tasks", "value"]

_SNIPPETS = "pddl2nl"
_ABOUT = ["domain", "snippets", "tasks"]


def published(folder: Path | None = None) -> pd.DataFrame:
    """The published coverage.

    Args:
        folder: where the tables are, by default the folder `data/paper`.

    Returns:
        One row a number: `domain`, `input` (empty for mechanisms that ask no model), `mechanism`,
        `tasks`, and `value`, how many of these were solved. No row where there are no tables.
    """
    place = folder or data_file("paper")
    found = [_read(place / name) for name in FILES if (place / name).is_file()]
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame(columns=COLUMNS)


def _read(path: Path) -> pd.DataFrame:
    table = pd.read_csv(path)
    own = table[table["snippets"] == _SNIPPETS]
    numbers = own.melt(id_vars=_ABOUT, var_name="player").dropna(subset="value")
    split = numbers["player"].str.rpartition(" ")
    return numbers.assign(input=split[0], mechanism=split[2])[COLUMNS].reset_index(drop=True)
