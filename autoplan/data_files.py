"""Where the tables and lists in the folder `data` are: beside the packages, or inside this one."""

from __future__ import annotations

import csv
from pathlib import Path


def data_file(name: str) -> Path:
    """The path of a file of `data`.

    Args:
        name: its path in that folder.
    """
    package = Path(__file__).parent
    # Built into a wheel, the folder lies inside the package; in a checkout, beside it.
    installed = package / "data" / name
    return installed if installed.exists() else package.parent / "data" / name


def published(table: str) -> list[dict[str, str]]:
    """The rows of a table of published numbers, as texts by column.

    Args:
        table: its file in `data/paper`, without the ending.
    """
    with data_file(f"paper/{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
