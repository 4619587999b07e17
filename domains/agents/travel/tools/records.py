"""Finds records of the database."""

from __future__ import annotations

import json
from pathlib import Path


def matching(table: str, **wanted: str) -> list[dict[str, object]]:
    """The records of a table whose fields have these values; upper and lower case are the same."""
    text = Path(__file__).with_name(f"{table}.json").read_text(encoding="utf-8")
    return [
        record
        for record in json.loads(text)
        if all(_folded(record[field]) == _folded(value) for field, value in wanted.items())
    ]


def _folded(value: object) -> str:
    return " ".join(str(value).split()).casefold()
