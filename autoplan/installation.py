"""What came with the installation: the files of the folder `data`, and libraries that not everybody
needs.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

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
    try:
        installed = distribution("autoplan")
    except PackageNotFoundError:  # a checkout on the path
        folder = Path(__file__).resolve().parent.parent
        origin, tool = {"url": folder.as_uri(), "dir_info": {"editable": True}}, "pip"
    else:
        origin = json.loads(installed.read_text("direct_url.json") or "{}")
        tool = "uv pip" if (installed.read_text("INSTALLER") or "").strip() == "uv" else "pip"
    return f"install it with: {tool} install {' '.join(map(quote, requirement(extra, origin)))}"


def requirement(extra: str, origin: Mapping[str, Any]) -> list[str]:
    """What an installer is given for an extra.

    Args:
        extra: its name.
        origin: the package's `direct_url.json` (PEP 610); empty where it came from an index.
    """
    if "dir_info" in origin:
        folder = url2pathname(urlsplit(origin["url"]).path)
        editable = ["-e"] if origin["dir_info"].get("editable") else []
        return [*editable, f"{folder}[{extra}]"]
    if "vcs_info" in origin:
        info = origin["vcs_info"]
        revision = f"@{info['requested_revision']}" if "requested_revision" in info else ""
        return [f"autoplan[{extra}] @ {info['vcs']}+{origin['url']}{revision}"]
    return [f"autoplan[{extra}]" + (f" @ {origin['url']}" if origin else "")]
