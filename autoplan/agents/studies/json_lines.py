"""Files of JSON lines to which runs are appended, so that the same command continues."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pddl2nl.errors import InputError

Found = TypeVar("Found")


def read_lines(path: Path, read: Callable[[Any], Found], fault: str) -> list[Found]:
    """What the lines of a file hold; nothing where there is no file.

    Args:
        path: the file. A last line that a kill has cut off is removed from it.
        read: what is made of a line's value; KeyError and TypeError mean that it cannot be read.
        fault: what is wrong with a line that cannot be read.

    Raises:
        InputError: a line cannot be read.
    """
    if not path.is_file():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        path.write_bytes(whole)
    found = []
    # Not splitlines: models write other characters that it takes for the end of a line.
    for number, line in enumerate(whole.split(b"\n")[:-1], 1):
        try:
            found.append(read(json.loads(line)))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InputError(fault, source=str(path), line=number) from error
    return found


def append_line(path: Path, row: Mapping[str, Any]) -> None:
    """Append a value to a file, which is made with its folder where there is none.

    Raises:
        InputError: it cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from error
