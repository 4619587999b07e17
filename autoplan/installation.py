"""What came with the installation: the files of the folder `data`, and libraries that not everybody
needs.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from pddl2nl.files import data_folder


def published(table: str) -> list[dict[str, str]]:
    """The rows of a table of published numbers, as texts by column.

    Args:
        table: its file in `data/paper`, without the ending.
    """
    path = data_folder(f"paper/{table}.csv", Path(__file__).parent)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


EXTRAS: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        "parquet": (("pyarrow",), "episodes as Parquet beside a report"),
        "dask": (("distributed", "dask_jobqueue"), "playing on a cluster"),
        "tiktoken": (("tiktoken",), "tokens counted by OpenAI's own encodings"),
        "gym": (("gymnasium",), "tasks as environments of Gymnasium"),
        "mcp": (("mcp",), "planning tasks as tools of the Model Context Protocol"),
        "inspect": (("inspect_ai",), "tasks of Inspect AI"),
        "agents": (("crafter", "bs4", "rank_bm25", "z3"), "Crafter, shops, and code for z3"),
        "parser": (("stanza",), "a parser for snippets that the rules cannot read"),
    }
)
"""The extras of the package: what each imports, and what for."""


def is_installed(extra: str) -> bool:
    """Whether all libraries of an extra are there."""
    modules, _ = EXTRAS[extra]
    return all(find_spec(name) is not None for name in modules)


def advice(extra: str) -> str:
    """How to install an extra, the way the package was installed."""
    checkout = Path(__file__).resolve().parent.parent
    here = (checkout / "pyproject.toml").is_file()
    what = f".[{extra}]" if here else f"autoplan[{extra}]"
    where = f" in {checkout}" if here else ""
    return f"install it with: pip install '{what}'{where}"
